// SPDX-License-Identifier: Apache-2.0
// Graphs: captured, made by hand, updated, launched; and their misuse.
#include "runtime.h"

enum { N = 1024 };

static void bump(void *p)
{
    ++*(int *)p;
}

static void captured(int *a, int *b)
{
    cudaStream_t s, t;
    cudaEvent_t fork, join;
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaStreamCaptureStatus status;
    size_t nodes = 0;
    int ha[N], hb[N], calls = 0;

    OK(cudaStreamCreate(&s));
    OK(cudaStreamCreate(&t));
    OK(cudaEventCreate(&fork));
    OK(cudaEventCreate(&join));
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
    OK(cudaMemsetAsync(a, 0, N * 4, s));
    OK(cudaEventRecord(fork, s));
    OK(cudaStreamWaitEvent(t, fork));
    OK(cudaStreamIsCapturing(t, &status));
    HOLDS(status == cudaStreamCaptureStatusActive);
    work<<<N / 256, 256, 0, s>>>(a, N, 3);
    OK(cudaMemsetAsync(b, 1, N * 4, t));
    work<<<N / 256, 256, 0, t>>>(b, N, 2);
    OK(cudaEventRecord(join, t));
    OK(cudaStreamWaitEvent(s, join));
    OK(cudaMemcpyAsync(ha, a, sizeof ha, cudaMemcpyDeviceToHost, s));
    OK(cudaLaunchHostFunc(s, bump, &calls));
    OK(cudaStreamEndCapture(s, &g));
    OK(cudaGraphGetNodes(g, nullptr, &nodes));
    HOLDS(nodes == 6);
    HOLDS(calls == 0);
    OK(cudaGraphInstantiate(&x, g, 0));
    for (int i = 0; i < 30; i++) {
        OK(cudaGraphLaunch(x, s));
        OK(cudaStreamSynchronize(s));
    }
    HOLDS(calls == 30);
    HOLDS(ha[5] == worked(0, 3));
    OK(cudaMemcpy(hb, b, sizeof hb, cudaMemcpyDeviceToHost));
    HOLDS(hb[5] == worked(0x01010101, 2));
    OK(cudaGraphExecDestroy(x));
    OK(cudaGraphDestroy(g));
}

static void by_hand(int *a)
{
    cudaGraph_t g, inner;
    cudaGraphExec_t x;
    cudaGraphNode_t set, one, two, out, child;
    cudaMemsetParams m = {};
    cudaKernelNodeParams k = {}, seen = {};
    cudaGraphNodeType type;
    int n = N, rounds = 1, h[N] = {};
    void *args[] = { &a, &n, &rounds };

    m.dst = a;
    m.value = 5;
    m.elementSize = 4;
    m.width = N;
    m.height = 1;
    k.func = (void *)work;
    k.gridDim = dim3(N / 256);
    k.blockDim = dim3(256);
    k.kernelParams = args;
    OK(cudaGraphCreate(&g, 0));
    OK(cudaGraphCreate(&inner, 0));
    OK(cudaGraphAddMemsetNode(&set, g, nullptr, 0, &m));
    OK(cudaGraphAddKernelNode(&one, g, &set, 1, &k));
    rounds = 2;
    OK(cudaGraphAddKernelNode(&two, inner, nullptr, 0, &k));
    OK(cudaGraphAddChildGraphNode(&child, g, &one, 1, inner));
    OK(cudaGraphAddMemcpyNode1D(&out, g, &child, 1, h, a, sizeof h,
                                cudaMemcpyDeviceToHost));
    OK(cudaGraphNodeGetType(child, &type));
    HOLDS(type == cudaGraphNodeTypeGraph);
    OK(cudaGraphKernelNodeGetParams(one, &seen));
    HOLDS(seen.gridDim.x == N / 256 && *(int *)seen.kernelParams[2] == 1);
    OK(cudaGraphInstantiate(&x, g, 0));
    OK(cudaGraphLaunch(x, 0));
    OK(cudaDeviceSynchronize());
    HOLDS(h[7] == worked(5, 3));
    rounds = 10;  // in the executable graph only
    OK(cudaGraphExecKernelNodeSetParams(x, one, &k));
    OK(cudaGraphLaunch(x, 0));
    OK(cudaDeviceSynchronize());
    HOLDS(h[7] == worked(5, 12));
    OK(cudaGraphExecUpdate(x, g, nullptr));
    OK(cudaGraphLaunch(x, 0));
    OK(cudaDeviceSynchronize());
    HOLDS(h[7] == worked(5, 3));

    // A circle cannot run; another shape cannot be put in its place.
    OK(cudaGraphAddDependencies(g, &out, &set, nullptr, 1));
    GETS(cudaGraphInstantiate(&x, g, 0), cudaErrorInvalidValue);
    GETS(cudaGraphExecUpdate(x, inner, nullptr),
         cudaErrorGraphExecUpdateFailure);
    OK(cudaGraphDestroy(g));
    OK(cudaGraphDestroy(inner));
}

