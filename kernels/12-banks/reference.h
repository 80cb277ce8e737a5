// SPDX-License-Identifier: Apache-2.0
// What the kernels of this ladder share: the input, and the CPU's answer.
#pragma once
#include <cmath>
#include <cstdio>
#include <vector>

static const int WIDTH = 512, HEIGHT = 256, TILE = 32;

static std::vector<float> make_input()
{
    std::vector<float> in(WIDTH * HEIGHT);

    for (size_t i = 0; i < in.size(); i++)
        in[i] = i;
    return in;
}

static std::vector<float> on_the_cpu(const std::vector<float> &in)
{
    std::vector<float> out(in.size());

    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            out[x * HEIGHT + y] = in[y * WIDTH + x];
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
