/* SPDX-License-Identifier: Apache-2.0 */
/* The loop of kernels/11-tiling/naive.cu on one CPU core, in its order; for
   bench.sh. Prints the seconds that the product took. usage: bench_loop N */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void product(const float *a, const float *b, float *c, int n)
{
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            float sum = 0;

            for (int k = 0; k < n; k++)
                sum += a[y * n + k] * b[k * n + x];
            c[y * n + x] = sum;
        }
}

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 1024;
    const size_t bytes = (size_t)n * (size_t)n * sizeof(float);
    float *const a = malloc(bytes), *const b = malloc(bytes);
    float *const c = malloc(bytes);
    double from;

    if (n < 1 || !a || !b || !c)
        return 2;
    for (int i = 0; i < n * n; i++) {
        a[i] = (float)(i % 7);
        b[i] = (float)(i % 5);
    }
    from = seconds();
    product(a, b, c, n);
    printf("%.4f\n", seconds() - from);
    fprintf(stderr, "%g\n", (double)c[n * n - 1]); /* so that it is computed */
    free(a);
    free(b);
    free(c);
    return 0;
}
