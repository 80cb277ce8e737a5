/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every row of ops.def stands in a program of tests/ptx, with a number type
 * where it has one, so that its answer is checked (see test_programs.c).
 */
#include <glob.h>

#include "ptx/ops.h"
#include "ptx/words.h"
#include "tests/unit/sim/harness.h"

static int seen[OP_COUNT][TYPE_COUNT];

/* What the table of types allows together and PTX does not, and stack memory,
   which is refused whatever its type. */
static bool is_no_form(int op, int t)
{
    switch (op) {
    case OP_CVTA:
        return t == TYPE_B64;
    case OP_RED:
        return t == TYPE_B16;
    case OP_BAR:
    case OP_BARRIER:
        return t == TYPE_B32;
    case OP_ALLOCA:
    case OP_STACKSAVE:
    case OP_STACKRESTORE:
        return t == TYPE_U32;
    default:
        return false;
    }
}

static void note(const char *path)
{
    struct arena a = { 0 };
    struct diags ds = { .arena = &a };
    struct program p;
    struct text ptx;

    ck_assert(file_read(&a, path, 1u << 24, &ptx, &ds));
    ck_assert_msg(ptx_load(&a, ptx, &p, &ds), "%s does not load", path);
    for (int i = 0; i < p.inst_count; i++) {
        seen[p.insts[i].op][p.insts[i].type]++;
        seen[p.insts[i].op][p.insts[i].type2]++;
    }
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

START_TEST(every_type_of_a_row_has_a_program)
{
    struct words w;

    words_init(&w);
    note_all();
    for (int op = OP_UNSUPPORTED + 1; op < OP_COUNT; op++)
        for (int t = TYPE_PRED; t < TYPE_COUNT; t++) {
            struct inst in = { .op = (enum op)op };

            if (words_apply(&w, &in, text_of(type_text((enum type)t))) &&
                !is_no_form(op, t))
                ck_assert_msg(seen[op][t], "no program of tests/ptx has %s.%s",
                              op_table[op].text, type_text((enum type)t));
        }
}
END_TEST

Suite *rows_suite(void)
{
    Suite *s = suite_create("rows");
    TCase *t = tcase_create("rows");

    tcase_add_test(t, every_row_has_a_program);
    tcase_add_test(t, every_type_of_a_row_has_a_program);
    suite_add_tcase(s, t);
    return s;
}
