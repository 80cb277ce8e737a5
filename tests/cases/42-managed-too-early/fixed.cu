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
    int *d, sum = 0;

    cudaMallocManaged(&d, n * sizeof(int));
    for (int i = 0; i < n; i++)
        d[i] = i;
    twice<<<4, 256>>>(d, n);
    cudaDeviceSynchronize();
    sum += d[999];
    printf("%s\n", sum == 1998 ? "PASS" : "FAIL");
    return 0;
}
