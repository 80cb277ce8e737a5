// SPDX-License-Identifier: Apache-2.0
// expect: copy-direction@copy unchecked-error@copy
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
    static int h[1000];
    int *d;

    cudaMalloc(&d, n * sizeof(int));
    cudaMemset(d, 0, n * sizeof(int));
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyHostToDevice);  // @copy
    twice<<<4, 256>>>(d, n);
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
