// expect: goal=from-card finding=- line=-
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

void solve(const float *in, float *out, const int *start, const float *factor,
           int jobs)
{
    for (int j = 0; j < jobs; j++)
        for (int i = start[j]; i < start[j + 1]; i++)
            out[i] = factor[j] * in[i];
}
