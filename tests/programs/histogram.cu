// SPDX-License-Identifier: Apache-2.0
// Byte histogram: private bins in shared memory, merged with atomics.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define SIZE (300 * 1024)

__global__ void histo_kernel(unsigned char *buffer, long size,
                             unsigned int *histo)
{
    __shared__ unsigned int temp[256];

    temp[threadIdx.x] = 0;
    __syncthreads();
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&temp[buffer[i]], 1);
        i += stride;
    }
    __syncthreads();
    atomicAdd(&(histo[threadIdx.x]), temp[threadIdx.x]);
}

int main(void)
{
    unsigned char *buffer = (unsigned char *)malloc(SIZE), *dev_buffer;
    unsigned int histo[256], want[256], *dev_histo;
    unsigned state = 12345;

    memset(want, 0, sizeof want);
    for (int i = 0; i < SIZE; i++) {
        state = state * 1664525u + 1013904223u;
        buffer[i] = (state >> 24) & (state >> 16);
        want[buffer[i]]++;
    }
    cudaMalloc((void **)&dev_buffer, SIZE);
    cudaMemcpy(dev_buffer, buffer, SIZE, cudaMemcpyHostToDevice);
    cudaMalloc((void **)&dev_histo, 256 * sizeof(int));
    cudaMemset(dev_histo, 0, 256 * sizeof(int));

    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    int blocks = prop.multiProcessorCount;
    histo_kernel<<<blocks * 2, 256>>>(dev_buffer, SIZE, dev_histo);
    cudaMemcpy(histo, dev_histo, 256 * sizeof(int), cudaMemcpyDeviceToHost);
    int bad = memcmp(histo, want, sizeof histo) != 0;
    cudaFree(dev_histo);
    cudaFree(dev_buffer);
    free(buffer);
    printf("%s\n", bad ? "FAIL" : "PASS");
    return bad;
}
