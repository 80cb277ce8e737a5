// SPDX-License-Identifier: Apache-2.0
// What the kernels of this ladder share: the input, and the CPU's answer.
#pragma once
#include <cmath>
#include <cstdio>
#include <vector>

static const int N = 1 << 16, STEPS = 1024;

static std::vector<float> make_input()
{
    std::vector<float> in(N);

    for (int i = 0; i < N; i++)
        in[i] = i % 100 * 0.01f;
    return in;
}

static std::vector<float> on_the_cpu(const std::vector<float> &in)
{
    std::vector<float> out(in);

    for (int i = 0; i < N; i++)
        for (int s = 0; s < STEPS; s++)
            out[i] = i % 2 == 0 ? out[i] * 0.75f + 1.0f
                                : out[i] * out[i] * 0.25f - 1.0f;
    return out;
}

__device__ float decay(float v, int steps)
{
    for (int s = 0; s < steps; s++)
        v = v * 0.75f + 1.0f;
    return v;
}

__device__ float wander(float v, int steps)
{
    for (int s = 0; s < steps; s++)
        v = v * v * 0.25f - 1.0f;
    return v;
}

// Play one step of the ladder: copy in, launch, copy out, compare.
template <class Launch> static int play(Launch launch)
{
    const std::vector<float> in = make_input(), want = on_the_cpu(in);
    std::vector<float> out(want.size(), -1.0f);
    const size_t bytes_in = in.size() * sizeof(float);
    const size_t bytes_out = out.size() * sizeof(float);
    float *din, *dout;
    int wrong = 0;

    cudaMalloc(&din, bytes_in);
    cudaMalloc(&dout, bytes_out);
    cudaMemcpy(din, in.data(), bytes_in, cudaMemcpyHostToDevice);
    launch(din, dout);
    cudaMemcpy(out.data(), dout, bytes_out, cudaMemcpyDeviceToHost);
    cudaFree(din);
    cudaFree(dout);
    for (size_t i = 0; i < out.size(); i++)
        wrong += !(std::fabs(out[i] - want[i]) <=
                   1e-4f * (1 + std::fabs(want[i])));
    printf("%s\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
