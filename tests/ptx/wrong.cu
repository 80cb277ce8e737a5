// SPDX-License-Identifier: Apache-2.0
// Kernels with a mistake each: what must be found, and on which line.
#include <cassert>
#include <cstdio>

// launch: no_guard grid=4,1,1 block=256,1,1
// buffer: a s32 1000 = i
// buffer: b s32 1000
// expect: error 700
// expect: findings 1
// expect: finding oob-global line=@no-guard count=24 thread=232 block=3 bytes=4 offset=4000
// expect: b[999] == 1998
extern "C" __global__ void no_guard(const int *a, int *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    b[i] = i * 2; // @no-guard
}

// launch: below block=32,1,1
// buffer: a s32 100 = i
// buffer: b s32 32
// expect: error 700
// expect: finding oob-global line=@below count=1 thread=0 offset=-4
extern "C" __global__ void below(const int *a, int *b)
{
    int t = threadIdx.x;

    b[t] = a[t - 1]; // @below
}

// launch: null block=32,1,1
// value: u64 0
// expect: error 700
// expect: findings 1
// expect: finding null-pointer line=@null count=32
extern "C" __global__ void null(int *a)
{
    a[threadIdx.x] = 1; // @null
}

// launch: host block=32,1,1
// value: u64 0x7fff12345678
// expect: error 700
// expect: findings 1
// expect: finding host-pointer-in-kernel line=@host count=32 bytes=4
extern "C" __global__ void host(int *a)
{
    a[threadIdx.x] = 1; // @host
}

// launch: odd block=32,1,1
// buffer: a f32 200 = i
// buffer: b f64 32
// expect: error 716
// expect: findings 1
// expect: finding misaligned line=@odd count=32 bytes=8
extern "C" __global__ void odd(const float *a, double *b)
{
    b[threadIdx.x] = *(const double *)(a + 2 * threadIdx.x + 1); // @odd
}

__constant__ int table[4];

// launch: constant block=1,1,1
// expect: error 700
// expect: finding oob-global line=@constant near=table
extern "C" __global__ void constant()
{
    asm volatile("st.u32 [%0], 5;" ::"l"(&table[1])); // @constant
}

// launch: fresh grid=2,1,1 block=32,1,1
// buffer: a s32 64
// buffer: b s32 64
// expect: error 0
// expect: findings 1
// expect: finding uninitialised-read line=@fresh count=64 thread=0 bytes=4
// expect: b[0] == 0xdbdbdbdb
extern "C" __global__ void fresh(const int *a, int *b)
{
    int i = blockIdx.x * 32 + threadIdx.x;

    b[i] = a[i]; // @fresh
}

// launch: half_written block=64,1,1
// buffer: b s32 64
// expect: error 0
// expect: findings 1
// expect: finding uninitialised-read line=@half count=32
extern "C" __global__ void half_written(int *b)
{
    __shared__ int s[64];

    if (threadIdx.x < 32)
        s[threadIdx.x] = 1;
    __syncthreads();
    b[threadIdx.x] = s[threadIdx.x]; // @half
}

// launch: local_fresh block=32,1,1
// buffer: b s32 32
// value: s32 3
// expect: error 0
// expect: findings 1
// expect: finding uninitialised-read line=@local-fresh count=32
extern "C" __global__ void local_fresh(int *b, int k)
{
    int a[8];

    for (int i = 0; i < k; i++)
        a[(i * k) & 7] = i;
    b[threadIdx.x] = a[(k + 4) & 7]; // @local-fresh
}

// launch: local_over block=32,1,1
// buffer: b s32 32
// value: s32 40
// expect: error 700
// expect: finding oob-local line=@local-over count=32
extern "C" __global__ void local_over(int *b, int k)
{
    volatile int a[8];

    a[0] = 1;
    a[k] = 2; // @local-over
    b[threadIdx.x] = a[0];
}

// launch: shared_over block=64,1,1
// buffer: b s32 64
// expect: error 700
// expect: findings 1
// expect: finding oob-shared line=@shared-over count=32 thread=32 offset=128
extern "C" __global__ void shared_over(int *b)
{
    __shared__ volatile int s[32];

    s[threadIdx.x] = 1; // @shared-over
    b[threadIdx.x] = 0;
}

