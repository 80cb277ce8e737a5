/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every row of ops.def stands in a program of tests/ptx, with a number type
 * where it has one, so that its answer is checked (see test_programs.c).
 */
#include <glob.h>

#include "ptx/ops.h"
#include "tests/unit/sim/harness.h"

static int seen[OP_COUNT][TYPE_COUNT];

static void note(const char *path)
{
    struct arena a = { 0 };
    struct diags ds = { .arena = &a };
    struct program p;
    struct text ptx;

    ck_assert(file_read(&a, path, 1u << 24, &ptx, &ds));
    ck_assert_msg(ptx_load(&a, ptx, &p, &ds), "%s does not load", path);
    for (int i = 0; i < p.inst_count; i++)
        seen[p.insts[i].op][p.insts[i].type]++;
    arena_clear(&a);
}

static void note_all(void)
{
    glob_t programs;

    ck_assert_int_eq(glob("tests/ptx/*.ptx", 0, NULL, &programs), 0);
    for (size_t i = 0; i < programs.gl_pathc; i++)
        if (!strstr(programs.gl_pathv[i], "/bench_"))
            note(programs.gl_pathv[i]);
    globfree(&programs);
}

START_TEST(every_row_has_a_program)
{
    note_all();
    for (int op = OP_UNSUPPORTED + 1; op < OP_COUNT; op++) {
        int n = 0;

        for (int t = 0; t < TYPE_COUNT; t++)
            n += seen[op][t];
        ck_assert_msg(n, "no program of tests/ptx has '%s'", op_table[op].text);
    }
}
END_TEST

Suite *rows_suite(void)
{
    Suite *s = suite_create("rows");
    TCase *t = tcase_create("rows");

    tcase_add_test(t, every_row_has_a_program);
    suite_add_tcase(s, t);
    return s;
}
