// SPDX-License-Identifier: Apache-2.0
// No tile: loads along rows, stores down columns.
#include "reference.h"

__global__ void direct(const float *in, float *out)
{
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE;

    // [hot]
    for (int row = threadIdx.y; row < TILE; row += blockDim.y)
        out[x * HEIGHT + y + row] = in[(y + row) * WIDTH + x];
    // [/hot]
}

int main()
{
    return play([](const float *in, float *out) {
        direct<<<dim3(WIDTH / TILE, HEIGHT / TILE), dim3(TILE, 8)>>>(in, out);
    });
}
