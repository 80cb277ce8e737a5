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

__global__ void scale(float *a)
{
    a[threadIdx.x] *= 2; // @use
}

int main()
{
    float *a;

    CHECK(cudaMalloc(&a, 64 * sizeof *a));
    CHECK(cudaMemset(a, 0, 64 * sizeof *a));
    scale<<<1, 64>>>(a);
    CHECK(cudaFree(a));
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
