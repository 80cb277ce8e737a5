// expect: goal=from-card finding=- line=-
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

void solve(const float *in, float *out, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            out[x * height + y] = in[y * width + x];
}
