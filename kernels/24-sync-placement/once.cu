// SPDX-License-Identifier: Apache-2.0
// All steps are queued; the host waits once.
#include <utility>

#include "reference.h"

int main()
{
    return play([](float *rod) {
        float *now, *next;

        cudaMalloc(&now, BYTES);
        cudaMalloc(&next, BYTES);
        cudaMemcpyAsync(now, rod, BYTES, cudaMemcpyHostToDevice);
        // [hot]
        for (int s = 0; s < STEPS; s++) {
            relax<<<GRID, 256>>>(now, next, N);
            std::swap(now, next);
        }
        // [/hot]
        cudaMemcpyAsync(rod, now, BYTES, cudaMemcpyDeviceToHost);
        cudaDeviceSynchronize();
        cudaFree(now);
        cudaFree(next);
    });
}
