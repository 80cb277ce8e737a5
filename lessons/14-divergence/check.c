/* SPDX-License-Identifier: Apache-2.0 */
/* Trusted: inputs and reference answer of lesson 14, two kinds of work. */
#include "course/checker.h"

static const struct checker_case cases[] = {
    { "n1000", 1000, false }, { "n1", 1, false },   { "n31", 31, false },
    { "n32", 32, false },     { "n33", 33, false }, { "n1024", 1024, false },
    { "n997", 997, false },   { "n0", 0, false },   { "graded", 8192, true }
};

enum { STEPS = 32 };

static void make(const struct checker_case *c, struct checker_random *r,
                 struct checker_out *in)
{
    checker_put_int(in, (int)c->size);
    checker_put_int(in, STEPS);
    for (int i = 0; i < c->size; i++)
        checker_put_float(in, (float)checker_uniform(r, -2, 2));
}

/* Both recurrences draw near values together (the slope of v * v / 4 - 1 is
   below 1 for |v| < 2), so rounding does not pile up. */
static void judge(const struct checker_case *c, struct checker_in *in,
                  struct checker_verdict *v)
{
    int n = checker_get_int(in), steps = checker_get_int(in);
    const float *a = checker_get_floats(in, n);

    (void)c;
    if (!checker_expect_floats(v, n))
        return;
    for (int i = 0; i < n; i++) {
        double x = a[i];

        for (int s = 0; s < steps; s++)
            x = i % 2 == 0 ? x * 0.75 + 1 : x * x * 0.25 - 1;
        checker_near(v, i, x, 1e-4);
    }
}

int main(int argc, char **argv)
{
    return checker_main(argc, argv, cases, (int)(sizeof cases / sizeof *cases),
                        make, judge);
}
