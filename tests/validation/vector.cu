// SPDX-License-Identifier: Apache-2.0
// Element size and vector width: vector VARIANT
#include <cuda_fp16.h>

#include "common.h"

// 2D, block 32 x 8, width in elements of T.
template <typename T> __global__ void copy2d(T *out, const T *in, int width)
{
    size_t i = (size_t)(blockIdx.y * 8 + threadIdx.y) * width +
               blockIdx.x * 32 + threadIdx.x;

    out[i] = in[i];
}

__device__ inline float sum5(float a, float b, float c, float d, float e)
{
    return 0.2f * (a + b + c + d + e);
}

__global__ void stencil(float *out, const float *in, int w)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    size_t i = (size_t)y * w + x;

    if (x > 0 && y > 0 && x < w - 1 && y < w - 1)
        out[i] = sum5(in[i], in[i - 1], in[i + 1], in[i - w], in[i + w]);
}

__global__ void stencil_half(__half *out, const __half *in, int w)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    size_t i = (size_t)y * w + x;

    if (x > 0 && y > 0 && x < w - 1 && y < w - 1)
        out[i] =
            __float2half(sum5(__half2float(in[i]), __half2float(in[i - 1]),
                              __half2float(in[i + 1]), __half2float(in[i - w]),
                              __half2float(in[i + w])));
}

__global__ void stencil_half2(__half2 *out, const __half2 *in, int w)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    size_t i = (size_t)y * w + x;
    const __half *s = (const __half *)in;

    if (x > 0 && y > 0 && x < w - 1 && y < w - 1) {
        float2 c = __half22float2(in[i]), n = __half22float2(in[i - w]),
               o = __half22float2(in[i + w]);
        float l = __half2float(s[2 * i - 1]), r = __half2float(s[2 * i + 2]);

        out[i] = __floats2half2_rn(sum5(c.x, l, c.y, n.x, o.x),
                                   sum5(c.y, c.x, r, n.y, o.y));
    }
}

__global__ void stencil4(float4 *out, const float4 *in, int w)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    size_t i = (size_t)y * w + x;
    const float *s = (const float *)in;

    if (x > 0 && y > 0 && x < w - 1 && y < w - 1) {
        float4 c = in[i], n = in[i - w], o = in[i + w];
        float l = s[4 * i - 1], r = s[4 * i + 4];

        out[i] = make_float4(
            sum5(c.x, l, c.y, n.x, o.x), sum5(c.y, c.x, c.z, n.y, o.y),
            sum5(c.z, c.y, c.w, n.z, o.z), sum5(c.w, c.z, r, n.w, o.w));
    }
}

template <typename T> __global__ void copy1d(T *out, const T *in)
{
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;

    out[i] = in[i];
}

int main(int argc, char **argv)
{
    const char *v = argc > 1 ? argv[1] : "";
    long n = number(argc, argv, 2, 1l << 28);
    int w = 8192;
    float *a = array<float>(n), *b = array<float>(n);
    dim3 k(32, 8), g1(w / 32, w / 8), g2(w / 64, w / 8), g4(w / 128, w / 8);

    if (is(v, "copy2d_float"))
        copy2d<<<g1, k>>>(b, a, w);
    else if (is(v, "copy2d_half"))
        copy2d<<<g1, k>>>((__half *)b, (__half *)a, w);
    else if (is(v, "copy2d_half2"))
        copy2d<<<g2, k>>>((__half2 *)b, (__half2 *)a, w / 2);
    else if (is(v, "copy2d_float4"))
        copy2d<<<g4, k>>>((float4 *)b, (float4 *)a, w / 4);
    else if (is(v, "stencil_float"))
        stencil<<<g1, k>>>(b, a, w);
    else if (is(v, "stencil_half"))
        stencil_half<<<g1, k>>>((__half *)b, (__half *)a, w);
    else if (is(v, "stencil_half2"))
        stencil_half2<<<g2, k>>>((__half2 *)b, (__half2 *)a, w / 2);
    else if (is(v, "stencil_float4"))
        stencil4<<<g4, k>>>((float4 *)b, (float4 *)a, w / 4);
    else if (is(v, "copy_float"))
        copy1d<<<n / 256, 256>>>(b, a);
    else if (is(v, "copy_float4"))
        copy1d<<<n / 1024, 256>>>((float4 *)b, (float4 *)a);
    else
        return unknown(v);
    done();
    return 0;
}
