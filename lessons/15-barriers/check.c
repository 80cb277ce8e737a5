/* SPDX-License-Identifier: Apache-2.0 */
/* Trusted: inputs and reference answer of lesson 15, running sums. */
#include "course/checker.h"

static const struct checker_case cases[] = {
    { "n1000", 1000, false }, { "n1", 1, false },     { "n31", 31, false },
    { "n32", 32, false },     { "n33", 33, false },   { "n257", 257, false },
    { "n1024", 1024, false }, { "n997", 997, false }, { "n0", 0, false },
    { "graded", 8192, true }
};

static void make(const struct checker_case *c, struct checker_random *r,
                 struct checker_out *in)
{
    checker_put_int(in, (int)c->size);
    for (int i = 0; i < c->size; i++)
        checker_put_float(in, (float)checker_uniform(r, 0, 10));
}

/* At most 255 additions, all of the same sign: the relative error is below
   255 * 2^-24, whatever their order. */
static void judge(const struct checker_case *c, struct checker_in *in,
                  struct checker_verdict *v)
{
    int n = checker_get_int(in);
    const float *a = checker_get_floats(in, n);
    double sum = 0;

    (void)c;
    if (!checker_expect_floats(v, n))
        return;
    for (int i = 0; i < n; i++) {
        sum = i % 256 == 0 ? a[i] : sum + a[i];
        checker_float(v, i, sum, 2e-5);
    }
}

int main(int argc, char **argv)
{
    return checker_main(argc, argv, cases, (int)(sizeof cases / sizeof *cases),
                        make, judge);
}
