// SPDX-License-Identifier: Apache-2.0
// A launch for each ten jobs.
#include "reference.h"

__global__ void scale_ten(const float *in, float *out, int first)
{
    int j = first + blockIdx.x, i = j * COUNT + threadIdx.x;

    if (threadIdx.x < COUNT)
        out[i] = (1 + j) * in[i];
}

int main()
{
    return play([](const float *in, float *out) {
        // [hot]
        for (int j = 0; j < JOBS; j += 10)
            scale_ten<<<10, 128>>>(in, out, j);
        // [/hot]
    });
}
