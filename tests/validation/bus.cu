// SPDX-License-Identifier: Apache-2.0
// What happens around kernels: copies of pageable and pinned memory, copies
// that overlap kernels, many small launches by a stream or by a graph. Prints
// the time in microseconds of what was asked for.
#include "common.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>

static float between(cudaEvent_t a, cudaEvent_t b)
{
    float ms = 0;

    cudaEventSynchronize(b);
    cudaEventElapsedTime(&ms, a, b);
    return ms * 1000;
}

// h2d or d2h of so many bytes, the mean of ten by the host's clock.
static double copies(const char *memory, const char *way, size_t bytes)
{
    cudaEvent_t a, b;
    void *h, *d;
    const bool in = !strcmp(way, "h2d");

    if (!strcmp(memory, "pinned"))
        cudaMallocHost(&h, bytes);
    else
        h = malloc(bytes);
    memset(h, 1, bytes);
    cudaMalloc(&d, bytes);
    cudaMemset(d, 1, bytes);
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaEventRecord(a);
    for (int i = 0; i < 10; i++)
        if (in)
            cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);
        else
            cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);
    cudaEventRecord(b);
    return between(a, b) / 10;
}

__global__ void increment(int *p, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    for (int k = 0; k < rounds && i < n; k++)
        p[i] += 1;
}

// Four times: in, a kernel, out. One stream, or four.
static double overlap(int streams, size_t bytes)
{
    cudaStream_t s[4];
    cudaEvent_t a, b;
    int *h[4], *d[4];
    const int n = (int)(bytes / sizeof(int));

    for (int i = 0; i < 4; i++) {
        cudaStreamCreate(&s[i]);
        cudaMallocHost(&h[i], bytes);
        cudaMalloc(&d[i], bytes);
    }
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaEventRecord(a);
    for (int i = 0; i < 4; i++) {
        cudaStream_t t = s[streams == 1 ? 0 : i];

        cudaMemcpyAsync(d[i], h[i], bytes, cudaMemcpyHostToDevice, t);
        increment<<<n / 512, 512, 0, t>>>(d[i], n, 1);
        cudaMemcpyAsync(h[i], d[i], bytes, cudaMemcpyDeviceToHost, t);
    }
    cudaEventRecord(b);
    return between(a, b);
}

__global__ void scale(double *a, const double *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i] = 0.25 * b[i];
}

static double launches(bool graph, int n)
{
    enum { COUNT = 200 };
    cudaStream_t s;
    cudaEvent_t a, b;
    cudaGraph_t g;
    cudaGraphExec_t x = nullptr;
    double *p, *q;

    cudaStreamCreate(&s);
    cudaMalloc(&p, n * sizeof(double));
    cudaMalloc(&q, n * sizeof(double));
    cudaMemset(q, 0, n * sizeof(double));
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    if (graph)
        cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
    for (int turn = 0; turn < (graph ? 1 : 2); turn++) {
        cudaEventRecord(turn || graph ? a : b, s);
        for (int i = 0; i < COUNT; i++)
            scale<<<(n + 255) / 256, 256, 0, s>>>(p, q, n);
    }
    if (graph) {
        cudaStreamEndCapture(s, &g);
        cudaGraphInstantiate(&x, g, 0);
        cudaEventRecord(a, s);
        cudaGraphLaunch(x, s);
    }
    cudaEventRecord(b, s);
    return between(a, b) / COUNT;
}

int main(int argc, char **argv)
{
    double us = 0;

    if (argc > 4 && !strcmp(argv[1], "copy"))
        us = copies(argv[2], argv[3], strtoull(argv[4], nullptr, 10));
    else if (argc > 3 && !strcmp(argv[1], "overlap"))
        us = overlap(atoi(argv[2]), strtoull(argv[3], nullptr, 10));
    else if (argc > 3 && !strcmp(argv[1], "launch"))
        us = launches(!strcmp(argv[2], "graph"), atoi(argv[3]));
    printf("us %.4f\n", us);
    return us <= 0;
}
