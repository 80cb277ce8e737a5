// expect: goal=conflicts finding=bank-conflict line=24
// SPDX-License-Identifier: Apache-2.0
// the tile is wider, but the indices do not know
#include <cuda_runtime.h>

#define TILE 32

__global__ void transpose(const float *in, float *out, int width, int height)
{
    __shared__ float tile[TILE][TILE + 1];
    float *flat = &tile[0][0];
    int t = threadIdx.x;
    int x = blockIdx.x * TILE + t, y = blockIdx.y * TILE;

    for (int row = threadIdx.y; row < TILE; row += blockDim.y)
        if (x < width && y + row < height)
            flat[row * TILE + t] = in[(y + row) * width + x];
    __syncthreads();

    x = blockIdx.y * TILE + t;
    y = blockIdx.x * TILE;
    for (int row = threadIdx.y; row < TILE; row += blockDim.y)
        if (x < height && y + row < width)
            out[(y + row) * height + x] = flat[t * TILE + row];
}

void solve(const float *in, float *out, int width, int height)
{
    const size_t bytes = (size_t)width * height * sizeof(float);
    const dim3 block(TILE, 8);
    const dim3 grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
    float *din, *dout;

    if (bytes == 0)
        return;
    cudaMalloc(&din, bytes);
    cudaMalloc(&dout, bytes);
    cudaMemcpy(din, in, bytes, cudaMemcpyHostToDevice);
    transpose<<<grid, block>>>(din, dout, width, height);
    cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
    cudaFree(din);
    cudaFree(dout);
}
