// expect: goal=store finding=uncoalesced line=14
// SPDX-License-Identifier: Apache-2.0
// no tile, no conflicts, and stores a column apart
#include <cuda_runtime.h>

#define TILE 32

__global__ void transpose(const float *in, float *out, int width, int height)
{
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE;

    for (int row = threadIdx.y; row < TILE; row += blockDim.y)
        if (x < width && y + row < height)
            out[x * height + y + row] = in[(y + row) * width + x];
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
