/* SPDX-License-Identifier: Apache-2.0 */
/* Trusted: inputs and reference answer of lesson 01, painting a grid. */
#include "course/checker.h"

static const struct checker_case cases[] = {
    { "n100", 100, false }, { "n1", 1, false },   { "n31", 31, false },
    { "n32", 32, false },   { "n33", 33, false }, { "n64", 64, false },
    { "n97", 97, false },   { "n0", 0, false },   { "graded", 200, true }
};

/* Pictures are wider than high, so that swapped axes show. */
static int height_of(int width)
{
    return width * 3 / 4 + (width == 1);
}

static void make(const struct checker_case *c, struct checker_random *r,
                 struct checker_out *in)
{
    checker_put_int(in, (int)c->size);
    checker_put_int(in, height_of((int)c->size));
    checker_put_float(in, (float)checker_uniform(r, 1, 2));
    checker_put_float(in, (float)checker_uniform(r, 3, 4));
}

static void judge(const struct checker_case *c, struct checker_in *in,
                  struct checker_verdict *v)
{
    int width = checker_get_int(in), height = checker_get_int(in);
    const float *ab = checker_get_floats(in, 2);

    (void)c;
    if (!checker_expect_floats(v, width * height))
        return;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            checker_float(v, y * width + x,
                          (double)ab[0] * x + (double)ab[1] * y, 1e-6);
}

int main(int argc, char **argv)
{
    return checker_main(argc, argv, cases, (int)(sizeof cases / sizeof *cases),
                        make, judge);
}
