// SPDX-License-Identifier: Apache-2.0
// expect: unsupported@matrix
// says: movmatrix
#include <cstdio>

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t e = (call);                                            \
        if (e != cudaSuccess) {                                            \
            printf("%s\n", cudaGetErrorName(e));                           \
            return 2;                                                      \
        }                                                                  \
    } while (0)

__global__ void transpose(int *out)
{
    int d = threadIdx.x;

    asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(d)); // @matrix
    out[threadIdx.x] = d;
}

int main()
{
    int *out;

    CHECK(cudaMalloc(&out, 32 * sizeof *out));
    transpose<<<1, 32>>>(out);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
