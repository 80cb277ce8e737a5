// SPDX-License-Identifier: Apache-2.0
// Lesson 24: where to wait. Each step needs the step before it, so the program waits
// after each: once by cudaDeviceSynchronize(), and where else? It is right, and the
// card stands still between steps. Wait once, at the end, before the result is read.
// About 6 lines, all in solve().
#include <cuda_runtime.h>

#define BLOCK 32

// One step: each place moves towards the mean of its neighbours; the ends stay.
__global__ void relax(const float *now, float *next, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;

    if (i >= n)
        return;
    if (i == 0 || i == n - 1)
        next[i] = now[i];
    else
        next[i] = now[i] + 0.25f * (now[i - 1] - 2 * now[i] + now[i + 1]);
}

// rod lies in pinned memory.
void solve(float *rod, int n, int steps)
{
    const size_t bytes = n * sizeof(float);
    const int grid = (n + BLOCK - 1) / BLOCK;
    float *now, *next;

    if (n == 0)
        return;
    cudaMalloc(&now, bytes);
    cudaMemcpy(now, rod, bytes, cudaMemcpyHostToDevice);
    for (int s = 0; s < steps; s++) {
        cudaMalloc(&next, bytes);
        relax<<<grid, BLOCK>>>(now, next, n);
        cudaDeviceSynchronize();
        cudaFree(now);
        now = next;
    }
    cudaMemcpy(rod, now, bytes, cudaMemcpyDeviceToHost);
    cudaFree(now);
}
