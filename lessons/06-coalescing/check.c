/* SPDX-License-Identifier: Apache-2.0 */
/* Trusted: inputs and reference answer of lesson 06, brightening a picture. */
#include "course/checker.h"

static const struct checker_case cases[] = {
    { "n33", 33, false }, { "n1", 1, false },     { "n31", 31, false },
    { "n32", 32, false }, { "n64", 64, false },   { "n97", 97, false },
    { "n0", 0, false },   { "graded", 256, true }
};

static int height_of(int width)
{
    return width * 3 / 4 + (width == 1);
}

static void make(const struct checker_case *c, struct checker_random *r,
                 struct checker_out *in)
{
    int width = (int)c->size, height = height_of(width);

    checker_put_int(in, width);
    checker_put_int(in, height);
    checker_put_float(in, (float)checker_uniform(r, 1.1, 2));
    for (int i = 0; i < width * height; i++)
        checker_put_float(in, (float)checker_uniform(r, 0, 255));
}

static void judge(const struct checker_case *c, struct checker_in *in,
                  struct checker_verdict *v)
{
    int width = checker_get_int(in), height = checker_get_int(in);
    double gain = checker_get_floats(in, 1)[0];
    const float *cells = checker_get_floats(in, width * height);

    (void)c;
    if (!checker_expect_floats(v, width * height))
        return;
    for (int i = 0; i < width * height; i++)
        checker_float(v, i, gain * cells[i], 1e-6);
}

int main(int argc, char **argv)
{
    return checker_main(argc, argv, cases, (int)(sizeof cases / sizeof *cases),
                        make, judge);
}
