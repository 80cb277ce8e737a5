// SPDX-License-Identifier: Apache-2.0
// A wait after each step.
#include <utility>

#include "reference.h"

int main()
{
    return play([](float *rod) {
        float *now, *next;

        cudaMalloc(&now, BYTES);
        cudaMalloc(&next, BYTES);
        cudaMemcpy(now, rod, BYTES, cudaMemcpyHostToDevice);
        // [hot]
        for (int s = 0; s < STEPS; s++) {
            relax<<<GRID, 256>>>(now, next, N);
            cudaDeviceSynchronize();
            std::swap(now, next);
        }
        // [/hot]
        cudaMemcpy(rod, now, BYTES, cudaMemcpyDeviceToHost);
        cudaFree(now);
        cudaFree(next);
    });
}
