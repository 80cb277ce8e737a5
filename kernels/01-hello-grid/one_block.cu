// SPDX-License-Identifier: Apache-2.0
// One block of 256 threads paints the whole picture, row by row.
#include "reference.h"

__global__ void one_block(float *picture, int width, int height)
{
    // [hot]
    for (int i = threadIdx.x; i < width * height; i += blockDim.x)
        picture[i] = 2.0f * (i % width) + 0.5f * (i / width);
    // [/hot]
}

int main()
{
    return play([](float *picture) {
        one_block<<<1, 256>>>(picture, WIDTH, HEIGHT);
    });
}
