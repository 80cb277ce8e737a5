/* SPDX-License-Identifier: Apache-2.0 */
/* Trusted: inputs and reference answer of lesson 12, turning a picture. */
#include "course/checker.h"

static const struct checker_case cases[] = {
    { "n33", 33, false }, { "n1", 1, false },     { "n31", 31, false },
    { "n32", 32, false }, { "n128", 128, false }, { "n97", 97, false },
    { "n0", 0, false },   { "graded", 256, true }
};

/* Round sizes stay round, and nearly no picture is square. */
static int height_of(int width)
{
    return width % 32 ? width * 3 / 4 + (width == 1)
                      : width / 2 + 16 * (width == 32);
}

static void make(const struct checker_case *c, struct checker_random *r,
                 struct checker_out *in)
{
    int width = (int)c->size, height = height_of(width);

    checker_put_int(in, width);
    checker_put_int(in, height);
    for (int i = 0; i < width * height; i++)
        checker_put_float(in, (float)checker_uniform(r, 0, 255));
}

static void judge(const struct checker_case *c, struct checker_in *in,
                  struct checker_verdict *v)
{
    int width = checker_get_int(in), height = checker_get_int(in);
    const float *cells = checker_get_floats(in, width * height);

    (void)c;
    if (!checker_expect_floats(v, width * height))
        return;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            checker_near(v, x * height + y, cells[y * width + x], 0);
}

int main(int argc, char **argv)
{
    return checker_main(argc, argv, cases, (int)(sizeof cases / sizeof *cases),
                        make, judge);
}
