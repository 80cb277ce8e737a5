// SPDX-License-Identifier: Apache-2.0
// Vector addition, n = 1000. The last block is only partly used; its guard says so.
#include <cstdio>

__global__ void add(const float *a, const float *b, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // [guard]
    if (i < n)
        out[i] = a[i] + b[i];
    // [/guard]
}

int main()
{
    const int n = 1000;
    static float a[n], b[n], out[n];
    float *da, *db, *dout;
    int wrong = 0;

    for (int i = 0; i < n; i++) {
        a[i] = i;
        b[i] = 2 * i;
    }
    cudaMalloc(&da, sizeof a);
    cudaMalloc(&db, sizeof b);
    cudaMalloc(&dout, sizeof out);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    // [grid]
    const int block = 256;
    const int grid = (n + block - 1) / block; // 4 blocks, 1024 threads
    add<<<grid, block>>>(da, db, dout, n);
    // [/grid]
    cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += out[i] != a[i] + b[i];
    cudaFree(da);
    cudaFree(db);
    cudaFree(dout);
    printf("%s\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
