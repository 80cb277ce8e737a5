// SPDX-License-Identifier: Apache-2.0
// expect: uncoalesced@column misaligned-sectors@shift bank-conflict@bank divergence@parity register-spill@pick double-arithmetic@plain atomic-contention@count small-grid low-occupancy idle-threads
// says: 32.0 lanes share one
// says: a grid of 1 block keeps
// says: limited by shared memory
#include <cstdio>

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t e = (call);                                            \
        if (e != cudaSuccess) {                                            \
            printf("%s\n", cudaGetErrorName(e));                           \
            return 2;                                                      \
        }                                                                  \
    } while (0)

const int N = 65536;

__global__ void column(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    out[i] = in[i % 256 * 256 + i / 256]; // @column
}

__global__ void shift(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    out[i] = in[i + 1]; // @shift
}

__global__ void bank(const float *in, float *out)
{
    __shared__ float s[32][32];
    int x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * 1024;

    s[y][x] = in[i + 32 * y + x];
    __syncthreads();
    out[i + 32 * y + x] = s[x][y]; // @bank
}

__global__ void parity(float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i;

    if (i  % 2 == 0) // @parity
        for (int k = 0; k < 200; k++)
            v = v * 0.5f + 1;
    else
        for (int k = 0; k < 200; k++)
            v = v * 0.25f + 3;
    out[i] = v;
}

__global__ void pick(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, part[4];

    for (int k = 0; k < 4; k++)
        part[k] = in[i] + k; // @pick
    out[i] = part[in[i] & 3];
}

__global__ void plain(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    out[i] = in[i] * 0.1 + 0.7; // @plain
}

__global__ void count(const int *key, int *bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    atomicAdd(&bins[key[i]], 1); // @count
}

__global__ void stride(float *out, int n)
{
    int step = blockDim.x * gridDim.x;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        out[i] = 2.0f * i;
}

__global__ void crowded(float *out)
{
    extern __shared__ float s[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    s[threadIdx.x] = i;
    out[i] = s[threadIdx.x];
}

__global__ void part(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = i;
}

int main()
{
    float *in, *out;
    int *key, *bins;

    CHECK(cudaMalloc(&in, (N + 32) * sizeof *in));
    CHECK(cudaMalloc(&out, N * sizeof *out));
    CHECK(cudaMalloc(&key, N * sizeof *key));
    CHECK(cudaMalloc(&bins, N * sizeof *bins));
    CHECK(cudaMemset(in, 0, (N + 32) * sizeof *in));
    CHECK(cudaMemset(key, 0, N * sizeof *key));
    CHECK(cudaMemset(bins, 0, N * sizeof *bins));
    column<<<N / 256, 256>>>(in, out);
    shift<<<N / 256, 256>>>(in, out);
    bank<<<N / 1024, dim3(32, 32)>>>(in, out);
    parity<<<N / 256, 256>>>(out);
    pick<<<N / 256, 256>>>(key, (int *)out);
    plain<<<N / 256, 256>>>(in, out);
    count<<<N / 256, 256>>>(key, bins);
    stride<<<1, 256>>>(out, N);
    crowded<<<N / 64, 64, 48000>>>(out);
    part<<<10000, 256>>>(out, 10000);
    CHECK(cudaDeviceSynchronize());
    printf("PASS\n");
    return 0;
}
