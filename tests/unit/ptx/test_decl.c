/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/ptx/load.h"

static const struct symbol *symbol(const struct loaded *l, const char *name)
{
    int i = program_find_symbol(&l->p, name);

    ck_assert_int_ge(i, 0);
    return &l->p.symbols[i];
}

START_TEST(the_header_is_read)
{
    struct loaded l;

    load_good(&l, ".version 8.4\n.target sm_90a, debug\n.address_size 64\n");
    ck_assert_int_eq(l.p.ptx_version, 84);
    ck_assert_int_eq(l.p.target_sm, 90);
    unload(&l);
}
END_TEST

START_TEST(variables_have_size_align_and_value)
{
    struct loaded l;
    const struct symbol *s;

    load_good(&l, MODULE ".visible .global .align 8 .u32 a = -2;\n"
                         ".const .f32 b[3] = {0f3F800000, 2.0};\n"
                         ".global .v2 .f64 c[4/2];\n"
                         ".global .b8 d[2][3] = {{1}, {2, 3}};\n"
                         ".global .b8 e[] = {7, 2*4, 10-1};\n"
                         ".global .attribute(.managed) .s64 m = 7;\n");
    s = symbol(&l, "a");
    ck_assert_uint_eq(s->bytes, 4);
    ck_assert_int_eq(s->align, 8);
    ck_assert_mem_eq(s->init, "\xfe\xff\xff\xff", 4);
    s = symbol(&l, "b");
    ck_assert_int_eq(s->space, SPACE_CONST);
    ck_assert_mem_eq(s->init, "\0\0\x80\x3f\0\0\0\x40\0\0\0\0", 12);
    s = symbol(&l, "c");
    ck_assert_uint_eq(s->bytes, 32);
    ck_assert_int_eq(s->align, 16);
    ck_assert_ptr_null(s->init);
    s = symbol(&l, "d");
    ck_assert_mem_eq(s->init, "\1\0\0\2\3\0", 6);
    s = symbol(&l, "e");
    ck_assert_uint_eq(s->bytes, 3);
    ck_assert_mem_eq(s->init, "\7\10\11", 3);
    ck_assert(symbol(&l, "m")->is_managed);
    ck_assert(!symbol(&l, "e")->is_managed);
    unload(&l);
}
END_TEST

START_TEST(addresses_are_relocated)
{
    struct loaded l;
    const struct symbol *s;

    load_good(&l, MODULE ".func f ();\n.global .u32 x[4];\n"
                         ".global .u64 t[3] = {f, x+8, generic(x)-4};\n"
                         ".global .b8 m[10] = {1, 0xff(x), 0xff00(x),"
                         " 0xff0000(x), 0xff000000(x), 0xff00000000(x),"
                         " 0xff0000000000(x), 0xff000000000000(x),"
                         " 0xff00000000000000(x), 9};\n");
    s = symbol(&l, "t");
    ck_assert_int_eq(s->reloc_count, 3);
    ck_assert_int_eq(s->relocs[0].func, program_find_func(&l.p, "f"));
    ck_assert_int_eq(s->relocs[0].symbol, -1);
    ck_assert_int_eq(s->relocs[1].symbol, program_find_symbol(&l.p, "x"));
    ck_assert_int_eq(s->relocs[1].offset, 8);
    ck_assert_int_eq(s->relocs[1].size, 8);
    ck_assert_int_eq(s->relocs[1].addend, 8);
    ck_assert(!s->relocs[1].generic);
    ck_assert_int_eq(s->relocs[2].addend, -4);
    ck_assert(s->relocs[2].generic);
    s = symbol(&l, "m");
    ck_assert_int_eq(s->reloc_count, 1);
    ck_assert_int_eq(s->relocs[0].offset, 1);
    ck_assert_int_eq(s->relocs[0].size, 8);
    ck_assert_mem_eq(s->init, "\1\0\0\0\0\0\0\0\0\11", 10);
    unload(&l);
}
END_TEST

START_TEST(an_extern_variable_and_its_definition_are_one)
{
    struct loaded l;

    load_good(&l, MODULE ".extern .global .u32 x;\n.global .u32 x = 5;\n"
                         ".extern .global .u32 y;\n"
                         ".extern .shared .align 16 .b8 d[];\n");
    ck_assert(!symbol(&l, "x")->is_extern);
    ck_assert_mem_eq(symbol(&l, "x")->init, "\5\0\0\0", 4);
    ck_assert(symbol(&l, "y")->is_extern);
    ck_assert(symbol(&l, "d")->is_dynamic);
    ck_assert(!symbol(&l, "d")->is_extern);
    unload(&l);
}
END_TEST

START_TEST(parameters_lie_by_their_own_alignment)
{
    struct loaded l;
    const struct func *f;

    /* .align after .ptr is about what the pointer points to. */
    load_good(&l, MODULE ".entry k(.param .u8 a, .param .u64 .ptr .global"
                         " .align 1 b, .param .u16 c,"
                         " .param .align 8 .b8 d[12], .param .f32 e)"
                         " .maxntid 256, 2, 1 .minnctapersm 3 { ret; }\n"
                         ".entry q() .reqntid 32 { ret; }\n");
    f = &l.p.funcs[0];
    ck_assert_int_eq(f->param_count, 5);
    ck_assert_int_eq(f->params[0].offset, 0);
    ck_assert_int_eq(f->params[1].offset, 8);
    ck_assert_int_eq(f->params[1].align, 8);
    ck_assert_int_eq(f->params[2].offset, 16);
    ck_assert_int_eq(f->params[3].offset, 24);
    ck_assert_int_eq(f->params[3].bytes, 12);
    ck_assert_int_eq(f->params[4].offset, 36);
    ck_assert_int_eq(f->params_bytes, 40);
    ck_assert_int_eq(f->maxntid[0], 256);
    ck_assert_int_eq(f->maxntid[1], 2);
    ck_assert_int_eq(f->minnctapersm, 3);
    ck_assert_int_eq(l.p.funcs[1].reqntid[0], 32);
    ck_assert_int_eq(l.p.funcs[1].reqntid[2], 1);
    ck_assert_int_eq(l.p.funcs[1].maxntid[0], 0);
    unload(&l);
}
END_TEST

