/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction in, the decoded instruction printed again. */
#include "tests/unit/ptx/load.h"

static const struct {
    const char *in, *out;
} rows[] = {
    /* literals take the type of their place */
    { "add.s32 %r1, %r2, -5;", "add.s32 %r1, %r2, -5" },
    { "add.u32 %r1, %r2, -1;", "add.u32 %r1, %r2, 4294967295" },
    { "add.s32 %r1, %r2, 0x10;", "add.s32 %r1, %r2, 16" },
    { "add.s32 %r1, %r2, 010;", "add.s32 %r1, %r2, 8" },
    { "add.s32 %r1, %r2, 0b101U;", "add.s32 %r1, %r2, 5" },
    { "and.b32 %r1, %r2, ~1;", "and.b32 %r1, %r2, 4294967294" },
    { "add.s64 %d1, %d2, -1;", "add.s64 %d1, %d2, -1" },
    { "add.s16 %h1, %h2, 65535;", "add.s16 %h1, %h2, -1" },
    { "mov.u32 %r1, WARP_SZ;", "mov.u32 %r1, 32" },
    { "add.f32 %f1, %f2, 0f3F800000;", "add.f32 %f1, %f2, 0x3f800000" },
    { "add.f32 %f1, %f2, 1.5;", "add.f32 %f1, %f2, 0x3fc00000" },
    { "add.f64 %e1, %e2, 0d3FF0000000000000;",
      "add.f64 %e1, %e2, 0x3ff0000000000000" },
    { "add.f64 %e1, %e2, 0f3F800000;", "add.f64 %e1, %e2, 0x3ff0000000000000" },
    { "mov.f32 %f1, -0f00000000;", "mov.f32 %f1, 0x80000000" },
    { "mov.f32 %f1, 0f7FC00001;", "mov.f32 %f1, 0x7fc00001" },
    { "mov.f64 %e1, -1.0;", "mov.f64 %e1, 0xbff0000000000000" },
    { "mov.pred %p1, -1;", "mov.pred %p1, 1" },
    { "shl.b16 %h1, %h2, 65537;", "shl.b16 %h1, %h2, 65537" },
    { "cvt.rn.f32.s32 %f1, -3;", "cvt.rn.f32.s32 %f1, -3" },
    { "mov.s32 %r1, 2+3*4;", "mov.s32 %r1, 14" },
    { "mov.s32 %r1, (2+3)*4-1;", "mov.s32 %r1, 19" },
    { "mov.s32 %r1, 20-5-3;", "mov.s32 %r1, 12" },
    { "mov.s32 %r1, (1<<4)|3^1&3;", "mov.s32 %r1, 18" },
    { "mov.s32 %r1, -7/2;", "mov.s32 %r1, -3" },
    { "mov.s32 %r1, -7 % 4;", "mov.s32 %r1, -3" },
    { "mov.s32 %r1, 256>>4>>1;", "mov.s32 %r1, 8" },
    { "mov.s32 %r1, -~-(1);", "mov.s32 %r1, 0" },
    { "mov.s32 %r1, 1+!0+!9;", "mov.s32 %r1, 2" },
    { "ld.global.u32 %r1, [%d1+4*2-1];", "ld.global.u32 %r1, [%d1+7]" },
    { "ld.global.u32 %r1, [g-4+8];", "ld.global.u32 %r1, [g+4]" },
    /* arithmetic and its words */
    { "mad.lo.s32 %r1, %r2, %r3, %r4;", "mad.lo.s32 %r1, %r2, %r3, %r4" },
    { "mul.wide.s32 %d1, %r2, 4;", "mul.wide.s32 %d1, %r2, 4" },
    { "mad.wide.u16 %r1, %h2, %h3, %r4;", "mad.wide.u16 %r1, %h2, %h3, %r4" },
    { "add.cc.u32 %r1, %r2, %r3;", "add.cc.u32 %r1, %r2, %r3" },
    { "madc.hi.cc.u32 %r1, %r2, %r3, %r4;",
      "madc.cc.hi.u32 %r1, %r2, %r3, %r4" },
    { "fma.rn.ftz.f32 %f1, %f2, %f3, %f4;",
      "fma.rn.ftz.f32 %f1, %f2, %f3, %f4" },
    { "div.full.ftz.f32 %f1, %f2, %f3;", "div.ftz.full.f32 %f1, %f2, %f3" },
    { "shf.l.wrap.b32 %r1, %r2, %r3, 7;", "shf.l.wrap.b32 %r1, %r2, %r3, 7" },
    { "prmt.b32.f4e %r1, %r2, %r3, %r4;", "prmt.f4e.b32 %r1, %r2, %r3, %r4" },
    { "bfi.b64 %d1, %d2, %d3, 4, 5;", "bfi.b64 %d1, %d2, %d3, 4, 5" },
    { "popc.b64 %r1, %d1;", "popc.b64 %r1, %d1" },
    { "bfind.shiftamt.u32 %r1, %r2;", "bfind.shiftamt.u32 %r1, %r2" },
    { "dp4a.s32.u32 %r1, %r2, %r3, %r4;", "dp4a.s32.u32 %r1, %r2, %r3, %r4" },
    { "min.NaN.f32 %f1, %f2, %f3;", "min.NaN.f32 %f1, %f2, %f3" },
    /* comparisons */
    { "setp.ge.s32 %p1, %r1, %r2;", "setp.ge.s32 %p1, _, %r1, %r2" },
    { "setp.lt.and.f32 %p1|%p2, %f1, %f2, !%p3;",
      "setp.lt.and.f32 %p1, %p2, %f1, %f2, !%p3" },
    { "set.gt.u32.f32 %r1, %f2, 0f00000000;",
      "set.gt.u32.f32 %r1, %f2, 0x00000000" },
    { "selp.b64 %d1, %d2, 7, %p1;", "selp.b64 %d1, %d2, 7, %p1" },
    { "slct.f32.s32 %f1, %f2, %f3, %r1;", "slct.f32.s32 %f1, %f2, %f3, %r1" },
    { "testp.finite.f32 %p1, %f1;", "testp.finite.f32 %p1, %f1" },
    /* moves and conversions */
    { "mov.b64 {%r1, %r2}, %d1;", "mov.b64 {%r1, %r2}, %d1" },
    { "mov.b64 %d1, {%r1, 7};", "mov.b64 %d1, {%r1, 7}" },
    { "mov.b64 {_, %r2}, %d1;", "mov.b64 {_, %r2}, %d1" },
    { "mov.u64 %d1, g+4;", "mov.u64 %d1, g+4" },
    { "mov.u64 %d1, f;", "mov.u64 %d1, f" },
    { "mov.b64 %d1, kq;", "mov.b64 %d1, param+8" },
    { "mov.u32 %r1, %tid.y;", "mov.u32 %r1, %tid.y" },
    { "mov.u32 %r1, %envreg2;", "mov.u32 %r1, %envreg2" },
    { "mov.u64 %d1, %clock64;", "mov.u64 %d1, %clock64" },
    { "cvt.rzi.s32.f64 %r1, %e1;", "cvt.rzi.s32.f64 %r1, %e1" },
    { "cvt.u16.u32 %h1, %r1;", "cvt.u16.u32 %h1, %r1" },
    { "cvt.s8.s32 %r1, %r2;", "cvt.s8.s32 %r1, %r2" },
    { "cvt.rn.bf16x2.f32 %r1, %f1, %f2;", "cvt.rn.bf16x2.f32 %r1, %f1, %f2" },
    { "cvta.to.global.u64 %d1, %d2;", "cvta.to.global.u64 %d1, %d2" },
    { "isspacep.shared %p1, %d1;", "isspacep.shared %p1, %d1" },
    /* memory */
    { "ld.global.nc.v4.f32 {%f1, %f2, %f3, _}, [%d1+-16];",
      "ld.global.nc.v4.f32 {%f1, %f2, %f3, _}, [%d1-16]" },
    { "ld.u8 %h1, [%d1];", "ld.u8 %h1, [%d1]" },
    { "ld.param.u64 %d1, [kp];", "ld.param.u64 %d1, [param+0]" },
    { "ld.param.u32 %r1, [kq+0];", "ld.param.u32 %r1, [param+8]" },
    { "ld.shared.u32 %r1, [s+8];", "ld.shared.u32 %r1, [s+8]" },
    { "ld.shared.u32 %r1, [%r2+4];", "ld.shared.u32 %r1, [%r2+4]" },
    { "ld.relaxed.gpu.global.L1::no_allocate.u32 %r1, [%d1];",
      "ld.relaxed.gpu.global.u32 %r1, [%d1]" },
    { "st.volatile.shared.u32 [s], 5;", "st.volatile.shared.u32 [s], 5" },
    { "st.v2.f32 [%d1], {%f1, 0f00000000};",
      "st.v2.f32 [%d1], {%f1, 0x00000000}" },
    { "st.global.u32 [4096], %r1;", "st.global.u32 [0x1000], %r1" },
    { "atom.global.add.u32 %r1, [%d1], 1;",
      "atom.global.add.u32 %r1, [%d1], 1" },
    { "atom.acq_rel.gpu.global.cas.b64 %d1, [%d2], %d3, %d4;",
      "atom.acq_rel.gpu.global.cas.b64 %d1, [%d2], %d3, "
      "%d4" },
    { "red.shared.max.s32 [s], -1;", "red.shared.max.s32 [s], -1" },
    /* one warp, one block */
    { "shfl.sync.down.b32 %r1|%p1, %r2, 16, 31, -1;",
      "shfl.sync.down.b32 %r1, %p1, %r2, 16, 31, 4294967295" },
    { "vote.sync.ballot.b32 %r1, !%p1, -1;",
      "vote.sync.ballot.b32 %r1, !%p1, 4294967295" },
    { "vote.sync.uni.pred %p2, %p1, -1;",
      "vote.sync.uni.pred %p2, %p1, 4294967295" },
    { "match.all.sync.b64 %r1|%p1, %d1, -1;",
      "match.sync.all.b64 %r1, %p1, %d1, 4294967295" },
    { "redux.sync.or.b32 %r1, %r2, -1;",
      "redux.sync.or.b32 %r1, %r2, 4294967295" },
    { "activemask.b32 %r1;", "activemask.b32 %r1" },
    { "bar.sync 0;", "bar.sync.aligned 0" },
    { "bar.sync %r1, 64;", "bar.sync.aligned %r1, 64" },
    { "barrier.cta.arrive 1, 64;", "barrier.arrive 1, 64" },
    { "bar.red.popc.u32 %r1, 0, %p1;", "bar.popc.aligned.u32 %r1, 0, _, %p1" },
    { "bar.red.and.pred %p1, 0, 32, !%p2;",
      "bar.and.aligned.pred %p1, 0, 32, !%p2" },
    { "bar.warp.sync -1;", "bar.warp 4294967295" },
    { "membar.gl;", "membar.gpu" },
    { "fence.acq_rel.gpu;", "fence.acq_rel.gpu" },
    { "cp.async.cg.shared.global.L2::128B [%r1], [%d1+16], 16, %r2;",
      "cp.shared [%r1], [%d1+16], 16, %r2" },
    { "cp.async.wait_group 1;", "cp.wait_group 1" },
    { "nanosleep.u32 100;", "nanosleep.u32 100" },
    /* guards, blanks, comments */
    { "@!%p1 add.s32 %r1, %r2, %r3;", "@!%p1 add.s32 %r1, %r2, %r3" },
    { "add.s32\n /* a */ %r1 , %r2,// b\n%r3 ;", "add.s32 %r1, %r2, %r3" },
    /* what the lab lacks keeps its name */
    { "mbarrier.init.shared.b64 [%d1], 1;",
      "unsupported mbarrier.init.shared.b64" },
    { "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r1, %r2}, [%d1];",
      "unsupported wmma.load.a.sync.aligned.row.m16n16k16.global.f16" },
    { "@%p1 add.rn.f32.f16 %f1, %h1, %f2;", "@%p1 unsupported add.rn.f32.f16" },
    { "ld.global.v16.b8 {%h1, %h2}, [%d1];", "unsupported ld.global.v16.b8" },
    { "setp.s32 %p1, %r1, %r2;", "unsupported setp.s32" },
    { "vote.all.pred %p1, %p2;", "unsupported vote.all.pred" },
    { "mov.u32 %r1, %clusterid.x;", "unsupported %clusterid" },
};

