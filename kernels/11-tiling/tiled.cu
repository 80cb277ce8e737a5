// SPDX-License-Identifier: Apache-2.0
// Matrix product of n x n floats (argument, default 256). 
// The block reads tiles of A and B once and shares them.
#include <cstdio>
#include <cstdlib>

#define TILE 16

__global__ void mm_tiled(const float *a, const float *b, float *c, int n)
{
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx;
    int y = blockIdx.y * TILE + ty;
    float sum = 0;

    // [hot]
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
    // [/hot]
    if (x < n && y < n)
        c[y * n + x] = sum;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 256;
    const size_t bytes = (size_t)n * n * sizeof(float);
    float *a = (float *)malloc(bytes), *b = (float *)malloc(bytes);
    float *c = (float *)malloc(bytes), *da, *db, *dc;
    int wrong = 0;

    for (int i = 0; i < n * n; i++) {
        a[i] = i % 7;
        b[i] = i % 5;
    }
    cudaMalloc(&da, bytes);
    cudaMalloc(&db, bytes);
    cudaMalloc(&dc, bytes);
    cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
    mm_tiled<<<dim3((n + TILE - 1) / TILE, (n + TILE - 1) / TILE),
             dim3(TILE, TILE)>>>(da, db, dc, n);
    cudaMemcpy(c, dc, bytes, cudaMemcpyDeviceToHost);
    // The CPU's answer, on some rows of a large product.
    for (int y = 0; y < n; y += n > 256 ? 61 : 1)
        for (int x = 0; x < n; x++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[y * n + k] * b[k * n + x];
            wrong += c[y * n + x] != sum;
        }
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    free(a);
    free(b);
    free(c);
    printf("%s\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
