// SPDX-License-Identifier: Apache-2.0
// advice: divergence
// What ordinary CUDA C may use, all in one: recursion, function pointers,
// virtual functions, templates, lambdas, variables of the device, dynamic
// shared memory, the heap, inline PTX, cooperative groups.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>

namespace cg = cooperative_groups;

static int fails;

static void check(const char *what, bool good)
{
    if (!good) {
        printf("FAIL %s\n", what);
        fails++;
    }
}

/* ---- variables of the device -------------------------------------------- */

__constant__ float weights[4] = { 1, 2, 3, 4 };
__device__ int counter = 5;
__device__ int table[3] = { 7, 8, 9 };

__global__ void variables(float *out)
{
    int i = threadIdx.x;

    out[i] = weights[i % 4] * table[i % 3];
    if (i == 0)
        counter += 1;
}

/* ---- calls -------------------------------------------------------------- */

__device__ __noinline__ int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

typedef int (*step)(int);
__device__ int twice(int x) { return 2 * x; }
__device__ int square(int x) { return x * x; }
__device__ step steps[2] = { twice, square };

struct shape {
    __device__ virtual float area() const = 0;
    __device__ virtual ~shape() {}
};
struct box : shape {
    float a, b;
    __device__ box(float x, float y) : a(x), b(y) {}
    __device__ float area() const override { return a * b; }
};
struct disc : shape {
    float r;
    __device__ disc(float x) : r(x) {}
    __device__ float area() const override { return 3 * r * r; }
};

__global__ void calls(int *fib, int *chosen, float *areas)
{
    int i = threadIdx.x;

    fib[i] = fibonacci(i % 12);
    chosen[i] = steps[i % 2](i);

    shape *s;
    if (i % 3)
        s = new box(i, 2);
    else
        s = new disc(i);
    areas[i] = s ? s->area() : -1;
    delete s;
}

/* ---- templates, lambdas ------------------------------------------------- */

template <int N, class F> __device__ int repeat(int x, F f)
{
#pragma unroll
    for (int i = 0; i < N; i++)
        x = f(x, i);
    return x;
}

template <class T> __global__ void __launch_bounds__(128, 2) folds(T *out)
{
    T scale = 3;

    out[threadIdx.x] =
        repeat<5>(threadIdx.x, [=](int x, int i) { return x * scale + i; });
}

/* ---- shared memory of two kinds, the heap -------------------------------- */

extern __shared__ int dynamic[];

__global__ void reverse(int *out, int n)
{
    __shared__ int total;
    int i = threadIdx.x;

    if (i == 0)
        total = 0;
    dynamic[i] = i * 3;
    __syncthreads();
    atomicAdd(&total, dynamic[n - 1 - i] & 1);
    int *own = (int *)malloc(sizeof(int) * 4);
    if (own) {
        for (int k = 0; k < 4; k++)
            own[k] = dynamic[n - 1 - i] + k;
        out[i] = own[0] + own[3];
    }
    free(own);
    __syncthreads();
    if (i == 0)
        out[n] = total;
}

/* ---- between lanes, inline PTX ------------------------------------------ */

__global__ void lanes(unsigned *out)
{
    int i = threadIdx.x;
    unsigned v = i * i, lane, r;

    for (int w = 4; w >= 1; w /= 2)
        v += __shfl_xor_sync(0xffffffffu, v, w, 8);
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm volatile("{ .reg .pred p; .reg .u32 t; setp.gt.u32 p, %1, 10;\n\t"
                 "selp.u32 t, 100, 200, p; add.u32 %0, t, %1; }"
                 : "=r"(r)
                 : "r"(lane));
    r += __popc(__ballot_sync(0xffffffffu, i % 3 == 0));
    r += __any_sync(0xffffffffu, i == 40) * 1000;
    r += __all_sync(0xffffffffu, i >= 0) * 2000;
    r += __popc(__match_any_sync(0xffffffffu, i / 4)) * 10000;
    out[i] = r + v;
}

/* ---- cooperative groups -------------------------------------------------- */

__global__ void groups(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
    int v = block.thread_rank();

    for (int k = tile.size() / 2; k > 0; k /= 2)
        v += tile.shfl_down(v, k);
    int sum = tile.shfl(v, 0);
    int active = 0;
    if (threadIdx.x % 3 == 0) {
        cg::coalesced_group g = cg::coalesced_threads();
        active = g.size() * 100 + g.thread_rank();
    }
    block.sync();
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum + active;
}

__global__ void everybody(int *data, int n)
{
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank();

    data[i] = i;
    grid.sync();
    int other = data[n - 1 - i];
    grid.sync();
    data[i] = other;
}

int main()
{
    int *d, h[257];
    float *f, hf[128];
    unsigned *u, hu[64];

    cudaMalloc(&d, sizeof h * 3);
    cudaMalloc(&f, sizeof hf);
    cudaMalloc(&u, sizeof hu);

    float other[4] = { 10, 20, 30, 40 };
    int seen = 0;
    cudaMemcpyToSymbol(weights, other, sizeof other);
    variables<<<1, 12>>>(f);
    cudaMemcpy(hf, f, 48, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&seen, counter, sizeof seen);
    check("variables", hf[5] == 20 * 9 && hf[11] == 40 * 9 && seen == 6);

    calls<<<1, 64>>>(d, d + 64, f);
    cudaMemcpy(h, d, 64 * 8, cudaMemcpyDeviceToHost);
    cudaMemcpy(hf, f, 64 * 4, cudaMemcpyDeviceToHost);
    check("recursion", h[11] == 89 && h[10] == 55);
    check("function pointers", h[64 + 9] == 81 && h[64 + 10] == 20);
    check("virtual functions", hf[9] == 243 && hf[10] == 20);

    folds<int><<<1, 128>>>(d);
    cudaMemcpy(h, d, 512, cudaMemcpyDeviceToHost);
    int want = 7;
    for (int i = 0; i < 5; i++)
        want = want * 3 + i;
    check("lambdas", h[7] == want);

    reverse<<<1, 96, 96 * sizeof(int)>>>(d, 96);
    cudaMemcpy(h, d, 97 * 4, cudaMemcpyDeviceToHost);
    check("shared memory and heap", h[0] == 95 * 6 + 3 && h[96] == 48);

    lanes<<<1, 64>>>(u);
    cudaMemcpy(hu, u, sizeof hu, cudaMemcpyDeviceToHost);
    unsigned v = 0;
    for (int k = 8; k < 16; k++)
        v += k * k;
    check("lanes", hu[12] == 112 + 11 + 2000 + 40000 + v);

    groups<<<2, 64>>>(d);
    cudaMemcpy(h, d, 512, cudaMemcpyDeviceToHost);
    check("groups", h[1] == 28 && h[3] == 28 + 1100 + 1 && h[17] == 156);

    int n = 256;
    void *args[] = { &d, &n };
    cudaLaunchCooperativeKernel((void *)everybody, dim3(4), dim3(64), args, 0,
                                0);
    cudaMemcpy(h, d, 1024, cudaMemcpyDeviceToHost);
    check("grid sync", h[0] == 255 && h[200] == 55);

    cudaError_t e = cudaDeviceSynchronize();
    check(cudaGetErrorString(e), e == cudaSuccess);
    cudaFree(d);
    cudaFree(f);
    cudaFree(u);
    puts(fails ? "FAIL" : "PASS");
    return fails != 0;
}
