// SPDX-License-Identifier: Apache-2.0
// expect: null-pointer@put
// says: through a null pointer by thread (0, 0, 0)
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
    int *out = nullptr;

    fill<<<1, 32>>>(out);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
