// SPDX-License-Identifier: Apache-2.0
// Lesson 01, solution. threadIdx counts within the block and starts again at 0 in
// each; blockIdx says how many whole blocks stand before this one.
#include <cuda_runtime.h>

__global__ void paint(float *picture, int width, int height, float a, float b)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < width && y < height)
        // Rows follow each other in memory: y whole rows, then x cells.
        picture[y * width + x] = a * x + b * y;
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
    cudaMalloc(&device, bytes);
    paint<<<grid, block>>>(device, width, height, a, b);
    cudaMemcpy(picture, device, bytes, cudaMemcpyDeviceToHost);
    cudaFree(device);
}
