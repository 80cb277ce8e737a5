// SPDX-License-Identifier: Apache-2.0
// Dot product: shared-memory tree per block, the host adds the block sums.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define imin(a, b) ((a) < (b) ? (a) : (b))

const int N = 33 * 1024;
const int threadsPerBlock = 256;
const int blocksPerGrid =
    imin(32, (N + threadsPerBlock - 1) / threadsPerBlock);

__global__ void dot(float *a, float *b, float *c)
{
    __shared__ float cache[threadsPerBlock];
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int cacheIndex = threadIdx.x;
    float temp = 0;

    while (tid < N) {
        temp += a[tid] * b[tid];
        tid += blockDim.x * gridDim.x;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    int i = blockDim.x / 2;
    while (i != 0) {
        if (cacheIndex < i)
            cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
        i /= 2;
    }
    if (cacheIndex == 0)
        c[blockIdx.x] = cache[0];
}

int main(void)
{
    float *a = (float *)malloc(N * sizeof(float));
    float *b = (float *)malloc(N * sizeof(float));
    float *partial = (float *)malloc(blocksPerGrid * sizeof(float));
    float *dev_a, *dev_b, *dev_partial;
    double want = 0, got = 0;

    cudaMalloc((void **)&dev_a, N * sizeof(float));
    cudaMalloc((void **)&dev_b, N * sizeof(float));
    cudaMalloc((void **)&dev_partial, blocksPerGrid * sizeof(float));
    for (int i = 0; i < N; i++) {
        a[i] = (i % 97) * 0.25f;
        b[i] = (i % 31) * 0.5f - 3;
        want += (double)a[i] * b[i];
    }
    cudaMemcpy(dev_a, a, N * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dev_b, b, N * sizeof(float), cudaMemcpyHostToDevice);
    dot<<<blocksPerGrid, threadsPerBlock>>>(dev_a, dev_b, dev_partial);
    cudaMemcpy(partial, dev_partial, blocksPerGrid * sizeof(float),
               cudaMemcpyDeviceToHost);
    for (int i = 0; i < blocksPerGrid; i++)
        got += partial[i];
    cudaFree(dev_a);
    cudaFree(dev_b);
    cudaFree(dev_partial);
    free(a);
    free(b);
    free(partial);
    bool pass = fabs(got - want) <= 1e-5 * fabs(want);
    printf("%s\n", pass ? "PASS" : "FAIL");
    return !pass;
}
