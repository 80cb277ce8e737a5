// SPDX-License-Identifier: Apache-2.0
// A column for each thread: lanes are neighbours, but threads are few.
#include "reference.h"

__global__ void columns(const float *in, float *out)
{
    // [hot]
    int x = blockIdx.x * blockDim.x + threadIdx.x;

    for (int y = 0; y < HEIGHT; y++)
        out[y * WIDTH + x] = 1.5f * in[y * WIDTH + x];
    // [/hot]
}

int main()
{
    return play([](const float *in, float *out) {
        columns<<<WIDTH / 64, 64>>>(in, out);
    });
}
