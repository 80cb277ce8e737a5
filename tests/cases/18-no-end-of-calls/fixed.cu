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

__device__ __noinline__ int depth(int n)
{
    volatile int here[64];

    here[n & 63] = n;
    return n <= 0 ? 0 : depth(n - 1) + here[n & 63]; // @call
}

__global__ void run(int *out, int n)
{
    *out = depth(n);
}

int main()
{
    int *out;

    CHECK(cudaMalloc(&out, sizeof *out));
    run<<<1, 1>>>(out, 5);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
