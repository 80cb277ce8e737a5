// SPDX-License-Identifier: Apache-2.0
// Products C = alpha A B + beta C of floats, A is m x k, B k x n, and of
// uint32: gemm VARIANT M K. Loops are unrolled as nvcc does by itself. Each step of the usual path from one element a
// thread to eight by eight.
#include "common.h"

__global__ void naive(int m, int k, const float *a, const float *b, float *c)
{
    int row = blockIdx.x * 32 + threadIdx.x,
        col = blockIdx.y * 32 + threadIdx.y;
    float sum = 0;

#pragma unroll 4
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * m + col];
    c[row * m + col] = 0.5f * sum + 3.0f * c[row * m + col];
}

__global__ void coalesced(int m, int k, const float *a, const float *b,
                          float *c)
{
    int row = blockIdx.x * 32 + threadIdx.x / 32,
        col = blockIdx.y * 32 + threadIdx.x % 32;
    float sum = 0;

#pragma unroll 4
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * m + col];
    c[row * m + col] = 0.5f * sum + 3.0f * c[row * m + col];
}

// The tile is as large as the block, in dynamic shared memory.
__global__ void tiles(int m, int k, const unsigned *a, const unsigned *b,
                      unsigned *c)
{
    extern __shared__ unsigned as[];
    int n = blockDim.x, r = threadIdx.y, q = threadIdx.x;
    unsigned *bs = as + n * n, sum = 0;
    int row = blockIdx.y * n + r, col = blockIdx.x * n + q;

    for (int t = 0; t < k / n; t++) {
        as[r * n + q] = a[row * k + t * n + q];
        bs[r * n + q] = b[(t * n + r) * m + col];
        __syncthreads();
#pragma unroll 4
        for (int i = 0; i < n; i++)
            sum += as[r * n + i] * bs[i * n + q];
        __syncthreads();
    }
    c[row * m + col] = sum;
}

__global__ void shared32(int m, int k, const float *a, const float *b, float *c)
{
    __shared__ float as[32 * 32], bs[32 * 32];
    int r = threadIdx.x / 32, q = threadIdx.x % 32;
    int row = blockIdx.y * 32 + r, col = blockIdx.x * 32 + q;
    float sum = 0;

    for (int t = 0; t < k; t += 32) {
        as[threadIdx.x] = a[row * k + t + q];
        bs[threadIdx.x] = b[(t + r) * m + col];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 32; i++)
            sum += as[r * 32 + i] * bs[i * 32 + q];
        __syncthreads();
    }
    c[row * m + col] = 0.5f * sum + 3.0f * c[row * m + col];
}

// 64 x 64 x 8, 512 threads, eight results of a column a thread.
__global__ void column8(int m, int k, const float *a, const float *b, float *c)
{
    __shared__ float as[64 * 8], bs[8 * 64];
    int q = threadIdx.x % 64, r = threadIdx.x / 64;
    int ar = threadIdx.x / 8, ac = threadIdx.x % 8;
    float sum[8] = { 0 };

    a += blockIdx.y * 64 * k;
    b += blockIdx.x * 64;
    for (int t = 0; t < k; t += 8) {
        as[ar * 8 + ac] = a[ar * k + t + ac];
        bs[r * 64 + q] = b[(t + r) * m + q];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 8; i++) {
            float v = bs[i * 64 + q];
#pragma unroll
            for (int j = 0; j < 8; j++)
                sum[j] += as[(r * 8 + j) * 8 + i] * v;
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < 8; j++) {
        float *p = &c[(blockIdx.y * 64 + r * 8 + j) * m + blockIdx.x * 64 + q];

        *p = 0.5f * sum[j] + 3.0f * *p;
    }
}

