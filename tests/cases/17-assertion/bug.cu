// SPDX-License-Identifier: Apache-2.0
// expect: kernel-trap@assert
// says: in[threadIdx.x] % 2 == 0
#include <cstdio>
#include <cassert>

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t e = (call);                                            \
        if (e != cudaSuccess) {                                            \
            printf("%s\n", cudaGetErrorName(e));                           \
            return 2;                                                      \
        }                                                                  \
    } while (0)

__global__ void half(const int *in, int *out)
{
    assert(in[threadIdx.x] % 2 == 0); // @assert
    out[threadIdx.x] = in[threadIdx.x] / 2;
}

int main()
{
    static int in[32];
    int *a, *b;

    for (int i = 0; i < 32; i++)
        in[i] = i;
    CHECK(cudaMalloc(&a, sizeof in));
    CHECK(cudaMalloc(&b, sizeof in));
    CHECK(cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice));
    half<<<1, 32>>>(a, b);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
