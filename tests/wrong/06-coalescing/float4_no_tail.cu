// expect: goal=correct finding=- line=- round
// SPDX-License-Identifier: Apache-2.0
// right when the number of cells is a multiple of 4
#include <cuda_runtime.h>

__global__ void brighten(const float *in, float *out, int width, int height,
                         float gain)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (4 * i + 3 < width * height) {
        float4 v = reinterpret_cast<const float4 *>(in)[i];

        v = make_float4(gain * v.x, gain * v.y, gain * v.z, gain * v.w);
        reinterpret_cast<float4 *>(out)[i] = v;
    }
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
