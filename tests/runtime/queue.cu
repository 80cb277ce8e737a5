// SPDX-License-Identifier: Apache-2.0
// finds: launch-bound
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
    return result();
}
