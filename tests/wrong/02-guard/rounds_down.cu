// expect: goal=correct finding=- line=- round
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

__global__ void add(const float *a, const float *b, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = a[i] + b[i];
}

void solve(const float *a, const float *b, float *out, int n)
{
    const int block = 256;
    const int grid = n / block + (n < block);
    const size_t bytes = n * sizeof(float);
    float *da, *db, *dout;

    // A grid of no blocks is an error of the launch, not an empty launch.
    if (n == 0)
        return;

    cudaMalloc(&da, bytes);
    cudaMalloc(&db, bytes);
    cudaMalloc(&dout, bytes);
    cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
    add<<<grid, block>>>(da, db, dout, n);
    cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dout);
}
