// SPDX-License-Identifier: Apache-2.0
// A program of two sources. The kernel that runs first is of this one, wherever
// it stands on the command line.
#include <cstdio>

void more(int *device);

__constant__ int add = 10;

__global__ void start(int *out)
{
    out[threadIdx.x] = threadIdx.x + add;
}

int main()
{
    int *device, host[32];
    bool ok = true;

    cudaMalloc(&device, sizeof host);
    start<<<1, 32>>>(device);
    more(device);
    start<<<1, 16>>>(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        ok &= host[i] == (i < 16 ? i + 10 : (i + 10) * 300);
    cudaFree(device);
    puts(ok ? "PASS" : "FAIL");
    return ok ? 0 : 1;
}
