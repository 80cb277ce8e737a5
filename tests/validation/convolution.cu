// SPDX-License-Identifier: Apache-2.0
// Convolutions of uint32: convolution VARIANT. Mask 5 in constant memory and a
// tile with halo in one dimension; mask 5 x 5 in two, block 16 x 16. Loops are unrolled as nvcc does by itself.
#include "common.h"

__constant__ unsigned mask1[5], mask2[5][5];

// The halo left, the block's own, the halo right; the mask's length is an
// argument, the tile is in dynamic shared memory.
__global__ void one(unsigned *out, const unsigned *in, int n, int length)
{
    extern __shared__ unsigned s[];
    int t = threadIdx.x, b = blockDim.x, half = length / 2;
    int i = blockIdx.x * b + t, left = i - b, right = i + b;
    unsigned sum = 0;

    if (t >= b - half)
        s[t - (b - half)] = left < 0 ? 0 : in[left];
    s[half + t] = in[i];
    if (t < half)
        s[half + b + t] = right >= n ? 0 : in[right];
    __syncthreads();
    for (int k = 0; k < length; k++)
        sum += s[t + k] * mask1[k];
    out[i] = sum;
}

__global__ void basic(unsigned *out, const unsigned *in, const unsigned *mask,
                      int n)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    unsigned sum = 0;

#pragma unroll
    for (int r = 0; r < 5; r++)
#pragma unroll
        for (int c = 0; c < 5; c++) {
            int yy = y + r - 2, xx = x + c - 2;

            if (yy >= 0 && yy < n && xx >= 0 && xx < n)
                sum += in[yy * n + xx] * mask[r * 5 + c];
        }
    out[y * n + x] = sum;
}

__global__ void constant(unsigned *out, const unsigned *in, int n)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    unsigned sum = 0;

#pragma unroll
    for (int r = 0; r < 5; r++)
#pragma unroll
        for (int c = 0; c < 5; c++) {
            int yy = y + r - 2, xx = x + c - 2;

            if (yy >= 0 && yy < n && xx >= 0 && xx < n)
                sum += in[yy * n + xx] * mask2[r][c];
        }
    out[y * n + x] = sum;
}

// Every thread loads an element of the tile, the inner 12 x 12 compute.
__global__ void tiled(unsigned *out, const unsigned *in, int n)
{
    __shared__ unsigned s[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 12 + tx - 2, y = blockIdx.y * 12 + ty - 2;
    unsigned sum = 0;

    s[ty][tx] = x >= 0 && x < n && y >= 0 && y < n ? in[y * n + x] : 0;
    __syncthreads();
    if (tx < 2 || tx >= 14 || ty < 2 || ty >= 14 || x >= n || y >= n)
        return;
#pragma unroll
    for (int r = 0; r < 5; r++)
#pragma unroll
        for (int c = 0; c < 5; c++)
            sum += s[ty + r - 2][tx + c - 2] * mask2[r][c];
    out[y * n + x] = sum;
}

int main(int argc, char **argv)
{
    const char *v = argc > 1 ? argv[1] : "";
    int n = 1 << 26, w = 8192, block = 0;
    unsigned *in = array<unsigned>(n), *out = array<unsigned>(n),
             *mask = array<unsigned>(25);
    dim3 g(w / 16, w / 16), k(16, 16);

    if (sscanf(v, "one%d", &block) == 1)
        one<<<n / block, block, (block + 4) * 4>>>(out, in, n, 5);
    else if (is(v, "basic"))
        basic<<<g, k>>>(out, in, mask, w);
    else if (is(v, "constant"))
        constant<<<g, k>>>(out, in, w);
    else if (is(v, "tiled"))
        tiled<<<dim3((w + 11) / 12, (w + 11) / 12), k>>>(out, in, w);
    else
        return unknown(v);
    done();
    return 0;
}
