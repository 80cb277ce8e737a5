// SPDX-License-Identifier: Apache-2.0
// expect: oob-shared@halo
// says: read of 4 bytes in shared memory by thread (63, 0, 0)
// says: 4 bytes past the end
#include <cstdio>

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t e = (call);                                            \
        if (e != cudaSuccess) {                                            \
            printf("%s\n", cudaGetErrorName(e));                           \
            return 2;                                                      \
        }                                                                  \
    } while (0)

__global__ void blur(const int *in, int *out)
{
    __shared__ int tile[64];
    int t = threadIdx.x;

    tile[t] = in[t];
    __syncthreads();
    out[t] = tile[t] + tile[t + 1]; // @halo
}

int main()
{
    int *in, *out;

    CHECK(cudaMalloc(&in, 64 * sizeof *in));
    CHECK(cudaMalloc(&out, 64 * sizeof *out));
    CHECK(cudaMemset(in, 0, 64 * sizeof *in));
    blur<<<1, 64>>>(in, out);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
