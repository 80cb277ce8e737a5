// expect: goal=clean finding=barrier-divergence line=22
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#define TILE 16

__global__ void product(const float *a, const float *b, float *c, int n)
{
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx;
    int y = blockIdx.y * TILE + ty;
    float sum = 0;

    if (x >= n || y >= n)
        return;
    for (int t = 0; t < n; t += TILE) {
        // Outside the matrix the tile holds zeros, which add nothing. No thread
        // may leave early: all of them load, and all meet at the barriers.
        tile_a[ty][tx] = y < n && t + tx < n ? a[y * n + t + tx] : 0;
        tile_b[ty][tx] = t + ty < n && x < n ? b[(t + ty) * n + x] : 0;
        __syncthreads(); // the tile is complete before anyone reads it
        for (int k = 0; k < TILE; k++)
            sum += tile_a[ty][k] * tile_b[k][tx];
        __syncthreads(); // all have read it before anyone fills it again
    }
    if (x < n && y < n)
        c[y * n + x] = sum;
}

void solve(const float *a, const float *b, float *c, int n)
{
    const size_t bytes = (size_t)n * n * sizeof(float);
    const dim3 block(TILE, TILE);
    const dim3 grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);
    float *da, *db, *dc;

    if (n == 0)
        return;
    cudaMalloc(&da, bytes);
    cudaMalloc(&db, bytes);
    cudaMalloc(&dc, bytes);
    cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
    product<<<grid, block>>>(da, db, dc, n);
    cudaMemcpy(c, dc, bytes, cudaMemcpyDeviceToHost);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
}
