// SPDX-License-Identifier: Apache-2.0
// Kernels that race on global memory. A comment of the form `race N` marks a
// line; every race that is found must join two lines of one N.
#include <cstdio>

#define BLOCK 64

__global__ void lost_update(int *counter)
{
    *counter += 1; // race 1
}

// In place: a thread may read its neighbour before or after it is written.
__global__ void shift(int *a, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int next = i + 1 < n ? a[i + 1] : 0; // race 2
    a[i] = next;                         // race 2
}

// The last block reads what others wrote, and nothing orders the two.
__device__ unsigned finished;
__global__ void no_fence(int *partial, int *total)
{
    if (threadIdx.x != 0)
        return;
    partial[blockIdx.x] = blockIdx.x; // race 3
    if (atomicAdd(&finished, 1) == gridDim.x - 1)
        for (unsigned i = 0; i < gridDim.x; i++)
            *total += partial[i]; // race 3
}

// Whose value stays?
__global__ void last_writer(int *winner)
{
    if (threadIdx.x == 0)
        *winner = blockIdx.x; // race 4
}

// Warps of a block exchange through global memory without a barrier.
__global__ void no_barrier(int *scratch, int *out)
{
    int *mine = scratch + blockIdx.x * BLOCK, t = threadIdx.x;
    mine[t] = t;                                          // race 5
    out[blockIdx.x * BLOCK + t] = mine[(t + 32) % BLOCK]; // race 5
}

// A plain read beside atomics.
__global__ void peek(int *count, int *out)
{
    atomicAdd(count, 1); // race 6
    if (threadIdx.x == 0)
        out[blockIdx.x] = *count; // race 6
}

// A flag without a fence: the data may come after it.
__global__ void flag_only(volatile int *flag, int *data, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *data = 7; // race 7
        *flag = 1; // race 8
    } else {
        while (*flag == 0) // race 8
            ;
        out[blockIdx.x] = *data; // race 7
    }
}

// Lanes of one warp read what the next lane wrote, without __syncwarp.
__global__ void in_one_warp(int *a, int *out)
{
    int t = threadIdx.x;
    a[t + 1] = t;      // race 9
    if (t > 0)         // (the compiler forwards no value across this)
        out[t] = a[t]; // race 9
}

int main()
{
    int *a, *b;

    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    int host[1024];
    for (int i = 0; i < 1024; i++)
        host[i] = i;
    cudaMemcpy(a, host, 4096, cudaMemcpyHostToDevice);
    cudaMemset(b, 0, 4096);
    lost_update<<<2, BLOCK>>>(a);
    shift<<<4, BLOCK>>>(a, 4 * BLOCK);
    no_fence<<<8, 32>>>(a, b);
    last_writer<<<4, 32>>>(a);
    no_barrier<<<2, BLOCK>>>(a, b);
    peek<<<4, 32>>>(a, b);
    cudaMemset(a, 0, 4096);
    flag_only<<<2, 32>>>(a, a + 512, b);
    in_one_warp<<<1, 32>>>(a, b);
    cudaDeviceSynchronize();
    puts("done");
    cudaFree(a);
    cudaFree(b);
    return 0;
}
