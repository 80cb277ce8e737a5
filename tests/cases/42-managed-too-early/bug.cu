// SPDX-License-Identifier: Apache-2.0
// expect: host-race@read@launch
#include <cstdio>

__global__ void twice(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        p[i] *= 2;
}

int main()
{
    const int n = 1000;
    int *d, sum = 0;

    cudaMallocManaged(&d, n * sizeof(int));
    for (int i = 0; i < n; i++)
        d[i] = i;
    twice<<<4, 256>>>(d, n);  // @launch
    sum += d[999];            // @read
    printf("%d\n", sum);
    return 0;
}
