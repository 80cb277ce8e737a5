/* SPDX-License-Identifier: Apache-2.0 */
/* Registers: which an instruction uses, how many a function needs. */
#include "ptx/uses.h"
#include "tests/unit/ptx/load.h"

/* "%r1 %r2", sorted by nothing: in the order of the operands. */
static const char *names(struct loaded *l, const int *regs, int n)
{
    struct buf b = { 0 };
    const char *out;

    buf_str(&b, "");
    for (int i = 0; i < n; i++)
        buf_printf(&b, "%s%s", i ? " " : "", l->p.funcs[1].regs[regs[i]].name);
    out = arena_strndup(&l->arena, b.at, b.size);
    buf_release(&b);
    return out;
}

static const struct {
    const char *in, *reads, *writes;
    enum inst_class class;
} rows[] = {
    { "add.s32 %r1, %r2, %r3;", "%r2 %r3", "%r1", CLASS_INT },
    { "@%p1 add.f32 %f1, %f2, 0f00000000;", "%p1 %f2", "%f1", CLASS_FP32 },
    { "fma.rn.f64 %e1, %e1, %e2, %e3;", "%e1 %e2 %e3", "%e1", CLASS_FP64 },
    { "add.f16x2 %r1, %r2, %r3;", "%r2 %r3", "%r1", CLASS_FP16 },
    { "setp.lt.and.f32 %p1|%p2, %f1, %f2, !%p3;", "%f1 %f2 %p3", "%p1 %p2",
      CLASS_FP32 },
    { "set.gt.u32.f64 %r1, %e1, %e2;", "%e1 %e2", "%r1", CLASS_FP64 },
    { "selp.f32 %f1, %f2, %f3, %p1;", "%f2 %f3 %p1", "%f1", CLASS_OTHER },
    { "ex2.approx.f32 %f1, %f2;", "%f2", "%f1", CLASS_FP32 },
    { "mov.u32 %r1, %tid.x;", "", "%r1", CLASS_OTHER },
    { "cvt.rn.f32.s32 %f1, %r1;", "%r1", "%f1", CLASS_OTHER },
    { "mov.b64 {%r1, _}, %d1;", "%d1", "%r1", CLASS_OTHER },
    { "ld.global.v2.u32 {%r1, %r2}, [%d1+8];", "%d1", "%r1 %r2", CLASS_MEM },
    { "st.shared.v2.u32 [%r3], {%r1, 5};", "%r3 %r1", "", CLASS_MEM },
    { "atom.global.cas.b32 %r1, [%d1], %r2, %r3;", "%d1 %r2 %r3", "%r1",
      CLASS_MEM },
    { "red.global.add.f32 [%d1], %f1;", "%d1 %f1", "", CLASS_MEM },
    { "shfl.sync.idx.b32 %r1|%p1, %r2, %r3, 31, -1;", "%r2 %r3", "%r1 %p1",
      CLASS_OTHER },
    { "bar.red.popc.u32 %r1, 0, %r2, %p1;", "%r2 %p1", "%r1", CLASS_CONTROL },
    { "L: @!%p1 bra L;", "%p1", "", CLASS_CONTROL },
    { "cp.async.ca.shared.global [%r1], [%d1], 4, %r2;", "%r1 %d1 %r2", "",
      CLASS_MEM },
    { "{ .param .b64 a; .param .b32 r; call (r), %d2, (a), L; } L: ", "%d2", "",
      CLASS_CONTROL },
};

START_TEST(instruction_uses_registers)
{
    struct loaded l;
    int regs[USES_MAX], n;

    load_body(&l, rows[_i].in);
    ck_assert_msg(l.ok, "%s", rows[_i].in);
    n = inst_reads(&l.p.insts[0], regs, USES_MAX);
    ck_assert_str_eq(names(&l, regs, n), rows[_i].reads);
    n = inst_writes(&l.p.insts[0], regs, USES_MAX);
    ck_assert_str_eq(names(&l, regs, n), rows[_i].writes);
    ck_assert_int_eq(inst_class(&l.p.insts[0]), rows[_i].class);
    n = inst_reads(&l.p.insts[0], regs, 1);
    ck_assert_int_le(n, 1);
    unload(&l);
}
END_TEST

/* An entry that reads `loads` values of a type and adds them up; the adds
   come last, so all live at once. */