// The documented number of racecheck: 127 words of 4 bytes.
// launch: no_barrier block=128,1,1
// buffer: out s32 1
// expect: error 0
// expect: findings 1
// expect: finding race-shared count=508 line=@no-barrier-read other=@no-barrier-write thread=0 other-thread=1
extern "C" __global__ void no_barrier(int *out)
{
    __shared__ int s[128];
    int t = threadIdx.x;

    s[t] = t; // @no-barrier-write
    if (t == 0) {
        int sum = 0;

        for (int i = 0; i < 128; i++)
            sum += s[i]; // @no-barrier-read
        *out = sum;
    }
}

// launch: reversed block=64,1,1
// buffer: out s32 64
// expect: error 0
// expect: findings 1
// expect: finding race-shared line=@reversed-write other=@reversed-read count=256 thread=32 other-thread=31
extern "C" __global__ void reversed(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;

    s[t] = t; // @reversed-write
    out[t] = s[63 - t]; // @reversed-read
}

// launch: in_warp block=32,1,1
// buffer: out s32 32
// expect: error 0
// expect: findings 1
// expect: finding race-shared line=@in-warp-read other=@in-warp-write count=128
extern "C" __global__ void in_warp(int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;

    s[t] = t; // @in-warp-write
    out[t] = s[31 - t]; // @in-warp-read
}

// launch: same_place block=32,1,1
// buffer: out s32 1
// expect: error 0
// expect: findings 1
// expect: finding race-shared line=@same-place other=@same-place count=124
extern "C" __global__ void same_place(int *out)
{
    __shared__ int s;

    s = threadIdx.x; // @same-place
    __syncwarp();
    out[0] = s;
}

// All write one value: no race.
// launch: same_value block=32,1,1
// buffer: out s32 1
// expect: error 0
// expect: findings 0
extern "C" __global__ void same_value(int *out)
{
    __shared__ int s;

    s = 7;
    __syncwarp();
    out[0] = s;
}

// launch: no_second_barrier block=64,1,1
// buffer: in s32 128 = i
// buffer: out s32 64
// expect: error 0
// expect: finding race-shared line=@second-read other=@second-write count=256
extern "C" __global__ void no_second_barrier(const int *in, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x, sum = 0;

    for (int k = 0; k < 2; k++) {
        s[t] = in[k * 64 + t]; // @second-write
        __syncthreads();
        sum += s[(t + 32) & 63]; // @second-read
    }
    out[t] = sum;
}

// launch: atomic_then_read block=64,1,1
// buffer: out s32 1
// expect: error 0
// expect: findings 0
extern "C" __global__ void atomic_then_read(int *out)
{
    __shared__ int s;

    if (threadIdx.x == 0)
        s = 0;
    __syncthreads();
    atomicAdd(&s, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        *out = s;
}

// launch: bytes block=64,1,1
// buffer: out u8 64
// expect: error 0
// expect: findings 0
extern "C" __global__ void bytes(unsigned char *out)
{
    __shared__ unsigned char s[64];
    int t = threadIdx.x;

    s[t] = t;
    s[t] += 1;
    out[t] = s[t];
}

// launch: branch_barrier block=64,1,1
// buffer: out s32 64
// expect: finding barrier-divergence line=@branch-barrier count=16 thread=32 lanes=0xffff
extern "C" __global__ void branch_barrier(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;

    s[t] = t;
    if (t < 48)
        __syncthreads(); // @branch-barrier
    out[t] = s[t];
}

// launch: two_barriers block=64,1,1
// buffer: out s32 64
// expect: finding barrier-divergence line=@barrier-two other=@barrier-one thread=32 other-thread=0
extern "C" __global__ void two_barriers(int *out)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x;

    if (t < 32) {
        s[t] = t;
        __syncthreads(); // @barrier-one
    } else {
        s[t] = 2 * t;
        __syncthreads(); // @barrier-two
        s[t] = 3 * t;
    }
    out[t] = s[t];
}

