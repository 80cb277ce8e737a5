// SPDX-License-Identifier: Apache-2.0
// expect: uninitialised-read@sum
// says: allocation 2
// says: 64 threads did so
#include <cstdio>

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t e = (call);                                            \
        if (e != cudaSuccess) {                                            \
            printf("%s\n", cudaGetErrorName(e));                           \
            return 2;                                                      \
        }                                                                  \
    } while (0)

__global__ void sum(const int *in, int *out)
{
    out[threadIdx.x] += in[threadIdx.x]; // @sum
}

int main()
{
    int *in, *out;

    CHECK(cudaMalloc(&in, 64 * sizeof *in));
    CHECK(cudaMalloc(&out, 64 * sizeof *out));
    CHECK(cudaMemset(in, 0, 64 * sizeof *in));
    sum<<<1, 64>>>(in, out);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
