// SPDX-License-Identifier: Apache-2.0
// Histograms: histogram VARIANT N. Bytes are uniform by a hash that a kernel
// writes; ints are all zero.
#include "common.h"

__global__ void fill(unsigned *p, long n)
{
    for (long i = blockIdx.x * 256l + threadIdx.x; i < n;
         i += gridDim.x * 256l) {
        unsigned x = (unsigned)i * 2654435761u;

        x ^= x >> 15;
        x *= 2246822519u;
        p[i] = x ^ x >> 13;
    }
}

__global__ void bytes_global(unsigned *h, const unsigned char *in, long n)
{
    for (long i = blockIdx.x * 512l + threadIdx.x; i < n; i += gridDim.x * 512l)
        atomicAdd(&h[in[i]], 1u);
}

__global__ void bytes_shared(unsigned *h, const unsigned char *in, long n)
{
    __shared__ unsigned s[256];

    if (threadIdx.x < 256)
        s[threadIdx.x] = 0;
    __syncthreads();
    for (long i = blockIdx.x * 512l + threadIdx.x; i < n; i += gridDim.x * 512l)
        atomicAdd(&s[in[i]], 1u);
    __syncthreads();
    if (threadIdx.x < 256)
        atomicAdd(&h[threadIdx.x], s[threadIdx.x]);
}

__device__ inline void four(unsigned *s, unsigned v)
{
    atomicAdd(&s[v & 255], 1u);
    atomicAdd(&s[v >> 8 & 255], 1u);
    atomicAdd(&s[v >> 16 & 255], 1u);
    atomicAdd(&s[v >> 24], 1u);
}

__global__ void bytes_vector(unsigned *h, const uint4 *in, long n)
{
    __shared__ unsigned s[256];

    if (threadIdx.x < 256)
        s[threadIdx.x] = 0;
    __syncthreads();
    for (long i = blockIdx.x * 512l + threadIdx.x; i < n / 16;
         i += gridDim.x * 512l) {
        uint4 v = in[i];

        four(s, v.x);
        four(s, v.y);
        four(s, v.z);
        four(s, v.w);
    }
    __syncthreads();
    if (threadIdx.x < 256)
        atomicAdd(&h[threadIdx.x], s[threadIdx.x]);
}

__global__ void ints_global(unsigned *h, const unsigned *in)
{
    atomicAdd(&h[in[(size_t)blockIdx.x * 512 + threadIdx.x] % 512], 1u);
}

__global__ void ints_shared(unsigned *h, const unsigned *in)
{
    __shared__ unsigned s[512];

    s[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&s[in[(size_t)blockIdx.x * 512 + threadIdx.x] % 512], 1u);
    __syncthreads();
    if (s[threadIdx.x])
        atomicAdd(&h[threadIdx.x], s[threadIdx.x]);
}

int main(int argc, char **argv)
{
    const char *v = argc > 1 ? argv[1] : "";
    long n = number(argc, argv, 2, 1l << 26);
    int grid = (int)number(argc, argv, 3, 1056);
    bool bytes = v[0] == 'b';
    size_t words = bytes ? n / 4 : n;
    unsigned *in = array<unsigned>(words), *h = array<unsigned>(512);

    ok(cudaMemset(h, 0, 512 * 4));
    if (bytes)
        fill<<<1024, 256>>>(in, (long)words);
    else
        ok(cudaMemset(in, 0, words * 4));
    if (is(v, "bytes_global"))
        bytes_global<<<grid, 512>>>(h, (unsigned char *)in, n);
    else if (is(v, "bytes_shared"))
        bytes_shared<<<grid, 512>>>(h, (unsigned char *)in, n);
    else if (is(v, "bytes_vector"))
        bytes_vector<<<grid, 512>>>(h, (uint4 *)in, n);
    else if (is(v, "ints_global"))
        ints_global<<<n / 512, 512>>>(h, in);
    else if (is(v, "ints_shared"))
        ints_shared<<<n / 512, 512>>>(h, in);
    else
        return unknown(v);
    done();
    return 0;
}
