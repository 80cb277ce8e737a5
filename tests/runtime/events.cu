// SPDX-License-Identifier: Apache-2.0
// Events: time, order between streams, waits and queries, errors.
#include "runtime.h"

int main()
{
    enum { N = 1 << 14 };
    cudaStream_t s, t;
    cudaEvent_t a, b, untimed;
    int *d, h[64];
    float ms = -1;

    OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    OK(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
    OK(cudaEventCreate(&a));
    OK(cudaEventCreate(&b));
    OK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    OK(cudaMalloc(&d, N * 4));
    OK(cudaMemset(d, 0, N * 4));
    OK(cudaDeviceSynchronize());

    OK(cudaEventQuery(a));  // never recorded: done
    GETS(cudaEventElapsedTime(&ms, a, b), cudaErrorInvalidResourceHandle);
    OK(cudaEventRecord(a, s));
    work<<<N / 256, 256, 0, s>>>(d, N, 3000);
    OK(cudaEventRecord(b, s));
    HOLDS(cudaEventQuery(b) == cudaErrorNotReady);
    HOLDS(cudaGetLastError() == cudaSuccess);
    HOLDS(cudaEventElapsedTime(&ms, a, b) == cudaErrorNotReady);
    HOLDS(cudaStreamQuery(s) == cudaErrorNotReady);
    while (cudaEventQuery(b) == cudaErrorNotReady)
        ;
    OK(cudaStreamQuery(s));
    OK(cudaEventElapsedTime(&ms, a, b));
    HOLDS(ms > 0);
    OK(cudaEventElapsedTime(&ms, b, a));
    HOLDS(ms < 0);

    // The other stream goes on behind the event.
    work<<<N / 256, 256, 0, s>>>(d, N, 3);
    OK(cudaEventRecord(untimed, s));
    OK(cudaStreamWaitEvent(t, untimed));
    work<<<N / 256, 256, 0, t>>>(d, N, 2);
    OK(cudaStreamSynchronize(t));
    OK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    HOLDS(h[5] == worked(0, 3005));
    GETS(cudaEventElapsedTime(&ms, untimed, b), cudaErrorInvalidResourceHandle);

    OK(cudaEventDestroy(a));
    GETS(cudaEventRecord(a, s), cudaErrorInvalidResourceHandle);
    GETS(cudaEventSynchronize(a), cudaErrorInvalidResourceHandle);
    GETS(cudaEventCreateWithFlags(&a, 1 << 20), cudaErrorInvalidValue);
    GETS(cudaEventElapsedTime(nullptr, b, b), cudaErrorInvalidValue);
    return result();
}
