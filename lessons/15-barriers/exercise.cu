// SPDX-License-Identifier: Apache-2.0
// Lesson 15: barriers. Each block makes running sums of its 256 numbers: out[i] is
// the sum of the numbers of the block up to and including i. In step d each thread
// adds what stands d places to its left. Nothing makes the threads wait for each
// other. Put that right with as few barriers as you can: one before the loop and one
// in each step are enough, if you give the block a second array.
#include <cuda_runtime.h>

#define BLOCK 256

__global__ void sums(const float *in, float *out, int n)
{
    __shared__ float part[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;

    part[t] = i < n ? in[i] : 0;
    for (int d = 1; d < BLOCK; d *= 2)
        if (t >= d)
            part[t] += part[t - d];
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
