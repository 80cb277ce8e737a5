// SPDX-License-Identifier: Apache-2.0
// Half and bfloat16 values in shared and constant memory: a block reverses
// pairs through a tile and scales them.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>

enum { BLOCK = 64 };

__constant__ half scale[1];

__global__ void reverse(const half2 *in, float *out)
{
    __shared__ half2 tile[BLOCK];
    __shared__ __nv_bfloat16 wide[BLOCK];
    __shared__ __nv_bfloat162 pair;
    __shared__ half one;
    int t = threadIdx.x;

    tile[t] = in[t];
    wide[t] = __float2bfloat16((float)t);
    if (t == 0) {
        one = __float2half(1.0f);
        pair = __halves2bfloat162(__float2bfloat16(2.0f),
                                  __float2bfloat16(4.0f));
    }
    __syncthreads();
    half2 v = tile[BLOCK - 1 - t];
    out[t] = __half2float(__hmul(__hadd(__low2half(v), __high2half(v)),
                                 scale[0])) +
             __half2float(one) + __low2float(pair) +
             __bfloat162float(wide[t ^ 1]);
}

int main()
{
    half2 in[BLOCK], *a;
    float out[BLOCK], *o;
    half two = __float2half(2.0f);
    bool ok = true;

    for (int i = 0; i < BLOCK; i++)
        in[i] = __floats2half2_rn((float)i, 0.5f);
    cudaMalloc(&a, sizeof in);
    cudaMalloc(&o, sizeof out);
    cudaMemcpyToSymbol(scale, &two, sizeof two);
    cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice);
    reverse<<<1, BLOCK>>>(a, o);
    cudaMemcpy(out, o, sizeof out, cudaMemcpyDeviceToHost);
    for (int t = 0; t < BLOCK; t++)
        ok = ok && out[t] == 2 * (BLOCK - 1 - t + 0.5f) + 3 + (t ^ 1);
    cudaFree(a);
    cudaFree(o);
    puts(ok ? "PASS" : "FAIL");
    return ok ? 0 : 1;
}
