// SPDX-License-Identifier: Apache-2.0
// Four ways to add up an array: interleaved, sequential, shuffles, templates
// with dynamic shared memory; each level reduces the block sums again.
// advice: divergence
#include <cstdio>
#include <numeric>
#include <vector>

__global__ void interleaved(const int *in, int *out, unsigned n)
{
    extern __shared__ int sdata[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;

    sdata[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = sdata[0];
}

template <unsigned blockSize>
__global__ void sequential(const int *in, int *out, unsigned n)
{
    extern __shared__ int sdata[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockSize + tid;

    sdata[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned s = blockSize / 2; s > 0; s >>= 1) {
        if (tid < s)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = sdata[0];
}

__inline__ __device__ int warpSum(int v)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        v += __shfl_down_sync(0xffffffff, v, offset);
    return v;
}

__global__ void shuffled(const int *in, int *out, unsigned n)
{
    static __shared__ int shared[32];
    int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize, v = 0;

    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += blockDim.x * gridDim.x)
        v += in[i];
    v = warpSum(v);
    if (lane == 0)
        shared[wid] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / warpSize ? shared[lane] : 0;
    if (wid == 0)
        v = warpSum(v);
    if (threadIdx.x == 0)
        out[blockIdx.x] = v;
}

__global__ void atomicSum(const int *in, int *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = warpSum(i < n ? in[i] : 0);

    if ((threadIdx.x & (warpSize - 1)) == 0)
        atomicAdd(out, v);
}

int main()
{
    const unsigned n = 100003, block = 256, blocks = (n + block - 1) / block;
    std::vector<int> host(n), partial(blocks);
    int *in, *out, bad = 0;

    for (unsigned i = 0; i < n; i++)
        host[i] = int(i * 2654435761u >> 20) - 2048;
    const int want = std::accumulate(host.begin(), host.end(), 0);
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, blocks * sizeof(int));
    cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    for (int version = 0; version < 4; version++) {
        unsigned sums = blocks;
        cudaMemset(out, 0, blocks * sizeof(int));
        switch (version) {
        case 0:
            interleaved<<<blocks, block, block * sizeof(int)>>>(in, out, n);
            break;
        case 1:
            sequential<256><<<blocks, block, block * sizeof(int)>>>(in, out, n);
            break;
        case 2:
            sums = 48;
            shuffled<<<sums, block>>>(in, out, n);
            break;
        case 3:
            sums = 1;
            atomicSum<<<blocks, block>>>(in, out, n);
        }
        cudaMemcpy(partial.data(), out, sums * sizeof(int),
                   cudaMemcpyDeviceToHost);
        int got = std::accumulate(partial.begin(), partial.begin() + sums, 0);
        if (got != want) {
            printf("version %d: %d, want %d\n", version, got, want);
            bad = 1;
        }
    }
    cudaFree(in);
    cudaFree(out);
    printf(bad ? "FAIL\n" : "PASS\n");
    return bad;
}
