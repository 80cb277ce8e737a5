// SPDX-License-Identifier: Apache-2.0
// What the programs of this ladder share: the data, and the CPU's answer.
#pragma once
#include <cmath>
#include <cstdio>

static const int N = 1 << 20, CHUNKS = 8, CHUNK = N / CHUNKS;
static const size_t BYTES = N * sizeof(float), PART = CHUNK * sizeof(float);

__global__ void filter(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    out[i] = in[i] * in[i] * 0.5f + in[i] * 3 + 1;
}

// Play one step of the ladder on pinned memory.
template <class Solve> static int play(Solve solve)
{
    float *in, *out, *din, *dout;
    int wrong = 0;

    cudaMallocHost(&in, BYTES);
    cudaMallocHost(&out, BYTES);
    cudaMalloc(&din, BYTES);
    cudaMalloc(&dout, BYTES);
    for (int i = 0; i < N; i++)
        in[i] = i % 101;
    solve(in, out, din, dout);
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++) // the CPU's answer
        wrong += !(std::fabs(in[i] * in[i] * 0.5f + in[i] * 3 + 1 - out[i]) <
                   1e-2f);
    cudaFree(din);
    cudaFree(dout);
    cudaFreeHost(in);
    cudaFreeHost(out);
    printf("%s\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
