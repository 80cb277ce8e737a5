// SPDX-License-Identifier: Apache-2.0
// NVTX ranges are part of the record: see runtime.sh.
#include "runtime.h"
#include <nvtx3/nvToolsExt.h>

int main()
{
    int *d;

    HOLDS(nvtxRangePushA("set up") == 0);
    OK(cudaMalloc(&d, 1 << 20));
    HOLDS(nvtxRangePushA("clear") == 1);
    OK(cudaMemset(d, 0, 1 << 20));
    HOLDS(nvtxRangePop() == 1);
    HOLDS(nvtxRangePop() == 0);
    HOLDS(nvtxRangePop() < 0);
    nvtxRangeId_t all = nvtxRangeStartA("work");
    work<<<1024, 256>>>(d, 1 << 18, 10);
    nvtxMarkA("launched");
    OK(cudaDeviceSynchronize());
    nvtxRangeEnd(all);
    return result();
}
