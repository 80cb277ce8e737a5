// SPDX-License-Identifier: Apache-2.0
// Matrix transpose through a padded tile; 32 x 8 threads move 32 x 32 values.
// advice: uncoalesced
#include <cassert>
#include <cstdio>

const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;

__global__ void transposeNaive(float *odata, const float *idata)
{
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    int width = gridDim.x * TILE_DIM;

    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        odata[x * width + (y + j)] = idata[(y + j) * width + x];
}

__global__ void transposeTiled(float *odata, const float *idata)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    int width = gridDim.x * TILE_DIM;

    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        odata[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}

static float in[256 * 256], out[256 * 256];

static int check(const char *name, const float *d_out, int n)
{
    int bad = 0;

    cudaMemcpy(out, d_out, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            bad += out[j * n + i] != in[i * n + j];
    if (bad)
        printf("%s: %d wrong\n", name, bad);
    return bad;
}

int main()
{
    const int n = 256;
    float *d_in, *d_out;
    dim3 grid(n / TILE_DIM, n / TILE_DIM, 1), block(TILE_DIM, BLOCK_ROWS, 1);
    int bad = 0;

    assert(n % TILE_DIM == 0);
    for (int i = 0; i < n * n; i++)
        in[i] = i;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, sizeof out);
    transposeNaive<<<grid, block>>>(d_out, d_in);
    bad += check("naive", d_out, n);
    cudaMemset(d_out, 0, sizeof out);
    transposeTiled<<<grid, block>>>(d_out, d_in);
    bad += check("tiled", d_out, n);
    cudaFree(d_in);
    cudaFree(d_out);
    puts(bad ? "FAIL" : "PASS");
    return bad != 0;
}
