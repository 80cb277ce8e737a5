// SPDX-License-Identifier: Apache-2.0
// A cell for each thread: lanes are neighbours, and threads are many.
#include "reference.h"

__global__ void cells(const float *in, float *out)
{
    // [hot]
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < CELLS)
        out[i] = 1.5f * in[i];
    // [/hot]
}

int main()
{
    return play([](const float *in, float *out) {
        cells<<<CELLS / 256, 256>>>(in, out);
    });
}
