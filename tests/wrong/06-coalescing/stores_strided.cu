// expect: goal=store finding=uncoalesced line=17
// SPDX-License-Identifier: Apache-2.0
// loads well, then stores with lanes 8 apart
#include <cuda_runtime.h>

__global__ void brighten(const float *in, float *out, int width, int height,
                         float gain)
{
    __shared__ float tile[256];
    int first = blockIdx.x * blockDim.x, t = threadIdx.x;
    int other = t % 32 * 8 + t / 32;

    if (first + t < width * height)
        tile[t] = gain * in[first + t];
    __syncthreads();
    if (first + other < width * height)
        out[first + other] = tile[other];
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
