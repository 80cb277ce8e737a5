// SPDX-License-Identifier: Apache-2.0
// expect: barrier-divergence@one/@two
// says: waits at the barrier at line
// says: must meet at one barrier
#include <cstdio>

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t e = (call);                                            \
        if (e != cudaSuccess) {                                            \
            printf("%s\n", cudaGetErrorName(e));                           \
            return 2;                                                      \
        }                                                                  \
    } while (0)

__global__ void halves(volatile int *out)
{
    int t = threadIdx.x;

    if (t < 32) {
        out[t] = t;
        __syncthreads(); // @one
    } else {
        out[t] = 2 * t;
        __syncthreads(); // @two
        out[t] += 3;
    }
}

int main()
{
    int *out;

    CHECK(cudaMalloc(&out, 64 * sizeof *out));
    halves<<<1, 64>>>(out);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
