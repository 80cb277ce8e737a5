// SPDX-License-Identifier: Apache-2.0
// Given: reads a vector, calls your solve(), writes running sums of each 256.
//
//   main INPUT OUTPUT   INPUT: int n, then n floats
//   main                makes a small input of its own and checks it
#include <cstdio>
#include <cstdlib>
#include <vector>

void solve(const float *in, float *out, int n);

static void read_all(void *to, size_t bytes, FILE *f)
{
    if (bytes && fread(to, 1, bytes, f) != bytes) {
        fprintf(stderr, "main: the input is too short\n");
        exit(2);
    }
}

static int own_input()
{
    const int n = 1000;
    std::vector<float> v(n), out(n, -1.0f);
    float sum = 0;
    int wrong = 0;

    for (int i = 0; i < n; i++)
        v[i] = i % 7;
    solve(v.data(), out.data(), n);
    for (int i = 0; i < n; i++) {
        sum = i % 256 == 0 ? v[i] : sum + v[i];
        wrong += out[i] != sum;
    }
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
    int n;

    read_all(&n, sizeof n, in);
    std::vector<float> v(n), out(n, -1.0f);
    read_all(v.data(), n * sizeof(float), in);
    solve(v.data(), out.data(), n);
    fwrite(out.data(), sizeof(float), n, to);
    return fclose(to) != 0;
}