// launch: waits_for_ever block=64,1,1
// expect: error 702
// expect: finding deadlock line=@waits
extern "C" __global__ void waits_for_ever()
{
    if (threadIdx.x < 32)
        asm volatile("bar.sync 1, 64;"); // @waits
}

// launch: grid_barrier grid=4,1,1 block=32,1,1 resident=2
// buffer: count s32 1 = 0
// expect: error 702
// expect: finding deadlock line=@grid-barrier
extern "C" __global__ void grid_barrier(int *count)
{
    if (threadIdx.x == 0) {
        atomicAdd(count, 1);
        while (atomicAdd(count, 0) < gridDim.x) // @grid-barrier
            ;
    }
}

// launch: endless block=32,1,1 budget=100000
// buffer: out s32 1 = 0
// expect: error 702
// expect: finding endless-kernel line=@endless
extern "C" __global__ void endless(volatile int *out)
{
    while (*out >= 0)
        *out = (*out + 1) & 0xff; // @endless
}

// launch: spins block=32,1,1
// buffer: flag s32 1 = 0
// expect: error 702
// expect: finding endless-kernel line=@spins
extern "C" __global__ void spins(volatile int *flag)
{
    while (*flag == 0) // @spins
        ;
}

// launch: outside_mask block=32,1,1
// buffer: out s32 32
// expect: finding warp-mask line=@outside-mask count=16 lanes=0xffff0000
extern "C" __global__ void outside_mask(int *out)
{
    out[threadIdx.x] = __shfl_xor_sync(0xffff, threadIdx.x, 1); // @outside-mask
}

// launch: half_comes block=32,1,1
// buffer: out s32 32 = 0
// expect: finding warp-mask line=@half-comes
extern "C" __global__ void half_comes(int *out)
{
    if (threadIdx.x < 16)
        out[threadIdx.x] = __shfl_down_sync(~0u, threadIdx.x, 1); // @half-comes
    else
        out[threadIdx.x] = __shfl_down_sync(~0u, threadIdx.x, 2);
}

// launch: asserts grid=2,1,1 block=32,1,1
// value: s32 5
// expect: error 710
// expect: findings 1
// expect: finding kernel-trap line=@asserts
extern "C" __global__ void asserts(int n)
{
    assert(threadIdx.x < n); // @asserts
}

// launch: traps block=32,1,1
// expect: error 719
// expect: finding kernel-trap line=@traps detail=trap
extern "C" __global__ void traps()
{
    if (threadIdx.x == 3)
        __trap(); // @traps
}

__device__ __noinline__ int deep(int n)
{
    volatile int a[64];

    a[n & 63] = n;
    return n < 0 ? 0 : deep(n + 1) + a[n & 63]; // @deep
}

// launch: overflows block=32,1,1
// buffer: out s32 1
// expect: error 719
// expect: finding stack-overflow line=@deep
extern "C" __global__ void overflows(int *out)
{
    *out = deep(1);
}

// launch: frees_twice block=1,1,1
// expect: error 719
// expect: finding invalid-free line=@frees-twice
extern "C" __global__ void frees_twice()
{
    int *p = (int *)malloc(16);

    free(p);
    free(p); // @frees-twice
}

// launch: uses_freed block=1,1,1
// expect: error 700
// expect: finding use-after-free line=@uses-freed
extern "C" __global__ void uses_freed()
{
    volatile int *p = (int *)malloc(16);

    p[0] = 1;
    free((void *)p);
    p[1] = 2; // @uses-freed
}

// Two reads and a write of one line: each is its own mistake.
// launch: three_ways grid=1,1,1 block=128,1,1
// buffer: a s32 100 = i
// buffer: b s32 100 = i
// buffer: c s32 100
// expect: error 700
// expect: findings 3
// expect: finding oob-global line=@three-ways count=28 thread=100
extern "C" __global__ void three_ways(const int *a, const int *b, int *c)
{
    int i = threadIdx.x;

    c[i] = a[i] + b[i]; // @three-ways
}
