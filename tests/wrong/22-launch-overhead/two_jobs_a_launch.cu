// expect: goal=launches finding=- line=-
// SPDX-License-Identifier: Apache-2.0
// half of the launches: right, and still hundreds
#include <cuda_runtime.h>

__global__ void scale_two(const float *in, float *out, int middle, int count,
                          float first, float second)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count)
        out[i] = (i < middle ? first : second) * in[i];
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
    for (int j = 0; j < jobs; j += 2) {
        int last = j + 2 < jobs ? j + 2 : jobs, next = j + 1;
        int count = start[last] - start[j];

        if (count > 0)
            scale_two<<<(count + 127) / 128, 128>>>(
                din + start[j], dout + start[j], start[next] - start[j], count,
                factor[j], factor[next < jobs ? next : j]);
    }
    cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
    cudaFree(din);
    cudaFree(dout);
}
