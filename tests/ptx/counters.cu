// SPDX-License-Identifier: Apache-2.0
// Every counter of a launch, computed by hand.
#include <cuda_runtime.h>

// 64 threads copy 64 floats: 2 requests each way, 128 bytes = 4 sectors each.
// launch: unit block=64,1,1 track=on
// buffer: in f32 64 = 1
// buffer: out f32 64
// expect: error 0
// expect: counter load_requests 2
// expect: counter load_sectors 8
// expect: counter load_sectors_ideal 8
// expect: counter load_bytes 256
// expect: counter store_requests 2
// expect: counter store_sectors 8
// expect: counter store_sectors_ideal 8
// expect: counter store_bytes 256
// expect: counter max_writes_per_element 1
// expect: counter blocks_worked 1
// expect: counter distinct_load_sectors 8
// expect: counter branches 0
// expect: counter divergent 0
extern "C" __global__ void unit(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
}

// All lanes read one word: 1 sector, and 4 bytes need 1: 100 %.
// All write one word: 64 writes of one element.
// launch: broadcast block=64,1,1 track=on
// buffer: in f32 64 = 1
// buffer: out f32 64
// expect: error 0
// expect: counter load_requests 2
// expect: counter load_sectors 2
// expect: counter load_sectors_ideal 2
// expect: counter load_bytes 8
// expect: counter store_requests 2
// expect: counter store_sectors 2
// expect: counter store_bytes 8
// expect: counter max_writes_per_element 64
// expect: counter distinct_load_sectors 1
extern "C" __global__ void broadcast(const float *in, float *out)
{
    out[1] = in[0];
}

// Stride 2: 256 bytes apart = 8 sectors, 128 bytes need 4. Stride 32: 32.
// launch: strides block=32,1,1
// buffer: in s32 1024 = 1
// buffer: out s32 32
// expect: error 0
// expect: counter load_requests 2
// expect: counter load_sectors 40
// expect: counter load_sectors_ideal 8
// expect: counter load_bytes 256
// expect: counter store_sectors 4
extern "C" __global__ void strides(const int *in, int *out)
{
    int t = threadIdx.x;

    out[t] = in[2 * t] + in[32 * t];
}

// One element off: 128 bytes lie in 5 sectors.
// launch: shifted block=32,1,1
// buffer: in f32 64 = 1
// buffer: out f32 32
// expect: error 0
// expect: counter load_requests 1
// expect: counter load_sectors 5
// expect: counter load_sectors_ideal 4
extern "C" __global__ void shifted(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x + 1];
}

// 16 bytes a lane: 512 bytes, 16 sectors, one request. Bytes: 1 sector.
// launch: widths block=32,1,1
// buffer: in f32 128 = 1
// buffer: small u8 32 = 2
// buffer: out f32 128
// expect: error 0
// expect: counter load_requests 2
// expect: counter load_sectors 17
// expect: counter load_sectors_ideal 17
// expect: counter load_bytes 544
// expect: counter store_requests 1
// expect: counter store_sectors 16
// expect: counter store_bytes 512
extern "C" __global__ void widths(const float4 *in, const unsigned char *small,
                                  float4 *out)
{
    int t = threadIdx.x;
    float4 v = in[t];

    v.x += small[t];
    out[t] = v;
}

// Shared memory, 32 bits: a unit store takes 1 pass. A load with stride 2:
// lanes t and t + 16 share a bank, 2 passes. Stride 32: one bank, 32 passes.
// Broadcast: 1 pass. 4 loads and 1 store: ideal 5, 37 in all, 32 too many.
// launch: banks block=32,1,1
// buffer: in s32 1 = 0
// buffer: out s32 32
// expect: error 0
// expect: counter shared_requests 36
// expect: counter shared_wavefronts 68
// expect: counter shared_ideal 36
// expect: counter shared_conflicts 32
extern "C" __global__ void banks(const int *in, int *out)
{
    __shared__ volatile int s[1024];
    int t = threadIdx.x;

    for (int i = 0; i < 32; i++)
        s[32 * i + t] = i;
    __syncthreads();
    out[t] = s[t] + s[2 * t] + s[32 * t] + s[*in];
}

