// SPDX-License-Identifier: Apache-2.0
// expect: deadlock@spin
// says: blocks that cannot start
#include <cstdio>

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t e = (call);                                            \
        if (e != cudaSuccess) {                                            \
            printf("%s\n", cudaGetErrorName(e));                           \
            return 2;                                                      \
        }                                                                  \
    } while (0)

__global__ void meet(unsigned *count)
{
    if (threadIdx.x == 0) {
        atomicAdd(count, 1);
        while (atomicAdd(count, 0) < gridDim.x) // @spin
            ;
    }
    __syncthreads();
}

int main()
{
    unsigned *count;

    CHECK(cudaMalloc(&count, sizeof *count));
    CHECK(cudaMemset(count, 0, sizeof *count));
    meet<<<1024, 1024>>>(count);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
