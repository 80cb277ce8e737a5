// expect: goal=from-card finding=- line=-
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

void solve(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] * in[i] * 0.5f + in[i] * 3 + 1;
}
