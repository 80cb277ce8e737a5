/* SPDX-License-Identifier: Apache-2.0 */
/* Mechanisms between an instruction and its cost: operands in constant memory,
   ifs without a branch, stores that replace part of a sector, slices of L2,
   the start of a block. */
#include <math.h>

#include "tests/unit/time/synth.h"
#include "time/predicate.h"

static struct synth s;

static void setup(void)
{
    synth_init(&s);
}

static void teardown(void)
{
    synth_release(&s);
}

enum { HEAP = 0x40000000 };

static struct uop only_uop(const struct card *c)
{
    return uops_new(&s.arena, c, &s.program).at[0];
}

START_TEST(a_constant_at_a_fixed_address_is_an_operand)
{
    struct card c = synth_card(&s, _i);
    struct operand *o;

    synth_add(&s, OP_LD, TYPE_U32, SPACE_CONST, 1, 2, -1, -1);
    o = &s.insts[0].operand[1];
    *o = (struct operand){ .kind = OPERAND_ADDRESS, .base = BASE_SYMBOL };
    ck_assert_int_eq(only_uop(&c).issues, 0);
    o->base = BASE_REG;
    o->reg = 2;
    ck_assert_int_eq(only_uop(&c).issues, 1);
    ck_assert_int_eq(only_uop(&c).pipe, PIPE_CONST);
}
END_TEST

/* setp; @p bra over `body` adds; exit: is the branch one that is left? */
static bool branch_left(const struct card *c, int body, enum op what)
{
    struct uops u;

    s.program.inst_count = 0;
    synth_bra(&s, 0, 3);
    for (int i = 0; i < body; i++)
        synth_alu(&s, what, TYPE_S32, 1, 1, 2);
    synth_add(&s, OP_EXIT, TYPE_NONE, SPACE_NONE, -1, -1, -1, -1);
    s.insts[0].target = body + 1;
    s.insts[0].back_edge = false;
    u = uops_new(&s.arena, c, &s.program);
    predicate_ifs(&s.program, &s.func, u.at);
    return u.at[0].kind == UOP_BRANCH;
}

START_TEST(short_ifs_have_no_branch)
{
    struct card c = synth_card(&s, 2);

    ck_assert(!branch_left(&c, 1, OP_ADD));
    ck_assert(!branch_left(&c, 12, OP_ADD));
    ck_assert(branch_left(&c, 13, OP_ADD));
    ck_assert(branch_left(&c, 1, OP_BAR));
    ck_assert(branch_left(&c, 1, OP_EXIT));
    /* a loop's branch stays */
    s.insts[0].target = 0;
    ck_assert(uops_new(&s.arena, &c, &s.program).at[0].kind == UOP_BRANCH);
}
END_TEST

/* Each lane stores four bytes s.kind bytes apart. */
static void store_warp(struct synth *k, uint64_t block, int warp)
{
    uint64_t address[32];

    for (int i = 0; i < 64; i++) {
        for (int lane = 0; lane < 32; lane++)
            address[lane] =
                HEAP + (uint64_t)lane * (uint64_t)k->kind +
                ((block * 8 + (uint64_t)warp) * 64 + (uint64_t)i) * 2048;
        synth_global(k, 0, address);
    }
}

static double store_time(const struct card *c, int apart)
{
    s.program.inst_count = 0;
    synth_add(&s, OP_ST, TYPE_U32, SPACE_GLOBAL, -1, 1, 2, -1);
    s.launch.block[0] = 256;
    s.launch.grid[0] = 2048;
    s.kind = apart;
    return synth_time(&s, c, store_warp).time_us;
}

/* A100 80GB: 209.4 GB/s of misaligned 4-byte writes (OpenCL-Benchmark). */
START_TEST(stores_of_parts_go_at_the_published_rate)
{
    struct card c;
    struct diags ds = { .arena = &s.arena };
    double bytes = 2048.0 * 8 * 64 * 128, us;

    ck_assert(
        card_load(&s.arena, "engine/time/cards", "a100-pcie-80gb", &c, &ds));
    us = store_time(&c, 64);
    ck_assert_double_eq_tol(bytes / us / 1000, 209.4, 20);
    ck_assert_double_lt(store_time(&c, 4), us / 4);
}
END_TEST

