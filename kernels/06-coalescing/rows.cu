// SPDX-License-Identifier: Apache-2.0
// A row for each thread: lanes stand a whole row apart.
#include "reference.h"

__global__ void rows(const float *in, float *out)
{
    // [hot]
    int y = blockIdx.x * blockDim.x + threadIdx.x;

    for (int x = 0; x < WIDTH; x++)
        out[y * WIDTH + x] = 1.5f * in[y * WIDTH + x];
    // [/hot]
}

int main()
{
    return play([](const float *in, float *out) {
        rows<<<HEIGHT / 64, 64>>>(in, out);
    });
}
