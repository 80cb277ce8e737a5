// SPDX-License-Identifier: Apache-2.0
// expect: misaligned@copy
// says: read of 8 bytes
// says: is not aligned
#include <cstdio>

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t e = (call);                                            \
        if (e != cudaSuccess) {                                            \
            printf("%s\n", cudaGetErrorName(e));                           \
            return 2;                                                      \
        }                                                                  \
    } while (0)

__global__ void pairs(const float *in, float2 *out)
{
    out[threadIdx.x] = *(const float2 *)(in + 2 * threadIdx.x + 1); // @copy
}

int main()
{
    float *in;
    float2 *out;

    CHECK(cudaMalloc(&in, 256));
    CHECK(cudaMalloc(&out, 32 * sizeof *out));
    CHECK(cudaMemset(in, 0, 256));
    pairs<<<1, 31>>>(in, out);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
