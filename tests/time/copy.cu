// SPDX-License-Identifier: Apache-2.0
// Copies of the same number of elements, unit stride and stride 8.
#include <cstdio>

__global__ void copy_unit(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = in[i];
}

__global__ void copy_stride8(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i * 8] = in[i * 8];
}

int main()
{
    const int n = 1 << 20;
    float *in, *out;

    cudaMalloc(&in, n * 8 * sizeof(float));
    cudaMalloc(&out, n * 8 * sizeof(float));
    cudaMemset(in, 0, n * 8 * sizeof(float));
    copy_unit<<<n / 256, 256>>>(in, out, n);
    copy_stride8<<<n / 256, 256>>>(in, out, n);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
