// SPDX-License-Identifier: Apache-2.0
// options: --gpus 2
// finds: oob-global
// Two cards: memory of each, peers, copies between them.
#include "runtime.h"

int main()
{
    int count = 0, can = 0, now = -1, *a, *b, h[256];
    size_t free0, free1, total;
    char id[16];

    OK(cudaGetDeviceCount(&count));
    HOLDS(count == 2);
    GETS(cudaSetDevice(2), cudaErrorInvalidDevice);
    OK(cudaDeviceCanAccessPeer(&can, 0, 1));
    HOLDS(can);
    OK(cudaDeviceGetPCIBusId(id, sizeof id, 1));
    OK(cudaDeviceGetByPCIBusId(&now, id));
    HOLDS(now == 1);

    OK(cudaMalloc(&a, 1024));
    OK(cudaMemset(a, 0, 1024));
    OK(cudaSetDevice(1));
    OK(cudaMemGetInfo(&free0, &total));
    OK(cudaMalloc(&b, 1024));
    OK(cudaMemGetInfo(&free1, &total));
    HOLDS(free0 == total && free0 - free1 == 1024);
    OK(cudaMemcpyPeer(b, 1, a, 0, 1024));
    work<<<1, 256>>>(b, 256, 2);
    OK(cudaDeviceEnablePeerAccess(0, 0));
    GETS(cudaDeviceEnablePeerAccess(0, 0), cudaErrorPeerAccessAlreadyEnabled);
    work<<<1, 256>>>(a, 256, 3);  // the other card's
    OK(cudaMemcpy(h, a, 1024, cudaMemcpyDeviceToHost));
    HOLDS(h[9] == worked(0, 3));
    OK(cudaMemcpy(h, b, 1024, cudaMemcpyDeviceToHost));
    HOLDS(h[9] == worked(0, 2));
    OK(cudaDeviceDisablePeerAccess(0));
    GETS(cudaDeviceDisablePeerAccess(0), cudaErrorPeerAccessNotEnabled);
    work<<<1, 256>>>(a, 256, 3);  // no longer allowed
    HOLDS(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    return result();
}
