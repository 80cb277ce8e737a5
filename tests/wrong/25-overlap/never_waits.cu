// expect: goal=clean finding=host-race line=-
// SPDX-License-Identifier: Apache-2.0
// returns before the last chunk is out
#include <cuda_runtime.h>

enum { CHUNKS = 8, STREAMS = 4 };

// A filter: some arithmetic for each value.
__global__ void filter(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = in[i] * in[i] * 0.5f + in[i] * 3 + 1;
}

// in and out lie in pinned memory.
void solve(const float *in, float *out, int n)
{
    const size_t bytes = n * sizeof(float);
    const int chunk = (n + CHUNKS - 1) / CHUNKS;
    cudaStream_t stream[STREAMS];
    float *din, *dout;

    if (n == 0)
        return;
    cudaMalloc(&din, bytes);
    cudaMalloc(&dout, bytes);
    for (int s = 0; s < STREAMS; s++)
        cudaStreamCreate(&stream[s]);
    for (int c = 0, at = 0; at < n; c++, at += chunk) {
        cudaStream_t s = stream[c % STREAMS];
        int count = n - at < chunk ? n - at : chunk;
        size_t part = count * sizeof(float);

        cudaMemcpyAsync(din + at, in + at, part, cudaMemcpyHostToDevice, s);
        filter<<<(count + 255) / 256, 256, 0, s>>>(din + at, dout + at, count);
        cudaMemcpyAsync(out + at, dout + at, part, cudaMemcpyDeviceToHost, s);
    }
}
