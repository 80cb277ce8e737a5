// expect: goal=work finding=- line=-
// SPDX-License-Identifier: Apache-2.0
// every lane does both and throws one away: no branch, no gain
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
    int i = blockIdx.x * BLOCK + threadIdx.x;

    if (i >= n)
        return;
    // [hot]
    float a = decay(in[i], steps), b = wander(in[i], steps);

    out[i] = i % 2 == 0 ? a : b;
    // [/hot]
}

void solve(const float *in, float *out, int n, int steps)
{
    const size_t bytes = n * sizeof(float);
    const int grid = (n + BLOCK - 1) / BLOCK;
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
