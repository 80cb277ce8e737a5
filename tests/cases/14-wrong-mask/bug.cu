// SPDX-License-Identifier: Apache-2.0
// expect: warp-mask@shuffle
// says: mask
#include <cstdio>

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t e = (call);                                            \
        if (e != cudaSuccess) {                                            \
            printf("%s\n", cudaGetErrorName(e));                           \
            return 2;                                                      \
        }                                                                  \
    } while (0)

__global__ void swap(int *out)
{
    int t = threadIdx.x;

    out[t] = __shfl_xor_sync(0xffff, t, 1); // @shuffle
}

int main()
{
    int *out;

    CHECK(cudaMalloc(&out, 32 * sizeof *out));
    swap<<<1, 32>>>(out);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
