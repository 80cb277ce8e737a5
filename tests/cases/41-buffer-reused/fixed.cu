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
    cudaMalloc(&d, 2 * n * sizeof(int));
    for (int part = 0; part < 2; part++) {
        for (int i = 0; i < n; i++)
            h[i] = i + part;
        cudaMemcpyAsync(d + part * n, h, n * sizeof(int),
                        cudaMemcpyHostToDevice);
        cudaDeviceSynchronize();
    }
    twice<<<8, 256>>>(d, 2 * n);
    cudaDeviceSynchronize();
    printf("PASS\n");
    return 0;
}
