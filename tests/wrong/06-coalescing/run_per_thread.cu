// expect: goal=load finding=uncoalesced line=12
// SPDX-License-Identifier: Apache-2.0
// each thread takes 8 cells of its own
#include <cuda_runtime.h>

__global__ void brighten(const float *in, float *out, int width, int height,
                         float gain)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    for (int k = 8 * i; k < 8 * i + 8 && k < width * height; k++)
        out[k] = gain * in[k];
}

void solve(const float *in, float *out, int width, int height, float gain)
{
    const size_t bytes = (size_t)width * height * sizeof(float);
    const int count = width * height, block = 256;
    const int grid = (count + 8 * block - 1) / (8 * block);
    float *din, *dout;

    if (bytes == 0)
        return;
    cudaMalloc(&din, bytes);
    cudaMalloc(&dout, bytes);
    cudaMemcpy(din, in, bytes, cudaMemcpyHostToDevice);
    brighten<<<grid, block>>>(din, dout, width, height, gain);
    cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
    cudaFree(din);
    cudaFree(dout);
}