START_TEST(instruction_decodes)
{
    struct loaded l;

    ck_assert_str_eq(body_line(&l, rows[_i].in), rows[_i].out);
    unload(&l);
}
END_TEST

START_TEST(operands_that_only_mov_takes_get_a_register)
{
    struct loaded l;

    load_body(&l, "add.s32 %r1, %tid.x, 1;");
    ck_assert(l.ok);
    ck_assert_int_eq(l.p.insts[0].op, OP_MOV);
    ck_assert_int_eq(l.p.insts[0].operand[1].special, SREG_TID_X);
    ck_assert_int_eq(l.p.insts[1].op, OP_ADD);
    ck_assert_int_eq(l.p.insts[1].operand[1].reg, l.p.insts[0].operand[0].reg);
    ck_assert_str_eq(l.p.insts[0].text, "add.s32 %r1, %tid.x, 1;");
    unload(&l);
}
END_TEST

START_TEST(a_sink_becomes_a_register_nobody_reads)
{
    struct loaded l;
    const struct operand *o;

    load_body(&l, "atom.global.add.u32 _, [%d1], 1;");
    ck_assert(l.ok);
    o = &l.p.insts[0].operand[0];
    ck_assert_int_eq(o->kind, OPERAND_REG);
    ck_assert_str_eq(l.p.funcs[1].regs[o->reg].name, "_");
    unload(&l);
}
END_TEST