static int registers_of(const char *type, const char *reg, int loads,
                        const char *extra)
{
    struct buf b = { 0 };
    struct loaded l;
    int n;

    buf_printf(&b, MODULE
               ".func g();\n.entry k(.param .u64 p) {\n"
               ".reg .b64 %%d<99>; .reg .b32 %%r<99>; .reg .f64 %%e<99>;\n"
               ".reg .pred %%p<99>; ld.param.u64 %%d0, [p];\n");
    for (int i = 1; i <= loads; i++)
        buf_printf(&b, "ld.local.%s %s%d, [%%d0];\n", type, reg, i);
    buf_str(&b, extra);
    for (int i = 2; i <= loads; i++)
        buf_printf(&b, "add.%s %s1, %s1, %s%d;\n", type, reg, reg, reg, i);
    buf_printf(&b, "st.local.%s [%%d0], %s1; ret; }", type, reg);
    load_good(&l, b.at);
    n = l.p.funcs[program_find_func(&l.p, "k")].registers;
    unload(&l);
    buf_release(&b);
    return n;
}

START_TEST(registers_follow_the_live_values)
{
    /* 30 values and four more; the pointer is in the constant bank */
    ck_assert_int_eq(registers_of("u32", "%r", 30, ""), 34);
    ck_assert_int_eq(registers_of("f64", "%e", 30, ""), 64);
    ck_assert_int_eq(registers_of("u32", "%r", 3, ""), 16);
    /* constants, launch extents and predicates take none */
    ck_assert_int_eq(registers_of("u32", "%r", 30,
                                  "mov.u32 %r90, 5; mov.u32 %r91, %ntid.x;"
                                  "setp.eq.u32 %p1, %r90, %r91;"
                                  "@%p1 st.local.u32 [%d0], %r90;"),
                     34);
    /* a thread's index does */
    ck_assert_int_eq(registers_of("u32", "%r", 30,
                                  "mov.u32 %r90, %tid.x;"
                                  "st.local.u32 [%d0], %r90;"),
                     35);
    /* values that live across a call, and the convention for calls */
    ck_assert_int_eq(registers_of("u32", "%r", 3, "call g;"), 16);
    ck_assert_int_eq(registers_of("u32", "%r", 60, "call g;"), 64);
    ck_assert_int_eq(registers_of("f64", "%e", 90, ""), 184);
}
END_TEST

START_TEST(registers_live_around_a_loop)
{
    struct loaded l;

    /* %r1..%r20 are read in the loop and written before it. */
    struct buf b = { 0 };

    buf_str(&b, MODULE ".entry k() { .reg .b32 %r<40>; .reg .pred %p;\n");
    for (int i = 1; i <= 20; i++)
        buf_printf(&b, "ld.local.u32 %%r%d, [%d];", i, 4 * i);
    buf_str(&b, "mov.u32 %r0, %tid.x; L:");
    for (int i = 1; i <= 20; i++)
        buf_printf(&b, "add.u32 %%r0, %%r0, %%r%d;", i);
    buf_str(&b, "setp.lt.u32 %p, %r0, 99; @%p bra L;"
                "st.local.u32 [0], %r0; ret; }");
    load_good(&l, b.at);
    ck_assert_int_eq(l.p.funcs[0].registers, 25);
    unload(&l);
    buf_release(&b);
}
END_TEST

START_TEST(a_caller_needs_what_its_callees_need)
{
    struct loaded l;
    struct buf b = { 0 };

    buf_str(&b, MODULE ".func g() { .reg .b32 %r<40>;\n");
    for (int i = 1; i <= 30; i++)
        buf_printf(&b, "ld.local.u32 %%r%d, [%d];", i, 4 * i);
    for (int i = 1; i <= 30; i++)
        buf_printf(&b, "st.local.u32 [%d], %%r%d;", 4 * i, i);
    buf_str(&b, "ret; }\n.entry k() { .reg .b32 %r<9>;"
                "ld.local.u32 %r1, [0]; ld.local.u32 %r2, [4]; call g;"
                "st.local.u32 [0], %r1; st.local.u32 [4], %r2; ret; }\n"
                ".entry q() { ret; }\n");
    load_good(&l, b.at);
    ck_assert_int_eq(l.p.funcs[0].registers, 34);
    ck_assert_int_eq(l.p.funcs[1].registers, 36);
    ck_assert_int_eq(l.p.funcs[2].registers, 16);
    unload(&l);
    buf_release(&b);
}
END_TEST

Suite *uses_suite(void)
{
    Suite *s = suite_create("uses");
    TCase *tc = tcase_create("uses");

    tcase_add_loop_test(tc, instruction_uses_registers, 0,
                        (int)(sizeof rows / sizeof *rows));
    tcase_add_test(tc, registers_follow_the_live_values);
    tcase_add_test(tc, registers_live_around_a_loop);
    tcase_add_test(tc, a_caller_needs_what_its_callees_need);
    suite_add_tcase(s, tc);
    return s;
}
