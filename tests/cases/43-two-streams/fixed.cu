// SPDX-License-Identifier: Apache-2.0
// expect: clean
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
    cudaEvent_t e;

    cudaEventCreate(&e);
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMalloc(&d, n * sizeof(int));
    cudaMemset(d, 1, n * sizeof(int));
    twice<<<4, 256, 0, s>>>(d, n);
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e);
    twice<<<4, 256, 0, t>>>(d + 500, n - 500);
    cudaDeviceSynchronize();
    printf("PASS\n");
    return 0;
}
