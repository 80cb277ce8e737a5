// SPDX-License-Identifier: Apache-2.0
// 1-D stencil of radius 3 with a halo in shared memory.
#include <cstdio>
#include <cstdlib>

#define RADIUS 3
#define BLOCK_SIZE 128

__global__ void stencil_1d(const int *in, int *out, int n)
{
    __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
    int gindex = threadIdx.x + blockIdx.x * blockDim.x;
    int lindex = threadIdx.x + RADIUS;

    temp[lindex] = in[gindex + RADIUS];
    if (threadIdx.x < RADIUS) {
        temp[lindex - RADIUS] = in[gindex];
        temp[lindex + BLOCK_SIZE] = in[gindex + BLOCK_SIZE + RADIUS];
    }
    __syncthreads();

    int result = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++)
        result += temp[lindex + offset];
    if (gindex < n)
        out[gindex] = result;
}

int main()
{
    const int n = BLOCK_SIZE * 40;
    const int padded = n + 2 * RADIUS;
    int *in = new int[padded], *out = new int[n], *d_in, *d_out, bad = 0;

    for (int i = 0; i < padded; i++)
        in[i] = (i * 37) % 101 - 50;
    cudaMalloc(&d_in, padded * sizeof(int));
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMemcpy(d_in, in, padded * sizeof(int), cudaMemcpyHostToDevice);
    stencil_1d<<<n / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out, n);
    cudaMemcpy(out, d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        int want = 0;
        for (int j = 0; j <= 2 * RADIUS; j++)
            want += in[i + j];
        bad += out[i] != want;
    }
    cudaFree(d_in);
    cudaFree(d_out);
    delete[] in;
    delete[] out;
    printf("%s\n", bad ? "FAIL" : "PASS");
    return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
