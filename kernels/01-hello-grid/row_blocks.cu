// SPDX-License-Identifier: Apache-2.0
// A block for each row; its threads take turns along the row.
#include "reference.h"

__global__ void row_blocks(float *picture, int width, int height)
{
    // [hot]
    int y = blockIdx.x;

    for (int x = threadIdx.x; x < width; x += blockDim.x)
        picture[y * width + x] = 2.0f * x + 0.5f * y;
    // [/hot]
}

int main()
{
    return play([](float *picture) {
        row_blocks<<<HEIGHT, 256>>>(picture, WIDTH, HEIGHT);
    });
}