// A graph asks once; a loop asks each time.
static void cheaper(int *a)
{
    cudaStream_t s;
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaEvent_t b, e;
    float loop, graph;

    OK(cudaStreamCreate(&s));
    OK(cudaEventCreate(&b));
    OK(cudaEventCreate(&e));
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < 200; i++)
        work<<<1, 32, 0, s>>>(a, 32, 1);
    OK(cudaStreamEndCapture(s, &g));
    OK(cudaGraphInstantiate(&x, g, 0));
    OK(cudaEventRecord(b, s));
    for (int i = 0; i < 200; i++)
        work<<<1, 32, 0, s>>>(a, 32, 1);
    OK(cudaEventRecord(e, s));
    OK(cudaStreamSynchronize(s));
    OK(cudaEventElapsedTime(&loop, b, e));
    OK(cudaEventRecord(b, s));
    OK(cudaGraphLaunch(x, s));
    OK(cudaEventRecord(e, s));
    OK(cudaStreamSynchronize(s));
    OK(cudaEventElapsedTime(&graph, b, e));
    HOLDS(graph < loop);
}

static void misuse(int *a)
{
    cudaStream_t s, t;
    cudaEvent_t e;
    cudaGraph_t g = nullptr;
    int *p;

    OK(cudaStreamCreate(&s));
    OK(cudaStreamCreate(&t));
    OK(cudaEventCreate(&e));
    GETS(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal),
         cudaErrorStreamCaptureUnsupported);
    GETS(cudaStreamEndCapture(s, &g), cudaErrorIllegalState);
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    GETS(cudaStreamSynchronize(s), cudaErrorStreamCaptureUnsupported);
    GETS(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated);
    HOLDS(g == nullptr);
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    GETS(cudaMalloc(&p, 4), cudaErrorStreamCaptureUnsupported);
    GETS(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated);
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    GETS(cudaMemcpy(a, a, 4, cudaMemcpyDeviceToDevice),
         cudaErrorStreamCaptureImplicit);
    GETS(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated);
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    OK(cudaEventRecord(e, s));
    OK(cudaStreamWaitEvent(t, e));
    OK(cudaMemsetAsync(a, 0, 4, t));  // never comes back to s
    GETS(cudaStreamEndCapture(t, &g), cudaErrorStreamCaptureUnmatched);
    GETS(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureUnjoined);
    GETS(cudaGraphLaunch(nullptr, s), cudaErrorInvalidValue);
}

int main()
{
    int *a, *b;

    OK(cudaMalloc(&a, N * 4));
    OK(cudaMalloc(&b, N * 4));
    OK(cudaMemset(a, 0, N * 4));
    captured(a, b);
    by_hand(a);
    cheaper(a);
    misuse(a);
    return result();
}
