// SPDX-License-Identifier: Apache-2.0
// expect: small-copies@copy
#include <cstdio>

__global__ void twice(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        p[i] *= 2;
}

int main()
{
    const int n = 4096;
    static int h[n];
    int *d;

    cudaMalloc(&d, n * sizeof(int));
    for (int i = 0; i < n; i += 32)
        cudaMemcpy(d + i, h + i, 128, cudaMemcpyHostToDevice);  // @copy
    twice<<<n / 256, 256>>>(d, n);
    cudaDeviceSynchronize();
    return 0;
}
