// SPDX-License-Identifier: Apache-2.0
// Exclusive prefix sum: work-efficient scan per block in shared memory, then a
// scan of the block sums, then an add. Any length.
// advice: bank-conflict
#include <cstdio>
#include <vector>

#define THREADS 128
#define ELEMENTS (2 * THREADS)

__global__ void scanBlocks(const unsigned *in, unsigned *out, unsigned *sums,
                           int n)
{
    __shared__ unsigned temp[ELEMENTS];
    int thid = threadIdx.x, base = blockIdx.x * ELEMENTS, offset = 1;

    temp[2 * thid] = base + 2 * thid < n ? in[base + 2 * thid] : 0;
    temp[2 * thid + 1] = base + 2 * thid + 1 < n ? in[base + 2 * thid + 1] : 0;
    for (int d = ELEMENTS >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    if (thid == 0) {
        if (sums)
            sums[blockIdx.x] = temp[ELEMENTS - 1];
        temp[ELEMENTS - 1] = 0;
    }
    for (int d = 1; d < ELEMENTS; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            unsigned t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();
    if (base + 2 * thid < n)
        out[base + 2 * thid] = temp[2 * thid];
    if (base + 2 * thid + 1 < n)
        out[base + 2 * thid + 1] = temp[2 * thid + 1];
}

__global__ void addSums(unsigned *out, const unsigned *sums, int n)
{
    int i = blockIdx.x * ELEMENTS + threadIdx.x;

    for (int k = 0; k < 2; k++, i += THREADS)
        if (i < n)
            out[i] += sums[blockIdx.x];
}

static void scan(const unsigned *in, unsigned *out, int n)
{
    int blocks = (n + ELEMENTS - 1) / ELEMENTS;

    if (blocks == 1) {
        scanBlocks<<<1, THREADS>>>(in, out, nullptr, n);
        return;
    }
    unsigned *sums, *scanned;
    cudaMalloc(&sums, blocks * sizeof(unsigned));
    cudaMalloc(&scanned, blocks * sizeof(unsigned));
    scanBlocks<<<blocks, THREADS>>>(in, out, sums, n);
    scan(sums, scanned, blocks);
    addSums<<<blocks, THREADS>>>(out, scanned, n);
    cudaFree(sums);
    cudaFree(scanned);
}

int main()
{
    for (int n : { 1, 2, 255, 256, 257, 1000, 70001 }) {
        std::vector<unsigned> in(n), out(n);
        unsigned *d_in, *d_out, sum = 0;

        for (int i = 0; i < n; i++)
            in[i] = i * 7 % 13;
        cudaMalloc(&d_in, n * sizeof(unsigned));
        cudaMalloc(&d_out, n * sizeof(unsigned));
        cudaMemcpy(d_in, in.data(), n * sizeof(unsigned),
                   cudaMemcpyHostToDevice);
        scan(d_in, d_out, n);
        cudaMemcpy(out.data(), d_out, n * sizeof(unsigned),
                   cudaMemcpyDeviceToHost);
        cudaFree(d_in);
        cudaFree(d_out);
        for (int i = 0; i < n; sum += in[i++])
            if (out[i] != sum) {
                printf("FAIL: n %d, element %d\n", n, i);
                return 1;
            }
    }
    printf("PASS\n");
    return 0;
}
