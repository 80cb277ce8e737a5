// expect: goal=from-card finding=- line=-
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

void solve(const float *in, float *out, int n, int steps)
{
    for (int i = 0; i < n; i++) {
        float v = in[i];

        for (int s = 0; s < steps; s++)
            v = i % 2 == 0 ? v * 0.75f + 1.0f : v * v * 0.25f - 1.0f;
        out[i] = v;
    }
}
