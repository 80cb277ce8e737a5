// SPDX-License-Identifier: Apache-2.0
// What the kernels of this ladder share: the input, and the CPU's answer.
#pragma once
#include <cstdio>
#include <vector>

static const int N = 4096;

static std::vector<float> make_input()
{
    std::vector<float> in(N);

    for (int i = 0; i < N; i++)
        in[i] = i * 0.5f;
    return in;
}

static std::vector<float> on_the_cpu(const std::vector<float> &in)
{
    std::vector<float> out(in.size());

    for (size_t i = 0; i < in.size(); i++)
        out[i] = 2 * in[i];
    return out;
}

// Run a step of the ladder: copy in, launch, copy out, compare with the CPU.
template <class Launch> static int play(Launch launch)
{
    const std::vector<float> in = make_input(), want = on_the_cpu(in);
    std::vector<float> out(N, -1.0f);
    const size_t bytes = N * sizeof(float);
    float *din, *dout;

    cudaMalloc(&din, bytes);
    cudaMalloc(&dout, bytes);
    cudaMemcpy(din, in.data(), bytes, cudaMemcpyHostToDevice);
    launch(din, dout, N);
    cudaMemcpy(out.data(), dout, bytes, cudaMemcpyDeviceToHost);
    cudaFree(din);
    cudaFree(dout);
    printf("%s\n", out == want ? "PASS" : "FAIL");
    return out != want;
}
