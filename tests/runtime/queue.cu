// SPDX-License-Identifier: Apache-2.0
// finds: launch-bound small-copies
// More launches than a queue holds: the host waits for room, nothing is lost.
#include "runtime.h"

int main()
{
    enum { LAUNCHES = 5000 };
    int *d, h;

    OK(cudaMalloc(&d, 4));
    OK(cudaMemset(d, 0, 4));
    for (int i = 0; i < LAUNCHES; i++)
        work<<<1, 1>>>(d, 1, 1);
    OK(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost));
    HOLDS(h == worked(0, LAUNCHES));

    // More copies under way than are asked about at once.
    enum { COPIES = 700 };
    int *p;

    OK(cudaMallocHost(&p, COPIES * 4096));
    for (int i = 0; i < COPIES; i++)
        OK(cudaMemcpyAsync(p + i * 1024, d, 4, cudaMemcpyDeviceToHost));
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < COPIES; i++)
        HOLDS(p[i * 1024] == h);
    return result();
}
