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

__global__ void waits(volatile int *flag)
{
    if (threadIdx.x == 31)
        atomicExch((int *)flag, 1);
    while (*flag == 0) // @spin
        ;
}

int main()
{
    int *flag;

    CHECK(cudaMalloc(&flag, sizeof *flag));
    CHECK(cudaMemset(flag, 0, sizeof *flag));
    waits<<<1, 32>>>(flag);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
