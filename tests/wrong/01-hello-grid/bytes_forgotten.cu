// expect: goal=clean finding=oob-global line=12
// SPDX-License-Identifier: Apache-2.0
// cudaMalloc takes bytes, not elements
#include <cuda_runtime.h>

__global__ void paint(float *picture, int width, int height, float a, float b)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < width && y < height)
        picture[x + y * width] =
            a * x + b * y;
}

void solve(float *picture, int width, int height, float a, float b)
{
    const size_t bytes = (size_t)width * height * sizeof(float);
    const dim3 block(32, 8);
    const dim3 grid((width + block.x - 1) / block.x,
                    (height + block.y - 1) / block.y);
    float *device;

    if (bytes == 0)
        return;
    cudaMalloc(&device, (size_t)width * height);
    paint<<<grid, block>>>(device, width, height, a, b);
    cudaMemcpy(picture, device, bytes, cudaMemcpyDeviceToHost);
    cudaFree(device);
}
