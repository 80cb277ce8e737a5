// SPDX-License-Identifier: Apache-2.0
// The matrix products that tests/bench_sim.c times.
extern "C" __global__ void naive(const float *a, const float *b, float *c,
                                 int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (row >= n || col >= n)
        return;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}

enum { TILE = 16 };

extern "C" __global__ void tiled(const float *a, const float *b, float *c,
                                 int n)
{
    __shared__ float sa[TILE][TILE], sb[TILE][TILE];
    int ty = threadIdx.y, tx = threadIdx.x;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    float sum = 0;

    for (int t = 0; t < n; t += TILE) {
        sa[ty][tx] = row < n && t + tx < n ? a[row * n + t + tx] : 0;
        sb[ty][tx] = col < n && t + ty < n ? b[(t + ty) * n + col] : 0;
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += sa[ty][k] * sb[k][tx];
        __syncthreads();
    }
    if (row < n && col < n)
        c[row * n + col] = sum;
}
