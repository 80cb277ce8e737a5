// expect: goal=clean finding=misaligned line=13
// SPDX-License-Identifier: Apache-2.0
// a row may begin at any float, a float4 may not
#include <cuda_runtime.h>

__global__ void brighten(const float *in, float *out, int width, int height,
                         float gain)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int y = i / width, x = 4 * (i % width);

    if (y < height && x + 3 < width) {
        float4 v = *reinterpret_cast<const float4 *>(&in[y * width + x]);

        v = make_float4(gain * v.x, gain * v.y, gain * v.z, gain * v.w);
        *reinterpret_cast<float4 *>(&out[y * width + x]) = v;
    } else if (y < height) {
        for (; x < width; x++)
            out[y * width + x] = gain * in[y * width + x];
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
