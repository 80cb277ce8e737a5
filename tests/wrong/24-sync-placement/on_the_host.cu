// expect: goal=from-card finding=- line=-
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <vector>

void solve(float *rod, int n, int steps)
{
    for (int s = 0; s < steps; s++) {
        std::vector<float> now(rod, rod + n);

        for (int i = 1; i + 1 < n; i++)
            rod[i] = now[i] + 0.25f * (now[i - 1] - 2 * now[i] + now[i + 1]);
    }
}
