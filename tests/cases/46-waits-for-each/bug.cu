// SPDX-License-Identifier: Apache-2.0
// expect: sync-bound@wait
#include <cstdio>

__global__ void twice(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        p[i] *= 2;
}

int main()
{
    const int n = 1 << 20;
    int *d;

    cudaMalloc(&d, n * sizeof(int));
    cudaMemset(d, 1, n * sizeof(int));
    for (int step = 0; step < 40; step++) {
        twice<<<n / 256, 256>>>(d, n);
        cudaDeviceSynchronize();  // @wait
    }
    cudaDeviceSynchronize();
    return 0;
}
