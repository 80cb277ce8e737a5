// SPDX-License-Identifier: Apache-2.0
// finds: launch-config null-pointer sticky-error
// The error model: asked for once, looked at, out of memory, sticky.
#include "runtime.h"

__global__ void bad(int *p)
{
    *p = 1;
}

int main()
{
    int *d, *e;
    size_t free0, free1, total;

    OK(cudaMemGetInfo(&free0, &total));
    HOLDS(free0 <= total);
    OK(cudaMalloc(&d, 1 << 20));
    OK(cudaMemGetInfo(&free1, &total));
    HOLDS(free0 - free1 == 1 << 20);
    HOLDS(cudaMalloc(&e, total) == cudaErrorMemoryAllocation);
    HOLDS(e == nullptr);
    HOLDS(cudaPeekAtLastError() == cudaErrorMemoryAllocation);
    HOLDS(cudaGetLastError() == cudaErrorMemoryAllocation);
    HOLDS(cudaGetLastError() == cudaSuccess);

    work<<<5000, 5000>>>(d, 1, 1);
    HOLDS(cudaGetLastError() == cudaErrorInvalidConfiguration);
    OK(cudaDeviceSynchronize());

    bad<<<1, 1>>>((int *)8);
    HOLDS(cudaGetLastError() == cudaSuccess);  // not known yet
    HOLDS(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    HOLDS(cudaMalloc(&e, 4) == cudaErrorIllegalAddress);  // it stays
    cudaGetLastError();
    HOLDS(cudaFree(d) == cudaErrorIllegalAddress);
    OK(cudaDeviceReset());  // until the device is set up anew
    OK(cudaMalloc(&d, 4));
    OK(cudaMemset(d, 0, 4));
    OK(cudaDeviceSynchronize());
    return result();
}
