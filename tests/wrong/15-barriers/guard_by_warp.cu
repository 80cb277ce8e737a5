// expect: goal=clean finding=oob-global line=16 round
// SPDX-License-Identifier: Apache-2.0
// guards whole warps
#include <cuda_runtime.h>

#define BLOCK 256

__global__ void sums(const float *in, float *out, int n)
{
    __shared__ float now[BLOCK], next[BLOCK];
    float *from = now, *to = next;
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;

    int first = i / 32 * 32;

    from[t] = first < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        to[t] = t >= d ? from[t] + from[t - d] : from[t];
        __syncthreads();
        float *swap = from;
        from = to;
        to = swap;
    }
    if (first < n)
        out[i] = from[t];
}

void solve(const float *in, float *out, int n)
{
    const size_t bytes = n * sizeof(float);
    const int grid = (n + BLOCK - 1) / BLOCK;
    float *din, *dout;

    if (n == 0)
        return;
    cudaMalloc(&din, bytes);
    cudaMalloc(&dout, bytes);
    cudaMemcpy(din, in, bytes, cudaMemcpyHostToDevice);
    sums<<<grid, BLOCK>>>(din, dout, n);
    cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
    cudaFree(din);
    cudaFree(dout);
}
