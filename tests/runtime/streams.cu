// SPDX-License-Identifier: Apache-2.0
// finds: pageable-async
// Streams overlap, and wait for each other, as documented.
#include "runtime.h"

enum { N = 1 << 16, ROUNDS = 200, CHUNKS = 4 };

static float pipeline(int *host, int *device, cudaStream_t *s, int streams)
{
    cudaEvent_t a, b;
    float ms = 0;
    const int chunk = N / CHUNKS;

    OK(cudaEventCreate(&a));
    OK(cudaEventCreate(&b));
    OK(cudaDeviceSynchronize());
    OK(cudaEventRecord(a));
    for (int c = 0; c < CHUNKS; c++) {
        int *h = host + c * chunk, *d = device + c * chunk;
        cudaStream_t t = s[c % streams];

        OK(cudaMemcpyAsync(d, h, chunk * 4, cudaMemcpyHostToDevice, t));
        work<<<chunk / 256, 256, 0, t>>>(d, chunk, ROUNDS);
        OK(cudaMemcpyAsync(h, d, chunk * 4, cudaMemcpyDeviceToHost, t));
    }
    OK(cudaEventRecord(b));
    OK(cudaEventSynchronize(b));
    OK(cudaEventElapsedTime(&ms, a, b));
    OK(cudaEventDestroy(a));
    OK(cudaEventDestroy(b));
    return ms;
}

static void overlap()
{
    int *pinned, *pageable = new int[N], *d;
    cudaStream_t s[CHUNKS];
    float one, four, paged;

    OK(cudaMallocHost(&pinned, N * 4));
    OK(cudaMalloc(&d, N * 4));
    for (int i = 0; i < N; i++)
        pinned[i] = pageable[i] = i;
    for (int i = 0; i < CHUNKS; i++)
        OK(cudaStreamCreate(&s[i]));
    one = pipeline(pinned, d, s, 1);
    for (int i = 0; i < N; i++)
        HOLDS(pinned[i] == worked(i, ROUNDS));
    four = pipeline(pinned, d, s, CHUNKS);
    paged = pipeline(pageable, d, s, CHUNKS);
    HOLDS(four < 0.8f * one);
    HOLDS(paged > 0.95f * one);
    for (int i = 0; i < CHUNKS; i++)
        OK(cudaStreamDestroy(s[i]));
    OK(cudaFreeHost(pinned));
    OK(cudaFree(d));
    delete[] pageable;
}

// Time for a small kernel in each of two streams.
static float both(cudaStream_t x, cudaStream_t y, int *a, int *b)
{
    cudaEvent_t first, last, other;
    float ms = 0, ms2 = 0;

    OK(cudaDeviceSynchronize());
    OK(cudaEventCreate(&first));
    OK(cudaEventCreate(&last));
    OK(cudaEventCreate(&other));
    OK(cudaEventRecord(first, x));
    work<<<1, 32, 0, x>>>(a, 32, 20000);
    work<<<1, 32, 0, y>>>(b, 32, 20000);
    OK(cudaEventRecord(last, y));
    OK(cudaEventRecord(other, x));
    OK(cudaDeviceSynchronize());
    OK(cudaEventElapsedTime(&ms, first, last));
    OK(cudaEventElapsedTime(&ms2, first, other));
    return ms > ms2 ? ms : ms2;
}

static void orders()
{
    cudaStream_t blocking, blocking2, loose;
    int *a, *b;
    float together, legacy, loosely, thread;

    OK(cudaMalloc(&a, 128));
    OK(cudaMalloc(&b, 128));
    OK(cudaMemset(a, 0, 128));
    OK(cudaMemset(b, 0, 128));
    OK(cudaStreamCreate(&blocking));
    OK(cudaStreamCreate(&blocking2));
    OK(cudaStreamCreateWithFlags(&loose, cudaStreamNonBlocking));
    together = both(blocking, blocking2, a, b);
    legacy = both(blocking, 0, a, b);
    loosely = both(loose, 0, a, b);
    thread = both(blocking, cudaStreamPerThread, a, b);
    HOLDS(legacy > 1.5f * together);
    HOLDS(loosely < 1.2f * together);
    HOLDS(thread < 1.2f * together);
}

static void errors()
{
    cudaStream_t s;
    int least, greatest, p;
    unsigned f;

    OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    HOLDS(least == 0 && greatest < 0);
    OK(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, -100));
    OK(cudaStreamGetPriority(s, &p));
    HOLDS(p == greatest);
    OK(cudaStreamGetFlags(s, &f));
    HOLDS(f == cudaStreamNonBlocking);
    OK(cudaStreamQuery(s));
    OK(cudaStreamDestroy(s));
    GETS(cudaStreamSynchronize(s), cudaErrorInvalidResourceHandle);
    GETS(cudaStreamDestroy(0), cudaErrorInvalidResourceHandle);
    GETS(cudaStreamCreateWithFlags(&s, 77), cudaErrorInvalidValue);
}

// A high priority goes before what is queued.
static void priorities()
{
    cudaStream_t low, high;
    cudaEvent_t l, h;
    float ms;
    int *a;
    const int n = 1 << 20;

    OK(cudaMalloc(&a, n * 4));
    OK(cudaMemset(a, 0, n * 4));
    OK(cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, 0));
    OK(cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, -5));
    OK(cudaEventCreate(&l));
    OK(cudaEventCreate(&h));
    OK(cudaDeviceSynchronize());
    for (int k = 0; k < 4; k++)
        work<<<n / 2 / 256, 256, 0, low>>>(a, n / 2, 500);
    OK(cudaEventRecord(l, low));
    work<<<64, 256, 0, high>>>(a + n / 2, 64 * 256, 500);
    OK(cudaEventRecord(h, high));
    OK(cudaDeviceSynchronize());
    OK(cudaEventElapsedTime(&ms, h, l));
    HOLDS(ms > 0);
}

int main()
{
    overlap();
    orders();
    errors();
    priorities();
    return result();
}
