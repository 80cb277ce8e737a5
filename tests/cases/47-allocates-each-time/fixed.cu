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
    const int n = 1 << 16;
    int *d;

    cudaMalloc(&d, n * sizeof(int));

    for (int step = 0; step < 20; step++) {
        cudaMemset(d, 1, n * sizeof(int));
        twice<<<n / 256, 256>>>(d, n);
    }
    cudaDeviceSynchronize();
    printf("PASS\n");
    return 0;
}
