// expect: goal=clean finding=race-shared line=36
// SPDX-License-Identifier: Apache-2.0
// stages through shared memory, one barrier short
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
    __shared__ float value[BLOCK];
    int t = threadIdx.x, half = BLOCK / 2, first = blockIdx.x * BLOCK;
    int k = t < half ? 2 * t : 2 * (t - half) + 1;

    if (first + t < n)
        value[t] = in[first + t];
    __syncthreads();
    if (first + k < n)
        value[k] = t < half ? decay(value[k], steps)
                            : wander(value[k], steps);
    if (first + t < n)
        out[first + t] = value[t];
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
