/* SPDX-License-Identifier: Apache-2.0 */
/* Trusted: inputs and reference answer of lesson @NN@, twice a vector. */
#include "course/checker.h"

/* The size of the chapter first: what the learner sees first is the guard. */
static const struct checker_case cases[] = {
    { "n1000", 1000, false }, { "n1", 1, false },     { "n31", 31, false },
    { "n33", 33, false },     { "n257", 257, false }, { "prime", 9973, false },
    { "round", 1024, false }, { "n0", 0, false },     { "graded", 4096, true },
};

static void make(const struct checker_case *c, struct checker_random *r,
                 struct checker_out *in)
{
    int n = (int)c->size;

    checker_put_int(in, n);
    for (int i = 0; i < n; i++)
        checker_put_float(in, (float)checker_uniform(r, -100, 100));
}

static void judge(const struct checker_case *c, struct checker_in *in,
                  struct checker_verdict *v)
{
    int n = checker_get_int(in);
    const float *a = checker_get_floats(in, n);

    (void)c;
    if (!checker_expect_floats(v, n))
        return;
    for (int i = 0; i < n; i++)
        checker_float(v, i, (float)(2 * (double)a[i]), 1e-6);
}

int main(int argc, char **argv)
{
    return checker_main(argc, argv, cases, (int)(sizeof cases / sizeof *cases),
                        make, judge);
}
