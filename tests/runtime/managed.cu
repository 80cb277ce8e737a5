// SPDX-License-Identifier: Apache-2.0
// Managed memory: one pointer for both, pages that move, prefetch.
#include "runtime.h"

__managed__ int counter = 7;
__managed__ int table[1000];

__global__ void count()
{
    atomicAdd(&counter, 1);
    table[threadIdx.x] = threadIdx.x;
}

static float timed(int *p, int n)
{
    cudaEvent_t a, b;
    float ms = 0;

    OK(cudaEventCreate(&a));
    OK(cudaEventCreate(&b));
    OK(cudaEventRecord(a));
    work<<<n / 256, 256>>>(p, n, 1);
    OK(cudaEventRecord(b));
    OK(cudaDeviceSynchronize());
    OK(cudaEventElapsedTime(&ms, a, b));
    return ms;
}

int main()
{
    enum { N = 1 << 20 };
    cudaPointerAttributes at;
    cudaMemLocation gpu = { cudaMemLocationTypeDevice, 0 };
    cudaMemLocation cpu = { cudaMemLocationTypeHost, 0 };
    int *p, fault, warm, prefetched;
    float first, again, back, ahead;

    HOLDS(counter == 7 && table[999] == 0);
    counter = 10;
    count<<<1, 32>>>();
    OK(cudaDeviceSynchronize());
    HOLDS(counter == 42 && table[31] == 31);

    OK(cudaMallocManaged(&p, N * sizeof(int)));
    OK(cudaPointerGetAttributes(&at, p));
    HOLDS(at.type == cudaMemoryTypeManaged && at.devicePointer == p);
    for (int i = 0; i < N; i++)
        p[i] = i;
    first = timed(p, N);  // pages move
    again = timed(p, N);  // they are there
    HOLDS(p[77] == worked(77, 2));
    for (int i = 0; i < N; i += 1024)
        p[i] = 1;  // they move back
    back = timed(p, N);
    for (int i = 0; i < N; i += 1024)
        p[i] = 1;
    OK(cudaMemAdvise(p, N * 4, cudaMemAdviseSetPreferredLocation, gpu));
    OK(cudaMemPrefetchAsync(p, N * 4, gpu, 0));
    ahead = timed(p, N);
    fault = first > 3 * again, warm = back > 3 * again;
    prefetched = ahead < 1.5f * again;
    HOLDS(fault && warm && prefetched);
    OK(cudaMemPrefetchAsync(p, N * 4, cpu, 0));
    OK(cudaDeviceSynchronize());
    HOLDS(p[1] == worked(1, 4));
    OK(cudaFree(p));
    GETS(cudaMallocManaged(&p, 0), cudaErrorInvalidValue);
    GETS(cudaMemPrefetchAsync(&fault, 4, gpu, 0), cudaErrorInvalidValue);
    GETS(cudaMemAdvise(&fault, 4, cudaMemAdviseSetReadMostly, gpu),
         cudaErrorInvalidValue);
    return result();
}