START_TEST(memory_without_a_space_is_generic)
{
    struct loaded l;

    load_body(&l, "ld.u32 %r1, [%d1]; st.global.u32 [%d1], %r1;"
                  "cp.async.ca.shared.global [%r1], [%d1], 4;");
    ck_assert(l.ok);
    ck_assert_int_eq(l.p.insts[0].space, SPACE_GENERIC);
    ck_assert_int_eq(l.p.insts[1].space, SPACE_GLOBAL);
    ck_assert_int_eq(l.p.insts[2].space, SPACE_SHARED);
    ck_assert_int_eq(l.p.insts[2].sub, SUB_NONE);
    unload(&l);
}
END_TEST

START_TEST(a_call_names_its_areas)
{
    struct loaded l;
    const struct call *c;

    load_body(&l, "{ .param .b64 p0; st.param.b64 [p0], %d1; .param .b32 r0;"
                  "call.uni (r0), f, (p0); ld.param.b32 %r1, [r0]; }");
    ck_assert(l.ok);
    c = &l.p.calls[l.p.insts[1].call];
    ck_assert_int_eq(c->func, program_find_func(&l.p, "f"));
    ck_assert_int_eq(c->arg_count, 1);
    ck_assert_int_eq(c->args[0].frame_offset, 0);
    ck_assert_int_eq(c->args[0].bytes, 8);
    ck_assert_int_eq(c->rets[0].frame_offset, 8);
    ck_assert_int_eq(c->rets[0].bytes, 4);
    ck_assert_int_eq(l.p.insts[0].operand[0].base, BASE_FRAME);
    ck_assert_int_eq(l.p.funcs[1].frame_bytes, 16);
    unload(&l);
}
END_TEST

