// SPDX-License-Identifier: Apache-2.0
// Lesson 25: overlap. Copy in, compute, copy out: three parts of the card, and two of
// them always wait for the third. Cut the data into chunks and give the chunks to a
// few streams, so that one chunk comes in while another is computed and a third goes
// out. About 15 lines, all in solve().
#include <cuda_runtime.h>

// A filter: some arithmetic for each value.
__global__ void filter(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = in[i] * in[i] * 0.5f + in[i] * 3 + 1;
}

// in and out lie in pinned memory.
void solve(const float *in, float *out, int n)
{
    const size_t bytes = n * sizeof(float);
    float *din, *dout;

    if (n == 0)
        return;
    cudaMalloc(&din, bytes);
    cudaMalloc(&dout, bytes);
    cudaMemcpy(din, in, bytes, cudaMemcpyHostToDevice);
    filter<<<(n + 255) / 256, 256>>>(din, dout, n);
    cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
    cudaFree(din);
    cudaFree(dout);
}
