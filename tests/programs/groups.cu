// SPDX-License-Identifier: Apache-2.0
// Parts of a warp by value, sums and scans over them, copies by a group, and
// what a helper header asks to know that the runtime's header was read.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_pipeline.h>
#include <cstdio>

namespace cg = cooperative_groups;

#if !defined __CUDA_RUNTIME_H__ || !defined __DRIVER_TYPES_H__
#error "the guards that helper headers ask for"
#endif

enum { BLOCK = 64, COLUMNS = 9 };

__device__ void parts(int t, int *o)
{
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    auto same = cg::labeled_partition(tile, t % 3);
    auto half = cg::binary_partition(tile, t % 8 < 3);

    o[0] = cg::reduce(tile, t, cg::plus<int>());
    o[1] = (int)same.size() * 100 + cg::reduce(same, t, cg::greater<int>());
    o[2] = (int)half.size() * 100 + cg::reduce(half, t, cg::plus<int>());
    o[3] = cg::inclusive_scan(tile, t);
    o[4] = cg::exclusive_scan(half, t, cg::plus<int>());
}

/* Shuffles move values of any type. */
struct mixed {
    double a;
    int b;
    short c;
};

__device__ int moved(int t)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    mixed m = { t * 1.5, t * 2, (short)-t };
    unsigned char byte = (unsigned char)t;

    m = tile.shfl_xor(m, 3);
    return (int)(m.a * 2) + m.b + m.c + tile.shfl_down(byte, 2) * 1000;
}

__global__ void all(const int *in, int *out)
{
    __shared__ __align__(16) int tile[BLOCK], one[BLOCK], four[BLOCK * 4];
    cg::thread_block block = cg::this_thread_block();
    int t = threadIdx.x, *o = out + t * COLUMNS;

    parts(t, o);
    cg::memcpy_async(block, tile, in, sizeof tile);
    cg::wait(block);
    o[5] = tile[BLOCK - 1 - t];

    __pipeline_memcpy_async(&one[t], &in[t], 4);
    __pipeline_commit();
    __pipeline_memcpy_async(&four[t * 4], &in[t / 4 * 4], 16, 8);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    o[6] = one[t ^ 1];
    __pipeline_wait_prior(0);
    __syncthreads();
    int n = t ^ 33;
    o[7] = four[n * 4] + four[n * 4 + 1] * 10 + four[n * 4 + 2] +
           four[n * 4 + 3];
    o[8] = moved(t);
}

static bool right(int t, const int *in, const int *o)
{
    int base = t / 8 * 8, n[COLUMNS] = { 0 };
    int largest = 0, same = 0, half = 0;

    for (int i = base; i < base + 8; i++) {
        bool with = (i % 8 < 3) == (t % 8 < 3);

        n[0] += i;
        same += i % 3 == t % 3;
        largest = i % 3 == t % 3 ? i : largest;
        half += with;
        n[2] += with ? i : 0;
        n[3] += i <= t ? i : 0;
        n[4] += with && i < t ? i : 0;
    }
    n[1] = same * 100 + largest;
    n[2] += half * 100;
    n[5] = in[BLOCK - 1 - t];
    n[6] = in[t ^ 1];
    n[7] = in[(t ^ 33) / 4 * 4] + in[(t ^ 33) / 4 * 4 + 1] * 10;
    n[8] = (t ^ 3) * 4 + (t % 8 < 6 ? t + 2 : t) * 1000;
    for (int c = 0; c < COLUMNS; c++) {
        if (o[c] != n[c]) {
            printf("thread %d, column %d: %d, not %d\n", t, c, o[c], n[c]);
            return false;
        }
    }
    return true;
}

int main()
{
    int in[BLOCK], out[BLOCK * COLUMNS], *a, *o;
    bool ok = true;

    for (int i = 0; i < BLOCK; i++)
        in[i] = i * 7 + 3;
    cudaMalloc(&a, sizeof in);
    cudaMalloc(&o, sizeof out);
    cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice);
    all<<<1, BLOCK>>>(a, o);
    if (cudaMemcpy(out, o, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        ok = false;
    for (int t = 0; ok && t < BLOCK; t++)
        ok = right(t, in, out + t * COLUMNS);
    cudaFree(a);
    cudaFree(o);
    puts(ok ? "PASS" : "FAIL");
    return ok ? 0 : 1;
}
