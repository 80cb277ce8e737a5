// SPDX-License-Identifier: Apache-2.0
// One launch, a block for each job.
#include "reference.h"

__global__ void scale_all(const float *in, float *out)
{
    int j = blockIdx.x, i = j * COUNT + threadIdx.x;

    if (threadIdx.x < COUNT)
        out[i] = (1 + j) * in[i];
}

int main()
{
    return play([](const float *in, float *out) {
        // [hot]
        scale_all<<<JOBS, 128>>>(in, out);
        // [/hot]
    });
}
