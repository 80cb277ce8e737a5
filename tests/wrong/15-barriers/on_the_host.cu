// expect: goal=from-card finding=- line=-
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

void solve(const float *in, float *out, int n)
{
    float sum = 0;

    for (int i = 0; i < n; i++)
        out[i] = sum = i % 256 == 0 ? in[i] : sum + in[i];
}
