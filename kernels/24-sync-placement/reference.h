// SPDX-License-Identifier: Apache-2.0
// What the programs of this ladder share: the rod, a step, and the CPU's answer.
#pragma once
#include <cmath>
#include <cstdio>
#include <vector>

static const int N = 1 << 14, STEPS = 200, GRID = N / 256;
static const size_t BYTES = N * sizeof(float);

__global__ void relax(const float *now, float *next, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i == 0 || i >= n - 1)
        next[i] = now[i];
    else
        next[i] = now[i] + 0.25f * (now[i - 1] - 2 * now[i] + now[i + 1]);
}

static std::vector<float> on_the_cpu(const float *rod)
{
    std::vector<float> now(rod, rod + N), next(now);

    for (int s = 0; s < STEPS; s++) {
        for (int i = 1; i < N - 1; i++)
            next[i] = now[i] + 0.25f * (now[i - 1] - 2 * now[i] + now[i + 1]);
        now.swap(next);
    }
    return now;
}

// Play one step of the ladder on a rod in pinned memory.
template <class Solve> static int play(Solve solve)
{
    float *rod;
    int wrong = 0;

    cudaMallocHost(&rod, BYTES);
    for (int i = 0; i < N; i++)
        rod[i] = i * 7 % 101;
    const std::vector<float> want = on_the_cpu(rod);
    solve(rod);
    for (int i = 0; i < N; i++)
        wrong += !(std::fabs(rod[i] - want[i]) < 1e-2f);
    cudaFreeHost(rod);
    printf("%s\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
