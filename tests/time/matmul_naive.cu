// SPDX-License-Identifier: Apache-2.0
// Naive matrix product; neighbouring lanes read neighbouring columns of B.
#include <cstdio>
#include <cstdlib>

#ifndef UNCOALESCED
#define UNCOALESCED 0
#endif

__global__ void product(const float *a, const float *b, float *c, int n)
{
#if UNCOALESCED
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
#else
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
#endif
    float sum = 0;

    if (row >= n || col >= n)
        return;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}

int main()
{
    const int n = 512;
    const size_t bytes = n * n * sizeof(float);
    float *a, *b, *c, *host = (float *)malloc(bytes);

    for (int i = 0; i < n * n; i++)
        host[i] = i % 11;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaMemcpy(a, host, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, host, bytes, cudaMemcpyHostToDevice);
    product<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
    cudaMemcpy(host, c, bytes, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    free(host);
    return 0;
}