START_TEST(call_areas_of_scopes_that_follow_share_their_place)
{
    struct loaded l;
    const struct func *f;

    load_good(&l, MODULE ".func (.param .b32 r) f (.param .b64 a) {\n"
                         ".reg .b32 %r<3>;\n"
                         "{ .param .b32 x; st.param.b32 [x], %r1; }\n"
                         "{ .param .align 16 .b8 y[20]; .param .b32 z;"
                         "st.param.b32 [z], %r1; }\n"
                         "st.param.b32 [r], %r2; ret; }\n");
    f = &l.p.funcs[0];
    ck_assert_int_eq(f->rets[0].offset, 0);
    ck_assert_int_eq(f->params[0].offset, 8);
    ck_assert_uint_eq(l.p.insts[0].operand[0].bits, 16);
    ck_assert_uint_eq(l.p.insts[1].operand[0].bits, 36);
    ck_assert_uint_eq(l.p.insts[2].operand[0].bits, 0);
    ck_assert_int_eq(f->frame_bytes, 48);
    unload(&l);
}
END_TEST

START_TEST(registers_hide_those_of_the_scope_around)
{
    struct loaded l;
    const struct func *f;

    load_good(&l, MODULE ".entry k() { .reg .b32 %r<12>, %x; .reg .b64 %r1y;\n"
                         "mov.b32 %r11, 1; { .reg .b32 %r11; mov.b32 %r11, 2; }"
                         "mov.b32 %r11, %x; ret; }\n");
    f = &l.p.funcs[0];
    ck_assert_int_eq(f->reg_count, 15);
    ck_assert_str_eq(f->regs[11].name, "%r11");
    ck_assert_int_eq(f->regs[11].type, TYPE_B32);
    ck_assert_int_eq(f->regs[13].type, TYPE_B64);
    ck_assert_int_eq(l.p.insts[0].operand[0].reg, 11);
    ck_assert_int_eq(l.p.insts[1].operand[0].reg, 14);
    ck_assert_int_eq(l.p.insts[2].operand[0].reg, 11);
    ck_assert_int_eq(l.p.insts[2].operand[1].reg, 12);
    unload(&l);
}
END_TEST

START_TEST(local_variables_lie_in_the_functions_frame)
{
    struct loaded l;

    load_good(&l, MODULE ".entry k() { .local .b8 a[5]; .local .align 8 .b8"
                         " b[8]; { .local .u32 c; } ret; }\n");
    ck_assert_uint_eq(l.p.symbols[0].offset, 0);
    ck_assert_uint_eq(l.p.symbols[1].offset, 8);
    ck_assert_uint_eq(l.p.symbols[2].offset, 16);
    ck_assert_int_eq(l.p.symbols[2].func, 0);
    ck_assert_int_eq(l.p.funcs[0].local_bytes, 32);
    unload(&l);
}
END_TEST

START_TEST(an_alias_is_what_it_stands_for)
{
    struct loaded l;
    int f;

    load_good(&l, MODULE ".func a(); .func b() { ret; } .alias a, b;\n"
                         ".entry k() { .reg .b64 %d; mov.u64 %d, a;"
                         "call a; ret; }\n");
    f = program_find_func(&l.p, "b");
    ck_assert_int_eq(l.p.calls[0].func, f);
    ck_assert_int_eq(l.p.insts[1].operand[1].func, f);
    unload(&l);
}
END_TEST

START_TEST(a_function_that_can_fall_off_its_end_returns)
{
    struct loaded l;

    load_good(&l, MODULE ".entry a() { } .entry b() { ret; }\n"
                         ".entry c() { .reg .pred p; @p ret; }\n"
                         ".entry d() { bra E; E: }\n");
    ck_assert_int_eq(l.p.funcs[0].end - l.p.funcs[0].first, 1);
    ck_assert_int_eq(l.p.insts[0].op, OP_RET);
    ck_assert_int_eq(l.p.funcs[1].end - l.p.funcs[1].first, 1);
    ck_assert_int_eq(l.p.funcs[2].end - l.p.funcs[2].first, 2);
    ck_assert_int_eq(l.p.funcs[3].end - l.p.funcs[3].first, 2);
    ck_assert_int_eq(l.p.insts[l.p.funcs[3].first].target,
                     l.p.funcs[3].end - 1);
    unload(&l);
}
END_TEST

Suite *decl_suite(void)
{
    Suite *s = suite_create("decl");
    TCase *tc = tcase_create("decl");

    tcase_add_test(tc, the_header_is_read);
    tcase_add_test(tc, variables_have_size_align_and_value);
    tcase_add_test(tc, addresses_are_relocated);
    tcase_add_test(tc, an_extern_variable_and_its_definition_are_one);
    tcase_add_test(tc, parameters_lie_by_their_own_alignment);
    tcase_add_test(tc, call_areas_of_scopes_that_follow_share_their_place);
    tcase_add_test(tc, registers_hide_those_of_the_scope_around);
    tcase_add_test(tc, local_variables_lie_in_the_functions_frame);
    tcase_add_test(tc, an_alias_is_what_it_stands_for);
    tcase_add_test(tc, a_function_that_can_fall_off_its_end_returns);
    suite_add_tcase(s, tc);
    return s;
}
