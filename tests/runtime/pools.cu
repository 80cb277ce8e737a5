// SPDX-License-Identifier: Apache-2.0
// Memory in the order of a stream, and the pools it comes from.
#include "runtime.h"
#include <cstdint>

int main()
{
    cudaStream_t s;
    cudaMemPool_t pool, mine;
    cudaMemPoolProps props = {};
    uint64_t used = 1, threshold = UINT64_MAX;
    int *p, *q, h = 0;

    OK(cudaStreamCreate(&s));
    OK(cudaDeviceGetDefaultMemPool(&pool, 0));
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold,
                               &threshold));
    OK(cudaMallocAsync((void **)&p, 4096, s));
    OK(cudaMemsetAsync(p, 0, 4096, s));
    work<<<1, 256, 0, s>>>(p, 256, 4);
    OK(cudaMemcpyAsync(&h, p + 9, 4, cudaMemcpyDeviceToHost, s));
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    HOLDS(used == 4096);
    OK(cudaFreeAsync(p, s));
    OK(cudaStreamSynchronize(s));
    HOLDS(h == worked(0, 4));
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    HOLDS(used == 0);

    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    OK(cudaMemPoolCreate(&mine, &props));
    OK(cudaMallocFromPoolAsync((void **)&q, 100, mine, s));
    OK(cudaFreeAsync(q, s));
    OK(cudaMemPoolTrimTo(mine, 0));
    OK(cudaMemPoolDestroy(mine));
    GETS(cudaMemPoolDestroy(pool), cudaErrorInvalidValue);
    GETS(cudaMallocAsync((void **)&q, 0, s), cudaErrorInvalidValue);
    GETS(cudaFreeAsync(nullptr, s), cudaErrorInvalidValue);
    GETS(cudaMallocAsync((void **)&q, (size_t)1 << 50, s),
         cudaErrorMemoryAllocation);
    return result();
}
