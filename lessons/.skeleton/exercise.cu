// SPDX-License-Identifier: Apache-2.0
// Lesson @NN@. This is right, and its stores are not efficient. Mend the index.
#include <cuda_runtime.h>

__global__ void twice(const float *in, float *out, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x % 8 * 32 + threadIdx.x / 8;

    if (i < n)
        out[i] = 2 * in[i];
}

void solve(const float *in, float *out, int n)
{
    const int grid = (n + 255) / 256;
    const size_t bytes = n * sizeof(float);
    float *din, *dout;

    if (n == 0)
        return;
    cudaMalloc(&din, bytes);
    cudaMalloc(&dout, bytes);
    cudaMemcpy(din, in, bytes, cudaMemcpyHostToDevice);
    twice<<<grid, 256>>>(din, dout, n);
    cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
    cudaFree(din);
    cudaFree(dout);
}
