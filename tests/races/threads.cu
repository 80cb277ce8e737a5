// SPDX-License-Identifier: Apache-2.0
// Launches large enough for several host threads. What blocks do to each
// other here has one meaning: as if they ran in index order.
#include <cstdio>

#define BLOCKS 600
#define BLOCK 256
#define N (BLOCKS * BLOCK)

// A block reads what the one before it wrote: no speculation survives this.
__global__ void chain(int *a)
{
    int b = blockIdx.x, t = threadIdx.x;
    if (b > 0)
        a[b * BLOCK + t] += a[(b - 1) * BLOCK + t];
}

// Only the last block looks back, to the very first.
__global__ void look_back(int *a)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    a[i] = blockIdx.x == BLOCKS - 1 ? a[threadIdx.x] * 2 : i;
}

__global__ void odd(float *out, int width)
{
    if ((int)threadIdx.x < width)
        out[blockIdx.x * width + threadIdx.x] += blockIdx.x * 0.5f;
}

__global__ void bytes(unsigned char *out)
{
    out[blockIdx.x * 255 + threadIdx.x % 255] = threadIdx.x % 255;
}

__global__ void sums(float *sum, const int *a)
{
    atomicAdd(sum, 1.0f / (1 + a[blockIdx.x * BLOCK + threadIdx.x] % 97));
}

// Whole numbers come out the same in any order: several workers do it.
__global__ void bins(unsigned *bin)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    atomicAdd(&bin[i * 7 % 1024], 1u + i % 5);
}

// The same, but one block looks at what is there so far.
__global__ void peek(unsigned *bin, unsigned *out)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    atomicMax(&bin[i % 512], (unsigned)i);
    if (blockIdx.x == BLOCKS / 2)
        out[threadIdx.x] = atomicMax(&bin[threadIdx.x], 0u);
}

__global__ void say()
{
    if (threadIdx.x == 0 && blockIdx.x % 200 == 0)
        printf("block %d\n", (int)blockIdx.x);
}

__global__ void clocks(long long *out)
{
    long long start = clock64();
    out[blockIdx.x * BLOCK + threadIdx.x] = start % 1000;
}

__global__ void unread(const int *in, int *out)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    out[i] = in[i];
}

__global__ void past_end(int *a)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    a[i + 16] = i;
}

static void show(const char *what, const void *device, size_t bytes)
{
    static unsigned char host[N * 8];
    unsigned long long hash = 1469598103934665603ull;

    cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ host[i]) * 1099511628211ull;
    printf("%s %016llx\n", what, hash);
}

int main()
{
    int *a, *b;
    static int ones[N];

    for (int i = 0; i < N; i++)
        ones[i] = 1 + i % 3;
    cudaMalloc(&a, N * 8);
    cudaMalloc(&b, N * 4);
    cudaMemcpy(a, ones, sizeof ones, cudaMemcpyHostToDevice);
    chain<<<BLOCKS, BLOCK>>>(a);
    show("chain", a, N * 4);
    look_back<<<BLOCKS, BLOCK>>>(a);
    show("look back", a, N * 4);
    cudaMemset(b, 0, N * 4);
    odd<<<BLOCKS, BLOCK>>>((float *)b, 255);
    show("odd", b, BLOCKS * 255 * 4);
    bytes<<<BLOCKS, BLOCK>>>((unsigned char *)b);
    show("bytes", b, BLOCKS * 255);
    cudaMemset(b, 0, 4);
    sums<<<BLOCKS, BLOCK>>>((float *)b, a);
    show("sums", b, 4);
    cudaMemset(b, 0, N * 4);
    bins<<<BLOCKS, BLOCK>>>((unsigned *)b);
    show("bins", b, 4096);
    peek<<<BLOCKS, BLOCK>>>((unsigned *)b, (unsigned *)b + 1024);
    show("peek", b, 8192);
    say<<<BLOCKS, BLOCK>>>();
    clocks<<<BLOCKS, BLOCK>>>((long long *)a);
    show("clocks", a, N * 8);
    cudaFree(b);
    cudaMalloc(&b, N * 4);
    unread<<<BLOCKS, BLOCK>>>(b, a);
    show("unread", a, N * 4);
    past_end<<<BLOCKS, BLOCK>>>(b);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
