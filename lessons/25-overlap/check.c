/* SPDX-License-Identifier: Apache-2.0 */
/* Trusted: inputs and reference answer of lesson 25, a filter over much data. */
#include "course/checker.h"

static const struct checker_case cases[] = {
    { "n1001", 1001, false }, { "n1", 1, false },   { "n31", 31, false },
    { "n32", 32, false },     { "n33", 33, false }, { "n1024", 1024, false },
    { "n9973", 9973, false }, { "n0", 0, false },   { "graded", 524288, true }
};

static void make(const struct checker_case *c, struct checker_random *r,
                 struct checker_out *in)
{
    checker_put_int(in, (int)c->size);
    for (int i = 0; i < c->size; i++)
        checker_put_float(in, (float)checker_uniform(r, 0, 10));
}

/* Five roundings of positive numbers. */
static void judge(const struct checker_case *c, struct checker_in *in,
                  struct checker_verdict *v)
{
    int n = checker_get_int(in);
    const float *a = checker_get_floats(in, n);

    (void)c;
    if (!checker_expect_floats(v, n))
        return;
    for (int i = 0; i < n; i++)
        checker_float(v, i, (double)a[i] * a[i] * 0.5 + a[i] * 3.0 + 1, 1e-6);
}

int main(int argc, char **argv)
{
    return checker_main(argc, argv, cases, (int)(sizeof cases / sizeof *cases),
                        make, judge);
}
