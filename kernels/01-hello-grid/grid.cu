// SPDX-License-Identifier: Apache-2.0
// A thread for each cell, in a grid of 32 x 8 blocks.
#include "reference.h"

__global__ void grid(float *picture, int width, int height)
{
    // [hot]
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < width && y < height)
        picture[y * width + x] = 2.0f * x + 0.5f * y;
    // [/hot]
}

int main()
{
    return play([](float *picture) {
        const dim3 block(32, 8);
        const dim3 blocks((WIDTH + 31) / 32, (HEIGHT + 7) / 8);

        grid<<<blocks, block>>>(picture, WIDTH, HEIGHT);
    });
}
