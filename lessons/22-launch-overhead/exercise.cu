// SPDX-License-Identifier: Apache-2.0
// Lesson 22: launch overhead. A thousand small jobs, and a launch for each: right,
// and nearly all of the time goes into launching. Do all jobs in one launch. The
// card must then know where each job begins and what its factor is: copy start
// (jobs + 1 numbers) and factor (jobs numbers) to it first. About 15 lines.
#include <cuda_runtime.h>

// One job: scale one run of values.
__global__ void scale(const float *in, float *out, float factor, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count)
        out[i] = factor * in[i];
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
    for (int j = 0; j < jobs; j++) {
        int count = start[j + 1] - start[j];

        if (count > 0)
            scale<<<(count + 127) / 128, 128>>>(din + start[j], dout + start[j],
                                                factor[j], count);
    }
    cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
    cudaFree(din);
    cudaFree(dout);
}
