// SPDX-License-Identifier: Apache-2.0
// expect: oob-local@put
// says: local memory
#include <cstdio>

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t e = (call);                                            \
        if (e != cudaSuccess) {                                            \
            printf("%s\n", cudaGetErrorName(e));                           \
            return 2;                                                      \
        }                                                                  \
    } while (0)

__global__ void digits(const int *in, int *out, int width)
{
    int part[8];

    for (int k = 0; k < width; k++)
        part[k] = in[threadIdx.x] >> k; // @put
    out[threadIdx.x] = part[in[threadIdx.x] & 7];
}

int main()
{
    int *in, *out;

    CHECK(cudaMalloc(&in, 32 * sizeof *in));
    CHECK(cudaMalloc(&out, 32 * sizeof *out));
    CHECK(cudaMemset(in, 0, 32 * sizeof *in));
    digits<<<1, 32>>>(in, out, 40);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
