// SPDX-License-Identifier: Apache-2.0
// The same sums in one launch, or (argument "many") in a thousand tiny ones.
#include <cstdio>

__global__ void add(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        data[i] += 1;
}

int main(int argc, char **)
{
    const int pieces = 1000, n = 256 * pieces;
    int *data;

    cudaMalloc(&data, n * sizeof(int));
    cudaMemset(data, 0, n * sizeof(int));
    if (argc > 1)
        for (int i = 0; i < pieces; i++)
            add<<<1, 256>>>(data + 256 * i, 256);
    else
        add<<<pieces, 256>>>(data, n);
    cudaDeviceSynchronize();
    cudaFree(data);
    return 0;
}
