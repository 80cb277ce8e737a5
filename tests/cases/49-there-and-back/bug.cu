// SPDX-License-Identifier: Apache-2.0
// expect: copy-in-loop@there
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
    for (int step = 0; step < 12; step++) {
        cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);  // @there
        twice<<<n / 256, 256>>>(d, n);
        cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    }
    return 0;
}
