// SPDX-License-Identifier: Apache-2.0
// Transposes of n x n floats: transpose VARIANT N
#include "common.h"

template <int T> __global__ void naive(float *out, const float *in, int n)
{
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;

    out[(size_t)x * n + y] = in[(size_t)y * n + x];
}

// PAD columns more; each thread moves T / ROWS elements.
template <int T, int ROWS, int PAD>
__global__ void tiled(float *out, const float *in, int n)
{
    __shared__ float tile[T][T + PAD];
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;

#pragma unroll
    for (int j = 0; j < T; j += ROWS)
        tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * T + threadIdx.x;
    y = blockIdx.x * T + threadIdx.y;
#pragma unroll
    for (int j = 0; j < T; j += ROWS)
        out[(size_t)(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Four floats a thread: block 8 x 32, tile 32 x 32.
__global__ void vec4(float *out, const float *in, int n)
{
    __shared__ float tile[32][33];
    int c = threadIdx.x * 4, r = threadIdx.y;
    float4 v = *(const float4 *)&in[(size_t)(blockIdx.y * 32 + r) * n +
                                    blockIdx.x * 32 + c];

    tile[r][c] = v.x;
    tile[r][c + 1] = v.y;
    tile[r][c + 2] = v.z;
    tile[r][c + 3] = v.w;
    __syncthreads();
    v = make_float4(tile[c][r], tile[c + 1][r], tile[c + 2][r], tile[c + 3][r]);
    *(float4 *)&out[(size_t)(blockIdx.x * 32 + r) * n + blockIdx.y * 32 + c] =
        v;
}

// Two floats a thread, tile 64 x 64, block 32 x 32: each thread two rows.
__global__ void vec2(float *out, const float *in, int n)
{
    __shared__ float tile[64][65];
    int c = threadIdx.x * 2, r = threadIdx.y;

#pragma unroll
    for (int j = 0; j < 64; j += 32) {
        float2 v = *(const float2 *)&in[(size_t)(blockIdx.y * 64 + r + j) * n +
                                        blockIdx.x * 64 + c];
        tile[r + j][c] = v.x;
        tile[r + j][c + 1] = v.y;
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 64; j += 32) {
        float2 v = make_float2(tile[c][r + j], tile[c + 1][r + j]);
        *(float2 *)&out[(size_t)(blockIdx.x * 64 + r + j) * n +
                        blockIdx.y * 64 + c] = v;
    }
}

int main(int argc, char **argv)
{
    const char *v = argc > 1 ? argv[1] : "";
    int n = (int)number(argc, argv, 2, 1024);
    float *in = array<float>((size_t)n * n), *out = array<float>((size_t)n * n);
    dim3 g16(n / 16, n / 16), g32(n / 32, n / 32), g64(n / 64, n / 64);

    if (is(v, "naive16"))
        naive<16><<<g16, dim3(16, 16)>>>(out, in, n);
    else if (is(v, "tiled16"))
        tiled<16, 16, 0><<<g16, dim3(16, 16)>>>(out, in, n);
    else if (is(v, "padded16"))
        tiled<16, 16, 1><<<g16, dim3(16, 16)>>>(out, in, n);
    else if (is(v, "naive32"))
        naive<32><<<g32, dim3(32, 32)>>>(out, in, n);
    else if (is(v, "tiled32"))
        tiled<32, 32, 0><<<g32, dim3(32, 32)>>>(out, in, n);
    else if (is(v, "padded32"))
        tiled<32, 32, 1><<<g32, dim3(32, 32)>>>(out, in, n);
    else if (is(v, "coarsen2"))
        tiled<32, 16, 1><<<g32, dim3(32, 16)>>>(out, in, n);
    else if (is(v, "coarsen4"))
        tiled<32, 8, 1><<<g32, dim3(32, 8)>>>(out, in, n);
    else if (is(v, "vec4"))
        vec4<<<g32, dim3(8, 32)>>>(out, in, n);
    else if (is(v, "vec2"))
        vec2<<<g64, dim3(32, 32)>>>(out, in, n);
    else
        return unknown(v);
    done();
    return 0;
}
