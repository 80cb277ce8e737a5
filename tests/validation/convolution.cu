// SPDX-License-Identifier: Apache-2.0
// Convolutions of floats: convolution VARIANT. One dimension, mask 5, tile with
// halo; two dimensions, mask 5 x 5, block 16 x 16. As in the originals the
// mask's size and the tile's are arguments, and results are clamped with
// double literals, so that every thread does a little double arithmetic.
#include "common.h"

__constant__ float mask_c[64];

__device__ inline float clamped(float v)
{
    double low = v > 0.0 ? v : 0.0;

    return low < 1.0 ? low : 1.0;
}

// The halo left, the block's own elements, the halo right.
__global__ void one(float *out, const float *in, int n, int length)
{
    extern __shared__ float s[];
    int t = threadIdx.x, b = blockDim.x, half = length / 2;
    int i = blockIdx.x * b + t, left = i - b, right = i + b;
    float sum = 0;

    if (t >= b - half)
        s[t - (b - half)] = left < 0 ? 0 : in[left];
    s[half + t] = in[i];
    if (t < half)
        s[half + b + t] = right >= n ? 0 : in[right];
    __syncthreads();
    for (int k = 0; k < length; k++)
        sum += s[t + k] * mask_c[k];
    out[i] = clamped(sum);
}

__global__ void basic(float *out, float *in, float *mask, int mh, int mw, int h,
                      int w, int channels)
{
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int x = blockIdx.x * blockDim.x + threadIdx.x;

    if (y >= h || x >= w)
        return;
    for (int c = 0; c < channels; c++) {
        float sum = 0;

        for (int r = 0; r < mh; r++)
            for (int q = 0; q < mw; q++) {
                int yy = y - mh / 2 + r, xx = x - mw / 2 + q;

                if (yy >= 0 && yy < h && xx >= 0 && xx < w)
                    sum += in[(yy * w + xx) * channels + c] * mask[r * mw + q];
            }
        out[(y * w + x) * channels + c] = clamped(sum);
    }
}

__global__ void constant(float *out, float *in, int mh, int mw, int h, int w,
                         int channels)
{
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int x = blockIdx.x * blockDim.x + threadIdx.x;

    if (y >= h || x >= w)
        return;
    for (int c = 0; c < channels; c++) {
        float sum = 0;

        for (int r = 0; r < mh; r++)
            for (int q = 0; q < mw; q++) {
                int yy = y - mh / 2 + r, xx = x - mw / 2 + q;

                if (yy >= 0 && yy < h && xx >= 0 && xx < w)
                    sum +=
                        in[(yy * w + xx) * channels + c] * mask_c[r * mw + q];
            }
        out[(y * w + x) * channels + c] = clamped(sum);
    }
}

// Every thread loads an element of the tile, the inner ones compute.
__global__ void tiled(float *out, float *in, int mh, int mw, int h, int w,
                      int channels)
{
    extern __shared__ float s[];
    int inner_h = blockDim.y - mh + 1, inner_w = blockDim.x - mw + 1;
    int ty = threadIdx.y, tx = threadIdx.x;
    int y = blockIdx.y * inner_h + ty, x = blockIdx.x * inner_w + tx;
    int yy = y - mh / 2, xx = x - mw / 2;

    for (int c = 0; c < channels; c++) {
        float v = 0;

        if (yy >= 0 && yy < h && xx >= 0 && xx < w)
            v = in[(yy * w + xx) * channels + c];
        s[ty * blockDim.x + tx] = v;
        __syncthreads();
        if (ty < inner_h && tx < inner_w && y < h && x < w) {
            float sum = 0;

            for (int r = 0; r < mh; r++)
                for (int q = 0; q < mw; q++)
                    sum +=
                        s[(ty + r) * blockDim.x + tx + q] * mask_c[r * mw + q];
            out[(y * w + x) * channels + c] = clamped(sum);
        }
        __syncthreads();
    }
}

int main(int argc, char **argv)
{
    const char *v = argc > 1 ? argv[1] : "";
    int n = 1 << 26, w = 8192, block = 0;
    float *in = array<float>(n), *out = array<float>(n),
          *mask = array<float>(25);
    dim3 g(w / 16, w / 16), k(16, 16), inner((w + 11) / 12, (w + 11) / 12);

    if (sscanf(v, "one%d", &block) == 1)
        one<<<n / block, block, (block + 4) * 4>>>(out, in, n, 5);
    else if (is(v, "basic"))
        basic<<<g, k>>>(out, in, mask, 5, 5, w, w, 1);
    else if (is(v, "constant"))
        constant<<<g, k>>>(out, in, 5, 5, w, w, 1);
    else if (is(v, "tiled"))
        tiled<<<inner, k, 1024>>>(out, in, 5, 5, w, w, 1);
    else
        return unknown(v);
    done();
    return 0;
}
