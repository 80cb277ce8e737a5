// SPDX-License-Identifier: Apache-2.0
// Kernels whose threads share global memory in order: none of them races.
#include <cstdio>

#define N 1024
#define BLOCK 128

// Neighbouring rows end inside one line of memory.
__global__ void odd_rows(float *out, int width)
{
    int x = threadIdx.x;
    if (x < width)
        out[blockIdx.x * width + x] += x;
}

// The last block to finish adds up what the others wrote.
__device__ unsigned finished;
__global__ void last_block(const int *in, int *partial, int *total)
{
    __shared__ int sum[BLOCK];
    __shared__ bool last;
    int t = threadIdx.x;

    sum[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int step = BLOCK / 2; step; step /= 2) {
        if (t < step)
            sum[t] += sum[t + step];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = sum[0];
        __threadfence();
        last = atomicAdd(&finished, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        if (t == 0) {
            int all = 0;
            for (unsigned i = 0; i < gridDim.x; i++)
                all += partial[i];
            *total = all;
        }
    }
}

// Every thread fences, then one counts: the barrier carries the fences.
__device__ unsigned arrived;
__global__ void all_fence(int *data, int *out)
{
    __shared__ bool last;
    data[blockIdx.x * BLOCK + threadIdx.x] = blockIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    __syncthreads();
    if (last) {
        int sum = 0;
        for (int b = 0; b < (int)gridDim.x; b++)
            sum += data[b * BLOCK + threadIdx.x];
        out[threadIdx.x] = sum;
    }
}

// A lock around a plain counter.
__device__ int lock;
__global__ void locked(int *counter)
{
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
    __threadfence();
    *counter += 1;
    __threadfence();
    atomicExch(&lock, 0);
}

// Each block waits for the one before it, through a volatile flag.
__global__ void chain(volatile int *flag, int *value)
{
    if (threadIdx.x == 0) {
        if (blockIdx.x > 0) {
            while (flag[blockIdx.x - 1] == 0)
                ;
            __threadfence();
        }
        value[blockIdx.x + 1] = value[blockIdx.x] + 1;
        __threadfence();
        flag[blockIdx.x] = 1;
    }
}

// Threads of a block exchange through global memory, with barriers.
__global__ void exchange(int *scratch, int *out)
{
    int *mine = scratch + blockIdx.x * BLOCK;
    int t = threadIdx.x;

    mine[t] = t;
    __syncthreads();
    int other = mine[BLOCK - 1 - t];
    __syncthreads();
    mine[t] = other;
    __syncthreads();
    out[blockIdx.x * BLOCK + t] = mine[(t + 1) % BLOCK];
}

// Lanes of a warp exchange, with __syncwarp.
__global__ void lanes(int *scratch, int *out)
{
    int t = blockIdx.x * BLOCK + threadIdx.x, first = t / 32 * 32;

    scratch[t] = t;
    __syncwarp();
    int next = scratch[first + (t + 1) % 32];
    __syncwarp();
    scratch[t] = next + 1;
    out[t] = scratch[t];
}

__global__ void histogram(const int *in, unsigned *bins)
{
    atomicAdd(&bins[in[blockIdx.x * BLOCK + threadIdx.x] % 8], 1u);
}

// Many threads write the same value.
__global__ void found(const int *in, int *flag)
{
    if (in[blockIdx.x * BLOCK + threadIdx.x] > 3)
        *flag = 1;
}

static int fails;
static void check(const char *what, bool good)
{
    if (!good) {
        printf("FAIL %s\n", what);
        fails++;
    }
}

int main()
{
    const int blocks = N / BLOCK;
    int host[N], *in, *a, *b;
    float *rows, sums[33 * 8];
    unsigned *bins, counted[8];

    for (int i = 0; i < N; i++)
        host[i] = i % 8;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&a, sizeof host + 4);
    cudaMalloc(&b, sizeof host);
    cudaMalloc(&rows, sizeof sums);
    cudaMalloc(&bins, sizeof counted);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(rows, 0, sizeof sums);
    cudaMemset(bins, 0, sizeof counted);

    odd_rows<<<8, 64>>>(rows, 33);
    cudaMemcpy(sums, rows, sizeof sums, cudaMemcpyDeviceToHost);
    check("odd rows", sums[33 * 7 + 32] == 32);

    last_block<<<blocks, BLOCK>>>(in, a, b);
    cudaMemcpy(host, b, 4, cudaMemcpyDeviceToHost);
    check("last block", host[0] == N / 8 * 28);

    all_fence<<<blocks, BLOCK>>>(a, b);
    cudaMemcpy(host, b, 4, cudaMemcpyDeviceToHost);
    check("all fence", host[0] == blocks * (blocks - 1) / 2);

    cudaMemset(a, 0, 4);
    locked<<<20, 32>>>(a);
    cudaMemcpy(host, a, 4, cudaMemcpyDeviceToHost);
    check("lock", host[0] == 20);

    cudaMemset(a, 0, sizeof host + 4);
    cudaMemset(b, 0, sizeof host);
    chain<<<16, 32>>>(b, a);
    cudaMemcpy(host, a, 17 * 4, cudaMemcpyDeviceToHost);
    check("chain", host[16] == 16);

    exchange<<<blocks, BLOCK>>>(a, b);
    cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
    check("exchange", host[0] == BLOCK - 2);

    lanes<<<blocks, BLOCK>>>(a, b);
    cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
    check("lanes", host[0] == 2 && host[31] == 1);

    histogram<<<blocks, BLOCK>>>(in, bins);
    cudaMemcpy(counted, bins, sizeof counted, cudaMemcpyDeviceToHost);
    check("histogram", counted[5] == N / 8);

    found<<<blocks, BLOCK>>>(in, a);
    cudaMemcpy(host, a, 4, cudaMemcpyDeviceToHost);
    check("found", host[0] == 1);

    cudaFree(in);
    cudaFree(a);
    cudaFree(b);
    cudaFree(rows);
    cudaFree(bins);
    puts(fails ? "FAIL" : "PASS");
    return fails != 0;
}