START_TEST(an_indirect_call_reads_its_register)
{
    struct loaded l;
    const struct inst *in;

    load_body(&l, "{ .param .b64 p0; .param .b32 r0;"
                  "q: .callprototype (.param .b32 _) _ (.param .b64 _);"
                  "call (r0), %d3, (p0), q; }");
    ck_assert(l.ok);
    in = &l.p.insts[0];
    ck_assert_int_eq(l.p.calls[in->call].func, -1);
    ck_assert_int_eq(in->operand_count, 1);
    ck_assert_int_eq(in->operand[0].reg, l.p.calls[in->call].reg);
    ck_assert_str_eq(l.p.funcs[1].regs[in->operand[0].reg].name, "%d3");
    unload(&l);
}
END_TEST

Suite *inst_suite(void)
{
    Suite *s = suite_create("inst");
    TCase *tc = tcase_create("decode");

    tcase_add_loop_test(tc, instruction_decodes, 0,
                        (int)(sizeof rows / sizeof *rows));
    tcase_add_test(tc, operands_that_only_mov_takes_get_a_register);
    tcase_add_test(tc, a_sink_becomes_a_register_nobody_reads);
    tcase_add_test(tc, memory_without_a_space_is_generic);
    tcase_add_test(tc, a_call_names_its_areas);
    tcase_add_test(tc, an_indirect_call_reads_its_register);
    suite_add_tcase(s, tc);
    return s;
}
