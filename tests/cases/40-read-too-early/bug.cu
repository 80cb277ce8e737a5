// SPDX-License-Identifier: Apache-2.0
// expect: host-race@read@copy
// says: nothing has waited
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
    cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);  // @copy
    printf("%d\n", h[999]);                                          // @read
    return 0;
}
