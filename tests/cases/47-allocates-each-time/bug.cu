// SPDX-License-Identifier: Apache-2.0
// expect: alloc-in-loop@make alloc-in-loop@free
#include <cstdio>

__global__ void twice(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        p[i] *= 2;
}

int main()
{
    const int n = 1 << 16;
    int *d;

    for (int step = 0; step < 20; step++) {
        cudaMalloc(&d, n * sizeof(int));  // @make
        cudaMemset(d, 1, n * sizeof(int));
        twice<<<n / 256, 256>>>(d, n);
        cudaFree(d);  // @free
    }
    cudaDeviceSynchronize();
    return 0;
}
