// SPDX-License-Identifier: Apache-2.0
// No wait to be seen, and one in each step: cudaFree.
#include <utility>

#include "reference.h"

int main()
{
    return play([](float *rod) {
        float *now, *next;

        cudaMalloc(&now, BYTES);
        cudaMemcpy(now, rod, BYTES, cudaMemcpyHostToDevice);
        // [hot]
        for (int s = 0; s < STEPS; s++) {
            cudaMalloc(&next, BYTES);
            relax<<<GRID, 256>>>(now, next, N);
            cudaFree(now);
            now = next;
        }
        // [/hot]
        cudaMemcpy(rod, now, BYTES, cudaMemcpyDeviceToHost);
        cudaFree(now);
    });
}
