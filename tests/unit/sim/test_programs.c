/* SPDX-License-Identifier: Apache-2.0 */
/* Every program of tests/ptx gives the answer written in it. */
#include <glob.h>

#include "tests/unit/sim/harness.h"

static glob_t programs;

START_TEST(a_program_gives_its_answer)
{
    struct arena a = { 0 };
    struct diags ds = { .arena = &a };
    struct text ptx;

    ck_assert(file_read(&a, programs.gl_pathv[_i], 1u << 24, &ptx, &ds));
    if (rig_sections(ptx) == 0)
        ck_abort_msg("%s expects nothing", programs.gl_pathv[_i]);
    arena_clear(&a);
}
END_TEST

START_TEST(there_are_programs)
{
    ck_assert_uint_gt(programs.gl_pathc, 0);
}
END_TEST

Suite *programs_suite(void)
{
    Suite *s = suite_create("programs");
    TCase *t = tcase_create("programs");

    glob("tests/ptx/*.ptx", 0, NULL, &programs);
    for (size_t i = 0; i < programs.gl_pathc; i++) {
        const char *path = programs.gl_pathv[i];
        TCase *each;

        if (strstr(path, "/bench_"))
            continue; /* for tests/bench_sim.c */
        each = tcase_create(path);

        tcase_add_loop_test(each, a_program_gives_its_answer, (int)i,
                            (int)i + 1);
        suite_add_tcase(s, each);
    }
    tcase_add_test(t, there_are_programs);
    suite_add_tcase(s, t);
    return s;
}