// 64 bits a lane: half a warp a pass, 2 in all, without conflict. 128 bits:
// a quarter, 4 passes. A 64-bit load with stride 2 meets each bank twice in
// each half: 4 passes, 2 too many.
// launch: wide_banks block=32,1,1
// buffer: out f32 32
// expect: error 0
// expect: counter shared_requests 5
// expect: counter shared_wavefronts 16
// expect: counter shared_ideal 14
// expect: counter shared_conflicts 2
extern "C" __global__ void wide_banks(float *out)
{
    __shared__ float4 four[32];
    float2 *two = (float2 *)four;
    int t = threadIdx.x;
    float sum;

    four[t] = make_float4(t, t, t, t);  // 4 passes
    __syncthreads();
    float4 a = four[31 - t];  // 4
    float2 b = two[t];        // 2
    float2 c = two[2 * t];    // 4
    sum = a.x + a.y + a.z + a.w + b.x + b.y + c.x + c.y;
    __syncthreads();
    two[t] = make_float2(sum, sum);  // 2
    out[t] = sum;
}

// 40 threads: a full warp and one of 8 lanes. Each warp splits at the branch,
// and each side has a bra.uni to where it goes: 3 branches a warp. 2 stores a
// warp, each to every other word: 4 and 4, 1 and 1 sectors.
// launch: splits block=40,1,1
// buffer: out s32 40
// expect: error 0
// expect: counter branches 6
// expect: counter divergent 2
// expect: counter store_requests 4
// expect: counter store_sectors 10
extern "C" __global__ void splits(volatile int *out)
{
    int t = threadIdx.x;

    if (t & 1)
        out[t] = 1;
    else
        out[t] = clock();
}

// 96 threads add to 3 words: in each warp of 32 lanes, word t % 3 gets 11, 11
// and 10 lanes: 29 beyond the first. In shared memory the same.
// launch: atomics block=96,1,1 track=on
// buffer: out s32 3 = 0
// expect: error 0
// expect: out[0] == 64 64 64
// expect: counter global_atomics 96
// expect: counter shared_atomics 96
// expect: counter atomic_conflicts 174
// expect: counter barriers 6
// expect: counter max_writes_per_element 32
extern "C" __global__ void atomics(int *out)
{
    __shared__ int s[3];
    int t = threadIdx.x;

    s[t % 3] = 0;
    __syncthreads();
    atomicAdd(&s[t % 3], 1);
    __syncthreads();
    atomicAdd(&out[t % 3], t < 3 ? s[t] + 1 : 1);
}

// An array indexed by a value of run time lives in local memory: 32 lanes
// write 4 words and read one: 32 * 4 * 5 bytes, however they are grouped.
// launch: local block=32,1,1
// buffer: in s32 1 = 2
// buffer: out s32 32
// expect: error 0
// expect: out[5] == 7
// expect: counter local_bytes 640
// expect: counter load_requests 1
extern "C" __global__ void local(const int *in, int *out)
{
    int a[4] = { (int)threadIdx.x, (int)threadIdx.x + 1, (int)threadIdx.x + 2,
                 (int)threadIdx.x + 3 };

    out[threadIdx.x] = a[*in];
}

// 64 lanes: 3 floats, 2 doubles; the adds cannot be merged or left out.
// launch: classes block=64,1,1
// buffer: f f32 64 = 1
// buffer: d f64 64 = 1
// expect: error 0
// expect: counter fp32 192
// expect: counter fp64 128
// expect: counter load_requests 4
// expect: counter load_sectors 24
extern "C" __global__ void classes(float *f, double *d)
{
    int t = threadIdx.x;

    f[t] = __fsqrt_rn(__fadd_rn(__fmul_rn(f[t], 3.0f), 1.0f));
    d[t] = __dadd_rn(__dmul_rn(d[t], 3.0), 1.0);
}

// Blocks 2 and 3 have nothing to do.
// launch: idle grid=4,1,1 block=64,1,1
// buffer: out s32 128
// value: s32 128
// expect: error 0
// expect: counter blocks_worked 2
extern "C" __global__ void idle(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = i;
}
