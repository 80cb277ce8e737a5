// SPDX-License-Identifier: Apache-2.0
// What the way between host and device costs: `launches` empty kernels, or
// `copies` of 256 MiB there and back. Says how often; bench.sh takes the time.
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void nothing()
{
}

int main(int argc, char **argv)
{
    const size_t n = (size_t)256 << 20;
    const int count = argc > 2 ? atoi(argv[2]) : 1;

    if (argc > 1 && !strcmp(argv[1], "launches")) {
        for (int i = 0; i < count; i++)
            nothing<<<1, 32>>>();
    } else {
        char *h = (char *)malloc(n), *d;

        memset(h, 1, n);
        cudaMalloc(&d, n);
        for (int i = 0; i < count; i++) {
            cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
            cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost);
        }
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
