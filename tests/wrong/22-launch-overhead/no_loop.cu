// expect: goal=correct finding=- line=-
// SPDX-License-Identifier: Apache-2.0
// a job may be longer than the block
#include <cuda_runtime.h>

// All jobs: block j does job j, whose values are start[j] to start[j + 1] - 1.
__global__ void scale_all(const float *in, float *out, const int *start,
                          const float *factor)
{
    int j = blockIdx.x, end = start[j + 1];

    int i = start[j] + threadIdx.x;

    if (i < end)
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
    int *dstart;
    float *dfactor;

    cudaMalloc(&dstart, (jobs + 1) * sizeof(int));
    cudaMalloc(&dfactor, jobs * sizeof(float));
    cudaMemcpy(dstart, start, (jobs + 1) * sizeof(int),
               cudaMemcpyHostToDevice);
    cudaMemcpy(dfactor, factor, jobs * sizeof(float), cudaMemcpyHostToDevice);
    scale_all<<<jobs, 128>>>(din, dout, dstart, dfactor);
    cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
    cudaFree(dstart);
    cudaFree(dfactor);
    cudaFree(din);
    cudaFree(dout);
}
