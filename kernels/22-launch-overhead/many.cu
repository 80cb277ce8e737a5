// SPDX-License-Identifier: Apache-2.0
// A launch for each job.
#include "reference.h"

__global__ void scale(const float *in, float *out, float factor)
{
    if (threadIdx.x < COUNT)
        out[threadIdx.x] = factor * in[threadIdx.x];
}

int main()
{
    return play([](const float *in, float *out) {
        // [hot]
        for (int j = 0; j < JOBS; j++)
            scale<<<1, 128>>>(in + j * COUNT, out + j * COUNT, 1 + j);
        // [/hot]
    });
}
