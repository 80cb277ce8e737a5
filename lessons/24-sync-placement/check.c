/* SPDX-License-Identifier: Apache-2.0 */
/* Trusted: inputs and reference answer of lesson 24, a rod that cools. */
#include <stdlib.h>

#include "course/checker.h"

static const struct checker_case cases[] = {
    { "n1000", 1000, false }, { "n1", 1, false },   { "n31", 31, false },
    { "n32", 32, false },     { "n33", 33, false }, { "n64", 64, false },
    { "n997", 997, false },   { "n0", 0, false },   { "graded", 4096, true }
};

enum { STEPS = 100 };

static void make(const struct checker_case *c, struct checker_random *r,
                 struct checker_out *in)
{
    checker_put_int(in, (int)c->size);
    checker_put_int(in, STEPS);
    for (int i = 0; i < c->size; i++)
        checker_put_float(in, (float)checker_uniform(r, 0, 100));
}

/* A step takes means, so it never enlarges an error: after 100 steps it is at
   most 100 roundings of values up to 100, some 4 each: 400 * 100 * 2^-24. */
static void judge(const struct checker_case *c, struct checker_in *in,
                  struct checker_verdict *v)
{
    int n = checker_get_int(in), steps = checker_get_int(in);
    const float *a = checker_get_floats(in, n);
    double *now = calloc((size_t)n + 1, sizeof *now);

    (void)c;
    if (!now || !checker_expect_floats(v, n)) {
        free(now);
        return;
    }
    for (int i = 0; i < n; i++)
        now[i] = a[i];
    for (int s = 0; s < steps; s++) {
        double left = now[0];

        for (int i = 1; i + 1 < n; i++) {
            double here = now[i];

            now[i] += 0.25 * (left - 2 * here + now[i + 1]);
            left = here;
        }
    }
    for (int i = 0; i < n; i++)
        checker_near(v, i, now[i], 3e-3);
    free(now);
}

int main(int argc, char **argv)
{
    return checker_main(argc, argv, cases, (int)(sizeof cases / sizeof *cases),
                        make, judge);
}
