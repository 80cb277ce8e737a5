// SPDX-License-Identifier: Apache-2.0
// What the kernels of this ladder share: the input, and the CPU's answer.
#pragma once
#include <cmath>
#include <cstdio>
#include <vector>

static const int N = 1 << 16;

static std::vector<float> make_input()
{
    std::vector<float> in(N);

    for (int i = 0; i < N; i++)
        in[i] = i % 7;
    return in;
}

static std::vector<float> on_the_cpu(const std::vector<float> &in)
{
    std::vector<float> out(N);

    for (int i = 0; i < N; i++)
        out[i] = i % 256 == 0 ? in[i] : out[i - 1] + in[i];
    return out;
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
