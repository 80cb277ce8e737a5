/* SPDX-License-Identifier: Apache-2.0 */
/* Trusted: inputs and reference answer of lesson 11, matrix product. */
#include <stdlib.h>

#include "course/checker.h"

static const struct checker_case cases[] = {
    { "n0", 0, false },      { "n1", 1, false },   { "n15", 15, false },
    { "n16", 16, false },    { "n17", 17, false }, { "n31", 31, false },
    { "n32", 32, false },    { "n33", 33, false }, { "prime", 97, false },
    { "graded", 256, true },
};

static void make(const struct checker_case *c, struct checker_random *r,
                 struct checker_out *in)
{
    int n = (int)c->size;

    checker_put_int(in, n);
    for (long i = 0; i < 2L * n * n; i++)
        checker_put_float(in, (float)checker_uniform(r, -1, 1));
}

/* Each element is a sum of n products of numbers below 1: rounding moves it
   by at most about n * n * 2^-24 / 2, and by far less as a rule. Large sizes
   are checked on rows spread over the matrix, every column of them. */
static void judge(const struct checker_case *c, struct checker_in *in,
                  struct checker_verdict *v)
{
    int n = checker_get_int(in), step = n > 256 ? n / 61 : 1;
    const float *a = checker_get_floats(in, n * n);
    const float *b = checker_get_floats(in, n * n);
    double *row = calloc((size_t)n + 1, sizeof *row);

    (void)c;
    if (!row || !checker_expect_floats(v, n * n)) {
        free(row);
        return;
    }
    for (int y = 0; y < n; y += step) {
        for (int x = 0; x < n; x++)
            row[x] = 0;
        for (int k = 0; k < n; k++)
            for (int x = 0; x < n; x++)
                row[x] += (double)a[y * n + k] * b[k * n + x];
        for (int x = 0; x < n; x++)
            checker_near(v, y * n + x, row[x], 1e-5 * (n + 1));
    }
    free(row);
}

int main(int argc, char **argv)
{
    return checker_main(argc, argv, cases, (int)(sizeof cases / sizeof *cases),
                        make, judge);
}
