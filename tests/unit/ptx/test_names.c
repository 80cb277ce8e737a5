/* SPDX-License-Identifier: Apache-2.0 */
/* Names for people, and source lines. */
#include "ptx/display.h"
#include "tests/unit/ptx/load.h"

static const struct {
    const char *mangled, *display;
} rows[] = {
    { "saxpy", "saxpy" },
    { "_Z3addPKfS0_Pfi", "add" },
    { "_Z6reduceILi256EEvPKfPf", "reduce<256>" },
    { "_Z5applyIZ4mainEUlfE_EvT_Pfi", "apply<main::{lambda(float)#1}>" },
    { "_ZN12_GLOBAL__N_14anonEPi", "(anonymous namespace)::anon" },
    { "_ZNK2ns2OpclEf", "ns::Op::operator()" },
    { "_ZN2ns3addIiEET_S1_S1_", "ns::add<int>" },
    { "_Z1fPFivE", "f" },
    { "_ZlsR1AS_", "operator<<" },
    { "_ZN1AcvjEv", "A::operator unsigned int" },
    { "_ZN1AC1Ei", "A::A" },
    { "_Z", "_Z" },
    { "_Zrubbish$", "_Zrubbish$" },
    { "", "" },
};

START_TEST(name_is_shown_without_its_arguments)
{
    struct arena a = { 0 };

    ck_assert_str_eq(display_name(&a, rows[_i].mangled), rows[_i].display);
    arena_clear(&a);
}
END_TEST

START_TEST(a_name_that_would_grow_without_end_is_cut)
{
    struct arena a = { 0 };
    struct buf b = { 0 };

    /* Each pair of references doubles what the name stands for. */
    buf_str(&b, "_ZN3abc4kernE1xIS_S_E1yIS0_S0_E");
    for (int i = 1; i < 30; i++)
        buf_printf(&b, "1zIS%c_S%c_E", "0123456789ABCDEFGHIJKLMNOPQRSTUV"[i],
                   "0123456789ABCDEFGHIJKLMNOPQRSTUV"[i]);
    ck_assert_str_eq(display_name(&a, b.at), "abc::kern");
    arena_clear(&a);
    buf_release(&b);
}
END_TEST

static void ck_place(const struct loaded *l, int pc, int file, int line)
{
    ck_assert_int_eq(l->p.insts[pc].file, file);
    ck_assert_int_eq(l->p.insts[pc].line, line);
}

START_TEST(each_instruction_has_its_line)
{
    struct loaded l;

    load_good(&l, MODULE ".entry k() { .reg .b32 %r<3>; mov.u32 %r1, 1;\n"
                         ".loc 1 5 3\nmov.u32 %r1, 2; mov.u32 %r1, 3;\n"
                         ".loc 1 0 0\nmov.u32 %r1, 4;\n.loc 1 9 1\nret; }\n"
                         ".entry q() { ret; }\n.file 1 \"a.cu\"\n"
                         ".file 3 \"b.cuh\", 12, 34\n");
    ck_assert_int_eq(l.p.file_count, 4);
    ck_assert_str_eq(l.p.files[1], "a.cu");
    ck_assert_str_eq(l.p.files[2], "");
    ck_assert_str_eq(l.p.files[3], "b.cuh");
    ck_place(&l, 0, -1, 0);
    ck_place(&l, 1, 1, 5);
    ck_place(&l, 2, 1, 5);
    ck_place(&l, 3, 1, 5); /* line 0 is the compiler's own */
    ck_place(&l, 4, 1, 9);
    ck_place(&l, 5, -1, 0); /* nothing is known about q */
    ck_assert_int_eq(l.p.funcs[0].line, 5);
    ck_assert_int_eq(l.p.funcs[0].file, 1);
    ck_assert_int_eq(l.p.funcs[1].file, -1);
    unload(&l);
}
END_TEST

START_TEST(code_of_the_toolkits_headers_has_the_callers_line)
{
    struct loaded l;

    load_good(&l, MODULE
              ".file 1 \"a.cu\"\n.file 2 \"/usr/local/cuda/include/x.hpp\"\n"
              ".entry k() { .reg .b32 %r<3>;\n"
              /* the learner's helper, inlined at line 9 */
              ".loc 1 5 3, function_name L, inlined_at 1 9 1\n"
              "mov.u32 %r1, 1;\n"
              /* a header's function, inlined in the helper */
              ".loc 2 100 3, function_name L+20, inlined_at 1 5 3\n"
              "mov.u32 %r1, 2;\n"
              /* two headers deep, from line 12 */
              ".loc 2 200 1, function_name L, inlined_at 1 12 5\n"
              ".loc 2 300 1, function_name L, inlined_at 2 200 1\n"
              "mov.u32 %r1, 3;\n"
              /* the same again, from line 13 */
              ".loc 2 200 1, function_name L, inlined_at 1 13 5\n"
              ".loc 2 300 1, function_name L, inlined_at 2 200 1\n"
              "mov.u32 %r1, 4;\n"
              /* a header nobody inlined */
              ".loc 2 400 1\nret; }\n");
    ck_place(&l, 0, 1, 5);
    ck_place(&l, 1, 1, 5);
    ck_place(&l, 2, 1, 12);
    ck_place(&l, 3, 1, 13);
    ck_place(&l, 4, 2, 400);
    unload(&l);
}
END_TEST

START_TEST(places_that_call_each_other_end)
{
    struct loaded l;

    load_good(&l, MODULE ".file 2 \"/usr/x\"\n.entry k() {\n"
                         ".loc 2 1 1, function_name L, inlined_at 2 2 1\n"
                         ".loc 2 2 1, function_name L, inlined_at 2 1 1\n"
                         "ret; }\n");
    ck_assert_int_eq(l.p.insts[0].file, 2);
    unload(&l);
}
END_TEST

START_TEST(text_of_an_instruction_is_the_statement)
{
    struct loaded l;
    struct buf b = { 0 };

    load_good(&l, MODULE ".entry k() { .reg .b32 %r<3>; .reg .pred %p;\n"
                         "L:  @%p add.s32\t%r1,\n   %r2, 5;\nret;}");
    ck_assert_str_eq(l.p.insts[0].text, "@%p add.s32 %r1, %r2, 5;");
    unload(&l);
    buf_str(&b, MODULE ".entry k() { mbarrier.test ");
    for (int i = 0; i < 1000; i++)
        buf_str(&b, "xxxxxxxxx ");
    buf_str(&b, "; ret; }");
    load_good(&l, b.at);
    ck_assert_uint_eq(strlen(l.p.insts[0].text), 200);
    ck_assert_str_eq(l.p.insts[0].unsupported, "mbarrier.test");
    unload(&l);
    buf_release(&b);
}
END_TEST

Suite *names_suite(void)
{
    Suite *s = suite_create("names");
    TCase *tc = tcase_create("names");

    tcase_add_loop_test(tc, name_is_shown_without_its_arguments, 0,
                        (int)(sizeof rows / sizeof *rows));
    tcase_add_test(tc, a_name_that_would_grow_without_end_is_cut);
    tcase_add_test(tc, each_instruction_has_its_line);
    tcase_add_test(tc, code_of_the_toolkits_headers_has_the_callers_line);
    tcase_add_test(tc, places_that_call_each_other_end);
    tcase_add_test(tc, text_of_an_instruction_is_the_statement);
    suite_add_tcase(s, tc);
    return s;
}
