// SPDX-License-Identifier: Apache-2.0
// Two arrays, one barrier a step.
#include "reference.h"

__global__ void one(const float *in, float *out, int n)
{
    __shared__ float now[256], next[256];
    float *from = now, *to = next;
    int t = threadIdx.x, i = blockIdx.x * 256 + t;

    from[t] = i < n ? in[i] : 0;
    __syncthreads();
    // [hot]
    for (int d = 1; d < 256; d *= 2) {
        to[t] = t >= d ? from[t] + from[t - d] : from[t];
        __syncthreads();
        float *swap = from;
        from = to;
        to = swap;
    }
    // [/hot]
    if (i < n)
        out[i] = from[t];
}

int main()
{
    return play([](const float *in, float *out) {
        one<<<N / 256, 256>>>(in, out, N);
    });
}
