// SPDX-License-Identifier: Apache-2.0
// What the programs of this ladder share: the jobs, and the CPU's answer.
#pragma once
#include <cstdio>
#include <vector>

static const int JOBS = 1000, COUNT = 100; // values in each job

static std::vector<float> make_input()
{
    std::vector<float> in(JOBS * COUNT);

    for (size_t i = 0; i < in.size(); i++)
        in[i] = i % 97;
    return in;
}

static std::vector<float> on_the_cpu(const std::vector<float> &in)
{
    std::vector<float> out(in.size());

    for (int i = 0; i < JOBS * COUNT; i++)
        out[i] = (1 + i / COUNT) * in[i];
    return out;
}

// Play one step of the ladder: copy in, launch, copy out, compare.
template <class Launch> static int play(Launch launch)
{
    const std::vector<float> in = make_input();
    std::vector<float> out(in.size(), -1.0f);
    const size_t bytes = in.size() * sizeof(float);
    float *din, *dout;

    cudaMalloc(&din, bytes);
    cudaMalloc(&dout, bytes);
    cudaMemcpy(din, in.data(), bytes, cudaMemcpyHostToDevice);
    launch(din, dout);
    cudaMemcpy(out.data(), dout, bytes, cudaMemcpyDeviceToHost);
    cudaFree(din);
    cudaFree(dout);
    printf("%s\n", out == on_the_cpu(in) ? "PASS" : "FAIL");
    return out != on_the_cpu(in);
}
