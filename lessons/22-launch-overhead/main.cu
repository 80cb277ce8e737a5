// SPDX-License-Identifier: Apache-2.0
// Given: reads jobs and their values, calls your solve(), writes the results.
//
//   main INPUT OUTPUT   INPUT: int jobs, then jobs + 1 ints (where each begins, and the end),
//                       jobs floats (factors), and all values
//   main                makes a small input of its own and checks it
#include <cstdio>
#include <cstdlib>
#include <vector>

void solve(const float *in, float *out, const int *start, const float *factor,
           int jobs);

static void read_all(void *to, size_t bytes, FILE *f)
{
    if (bytes && fread(to, 1, bytes, f) != bytes) {
        fprintf(stderr, "main: the input is too short\n");
        exit(2);
    }
}

static int own_input()
{
    const int jobs = 20;
    std::vector<int> start(jobs + 1);
    std::vector<float> factor(jobs);
    int wrong = 0;

    for (int j = 0; j < jobs; j++) {
        start[j + 1] = start[j] + j * 13 % 37;
        factor[j] = j + 0.5f;
    }
    std::vector<float> v(start[jobs]), out(start[jobs], -1.0f);
    for (int i = 0; i < start[jobs]; i++)
        v[i] = i;
    solve(v.data(), out.data(), start.data(), factor.data(), jobs);
    for (int j = 0; j < jobs; j++)
        for (int i = start[j]; i < start[j + 1]; i++)
            wrong += out[i] != factor[j] * v[i];
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
    int jobs;

    read_all(&jobs, sizeof jobs, in);
    std::vector<int> start(jobs + 1);
    std::vector<float> factor(jobs);
    read_all(start.data(), start.size() * sizeof(int), in);
    read_all(factor.data(), jobs * sizeof(float), in);
    std::vector<float> v(start[jobs]), out(start[jobs], -1.0f);
    read_all(v.data(), v.size() * sizeof(float), in);
    solve(v.data(), out.data(), start.data(), factor.data(), jobs);
    fwrite(out.data(), sizeof(float), out.size(), to);
    return fclose(to) != 0;
}
