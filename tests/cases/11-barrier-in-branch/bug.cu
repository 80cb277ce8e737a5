// SPDX-License-Identifier: Apache-2.0
// expect: barrier-divergence@wait
// says: 16 of its 32 lanes
// says: have left the kernel
#include <cstdio>

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t e = (call);                                            \
        if (e != cudaSuccess) {                                            \
            printf("%s\n", cudaGetErrorName(e));                           \
            return 2;                                                      \
        }                                                                  \
    } while (0)

__global__ void tile48(int *out)
{
    __shared__ int tile[48];
    int t = threadIdx.x;

    if (t < 48) {
        tile[t] = t;
        __syncthreads(); // @wait
    }
    if (t < 48)
        out[t] = tile[47 - t];
}

int main()
{
    int *out;

    CHECK(cudaMalloc(&out, 64 * sizeof *out));
    tile48<<<1, 64>>>(out);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
