// SPDX-License-Identifier: Apache-2.0
// Doubling: consecutive threads touch elements a block of 32 apart.
#include "reference.h"

__global__ void naive(const float *in, float *out, int n)
{
    // [hot]
    int i = blockIdx.x * 256 + threadIdx.x % 8 * 32 + threadIdx.x / 8;

    if (i < n)
        out[i] = 2 * in[i];
    // [/hot]
}

static void launch(const float *in, float *out, int n)
{
    naive<<<(n + 255) / 256, 256>>>(in, out, n);
}

int main()
{
    return play(launch);
}
