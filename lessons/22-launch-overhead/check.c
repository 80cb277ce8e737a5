/* SPDX-License-Identifier: Apache-2.0 */
/* Trusted: inputs and reference answer of lesson 22, many small jobs. */
#include <stdlib.h>

#include "course/checker.h"

static const struct checker_case cases[] = {
    { "n33", 33, false },    { "n1", 1, false },   { "n31", 31, false },
    { "n32", 32, false },    { "n97", 97, false }, { "n0", 0, false },
    { "graded", 1000, true }
};

enum { LENGTH_MOST = 200 };

/* Lengths from 0 to 199; multiples of 32 where the number of jobs is one. The
   first job always has something to do. */
static void make(const struct checker_case *c, struct checker_random *r,
                 struct checker_out *in)
{
    int jobs = (int)c->size, at = 0;

    checker_put_int(in, jobs);
    for (int j = 0; j <= jobs; j++) {
        int length = (int)checker_uniform(r, 0, LENGTH_MOST);

        checker_put_int(in, at);
        if (jobs % 32 == 0)
            length = length / 32 * 32;
        at += j == jobs ? 0 : j == 0 ? 192 : length;
    }
    for (int j = 0; j < jobs; j++)
        checker_put_float(in, (float)checker_uniform(r, 1, 2));
    for (int i = 0; i < at; i++)
        checker_put_float(in, (float)checker_uniform(r, -100, 100));
}

static void judge(const struct checker_case *c, struct checker_in *in,
                  struct checker_verdict *v)
{
    int jobs = checker_get_int(in);
    int *start = calloc((size_t)jobs + 1, sizeof *start);
    const float *factor, *values;

    (void)c;
    for (int j = 0; start && j <= jobs; j++)
        start[j] = checker_get_int(in);
    if (start && checker_expect_floats(v, start[jobs])) {
        factor = checker_get_floats(in, jobs);
        values = checker_get_floats(in, start[jobs]);
        for (int j = 0; j < jobs; j++)
            for (int i = start[j]; i < start[j + 1]; i++)
                checker_float(v, i, (double)factor[j] * values[i], 1e-6);
    }
    free(start);
}

int main(int argc, char **argv)
{
    return checker_main(argc, argv, cases, (int)(sizeof cases / sizeof *cases),
                        make, judge);
}
