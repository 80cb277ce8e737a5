// SPDX-License-Identifier: Apache-2.0
// Coalesced and other accesses: access VARIANT N
#include "common.h"

// Matrix sums of n x n floats, block 16 x 16.
__global__ void add_rows(float *c, const float *a, const float *b, int n)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;

    if (x < n && y < n)
        c[(size_t)y * n + x] = a[(size_t)y * n + x] + b[(size_t)y * n + x];
}

__global__ void add_columns(float *c, const float *a, const float *b, int n)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;

    if (x < n && y < n)
        c[(size_t)x * n + y] = a[(size_t)x * n + y] + b[(size_t)x * n + y];
}

// Sixteen floats an item; m items. Neighbours or n * 16 + i.
__global__ void read_coalesced(float *out, const float *in, int m)
{
    int t = blockIdx.x * 64 + threadIdx.x;
    float v = 0;

#pragma unroll
    for (int i = 0; i < 16; i++)
        v += in[(size_t)i * m + t];
    if (v == 1.2345f)
        out[t] = v;
}

__global__ void read_own(float *out, const float *in, int m)
{
    int t = blockIdx.x * 64 + threadIdx.x;
    float v = 0;

#pragma unroll
    for (int i = 0; i < 16; i++)
        v += ((const volatile float *)in)[(size_t)t * 16 + i];
    if (v == 1.2345f)
        out[t] = v;
}

__global__ void write_coalesced(float *out, int m)
{
    int t = blockIdx.x * 64 + threadIdx.x;

#pragma unroll
    for (int i = 0; i < 16; i++)
        out[(size_t)i * m + t] = 0;
}

__global__ void write_own(float *out, int m)
{
    int t = blockIdx.x * 64 + threadIdx.x;

#pragma unroll
    for (int i = 0; i < 16; i++)
        ((volatile float *)out)[(size_t)t * 16 + i] = 0;
}

int main(int argc, char **argv)
{
    const char *v = argc > 1 ? argv[1] : "";
    int n = (int)number(argc, argv, 2, 4096);
    bool matrix = v[0] == 'a';
    size_t count = matrix ? (size_t)n * n : (size_t)1 << 28;
    int items = (int)(count / 16);
    float *a = array<float>(count), *b = array<float>(count),
          *c = array<float>(count);
    dim3 g((n + 15) / 16, (n + 15) / 16), k(16, 16);

    if (is(v, "add_rows"))
        add_rows<<<g, k>>>(c, a, b, n);
    else if (is(v, "add_columns"))
        add_columns<<<g, k>>>(c, a, b, n);
    else if (is(v, "read_coalesced"))
        read_coalesced<<<items / 64, 64>>>(c, a, items);
    else if (is(v, "read_own"))
        read_own<<<items / 64, 64>>>(c, a, items);
    else if (is(v, "write_coalesced"))
        write_coalesced<<<items / 64, 64>>>(c, items);
    else if (is(v, "write_own"))
        write_own<<<items / 64, 64>>>(c, items);
    else
        return unknown(v);
    done();
    return 0;
}
