// SPDX-License-Identifier: Apache-2.0
// Sums of n floats to one partial sum per block: reduction VARIANT N
#include "common.h"

enum { B = 256 };

__device__ inline void store(float *out, const float *s)
{
    if (threadIdx.x == 0)
        out[blockIdx.x] = s[0];
}

__global__ void divergent(float *out, const float *in)
{
    __shared__ float s[B];
    int t = threadIdx.x;

    s[t] = in[blockIdx.x * B + t];
    __syncthreads();
    for (int k = 1; k < blockDim.x; k *= 2) {
        if (t % (2 * k) == 0)
            s[t] += s[t + k];
        __syncthreads();
    }
    store(out, s);
}

__global__ void interleaved(float *out, const float *in)
{
    __shared__ float s[B];
    int t = threadIdx.x;

    s[t] = in[blockIdx.x * B + t];
    __syncthreads();
    for (int k = 1; k < blockDim.x; k *= 2) {
        int i = 2 * k * t;

        if (i < blockDim.x)
            s[i] += s[i + k];
        __syncthreads();
    }
    store(out, s);
}

__device__ inline void halves(float *s, int least)
{
    for (int k = blockDim.x / 2; k > least; k >>= 1) {
        if (threadIdx.x < k)
            s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
}

__global__ void sequential(float *out, const float *in)
{
    __shared__ float s[B];

    s[threadIdx.x] = in[blockIdx.x * B + threadIdx.x];
    __syncthreads();
    halves(s, 0);
    store(out, s);
}

__global__ void add_on_load(float *out, const float *in)
{
    __shared__ float s[B];
    int i = blockIdx.x * B * 2 + threadIdx.x;

    s[threadIdx.x] = in[i] + in[i + B];
    __syncthreads();
    halves(s, 0);
    store(out, s);
}

__device__ inline void last_warp(volatile float *s, int t)
{
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
}

__global__ void unroll_last(float *out, const float *in)
{
    __shared__ float s[B + 32];
    int i = blockIdx.x * B * 2 + threadIdx.x;

    s[threadIdx.x] = in[i] + in[i + B];
    __syncthreads();
    halves(s, 32);
    if (threadIdx.x < 32)
        last_warp(s, threadIdx.x);
    store(out, s);
}

__device__ inline void unrolled(float *s)
{
    int t = threadIdx.x;

    if (t < 128)
        s[t] += s[t + 128];
    __syncthreads();
    if (t < 64)
        s[t] += s[t + 64];
    __syncthreads();
    if (t < 32)
        last_warp(s, t);
}

__global__ void unroll_all(float *out, const float *in)
{
    __shared__ float s[B + 32];
    int i = blockIdx.x * B * 2 + threadIdx.x;

    s[threadIdx.x] = in[i] + in[i + B];
    __syncthreads();
    unrolled(s);
    store(out, s);
}

__global__ void multi_add(float *out, const float *in, int n)
{
    __shared__ float s[B + 32];
    float sum = 0;

    for (int i = blockIdx.x * B * 2 + threadIdx.x; i < n;
         i += B * 2 * gridDim.x)
        sum += in[i] + in[i + B];
    s[threadIdx.x] = sum;
    __syncthreads();
    unrolled(s);
    store(out, s);
}

__device__ inline float warp_sum(float v)
{
    for (int k = 16; k; k /= 2)
        v += __shfl_down_sync(~0u, v, k);
    return v;
}

__device__ inline float block_sum(float v)
{
    __shared__ float s[B / 32];
    int t = threadIdx.x;

    v = warp_sum(v);
    if (t % 32 == 0)
        s[t / 32] = v;
    __syncthreads();
    v = t < B / 32 ? s[t] : 0;
    return t < 32 ? warp_sum(v) : v;
}

__global__ void shuffle(float *out, const float *in, int n)
{
    float sum = 0;

    for (int i = blockIdx.x * B * 2 + threadIdx.x; i < n;
         i += B * 2 * gridDim.x)
        sum += in[i] + in[i + B];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

__global__ void shuffle4(float *out, const float4 *in, int n)
{
    float sum = 0;

    for (int i = blockIdx.x * B + threadIdx.x; i < n / 4; i += B * gridDim.x) {
        float4 v = in[i];

        sum += v.x + v.y + v.z + v.w;
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

__global__ void atomic_each(float *out, const float *in)
{
    atomicAdd(out, in[blockIdx.x * B + threadIdx.x]);
}

__global__ void atomic_block(float *out, const float *in, int n)
{
    float sum = 0;

    for (int i = blockIdx.x * B + threadIdx.x; i < n; i += B * gridDim.x)
        sum += in[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        atomicAdd(out, sum);
}

int main(int argc, char **argv)
{
    const char *v = argc > 1 ? argv[1] : "";
    int n = (int)number(argc, argv, 2, 1 << 25), all = n / B;
    int few = (int)number(argc, argv, 3, 1024);
    float *in = array<float>(n), *out = array<float>(all);

    if (is(v, "divergent"))
        divergent<<<all, B>>>(out, in);
    else if (is(v, "interleaved"))
        interleaved<<<all, B>>>(out, in);
    else if (is(v, "sequential"))
        sequential<<<all, B>>>(out, in);
    else if (is(v, "add_on_load"))
        add_on_load<<<all / 2, B>>>(out, in);
    else if (is(v, "unroll_last"))
        unroll_last<<<all / 2, B>>>(out, in);
    else if (is(v, "unroll_all"))
        unroll_all<<<all / 2, B>>>(out, in);
    else if (is(v, "multi_add"))
        multi_add<<<few, B>>>(out, in, n);
    else if (is(v, "shuffle"))
        shuffle<<<few, B>>>(out, in, n);
    else if (is(v, "shuffle4"))
        shuffle4<<<few, B>>>(out, (float4 *)in, n);
    else if (is(v, "atomic_each"))
        atomic_each<<<all, B>>>(out, in);
    else if (is(v, "atomic_block"))
        atomic_block<<<all, B>>>(out, in, n);
    else if (is(v, "atomic_stride"))
        atomic_block<<<few, B>>>(out, in, n);
    else
        return unknown(v);
    done();
    return 0;
}
