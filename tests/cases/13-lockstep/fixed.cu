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

__global__ void turn(int *out)
{
    __shared__ volatile int s[32];
    int t = threadIdx.x;

    s[t] = t; // @write
    __syncwarp();
    out[t] = s[31 - t]; // @read
}

int main()
{
    int *out;

    CHECK(cudaMalloc(&out, 32 * sizeof *out));
    turn<<<1, 32>>>(out);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
