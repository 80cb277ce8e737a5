// SPDX-License-Identifier: Apache-2.0
// expect: stream-race@second@first
// says: in no order
#include <cstdio>

__global__ void twice(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        p[i] *= 2;
}

int main()
{
    const int n = 1000;
    int *d;
    cudaStream_t s, t;

    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMalloc(&d, n * sizeof(int));
    cudaMemset(d, 1, n * sizeof(int));
    twice<<<4, 256, 0, s>>>(d, n);              // @first
    twice<<<4, 256, 0, t>>>(d + 500, n - 500);  // @second
    cudaDeviceSynchronize();
    return 0;
}
