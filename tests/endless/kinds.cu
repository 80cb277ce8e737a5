// SPDX-License-Identifier: Apache-2.0
// Kernels that never end, and some that only take long. usage: kinds KIND
#include <cstdio>
#include <cstdlib>
#include <cstring>

const int FITTING = 64, MANY = 20000;

// Nobody sets the flag.
__global__ void flag(volatile int *f, int *out)
{
    while (*f == 0) // [flag]
        ;
    *out = 1;
}

// The loop changes a register, but not its condition.
__global__ void count(volatile int *f, int *out)
{
    unsigned n = 0;
    while (*f == 0) // [count]
        n = n * 5 + 1;
    *out = (int)n;
}

// A loop without end that several workers begin.
__global__ void everywhere(int *out, int step)
{
    int n = 1;
    for (int i = 0; i < 10; i += step) // [everywhere]
        n = n * 3 + i;
    if (n == 0)
        *out = n;
}

// All blocks wait for all; good if they fit on the card.
__global__ void grid_wait(unsigned *arrived, int *out)
{
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1u);
        while (atomicAdd(arrived, 0u) < gridDim.x) // [grid_wait]
            ;
        if (blockIdx.x == 0)
            *out = (int)gridDim.x;
    }
}

// The same, politely: it sleeps longer and longer.
__global__ void grid_sleep(volatile unsigned *arrived, int *out)
{
    unsigned ns = 8, slept = 0;
    if (threadIdx.x == 0) {
        atomicAdd((unsigned *)arrived, 1u);
        while (*arrived < gridDim.x) { // [grid_sleep]
            slept += ns;
            ns = ns < 1000 ? ns * 2 : 8;
        }
        if (blockIdx.x == 0)
            *out = slept != 1;
    }
}

// It ends, after a while.
__global__ void slow(int *out, int turns)
{
    unsigned n = threadIdx.x;
    for (int i = 0; i < turns; i++) // [slow]
        n = n * 1664525u + 1013904223u;
    out[threadIdx.x] = (int)n;
}

// The first block waits for the last, which fits beside it.
__global__ void backwards(volatile int *f, int *out)
{
    if (blockIdx.x + 1 == gridDim.x) {
        *out = 7;
        __threadfence();
        *f = 1;
    }
    while (*f == 0)
        ;
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "";
    int *f, *out;

    cudaMalloc(&f, 4);
    cudaMalloc(&out, 4 * 64);
    cudaMemset(f, 0, 4);
    if (!strcmp(kind, "flag"))
        flag<<<2, 64>>>(f, out);
    else if (!strcmp(kind, "count"))
        count<<<2, 64>>>(f, out);
    else if (!strcmp(kind, "everywhere"))
        everywhere<<<1024, 64>>>(out, 0);
    else if (!strcmp(kind, "fits"))
        grid_wait<<<FITTING, 64>>>((unsigned *)f, out);
    else if (!strcmp(kind, "grid_wait"))
        grid_wait<<<MANY, 64>>>((unsigned *)f, out);
    else if (!strcmp(kind, "grid_sleep"))
        grid_sleep<<<MANY, 64>>>((unsigned *)f, out);
    else if (!strcmp(kind, "slow"))
        slow<<<1, 64>>>(out, 1000000);
    else if (!strcmp(kind, "backwards"))
        backwards<<<FITTING, 64>>>(f, out);
    const cudaError_t e = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorName(e));
    return e != cudaSuccess;
}
