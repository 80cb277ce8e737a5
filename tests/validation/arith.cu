// SPDX-License-Identifier: Apache-2.0
// Arithmetic from registers, divergence, bank conflicts: arith VARIANT [P]
#include "common.h"

template <typename T> __global__ void rate(T *out, T a, T b)
{
    T x = (T)threadIdx.x, y = (T)(threadIdx.x + 1);

#pragma unroll 16
    for (int i = 0; i < 512; i++) {
        x = x * a + b;
        y = y * a + b;
        x = x * a + b;
        y = y * a + b;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x + y;
}

template <int CHAINS> __global__ void chains(float *out, float a, float b)
{
    float x[CHAINS];

    for (int c = 0; c < CHAINS; c++)
        x[c] = threadIdx.x + c;
#pragma unroll 32
    for (int i = 0; i < 65536 / CHAINS; i++)
        for (int c = 0; c < CHAINS; c++)
            x[c] = x[c] * a + b;
    for (int c = 1; c < CHAINS; c++)
        x[0] += x[c];
    out[threadIdx.x] = x[0];
}

__global__ void dfma(double *out, double a, double b)
{
    double x = threadIdx.x;

#pragma unroll 32
    for (int i = 0; i < 4096; i++)
        x = x * a + b;
    out[threadIdx.x] = x;
}

__device__ inline bool drawn(unsigned i, unsigned per_mille)
{
    unsigned x = i * 2654435761u;

    x ^= x >> 16;
    return x % 1000 < per_mille;
}

__device__ inline float body(float x, float a, int n)
{
#pragma unroll 16
    for (int i = 0; i < n; i++)
        x = x * a + 0.5f;
    return x;
}

__global__ void branchy(float *out, unsigned p, int n)
{
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    float x = out[i];

    if (drawn(i, p))
        x = body(x, 1.01f, n);
    else
        x = body(x, 0.99f, n);
    out[i] = x;
}

__global__ void both(float *out, unsigned p, int n)
{
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    float x = out[i], y = body(x, 1.01f, n), z = body(x, 0.99f, n);

    out[i] = drawn(i, p) ? y : z;
}

// Each hop loads the address of the next: lanes `stride` words apart.
__global__ void chase(unsigned *out, int stride)
{
    __shared__ unsigned s[32 * 33];
    unsigned at, first = (unsigned)__cvta_generic_to_shared(s);

    for (int i = threadIdx.x; i < 32 * 33; i += 32)
        s[i] = first + i * 4;
    __syncwarp();
    at = first + threadIdx.x * stride * 4;
#pragma unroll 32
    for (int i = 0; i < 65536; i++)
        asm volatile("ld.shared.u32 %0, [%0];" : "+r"(at));
    out[threadIdx.x] = at;
}

int main(int argc, char **argv)
{
    const char *v = argc > 1 ? argv[1] : "";
    long p = number(argc, argv, 2, 0), n = number(argc, argv, 3, 1 << 20);
    int fmas = (int)number(argc, argv, 4, 1024);
    double *out = array<double>(n > 1 << 22 ? n : 1 << 22);

    if (is(v, "fp32"))
        rate<<<4096, 256>>>((float *)out, 1.01f, 0.5f);
    else if (is(v, "fp64"))
        rate<<<4096, 256>>>(out, 1.01, 0.5);
    else if (is(v, "int32"))
        rate<<<4096, 256>>>((int *)out, 3, 7);
    else if (is(v, "chain1"))
        chains<1><<<1, 32>>>((float *)out, 1.01f, 0.5f);
    else if (is(v, "chain4"))
        chains<4><<<1, 32>>>((float *)out, 1.01f, 0.5f);
    else if (is(v, "dfma"))
        dfma<<<1, (int)p * 32>>>(out, 1.01, 0.5);
    else if (is(v, "branch"))
        branchy<<<n / 256, 256>>>((float *)out, (unsigned)p, fmas);
    else if (is(v, "both"))
        both<<<n / 256, 256>>>((float *)out, (unsigned)p, fmas);
    else if (is(v, "chase"))
        chase<<<1, 32>>>((unsigned *)out, (int)p);
    else
        return unknown(v);
    done();
    return 0;
}
