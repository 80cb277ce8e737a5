// expect: goal=from-card finding=- line=-
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

void solve(const float *in, float *out, int width, int height, float gain)
{
    for (int i = 0; i < width * height; i++)
        out[i] = gain * in[i];
}
