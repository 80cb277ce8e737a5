// expect: goal=clean finding=host-pointer-in-kernel line=10
// SPDX-License-Identifier: Apache-2.0
// start and factor lie on the host
#include <cuda_runtime.h>

// All jobs: block j does job j, whose values are start[j] to start[j + 1] - 1.
__global__ void scale_all(const float *in, float *out, const int *start,
                          const float *factor)
{
    int j = blockIdx.x, end = start[j + 1];

    for (int i = start[j] + threadIdx.x; i < end; i += blockDim.x)
        out[i] = factor[j] * in[i];
}

void solve(const float *in, float *out, const int *start, const float *factor,
           int jobs)
{
    const int total = start[jobs];
    const size_t bytes = total * sizeof(float);
    float *din, *dout;

    if (total == 0)
        return;
    cudaMalloc(&din, bytes);
    cudaMalloc(&dout, bytes);
    cudaMemcpy(din, in, bytes, cudaMemcpyHostToDevice);
    scale_all<<<jobs, 128>>>(din, dout, start, factor);
    cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
    cudaFree(din);
    cudaFree(dout);
}
