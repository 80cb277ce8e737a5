// SPDX-License-Identifier: Apache-2.0
// expect: clean
#include <cstdio>

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t e = (call);                                            \
        if (e != cudaSuccess) {                                            \
            printf("%s\n", cudaGetErrorName(e));                           \
            return 2;                                                      \
        }                                                                  \
    } while (0)

__global__ void add(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i] += 1; // @add
}

int main()
{
    const int n = 300;
    int *a;

    CHECK(cudaMalloc(&a, n * sizeof *a));
    CHECK(cudaMemset(a, 0, n * sizeof *a));
    add<<<3, 128>>>(a, n);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
