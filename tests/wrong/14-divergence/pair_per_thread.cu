// expect: goal=clean finding=oob-global line=30 round
// SPDX-License-Identifier: Apache-2.0
// a pair for each thread, right when n is even
#include <cuda_runtime.h>

#define BLOCK 256

// Two different things to do with a number. Leave them as they are.
__device__ float decay(float v, int steps)
{
    for (int s = 0; s < steps; s++)
        v = v * 0.75f + 1.0f;
    return v;
}

__device__ float wander(float v, int steps)
{
    for (int s = 0; s < steps; s++)
        v = v * v * 0.25f - 1.0f;
    return v;
}

__global__ void work(const float *in, float *out, int n, int steps)
{
    int i = 2 * (blockIdx.x * BLOCK + threadIdx.x);

    if (i >= n)
        return;
    out[i] = decay(in[i], steps);
    out[i + 1] = wander(in[i + 1], steps);
}

void solve(const float *in, float *out, int n, int steps)
{
    const size_t bytes = n * sizeof(float);
    const int grid = (n / 2 + BLOCK) / BLOCK;
    float *din, *dout;

    if (n == 0)
        return;
    cudaMalloc(&din, bytes);
    cudaMalloc(&dout, bytes);
    cudaMemcpy(din, in, bytes, cudaMemcpyHostToDevice);
    work<<<grid, BLOCK>>>(din, dout, n, steps);
    cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
    cudaFree(din);
    cudaFree(dout);
}
