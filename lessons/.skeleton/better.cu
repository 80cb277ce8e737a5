// SPDX-License-Identifier: Apache-2.0
// Doubling: consecutive threads touch consecutive elements.
#include "reference.h"

__global__ void better(const float *in, float *out, int n)
{
    // [hot]
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = 2 * in[i];
    // [/hot]
}

static void launch(const float *in, float *out, int n)
{
    better<<<(n + 255) / 256, 256>>>(in, out, n);
}

int main()
{
    return play(launch);
}
