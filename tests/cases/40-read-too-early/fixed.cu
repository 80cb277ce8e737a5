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
    int *h, *d;

    cudaMallocHost(&h, n * sizeof(int));
    cudaMalloc(&d, n * sizeof(int));
    cudaMemset(d, 1, n * sizeof(int));
    twice<<<4, 256>>>(d, n);
    cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
    printf("%s\n", h[999] == 0x02020202 ? "PASS" : "FAIL");
    return 0;
}
