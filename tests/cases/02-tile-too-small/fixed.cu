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

__global__ void blur(const int *in, int *out)
{
    __shared__ int tile[65];
    int t = threadIdx.x;

    tile[t] = in[t];
    if (t == 0)
        tile[64] = 0;
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
