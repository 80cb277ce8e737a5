// SPDX-License-Identifier: Apache-2.0
// Every lane does both and keeps one: no branch, no gain.
#include "reference.h"

__global__ void selected(const float *in, float *out, int n, int steps)
{
    int i = blockIdx.x * 256 + threadIdx.x;

    if (i >= n)
        return;
    // [hot]
    float a = decay(in[i], steps), b = wander(in[i], steps);

    out[i] = i % 2 == 0 ? a : b;
    // [/hot]
}

int main()
{
    return play([](const float *in, float *out) {
        selected<<<N / 256, 256>>>(in, out, N, STEPS);
    });
}
