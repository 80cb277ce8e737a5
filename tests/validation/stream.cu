// SPDX-License-Identifier: Apache-2.0
// Streams of n doubles, one element a thread, two blocks to an SM by shared
// memory: stream read|scale|triad BLOCK N SHARED_BYTES
#include "common.h"

extern __shared__ double room[];

__global__ void read(double *a, const double *b)
{
    double v = b[(size_t)blockIdx.x * blockDim.x + threadIdx.x];

    if (v == 1.234567) /* never: keeps the load */
        a[0] = v + room[threadIdx.x % 4];
}

__global__ void scale(double *a, const double *b)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    a[i] = 0.25 * b[i];
}

__global__ void triad(double *a, const double *b, const double *c)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    a[i] = 1.2 * b[i] + c[i];
}

template <typename F, typename... A>
void go(F *kernel, long blocks, int block, int shared, A... args)
{
    ok(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                            shared));
    kernel<<<blocks, block, shared>>>(args...);
}

int main(int argc, char **argv)
{
    const char *v = argc > 1 ? argv[1] : "";
    int block = (int)number(argc, argv, 2, 256);
    long n = number(argc, argv, 3, 1l << 27);
    int shared = (int)number(argc, argv, 4, 0);
    long blocks = n / block;
    double *a = array<double>(n), *b = array<double>(n);

    if (is(v, "read"))
        go(read, blocks, block, shared, a, b);
    else if (is(v, "scale"))
        go(scale, blocks, block, shared, a, b);
    else if (is(v, "triad"))
        go(triad, blocks, block, shared, a, b, array<double>(n));
    else
        return unknown(v);
    done();
    return 0;
}
