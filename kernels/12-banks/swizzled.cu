// SPDX-License-Identifier: Apache-2.0
// A square tile whose columns are dealt out by XOR with the row.
#include "reference.h"

__global__ void swizzled(const float *in, float *out)
{
    // [tile]
    __shared__ float tile[TILE][TILE];
    // [/tile]
    int t = threadIdx.x, x = blockIdx.x * TILE, y = blockIdx.y * TILE;

    // [hot]
    for (int row = threadIdx.y; row < TILE; row += blockDim.y)
        tile[row][t ^ row] = in[(y + row) * WIDTH + x + t];
    __syncthreads();
    for (int row = threadIdx.y; row < TILE; row += blockDim.y)
        out[(x + row) * HEIGHT + y + t] = tile[t][row ^ t];
    // [/hot]
}

int main()
{
    return play([](const float *in, float *out) {
        swizzled<<<dim3(WIDTH / TILE, HEIGHT / TILE), dim3(TILE, 8)>>>(in, out);
    });
}
