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

__global__ void fill(int *out)
{
    out[threadIdx.x] = 1; // @put
}

int main()
{
    static int here[32];
    int *there;

    CHECK(cudaMalloc(&there, sizeof here));
    fill<<<1, 32>>>(there);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
