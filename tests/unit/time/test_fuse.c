/* SPDX-License-Identifier: Apache-2.0 */
/* What ptxas makes one instruction of, or half of; what scattered pieces cost
   DRAM; how long it keeps a request when it is busy. */
#include "tests/unit/time/synth.h"
#include "time/footprint.h"
#include "time/fuse.h"
#include "time/mem.h"

static struct synth s;

static void setup(void)
{
    synth_init(&s);
}

static void teardown(void)
{
    synth_release(&s);
}

static struct uop *fused(const struct card *c)
{
    struct uops u = uops_new(&s.arena, c, &s.program);

    fuse_func(&s.arena, &s.program, &s.func, u.at);
    return u.at;
}

static void immediate(int pc, int operand)
{
    s.insts[pc].operand[operand] =
        (struct operand){ .kind = OPERAND_IMM, .reg = -1, .bits = 4 };
}

/* r2 = r1 * 4 (wide); r4 = r3 + r2; ld [r4] */
static void address_code(enum space space)
{
    int ld;

    s.program.inst_count = 0;
    synth_alu(&s, OP_MUL, TYPE_S32, 2, 1, 1);
    s.insts[0].mods = MOD_WIDE;
    immediate(0, 2);
    synth_alu(&s, OP_ADD, TYPE_S64, 4, 3, 2);
    ld = synth_add(&s, OP_LD, TYPE_F32, space, 5, 4, -1, -1);
    s.insts[ld].operand[1] =
        (struct operand){ .kind = OPERAND_ADDRESS, .base = BASE_REG, .reg = 4 };
}

START_TEST(a_wide_product_joins_its_sum)
{
    struct card c = synth_card(&s, _i);
    struct uop *u;

    address_code(SPACE_GLOBAL);
    u = fused(&c);
    ck_assert_int_eq(u[0].issues, 0);
    ck_assert_int_eq(u[1].issues, 1);
    ck_assert_int_eq(u[2].issues, 1);
    /* not when something else reads it too */
    synth_alu(&s, OP_XOR, TYPE_S64, 6, 2, 2);
    u = fused(&c);
    ck_assert_int_eq(u[0].issues, 1);
    ck_assert_int_eq(u[1].issues, 2);
}
END_TEST

START_TEST(small_windows_have_small_addresses)
{
    struct card c = synth_card(&s, _i);

    s.program.inst_count = 0;
    synth_alu(&s, OP_SUB, TYPE_S64, 4, 3, 2);
    synth_add(&s, OP_LD, TYPE_F32, SPACE_SHARED, 5, 4, -1, -1);
    s.insts[1].operand[1] =
        (struct operand){ .kind = OPERAND_ADDRESS, .base = BASE_REG, .reg = 4 };
    ck_assert_int_eq(fused(&c)[0].issues, 1);
    s.insts[1].space = SPACE_GLOBAL;
    ck_assert_int_eq(fused(&c)[0].issues, 2);
    /* a stored value counts whole, wherever it goes */
    s.insts[1].space = SPACE_SHARED;
    synth_add(&s, OP_ST, TYPE_B64, SPACE_SHARED, -1, 4, -1, -1);
    ck_assert_int_eq(fused(&c)[0].issues, 2);
}
END_TEST

START_TEST(three_are_summed_at_once)
{
    struct card c = synth_card(&s, _i);
    struct uop *u;

    synth_alu(&s, OP_ADD, TYPE_S32, 1, 10, 11);
    synth_alu(&s, OP_ADD, TYPE_S32, 2, 1, 12);
    synth_alu(&s, OP_ADD, TYPE_S32, 3, 2, 13);
    synth_alu(&s, OP_XOR, TYPE_S32, 4, 3, 3);
    u = fused(&c);
    ck_assert_int_eq(u[0].issues, 0);
    ck_assert_int_eq(u[1].issues, 1);
    ck_assert_int_eq(u[2].issues, 1);
    ck_assert_int_eq(u[3].issues, 1);
}
END_TEST

START_TEST(a_running_sum_stays)
{
    struct card c = synth_card(&s, _i);

    synth_alu(&s, OP_ADD, TYPE_S32, 1, 1, 2);
    ck_assert_int_eq(fused(&c)[0].issues, 1);
}
END_TEST

START_TEST(predicates_join_their_comparison)
{
    struct card c = synth_card(&s, _i);
    struct uop *u;

    synth_alu(&s, OP_SETP, TYPE_S32, 1, 10, 11);
    synth_alu(&s, OP_SETP, TYPE_S32, 2, 10, 12);
    synth_alu(&s, OP_AND, TYPE_PRED, 3, 1, 2);
    synth_alu(&s, OP_AND, TYPE_PRED, 4, 3, 3);
    u = fused(&c);
    ck_assert_int_eq(u[0].issues, 1);
    ck_assert_int_eq(u[2].issues, 0);
    ck_assert_int_eq(u[3].issues, 1); /* of no comparison */
}
END_TEST

/* One warp whose lanes read four bytes s.kind bytes apart. */
static void apart_warp(struct synth *k, uint64_t block, int warp)
{
    uint64_t address[32];

    (void)block;
    (void)warp;
    for (int lane = 0; lane < 32; lane++)
        address[lane] = 0x40000000 + (uint64_t)lane * (uint64_t)k->kind;
    synth_global(k, 0, address);
}

static double scatter(const struct card *c, int apart, double row_bytes)
{
    struct warp_log warp = { 0 };
    struct block_log block = { .warps = &warp, .warp_count = 1 };
    const struct block_log *blocks[] = { &block };
    struct uops u;
    double out;

    s.program.inst_count = 0;
    synth_add(&s, OP_LD, TYPE_U32, SPACE_GLOBAL, 1, 2, -1, -1);
    u = uops_new(&s.arena, c, &s.program);
    s.log = &warp;
    s.cap = 10;
    s.kind = apart;
    apart_warp(&s, 0, 0);
    out = footprint_scatter(&s.arena, blocks, 1, &u, row_bytes);
    free(warp.steps);
    free(warp.sectors);
    return out;
}

START_TEST(pieces_of_lines_cost_dram_more)
{
    struct card c = synth_card(&s, 0);

    ck_assert_double_eq_tol(scatter(&c, 4, 80), 1, 1e-9);
    ck_assert_double_eq_tol(scatter(&c, 32, 80), 1, 1e-9);
    ck_assert_double_eq_tol(scatter(&c, 64, 80), 80.0 / 64, 1e-9);
    ck_assert_double_eq_tol(scatter(&c, 4096, 80), 80.0 / 32, 1e-9);
    ck_assert_double_eq_tol(scatter(&c, 4096, 16), 1, 1e-9);
    ck_assert_double_eq_tol(scatter(&c, 4096, 500), 4, 1e-9);
}
END_TEST

Suite *fuse_suite(void)
{
    Suite *suite = suite_create("fuse");
    TCase *t = tcase_create("fuse");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, a_wide_product_joins_its_sum, 0, 3);
    tcase_add_loop_test(t, small_windows_have_small_addresses, 0, 3);
    tcase_add_loop_test(t, three_are_summed_at_once, 0, 3);
    tcase_add_loop_test(t, a_running_sum_stays, 0, 3);
    tcase_add_loop_test(t, predicates_join_their_comparison, 0, 3);
    tcase_add_test(t, pieces_of_lines_cost_dram_more);
    suite_add_tcase(suite, t);
    return suite;
}
