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

__global__ void total(int *out)
{
    __shared__ int s[128];
    int t = threadIdx.x, sum = 0;

    s[t] = t; // @write
    __syncthreads();
    if (t == 0) {
        for (int i = 0; i < 128; i++)
            sum += s[i]; // @read
        *out = sum;
    }
}

int main()
{
    int *out;

    CHECK(cudaMalloc(&out, sizeof *out));
    total<<<1, 128>>>(out);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
