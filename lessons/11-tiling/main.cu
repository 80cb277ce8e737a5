// SPDX-License-Identifier: Apache-2.0
// Given: reads two matrices, calls your solve(), writes the product.
//
//   main INPUT OUTPUT   INPUT: int n, then n*n floats of A, n*n of B, by rows
//   main                makes a small input of its own and checks it
#include <cstdio>
#include <cstdlib>
#include <vector>

void solve(const float *a, const float *b, float *c, int n);

static void read_all(void *to, size_t bytes, FILE *f)
{
    if (bytes && fread(to, 1, bytes, f) != bytes) {
        fprintf(stderr, "main: the input is too short\n");
        exit(2);
    }
}

static int own_input()
{
    const int n = 100;
    std::vector<float> a(n * n), b(n * n), c(n * n, -1.0f);
    int wrong = 0;

    for (int i = 0; i < n * n; i++) {
        a[i] = i % 7;
        b[i] = i % 5;
    }
    solve(a.data(), b.data(), c.data(), n);
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[y * n + k] * b[k * n + x];
            wrong += c[y * n + x] != sum;
        }
    printf("%s\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return own_input();
    FILE *in = fopen(argv[1], "rb"), *to = fopen(argv[2], "wb");
    int n = 0;

    if (!in || !to) {
        fprintf(stderr, "main: cannot open the files\n");
        return 2;
    }
    read_all(&n, sizeof n, in);
    const size_t count = (size_t)n * n;
    std::vector<float> a(count), b(count), c(count);
    read_all(a.data(), count * sizeof(float), in);
    read_all(b.data(), count * sizeof(float), in);
    solve(a.data(), b.data(), c.data(), n);
    fwrite(c.data(), sizeof(float), count, to);
    return fclose(to) != 0;
}
