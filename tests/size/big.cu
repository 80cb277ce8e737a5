// SPDX-License-Identifier: Apache-2.0
// Many threads, much memory, many launches. usage: big KIND
#include <cstdio>
#include <cstring>
__global__ void fill(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}
__global__ void touch(char *p, size_t bytes, size_t step)
{
    size_t i = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * step;
    if (i < bytes) p[i] = 1;
}
int main(int argc, char **argv)
{
    const char *k = argc > 1 ? argv[1] : "";
    const int times = 10000;
    if (!strcmp(k, "threads")) {
        int n = 16 << 20, *d, last = 0;
        cudaMalloc(&d, n * sizeof(int));
        fill<<<n / 256, 256>>>(d, n);
        cudaMemcpy(&last, d + n - 1, 4, cudaMemcpyDeviceToHost);
        printf("%d\n", last);
    } else if (!strcmp(k, "alloc")) {
        size_t bytes = (size_t)2 << 30;
        char *p, c = 0;
        cudaError_t e = cudaMalloc(&p, bytes);
        touch<<<8, 256>>>(p, bytes, 1 << 20);
        cudaMemcpy(&c, p + (bytes - (1 << 20)), 1, cudaMemcpyDeviceToHost);
        printf("%d %s\n", c, cudaGetErrorName(e));
        cudaFree(p);
    } else {
        int n = 1000, *d, last = 0;
        cudaMalloc(&d, n * sizeof(int));
        for (int i = 0; i < times; i++)
            fill<<<4, 256>>>(d, n);
        cudaMemcpy(&last, d + n - 1, 4, cudaMemcpyDeviceToHost);
        printf("%d\n", last);
        cudaFree(d);
    }
    cudaError_t e = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorName(e));
}
