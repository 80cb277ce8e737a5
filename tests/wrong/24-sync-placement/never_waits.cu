// expect: goal=clean finding=host-race line=-
// SPDX-License-Identifier: Apache-2.0
// returns before the result has been copied
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
    cudaMalloc(&next, bytes);
    cudaMemcpyAsync(now, rod, bytes, cudaMemcpyHostToDevice);
    for (int s = 0; s < steps; s++) {
        relax<<<grid, BLOCK>>>(now, next, n);
        float *swap = now;
        now = next;
        next = swap;
    }
    cudaMemcpyAsync(rod, now, bytes, cudaMemcpyDeviceToHost);
}
