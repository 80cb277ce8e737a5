// SPDX-License-Identifier: Apache-2.0
// Pinned memory that kernels reach, and the program's own, registered.
#include "runtime.h"
#include <cstdlib>

int main()
{
    enum { N = 10000 };
    int *h, *d, *own = (int *)malloc(N * 4), copy[4];
    unsigned flags;

    OK(cudaHostAlloc(&h, N * 4, cudaHostAllocMapped));
    OK(cudaHostGetDevicePointer(&d, h, 0));
    OK(cudaHostGetFlags(&flags, h));
    HOLDS(flags & cudaHostAllocMapped);
    for (int i = 0; i < N; i++)
        h[i] = own[i] = i;
    work<<<(N + 255) / 256, 256>>>(d, N, 3);
    OK(cudaDeviceSynchronize());
    HOLDS(h[9999] == worked(9999, 3));

    OK(cudaHostRegister(own, N * 4, cudaHostRegisterMapped));
    GETS(cudaHostRegister(own, N * 4, 0), cudaErrorHostMemoryAlreadyRegistered);
    OK(cudaHostGetDevicePointer(&d, own, 0));
    work<<<(N + 255) / 256, 256>>>(d, N, 2);
    OK(cudaMemcpy(copy, d + 100, sizeof copy, cudaMemcpyDefault));
    HOLDS(copy[1] == worked(101, 2));
    HOLDS(own[9999] == worked(9999, 2));
    OK(cudaHostUnregister(own));
    HOLDS(own[9999] == worked(9999, 2));
    own[3] = 5;
    GETS(cudaHostUnregister(own), cudaErrorHostMemoryNotRegistered);
    GETS(cudaHostGetDevicePointer(&d, own, 0), cudaErrorInvalidValue);
    OK(cudaFreeHost(h));
    GETS(cudaFreeHost(h), cudaErrorInvalidValue);
    GETS(cudaHostAlloc(&h, 16, 1 << 10), cudaErrorInvalidValue);
    free(own);
    return result();
}
