// SPDX-License-Identifier: Apache-2.0
// Each warp adds its own part to one counter: the lanes do not meet, the warps
// of all blocks do.
// expect: atomic-contention@add
// says: go to one address, 8.0 from each block
#include <cstdio>

__global__ void total(const int *in, int *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;

    for (int step = 16; step > 0; step /= 2)
        v += __shfl_down_sync(0xffffffffu, v, step);
    if (threadIdx.x % 32 == 0)
        atomicAdd(sum, v); // @add
}

int main()
{
    const int n = 1 << 18;
    int *host = new int[n], *in, *sum, got = 0, want = 0;

    for (int i = 0; i < n; i++)
        want += host[i] = i % 7;
    cudaMalloc(&in, n * sizeof *in);
    cudaMalloc(&sum, sizeof *sum);
    cudaMemcpy(in, host, n * sizeof *in, cudaMemcpyHostToDevice);
    cudaMemcpy(sum, &got, sizeof got, cudaMemcpyHostToDevice);
    total<<<n / 256, 256>>>(in, sum, n);
    cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(sum);
    delete[] host;
    puts(got == want ? "PASS" : "FAIL");
    return got != want;
}
