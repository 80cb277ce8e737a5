// SPDX-License-Identifier: Apache-2.0
// expect: compile-error@tile
// says: 'square' has 49664 bytes
#include <cstdio>

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t e = (call);                                            \
        if (e != cudaSuccess) {                                            \
            printf("%s\n", cudaGetErrorName(e));                           \
            return 2;                                                      \
        }                                                                  \
    } while (0)

__global__ void square(float *out)
{
    __shared__ float tile[97][128]; // @tile
    int t = threadIdx.x;

    for (int y = 0; y < 97; y++)
        tile[y][t] = y;
    __syncthreads();
    out[t] = tile[1][127 - t];
}

int main()
{
    float *out;

    CHECK(cudaMalloc(&out, 128 * sizeof *out));
    square<<<1, 128>>>(out);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
