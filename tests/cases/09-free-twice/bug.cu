// SPDX-License-Identifier: Apache-2.0
// expect: invalid-free@second
// says: free by thread (0, 0, 0) of block (0, 0, 0) of 64 bytes
#include <cstdio>

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t e = (call);                                            \
        if (e != cudaSuccess) {                                            \
            printf("%s\n", cudaGetErrorName(e));                           \
            return 2;                                                      \
        }                                                                  \
    } while (0)

__global__ void scratch(int *out)
{
    int *p = (int *)malloc(64);

    p[0] = 5;
    *out = p[0];
    free(p);
    free(p); // @second
}

int main()
{
    int *out;

    CHECK(cudaMalloc(&out, sizeof *out));
    scratch<<<1, 1>>>(out);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