// 128 x 128 x 8, 256 threads, 8 x 8 results a thread. VECTOR: float4 to and
// from memory, A kept transposed.
template <bool VECTOR>
__global__ void square8(int m, int k, const float *a, const float *b, float *c)
{
    __shared__ __align__(16) float as[8 * 128], bs[8 * 128];
    int q = threadIdx.x % 16, r = threadIdx.x / 16;
    float sum[8][8] = { 0 }, x[8], y[8];

    a += blockIdx.y * 128 * k;
    b += blockIdx.x * 128;
    for (int t = 0; t < k; t += 8) {
        if (VECTOR) {
            int ar = threadIdx.x / 2, ac = threadIdx.x % 2 * 4;
            int br = threadIdx.x / 32, bc = threadIdx.x % 32 * 4;
            float4 v = *(const float4 *)&a[ar * k + t + ac];

            as[ac * 128 + ar] = v.x;
            as[(ac + 1) * 128 + ar] = v.y;
            as[(ac + 2) * 128 + ar] = v.z;
            as[(ac + 3) * 128 + ar] = v.w;
            *(float4 *)&bs[br * 128 + bc] =
                *(const float4 *)&b[(t + br) * m + bc];
        } else {
#pragma unroll
            for (int j = 0; j < 4; j++) {
                int ar = threadIdx.x / 8 + j * 32, ac = threadIdx.x % 8;
                int br = threadIdx.x / 128 + j * 2, bc = threadIdx.x % 128;

                as[ar * 8 + ac] = a[ar * k + t + ac];
                bs[br * 128 + bc] = b[(t + br) * m + bc];
            }
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 8; i++) {
#pragma unroll
            for (int j = 0; j < 8; j++) {
                x[j] =
                    VECTOR ? as[i * 128 + r * 8 + j] : as[(r * 8 + j) * 8 + i];
                y[j] = bs[i * 128 + q * 8 + j];
            }
#pragma unroll
            for (int j = 0; j < 8; j++)
#pragma unroll
                for (int l = 0; l < 8; l++)
                    sum[j][l] += x[j] * y[l];
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < 8; j++) {
        float *p =
            &c[(blockIdx.y * 128 + r * 8 + j) * m + blockIdx.x * 128 + q * 8];
#pragma unroll
        for (int l = 0; l < 8; l += VECTOR ? 4 : 1) {
            if (VECTOR) {
                float4 v = *(float4 *)&p[l];

                v.x = 0.5f * sum[j][l] + 3.0f * v.x;
                v.y = 0.5f * sum[j][l + 1] + 3.0f * v.y;
                v.z = 0.5f * sum[j][l + 2] + 3.0f * v.z;
                v.w = 0.5f * sum[j][l + 3] + 3.0f * v.w;
                *(float4 *)&p[l] = v;
            } else {
                p[l] = 0.5f * sum[j][l] + 3.0f * p[l];
            }
        }
    }
}

__global__ void naive_uint(int n, const unsigned *a, const unsigned *b,
                           unsigned *c)
{
    int row = blockIdx.y * 16 + threadIdx.y,
        col = blockIdx.x * 16 + threadIdx.x;
    unsigned sum = 0;

#pragma unroll 4
    for (int i = 0; i < n; i++)
        sum += a[row * n + i] * b[i * n + col];
    c[row * n + col] = sum;
}

int main(int argc, char **argv)
{
    const char *v = argc > 1 ? argv[1] : "";
    int m = (int)number(argc, argv, 2, 4096), k = (int)number(argc, argv, 3, m);
    float *a = array<float>((size_t)m * k), *b = array<float>((size_t)m * k),
          *c = array<float>((size_t)m * m);
    unsigned *ua = (unsigned *)a, *ub = (unsigned *)b, *uc = (unsigned *)c;
    int t = 0;
    dim3 g32(m / 32, m / 32), g16(m / 16, m / 16), k16(16, 16), k32(32, 32);

    if (is(v, "naive"))
        naive<<<g32, k32>>>(m, k, a, b, c);
    else if (is(v, "coalesced"))
        coalesced<<<g32, 1024>>>(m, k, a, b, c);
    else if (is(v, "shared32"))
        shared32<<<g32, 1024>>>(m, k, a, b, c);
    else if (is(v, "column8"))
        column8<<<dim3(m / 64, m / 64), 512>>>(m, k, a, b, c);
    else if (is(v, "square8"))
        square8<false><<<dim3(m / 128, m / 128), 256>>>(m, k, a, b, c);
    else if (is(v, "vector8"))
        square8<true><<<dim3(m / 128, m / 128), 256>>>(m, k, a, b, c);
    else if (is(v, "naive_uint"))
        naive_uint<<<g16, k16>>>(m, ua, ub, uc);
    else if (sscanf(v, "tiles%d", &t) == 1)
        tiles<<<dim3(m / t, m / t), dim3(t, t), t * t * 8>>>(m, k, ua, ub, uc);
    else
        return unknown(v);
    done();
    return 0;
}
