// SPDX-License-Identifier: Apache-2.0
// A tile with one column that nobody uses.
#include "reference.h"

__global__ void padded(const float *in, float *out)
{
    // [tile]
    __shared__ float tile[TILE][TILE + 1];
    // [/tile]
    int t = threadIdx.x, x = blockIdx.x * TILE, y = blockIdx.y * TILE;

    // [hot]
    for (int row = threadIdx.y; row < TILE; row += blockDim.y)
        tile[row][t] = in[(y + row) * WIDTH + x + t];
    __syncthreads();
    for (int row = threadIdx.y; row < TILE; row += blockDim.y)
        out[(x + row) * HEIGHT + y + t] = tile[t][row];
    // [/hot]
}

int main()
{
    return play([](const float *in, float *out) {
        padded<<<dim3(WIDTH / TILE, HEIGHT / TILE), dim3(TILE, 8)>>>(in, out);
    });
}