/* Atomics of one lane; the addresses of s.kind warps lie in one piece. */
static void atomic_warp(struct synth *k, uint64_t block, int warp)
{
    struct step *t = synth_step(k, 0);

    (void)block;
    synth_sector(k, t, HEAP / 32 + (uint64_t)(warp % 2) * (uint64_t)k->kind);
    t->active = 1;
    t->wavefronts = 1;
}

static double atomic_time(const struct card *c, int sectors_apart)
{
    s.program.inst_count = 0;
    synth_add(&s, OP_RED, TYPE_U32, SPACE_GLOBAL, -1, 1, 2, -1);
    s.launch.block[0] = 64;
    s.launch.grid[0] = 200000;
    s.result.distinct_store_sectors = 2;
    s.kind = sectors_apart;
    return (double)synth_time(&s, c, atomic_warp).cycles -
           c->kernel_min_ns * c->clock_mhz / 1000;
}

START_TEST(atomics_in_one_slice_take_turns)
{
    struct card c = synth_card(&s, _i);
    double near, far;

    c.block_dispatch_cycles = c.block_start_cycles = 0;
    near = atomic_time(&c, 1);
    far = atomic_time(&c, 16);
    ck_assert_double_gt(near, 399999 * c.atomic_cycles);
    ck_assert_double_lt(far, 0.75 * near);
}
END_TEST

static void short_warp(struct synth *k, uint64_t block, int warp)
{
    (void)block;
    (void)warp;
    synth_step(k, 0);
}

START_TEST(a_block_takes_time_to_start)
{
    struct card c = synth_card(&s, _i), quick;
    double waves, slow_us, quick_us;

    c.block_dispatch_cycles = 0;
    quick = c;
    quick.block_start_cycles = 0;
    synth_alu(&s, OP_ADD, TYPE_S32, 1, 1, 2);
    s.launch.block[0] = 1024;
    s.launch.grid[0] = (uint32_t)c.sm_count * 40;
    slow_us = synth_time(&s, &c, short_warp).time_us;
    quick_us = synth_time(&s, &quick, short_warp).time_us;
    waves = 40 / floor(c.sm_threads_max / 1024);
    ck_assert_double_gt((slow_us - quick_us) * c.clock_mhz,
                        0.5 * waves * c.block_start_cycles);
}
END_TEST

/* What only the first blocks ran is taken for a part of the whole. */
START_TEST(a_sampled_launch_counts_its_blocks)
{
    struct card c = synth_card(&s, 2);
    struct time_plan *p;
    uint64_t ran;

    synth_alu(&s, OP_ADD, TYPE_S32, 1, 1, 2);
    s.launch.block[0] = 256;
    s.launch.grid[0] = 1000000;
    p = time_plan_new(&c, &s.launch);
    ran = time_plan_sample(p);
    ck_assert_int_eq(ran, (uint64_t)p->recorded * (uint64_t)p->active_sms);
    ck_assert_int_lt(ran, 100000);
    time_plan_free(p);
    s.launch.grid[0] = 7;
    p = time_plan_new(&c, &s.launch);
    ck_assert_int_eq(time_plan_sample(p), 7);
    time_plan_free(p);
}
END_TEST

Suite *paths_suite(void)
{
    Suite *suite = suite_create("paths");
    TCase *t = tcase_create("paths");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 30);
    tcase_add_loop_test(t, a_constant_at_a_fixed_address_is_an_operand, 0, 3);
    tcase_add_test(t, short_ifs_have_no_branch);
    tcase_add_test(t, stores_of_parts_go_at_the_published_rate);
    tcase_add_loop_test(t, atomics_in_one_slice_take_turns, 0, 3);
    tcase_add_loop_test(t, a_block_takes_time_to_start, 0, 3);
    tcase_add_test(t, a_sampled_launch_counts_its_blocks);
    suite_add_tcase(suite, t);
    return suite;
}
