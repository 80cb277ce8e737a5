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
    const int n = 1 << 18;
    static int h[n];
    int *d;

    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    for (int step = 0; step < 12; step++) {
        twice<<<n / 256, 256>>>(d, n);
    }
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("PASS\n");
    return 0;
}
