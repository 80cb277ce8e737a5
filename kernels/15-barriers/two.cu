// SPDX-License-Identifier: Apache-2.0
// One array, two barriers a step.
#include "reference.h"

__global__ void two(const float *in, float *out, int n)
{
    __shared__ float part[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;

    part[t] = i < n ? in[i] : 0;
    __syncthreads();
    // [hot]
    for (int d = 1; d < 256; d *= 2) {
        float left = t >= d ? part[t - d] : 0;

        __syncthreads();
        part[t] += left;
        __syncthreads();
    }
    // [/hot]
    if (i < n)
        out[i] = part[t];
}

int main()
{
    return play([](const float *in, float *out) {
        two<<<N / 256, 256>>>(in, out, N);
    });
}
