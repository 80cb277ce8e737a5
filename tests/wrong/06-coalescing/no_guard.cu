// expect: goal=clean finding=oob-global line=10
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

__global__ void brighten(const float *in, float *out, int width, int height,
                         float gain)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    out[i] = gain * in[i];
}

void solve(const float *in, float *out, int width, int height, float gain)
{
    const size_t bytes = (size_t)width * height * sizeof(float);
    const int count = width * height, block = 256;
    const int grid = (count + block - 1) / block;
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
