// expect: goal=clean finding=race-shared line=17
// SPDX-License-Identifier: Apache-2.0
// waits after writing, not between reading and writing
#include <cuda_runtime.h>

#define BLOCK 256

__global__ void sums(const float *in, float *out, int n)
{
    __shared__ float part[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;

    part[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        if (t >= d)
            part[t] += part[t - d];
        __syncthreads();
    }
    if (i < n)
        out[i] = part[t];
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
