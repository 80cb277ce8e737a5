// SPDX-License-Identifier: Apache-2.0
// Whole warps do one thing or the other; loads are 2 apart.
#include "reference.h"

__global__ void warps(const float *in, float *out, int n, int steps)
{
    int t = threadIdx.x, half = 256 / 2;
    int first = blockIdx.x * 256;

    // [hot]
    if (t < half) {
        int i = first + 2 * t;

        if (i < n)
            out[i] = decay(in[i], steps);
    } else {
        int i = first + 2 * (t - half) + 1;

        if (i < n)
            out[i] = wander(in[i], steps);
    }
    // [/hot]
}

int main()
{
    return play([](const float *in, float *out) {
        warps<<<N / 256, 256>>>(in, out, N, STEPS);
    });
}
