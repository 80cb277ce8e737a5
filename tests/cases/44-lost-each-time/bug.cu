// SPDX-License-Identifier: Apache-2.0
// expect: leak@lost
// says: 5 allocations
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

    for (int step = 0; step < 5; step++) {
        cudaMalloc(&d, n * sizeof(int));  // @lost
        cudaMemset(d, 1, n * sizeof(int));
        twice<<<4, 256>>>(d, n);
    }
    cudaDeviceSynchronize();
    return 0;
}
