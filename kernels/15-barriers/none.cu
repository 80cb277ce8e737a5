// SPDX-License-Identifier: Apache-2.0
// No barrier at all: fast, and wrong.
#include "reference.h"

__global__ void none(const float *in, float *out, int n)
{
    __shared__ float part[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;

    part[t] = i < n ? in[i] : 0;
    // [hot]
    for (int d = 1; d < 256; d *= 2)
        if (t >= d)
            part[t] += part[t - d];
    // [/hot]
    if (i < n)
        out[i] = part[t];
}

int main()
{
    return play([](const float *in, float *out) {
        none<<<N / 256, 256>>>(in, out, N);
    });
}
