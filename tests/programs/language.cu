// SPDX-License-Identifier: Apache-2.0
// What the language offers beside arithmetic: recursion, tables of functions,
// virtual functions, templates, lambdas, groups, device variables, inline PTX.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>

namespace cg = cooperative_groups;

__constant__ int scale[2];
__device__ int total;

__device__ int fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

__device__ int twice(int x)
{
    return 2 * x;
}

__device__ int square(int x)
{
    return x * x;
}

typedef int (*function)(int);
__device__ function table[2] = { twice, square };

struct shape {
    int side;
    __device__ shape(int s) : side(s) {}
    __device__ virtual int area() const { return side; }
    __device__ virtual ~shape() {}
};

struct box : shape {
    __device__ box(int s) : shape(s) {}
    __device__ int area() const override { return side * side; }
};

template <typename T, int N> __device__ T power(T x)
{
    T r = 1;

    for (int i = 0; i < N; i++)
        r *= x;
    return r;
}

template <typename F> __device__ int apply(F f, int x)
{
    return f(x);
}

__global__ void __launch_bounds__(64) calls(int *out, int which)
{
    const int t = threadIdx.x;
    shape *s = t & 1 ? new box(t) : new shape(t);
    int laned, *own = (int *)malloc(2 * sizeof(int));

    own[0] = fib(t % 8);
    own[1] = table[(t + which) & 1](t);
    asm("{ .reg .u32 r; mov.u32 r, %%laneid; mov.u32 %0, r; }" : "=r"(laned));
    out[t] = own[0] + own[1] + s->area() + power<int, 3>(t) +
             apply([=](int x) { return x + which; }, scale[t & 1]) + laned;
    atomicAdd(&total, 1);
    free(own);
    delete s;
}

__global__ void groups(int *out)
{
    extern __shared__ int tile[];
    cg::thread_block block = cg::this_thread_block();
    const auto eight = cg::tiled_partition<8>(block);
    const auto pair = cg::tiled_partition<2>(block);
    const int t = block.thread_rank();
    int sum = t;

    tile[t] = t;
    block.sync();
    for (int d = eight.size() / 2; d; d /= 2)
        sum += eight.shfl_down(sum, d);
    sum = eight.shfl(sum, 0) + pair.shfl_xor(t, 1);
    sum += __shfl_sync(~0u, t, 1, 4) + __shfl_up_sync(~0u, t, 1, 16);
    if (t % 3 == 0) {
        const auto some = cg::coalesced_threads();

        sum += 1000 * some.size() + some.thread_rank();
    }
    out[t] = sum + tile[63 - t];
}

static int host_fib(int n)
{
    return n < 2 ? n : host_fib(n - 1) + host_fib(n - 2);
}

static int want_calls(int t, const int *by)
{
    const int area = t & 1 ? t * t : t;

    return host_fib(t % 8) + ((t + 1) & 1 ? t * t : 2 * t) + area +
           t * t * t + by[t & 1] + 1 + t % 32;
}

static int want_groups(int t)
{
    int sum = 0, lane = t % 32, members = 0, rank = 0;

    for (int i = t / 8 * 8; i < t / 8 * 8 + 8; i++)
        sum += i;
    sum += (t ^ 1) + t / 4 * 4 + 1 + (lane % 16 ? t - 1 : t);
    for (int i = t - lane; i < t - lane + 32; i++)
        if (i % 3 == 0) {
            members++;
            rank += i < t;
        }
    return sum + (t % 3 ? 0 : 1000 * members + rank) + 63 - t;
}

int main()
{
    const int n = 64, by[2] = { 7, 40 };
    int *d, host[n], wrong = 0, count = 0;

    cudaMalloc(&d, sizeof host);
    cudaMemcpyToSymbol(scale, by, sizeof by);
    calls<<<1, n>>>(d, 1);
    cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
    for (int t = 0; t < n; t++)
        wrong += host[t] != want_calls(t, by);
    cudaMemcpyFromSymbol(&count, total, sizeof count);
    wrong += count != n;
    groups<<<1, n, n * sizeof(int)>>>(d);
    cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
    for (int t = 0; t < n; t++)
        wrong += host[t] != want_groups(t);
    cudaFree(d);
    puts(wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
