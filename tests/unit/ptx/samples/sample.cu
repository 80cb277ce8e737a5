// SPDX-License-Identifier: Apache-2.0
// nvcc -ptx -arch=compute_80 -lineinfo gave nvcc.ptx, clang 14 clang.ptx.
#include <cstdio>
__device__ int counter;
__constant__ float coef[4] = {1, 2, 3, 4};
__device__ const char *message = "hi";
typedef float (*function)(float);
__device__ float twice(float x) { return x * 2; }
__device__ float next(float x) { return x + 1; }
__device__ function table[2] = {twice, next};
struct shape { float x; double y; char name[5]; int a[4]; };
extern __shared__ float dynamic[];
__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

template <int N> __global__ void reduce(const float *in, float *out)
{
    __shared__ float s[N];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * N + t];
    __syncthreads();
    for (int k = N / 2; k > 0; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}
template __global__ void reduce<64>(const float *, float *);

__global__ void cases(int *o, int n)
{
    switch (n) {
    case 0: atomicAdd(o, 1); break;
    case 1: o[2] = o[1] * 3; break;
    case 2: o[3] ^= 5; break;
    case 3: printf("%d %f\n", n, 0.5); break;
    case 4: o[4] = fib(n); break;
    case 5: o[5] = __shfl_down_sync(~0u, o[threadIdx.x], 1); break;
    case 6: __threadfence(); o[9] = 1; break;
    case 7: o[6] = counter; break;
    }
}

__global__ void mixed(shape s, float *o, int i)
{
    int local[8];
    for (int k = 0; k < i; k++)
        local[(k * 3) & 7] = k * i;
    dynamic[threadIdx.x] = table[i & 1](o[threadIdx.x]) + coef[i & 3];
    __syncthreads();
    o[threadIdx.x] = dynamic[threadIdx.x ^ 1] + s.x + (float)s.y + s.name[2] + s.a[i & 3] + local[i & 7];
}
