// SPDX-License-Identifier: Apache-2.0
// expect: launch-config@fill
// says: 1024
#include <cstdio>

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t e = (call);                                            \
        if (e != cudaSuccess) {                                            \
            printf("%s\n", cudaGetErrorName(e));                           \
            return 2;                                                      \
        }                                                                  \
    } while (0)

__global__ void fill(int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main()
{
    int *out;

    CHECK(cudaMalloc(&out, 2048 * sizeof *out));
    fill<<<1, 2048>>>(out); // @fill
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
