// SPDX-License-Identifier: Apache-2.0
// Control flow, barriers, warp functions, calls: what must come out right.
#include <cstdio>
#include <cstdint>

// launch: add grid=2,1,1 block=64,1,1
// buffer: a s32 100 = i
// buffer: b s32 100 = 5
// buffer: c s32 100
// value: s32 100
// expect: error 0
// expect: findings 0
// expect: c[0] == 5 6 7
// expect: c[99] == 104
// expect: counter load_requests 8
// expect: counter load_sectors 26
// expect: counter load_sectors_ideal 26
// expect: counter load_bytes 800
// expect: counter store_requests 4
// expect: counter store_sectors 13
// expect: counter divergent 1
// expect: counter distinct_load_sectors 26
// expect: counter distinct_store_sectors 13
extern "C" __global__ void add(const int *a, const int *b, int *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

// launch: reduce grid=2,1,1 block=256,1,1
// buffer: in f32 500 = 1
// buffer: out f32 1 = 0
// value: s32 500
// expect: error 0
// expect: findings 0
// expect: out[0] == 500
// expect: counter barriers 144
// expect: counter global_atomics 2
extern "C" __global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float s[256];
    int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x;

    s[t] = i < n ? in[i] : 0;
    __syncthreads();
#pragma unroll 1
    for (int d = 128; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(out, s[0]);
}

// launch: shuffles block=32,1,1
// buffer: out s32 192
// expect: error 0
// expect: findings 0
// expect: out[0] == 496
// expect: out[32] == 0 0 1 2
// expect: out[63] == 30
// expect: out[64] == 1 0 3 2
// expect: out[96] == 3 3 3 3 3 3 3 3 11 11
// expect: out[128] == 528 528
// expect: out[160] == 2 3 4 5 6 7 6 7 10 11
extern "C" __global__ void shuffles(int *out)
{
    int t = threadIdx.x, v = t;

    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    out[t] = v;
    out[32 + t] = __shfl_up_sync(~0u, t, 1);
    out[64 + t] = __shfl_xor_sync(~0u, t, 1);
    out[96 + t] = __shfl_sync(~0u, t, 3, 8);
    out[128 + t] = __reduce_add_sync(~0u, t + 1);
    out[160 + t] = __shfl_down_sync(~0u, t, 2, 8);
}

// launch: votes block=32,1,1
// buffer: out u32 256
// expect: error 0
// expect: findings 0
// expect: out[0] == 0x55555555
// expect: out[32] == 0 0
// expect: out[64] == 1 1
// expect: out[96] == 0x11111111 0x22222222 0x44444444 0x88888888 0x11111111
// expect: out[128] == 0xff 0xff
// expect: out[136] == 0 0
// expect: out[160] == 0xffffffff
// expect: out[192] == 7 7
// expect: out[224] == 0 0
extern "C" __global__ void votes(uint32_t *out)
{
    int t = threadIdx.x, all;

    out[t] = __ballot_sync(~0u, !(t & 1));
    out[32 + t] = __all_sync(~0u, t < 31);
    out[64 + t] = __any_sync(~0u, t == 31);
    out[96 + t] = __match_any_sync(~0u, t & 3);
    out[128 + t] = t < 8 ? __activemask() : 0;
    out[160 + t] = __match_all_sync(~0u, 9, &all);
    out[192 + t] = __reduce_max_sync(~0u, t & 7);
    out[224 + t] = __reduce_min_sync(~0u, t);
}

// A lock that the lanes of one warp contend for: forward progress.
// launch: lock grid=2,1,1 block=64,1,1 resident=1
// buffer: lock s32 1 = 0
// buffer: count s32 1 = 0
// expect: error 0
// expect: count[0] == 128
extern "C" __global__ void lock(int *lock, volatile int *count)
{
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    *count = *count + 1;
    __threadfence();
    atomicExch(lock, 0);
}

// Lanes 0 to 15 wait for a flag that lane 16 sets.
// launch: flag block=32,1,1
// buffer: flag s32 1 = 0
// buffer: out s32 32
// expect: error 0
// expect: out[0] == 1 1
// expect: out[31] == 1
extern "C" __global__ void flag(volatile int *flag, int *out)
{
    if (threadIdx.x < 16) {
        while (*flag == 0)
            ;
    } else if (threadIdx.x == 16) {
        *flag = 1;
    }
    out[threadIdx.x] = *flag;
}

// One block waits for another that is resident.
// launch: relay grid=4,1,1 block=32,1,1 resident=4
// buffer: flag s32 1 = 0
// buffer: out s32 4
// expect: error 0
// expect: out[0] == 3 2 1 0
extern "C" __global__ void relay(volatile int *flag, int *out)
{
    if (threadIdx.x == 0) {
        while (*flag != 3 - blockIdx.x)
            __nanosleep(100);
        out[blockIdx.x] = *flag;
        __threadfence();
        *flag = *flag + 1;
    }
}

// launch: last_block grid=8,1,1 block=64,1,1 resident=2
// buffer: in s32 512 = i
// buffer: part s32 8
// buffer: count u32 1 = 0
// buffer: out s32 1
// expect: error 0
// expect: out[0] == 130816
extern "C" __global__ void last_block(const int *in, volatile int *part,
                                      unsigned *count, int *out)
{
    __shared__ int s[64];
    __shared__ bool last;
    int t = threadIdx.x;

    s[t] = in[blockIdx.x * 64 + t];
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) {
        part[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(count, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        int sum = 0;

        for (int i = 0; i < gridDim.x; i++)
            sum += part[i];
        *out = sum;
    }
}

// launch: loops block=32,1,1
// buffer: out s32 32
// expect: error 0
// expect: findings 0
// expect: out[0] == 0 1 3 6 10 10 16 23 31
// expect: out[31] == 2000
extern "C" __global__ void loops(int *out)
{
    int t = threadIdx.x, sum = 0;

    if (t == 31) {
        for (int i = 0; i < 4000; i++) {
            if (i & 1)
                continue;
            sum++;
        }
    } else {
        for (int i = 0; i <= t; i++) {
            if (i == 5)
                continue;
            if (i > 20)
                break;
            sum += i;
        }
        if (t == 5)
            sum = 10;
    }
    out[t] = sum;
}

// launch: states block=32,1,1
// buffer: out s32 32
// expect: error 0
// expect: findings 0
// expect: out[0] == 17 101 9 23 42 31 -1 3 17
extern "C" __global__ void states(int *out)
{
    int t = threadIdx.x, v;

    switch (t & 7) {
    case 0: v = 17; break;
    case 1: v = 100 + t % 2; break;
    case 2: v = t * 4 + 1; v = (t & 7) == 2 ? 9 : v; break;
    case 3: v = 23; break;
    case 4: v = 42; break;
    case 5: v = 31; break;
    case 7: v = 3; break;
    default: v = -1;
    }
    out[t] = v;
}

__device__ __noinline__ int fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

// launch: recursive block=32,1,1
// buffer: out s32 32
// expect: error 0
// expect: findings 0
// expect: out[0] == 0 1 1 2 3 5 8 13 21 34 55 0 1
extern "C" __global__ void recursive(int *out)
{
    out[threadIdx.x] = fib(threadIdx.x % 11);
}

__device__ __noinline__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int square(int x) { return x * x; }
__device__ __noinline__ int negate(int x) { return -x; }
typedef int (*unary)(int);
__device__ unary table[3] = { twice, square, negate };

// launch: pointers block=32,1,1
// buffer: out s32 32
// expect: error 0
// expect: findings 0
// expect: out[0] == 0 1 -2 6 16 -5
// expect: out[31] == 961
extern "C" __global__ void pointers(int *out)
{
    out[threadIdx.x] = table[threadIdx.x % 3](threadIdx.x);
}

struct pair {
    double d;
    int i[5];
};

__device__ __noinline__ pair make(int i)
{
    pair p = { i * 0.5, { i, i + 1, i + 2, i + 3, i + 4 } };

    return p;
}

// launch: structs block=32,1,1
// buffer: out f64 32
// expect: error 0
// expect: findings 0
// expect: out[0] == 4 7.5
// expect: out[31] == 112.5
extern "C" __global__ void structs(double *out)
{
    pair p = make(threadIdx.x);

    out[threadIdx.x] = p.d + p.i[4] + 2 * p.i[0];
}

// launch: local_array block=32,1,1
// buffer: out s32 32
// expect: error 0
// expect: findings 0
// expect: out[0] == 0 7 14
extern "C" __global__ void local_array(int *out)
{
    int a[16], t = threadIdx.x;

    for (int i = 0; i < 16; i++)
        a[(i * 5 + t) & 15] = i * t;
    out[t] = a[(35 + t) & 15];
}

// The lanes that stay have their barrier to themselves; but PTX wants whole
// warps at it.
// launch: exits block=64,1,1
// buffer: out s32 64 = 0
// expect: error 0
// expect: findings 1
// expect: finding barrier-divergence line=@exits-barrier count=16 thread=32 lanes=0xffff
// expect: out[0] == 1 1
// expect: out[47] == 1 0
extern "C" __global__ void exits(int *out)
{
    __shared__ int s[64];

    s[threadIdx.x] = 1;
    if (threadIdx.x >= 48)
        return;
    __syncthreads(); // @exits-barrier
    out[threadIdx.x] = s[47 - threadIdx.x];
}

// Whole warps may go.
// launch: warps_exit block=64,1,1
// buffer: out s32 64 = 0
// expect: error 0
// expect: findings 0
// expect: out[31] == 1 0
extern "C" __global__ void warps_exit(int *out)
{
    __shared__ int s[64];

    s[threadIdx.x] = 1;
    if (threadIdx.x >= 32)
        return;
    __syncthreads();
    out[threadIdx.x] = s[31 - threadIdx.x];
}

// launch: counts block=96,1,1
// buffer: out s32 288
// expect: error 0
// expect: findings 0
// expect: out[0] == 32
// expect: out[95] == 32
// expect: out[96] == 0
// expect: out[192] == 1
extern "C" __global__ void counts(int *out)
{
    int t = threadIdx.x;

    out[t] = __syncthreads_count(t % 3 == 0);
    out[96 + t] = __syncthreads_and(t < 95);
    out[192 + t] = __syncthreads_or(t == 95);
}

// launch: named block=64,1,1
// buffer: out s32 32
// expect: error 0
// expect: findings 0
// expect: out[0] == 31 30
extern "C" __global__ void named(int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;

    if (t < 32) {
        s[t] = t;
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[t - 32] = s[63 - t];
    }
}

// launch: print block=2,1,1
// value: f64 2.5
// expect: error 0
// expect: findings 0
// expect: output "0: 2.5 abc 0xff 100%\n1: 2.5 abc 0xff 100%\n"
extern "C" __global__ void print(double v)
{
    printf("%d: %g %s 0x%x %d%%\n", threadIdx.x, v, "abc", 255, 100);
}

// launch: heap block=32,1,1
// buffer: out s32 32
// expect: error 0
// expect: findings 0
// expect: out[0] == 0 3 6
extern "C" __global__ void heap(int *out)
{
    int *p = (int *)malloc(64);

    for (int i = 0; i < 16; i++)
        p[i] = i * threadIdx.x;
    out[threadIdx.x] = p[3];
    free(p);
}

// launch: atomics grid=2,1,1 block=64,1,1
// buffer: i s32 8 = 0 0 100 -5 1 0 7 0
// buffer: f f32 2 = 0
// buffer: d f64 1 = 0
// buffer: l u64 2 = 0 0xffffffffffffffff
// expect: error 0
// expect: findings 0
// expect: i[0] == 128 63 0 63 1 127 7 12
// expect: f[0] == 64
// expect: d[0] == 32
// expect: l[0] == 256 0
// expect: counter global_atomics 1280
extern "C" __global__ void atomics(int *i, float *f, double *d,
                                   unsigned long long *l)
{
    int t = threadIdx.x;

    atomicAdd(&i[0], 1);
    atomicMax(&i[1], t);
    atomicMin(&i[2], t);
    atomicMax(&i[3], t);
    atomicAnd(&i[4], 1 | t << 1 << 31);
    atomicOr(&i[5], t | 64);
    atomicXor(&i[6], t);
    atomicInc((unsigned *)&i[7], 57 + 0 * t);
    atomicAdd(&f[0], 0.5f);
    atomicAdd(&d[0], 0.25);
    if (t < 0)
        atomicAdd(&l[0], 1);
    l[1] = 0;
    if (t == 0 && blockIdx.x == 0)
        l[0] = 256;
}

__constant__ int weights[4] = { 3, 1, 4, 1 };
__device__ int counter = 5;
__device__ float lut[3] = { 0.5f, 1.5f };

// launch: symbols block=32,1,1
// buffer: out s32 32
// expect: error 0
// expect: findings 0
// expect: out[0] == 306 108 406 108
// expect: counter load_requests 2
extern "C" __global__ void symbols(int *out)
{
    int t = threadIdx.x;

    out[t] = weights[t & 3] * 100 + (int)(2 * lut[t & 1]) + counter;
}

// launch: dynamic block=64,1,1 shared=512
// buffer: out s32 64
// expect: error 0
// expect: findings 0
// expect: out[0] == 63 62
// expect: counter shared_requests 4
// expect: counter shared_wavefronts 4
extern "C" __global__ void dynamic(int *out)
{
    extern __shared__ int s[];

    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}

// launch: banks block=32,1,1
// buffer: out s32 32
// expect: error 0
// expect: findings 0
// expect: counter shared_requests 4
// expect: counter shared_wavefronts 66
// expect: counter shared_conflicts 62
extern "C" __global__ void banks(int *out)
{
    __shared__ int s[32][32], p[32][33];
    int t = threadIdx.x;

    s[t][3] = t;
    p[t][3] = t;
    __syncwarp();
    out[t] = s[t ^ 1][3] + p[t ^ 1][3];
}

// launch: strided block=32,1,1
// buffer: in f32 1024 = i
// buffer: out f32 32
// expect: error 0
// expect: findings 0
// expect: out[1] == 32
// expect: counter load_sectors 33
// expect: counter load_sectors_ideal 5
extern "C" __global__ void strided(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x * 32] + 0 * in[7];
}

// launch: vectors block=32,1,1
// buffer: in f32 128 = i
// buffer: out f32 128
// expect: error 0
// expect: findings 0
// expect: out[0] == 3 2 1 0 7 6
// expect: counter load_requests 1
// expect: counter load_sectors 16
// expect: counter store_sectors 16
extern "C" __global__ void vectors(const float4 *in, float4 *out)
{
    float4 v = in[threadIdx.x];

    out[threadIdx.x] = make_float4(v.w, v.z, v.y, v.x);
}

// launch: warp_scan block=32,1,1
// buffer: out s32 32
// expect: error 0
// expect: findings 0
// expect: out[0] == 0 1 3 6 10
extern "C" __global__ void warp_scan(int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;

    s[t] = t;
    __syncwarp();
    for (int d = 1; d < 32; d *= 2) {
        int v = t >= d ? s[t - d] : 0;

        __syncwarp();
        s[t] += v;
        __syncwarp();
    }
    out[t] = s[t];
}

// launch: async_copy block=32,1,1
// buffer: in f32 128 = i
// buffer: out f32 128
// expect: error 0
// expect: findings 0
// expect: out[0] == 127 126
// expect: out[127] == 0
// expect: counter load_requests 1
// expect: counter load_sectors 16
extern "C" __global__ void async_copy(const float *in, float *out)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    unsigned to = (unsigned)__cvta_generic_to_shared(&s[4 * t]);

    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to),
                 "l"(in + 4 * t));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    for (int k = 0; k < 4; k++)
        out[t + 32 * k] = s[127 - t - 32 * k];
}

// The lanes of one warp meet at two different __syncwarps.
// launch: syncwarps block=32,1,1
// buffer: out s32 32
// expect: error 0
// expect: findings 0
// expect: out[0] == 31 30
extern "C" __global__ void syncwarps(int *out)
{
    __shared__ volatile int s[32];
    int t = threadIdx.x;

    if (t < 16) {
        s[t] = t;
        __syncwarp();
        out[t] = s[31 - t];
    } else {
        s[t] = t;
        __syncwarp();
        out[t] = s[31 - t];
    }
}
