// SPDX-License-Identifier: Apache-2.0
// Given: reads a rod into pinned memory, calls your solve(), writes it.
//
//   main INPUT OUTPUT   INPUT: int n, int steps, then n floats
//   main                makes a small input of its own and checks it
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

void solve(float *rod, int n, int steps);

static void read_all(void *to, size_t bytes, FILE *f)
{
    if (bytes && fread(to, 1, bytes, f) != bytes) {
        fprintf(stderr, "main: the input is too short\n");
        exit(2);
    }
}

static int own_input()
{
    const int n = 1000, steps = 1;
    std::vector<float> before(n);
    float *rod;
    int wrong = 0;

    cudaMallocHost(&rod, n * sizeof(float));
    for (int i = 0; i < n; i++)
        before[i] = rod[i] = i * i % 128;
    solve(rod, n, steps);
    for (int i = 1; i < n - 1; i++)
        wrong += rod[i] != before[i] + 0.25f * (before[i - 1] - 2 * before[i] +
                                                before[i + 1]);
    cudaFreeHost(rod);
    printf("%s\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return own_input();
    FILE *in = fopen(argv[1], "rb"), *to = fopen(argv[2], "wb");

    if (!in || !to) {
        fprintf(stderr, "main: cannot open the files\n");
        return 2;
    }
    int n, steps;
    float *rod;

    read_all(&n, sizeof n, in);
    read_all(&steps, sizeof steps, in);
    cudaMallocHost(&rod, n * sizeof(float) + 1);
    read_all(rod, n * sizeof(float), in);
    solve(rod, n, steps);
    fwrite(rod, sizeof(float), n, to);
    cudaFreeHost(rod);
    return fclose(to) != 0;
}
