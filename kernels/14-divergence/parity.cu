// SPDX-License-Identifier: Apache-2.0
// Even lanes do one thing, odd lanes another: each warp does both.
#include "reference.h"

__global__ void parity(const float *in, float *out, int n, int steps)
{
    int i = blockIdx.x * 256 + threadIdx.x;

    if (i >= n)
        return;
    // [hot]
    if (i % 2 == 0)
        out[i] = decay(in[i], steps);
    else
        out[i] = wander(in[i], steps);
    // [/hot]
}

int main()
{
    return play([](const float *in, float *out) {
        parity<<<N / 256, 256>>>(in, out, N, STEPS);
    });
}
