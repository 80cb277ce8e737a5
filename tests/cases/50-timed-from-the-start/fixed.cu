// SPDX-License-Identifier: Apache-2.0
// expect: clean
#include <chrono>
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
    std::chrono::steady_clock::time_point start;
    int *d;

    cudaMalloc(&d, n * sizeof(int));
    cudaMemset(d, 1, n * sizeof(int));
    cudaDeviceSynchronize();
    start = std::chrono::steady_clock::now();
    twice<<<n / 256, 256>>>(d, n);
    cudaDeviceSynchronize();
    auto end = std::chrono::steady_clock::now();
    printf("%s\n", end > start ? "PASS" : "FAIL");
    return 0;
}
