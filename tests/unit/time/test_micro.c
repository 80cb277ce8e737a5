/* SPDX-License-Identifier: Apache-2.0 */
/* Micro-benchmarks: the model gives back what its card says, and what was
   measured on cards like it. */
#include "tests/unit/time/synth.h"
#include "time/uop.h"

static struct synth s;

static void setup(void)
{
    synth_init(&s);
}

static void teardown(void)
{
    synth_release(&s);
}

/* Cycles of the launch beyond an empty kernel. */
static double cycles_of(const struct card *c, synth_warp *warp)
{
    struct launch_time t = synth_time(&s, c, warp);

    return (double)t.cycles - c->kernel_min_ns * c->clock_mhz / 1000;
}

/* ---- pointer chase: every load's address is the last load's value -------- */

enum { HOPS = 4000, HEAP = 0x40000000 };

/* s.n: lines in the ring; s.kind: passes over it. */
static void chase_warp(struct synth *k, uint64_t block, int warp)
{
    (void)block;
    (void)warp;
    for (int i = 0; i < k->n * k->kind; i++) {
        uint64_t address[32];

        for (int lane = 0; lane < 32; lane++)
            address[lane] = HEAP + (uint64_t)(i % k->n) * 128;
        synth_global(k, 0, address);
    }
}

static double chase(const struct card *c, int lines, int passes)
{
    s.program.inst_count = 0;
    synth_add(&s, OP_LD, TYPE_B64, SPACE_GLOBAL, 1, 1, -1, -1);
    s.n = lines;
    s.kind = passes;
    s.result.distinct_load_sectors = (uint64_t)lines;
    return cycles_of(c, chase_warp);
}

START_TEST(chase_in_l1_takes_l1_latency)
{
    struct card c = synth_card(&s, _i);
    int lines = 128, passes = 20;
    double one = chase(&c, lines, 1), many = chase(&c, lines, passes);

    ck_assert_double_eq_tol((many - one) / (lines * (passes - 1)), c.l1_latency,
                            0.05 * c.l1_latency + 1);
}
END_TEST

START_TEST(chase_in_l2_takes_l2_latency)
{
    struct card c = synth_card(&s, _i);
    int lines = (int)(3 * c.l1_max_bytes / 128);
    double one = chase(&c, lines, 1), two = chase(&c, lines, 2);

    ck_assert_double_eq_tol((two - one) / lines, c.l2_latency,
                            0.05 * c.l2_latency);
}
END_TEST

START_TEST(chase_in_memory_takes_dram_latency)
{
    struct card c = synth_card(&s, _i);

    ck_assert_double_eq_tol(chase(&c, HOPS, 1) / HOPS, c.dram_latency,
                            0.05 * c.dram_latency);
}
END_TEST

/* ---- shared memory ---------------------------------------------------------
 */

static void shared_chase_warp(struct synth *k, uint64_t block, int warp)
{
    (void)block;
    (void)warp;
    for (int i = 0; i < HOPS; i++)
        synth_shared(k, 0, k->kind);
}

static double shared_chase(const struct card *c, int ways)
{
    s.program.inst_count = 0;
    synth_add(&s, OP_LD, TYPE_B32, SPACE_SHARED, 1, 1, -1, -1);
    s.kind = ways;
    return cycles_of(c, shared_chase_warp) / HOPS;
}

/* H200: 30 cycles, 31 for two ways (read off a loop), 91 for 32 ways. A100:
   2 cycles more for each way. */
START_TEST(each_bank_conflict_way_adds_about_two_cycles)
{
    struct card c = synth_card(&s, _i);
    double one = shared_chase(&c, 1);

    ck_assert_double_eq_tol(one, c.shared_latency, 1);
    for (int ways = 2; ways <= 32; ways *= 2)
        ck_assert_double_eq_tol(shared_chase(&c, ways) - one, 2.0 * (ways - 1),
                                1.5);
}
END_TEST

/* 32 warps, eight independent loads each time round: the unit's throughput. */
static void shared_stream_warp(struct synth *k, uint64_t block, int warp)
{
    (void)block;
    (void)warp;
    for (int i = 0; i < 400; i++) {
        for (int j = 0; j < 8; j++)
            synth_shared(k, j, k->kind);
    }
}

static double shared_stream(const struct card *c, int ways)
{
    s.program.inst_count = 0;
    for (int i = 0; i < 8; i++)
        synth_add(&s, OP_LD, TYPE_B32, SPACE_SHARED, 10 + i, 1, -1, -1);
    s.kind = ways;
    s.launch.block[0] = 1024;
    return cycles_of(c, shared_stream_warp) / (400 * 8 * 32);
}

START_TEST(conflicts_cost_a_pass_a_way_under_load)
{
    struct card c = synth_card(&s, _i);
    double one = shared_stream(&c, 1), all = shared_stream(&c, 32);

    ck_assert_double_eq_tol(one, 32 / c.ldst_lanes, 0.1);
    ck_assert_double_eq_tol(all, 32 * 128 / c.l1_bandwidth, 0.5);
}
END_TEST

/* ---- strided loads that hit L1: te42kyfo/gpu-benches, gpu-strides --------- */

static const struct {
    int stride;
    double h200, a40; /* cycles per warp load; 0: not measured */
} strides[] = {
    { 0, 1.01, 2.00 },  { 1, 1.01, 2.00 },  { 2, 2.01, 2.00 },
    { 3, 1.63, 2.00 },  { 4, 4.01, 4.00 },  { 5, 2.00, 2.20 },
    { 7, 2.41, 2.67 },  { 8, 8.0, 8.0 },    { 9, 3.00, 3.03 },
    { 12, 4.01, 4.00 }, { 15, 4.60, 4.45 }, { 16, 0, 16.0 },
    { 17, 0, 5.1 },     { 24, 0, 8.0 },     { 32, 0, 32.0 },
    { 33, 0, 8.8 },     { 48, 0, 16.0 },
};

static void stride_warp(struct synth *k, uint64_t block, int warp)
{
    uint64_t address[32];

    (void)block;
    for (int lane = 0; lane < 32; lane++)
        address[lane] =
            HEAP + 4 * (uint64_t)(lane * k->kind) + 128 * (uint64_t)(warp % 4);
    for (int i = 0; i < 100; i++) {
        for (int j = 0; j < 8; j++)
            synth_global(k, j, address);
    }
}

START_TEST(strided_loads_take_the_measured_passes)
{
    int card = _i % 2 ? 1 : 2;
    double want = _i % 2 ? strides[_i / 2].a40 : strides[_i / 2].h200;
    struct card c = synth_card(&s, card);
    double got;

    for (int i = 0; i < 8; i++)
        synth_add(&s, OP_LD, TYPE_F32, SPACE_GLOBAL, 10 + i, 1, -1, -1);
    s.kind = strides[_i / 2].stride;
    s.launch.block[0] = 1024;
    s.result.distinct_load_sectors = 256;
    got = cycles_of(&c, stride_warp) / (100 * 8 * 32);
    if (want > 0)
        ck_assert_double_eq_tol(got, want, 0.2 * want + 0.35);
}
END_TEST

/* ---- arithmetic: H200 FFMA 4.01, 2.00, 1.01 cycles for 1, 2, 4 chains ----- */

static void chain_warp(struct synth *k, uint64_t block, int warp)
{
    (void)block;
    (void)warp;
    for (int i = 0; i < HOPS; i++)
        synth_step(k, i % k->kind);
}

static double chains(const struct card *c, enum op op, enum type type, int n)
{
    s.program.inst_count = 0;
    for (int i = 0; i < n; i++)
        synth_add(&s, op, type, SPACE_NONE, 10 + i, 10 + i, 1, 2);
    for (int i = 0; i < n; i++) /* not run: all of the result counts */
        synth_add(&s, OP_ST, type, SPACE_GLOBAL, -1, 1, 10 + i, -1);
    s.kind = n;
    return cycles_of(c, chain_warp) / HOPS;
}

START_TEST(independent_chains_hide_latency)
{
    struct card c = synth_card(&s, _i);
    double each = 128 / c.fp32_lanes; /* cycles a scheduler's pipe is busy */

    ck_assert_double_eq_tol(chains(&c, OP_FMA, TYPE_F32, 1), 4, 0.1);
    ck_assert_double_eq_tol(chains(&c, OP_FMA, TYPE_F32, 2), 2, 0.1);
    ck_assert_double_eq_tol(chains(&c, OP_FMA, TYPE_F32, 4), each, 0.1);
    ck_assert_double_eq_tol(chains(&c, OP_FMA, TYPE_F32, 8), each, 0.1);
}
END_TEST

START_TEST(doubles_are_slow_where_the_card_has_few_lanes)
{
    struct card c = synth_card(&s, _i);
    bool shared = c.fp64_lanes < c.schedulers; /* one unit for the SM */
    double each = (shared ? 32 : 128) / c.fp64_lanes;

    ck_assert_double_eq_tol(chains(&c, OP_FMA, TYPE_F64, 16), each,
                            0.05 * each + 0.1);
    ck_assert_double_gt(chains(&c, OP_DIV, TYPE_S32, 1),
                        10 * chains(&c, OP_ADD, TYPE_S32, 1));
    ck_assert_double_gt(chains(&c, OP_ADD, TYPE_S64, 8),
                        1.8 * chains(&c, OP_ADD, TYPE_S32, 8));
}
END_TEST

/* Two lanes for all: four warps take four times as long as one. */
START_TEST(schedulers_share_few_double_lanes)
{
    struct card c = synth_card(&s, _i);
    bool shared = c.fp64_lanes < c.schedulers;
    double one = chains(&c, OP_FMA, TYPE_F64, 16), four;

    s.launch.block[0] = 128;
    four = chains(&c, OP_FMA, TYPE_F64, 16);
    ck_assert_double_eq_tol(four, shared ? 4 * one : one, 0.05 * four);
    /* a conversion from double goes no faster than its arithmetic */
    s.program.inst_count = 0;
    synth_add(&s, OP_CVT, TYPE_F32, SPACE_NONE, 1, 2, -1, -1);
    s.insts[0].type2 = TYPE_F64;
    ck_assert_int_eq(uops_new(&s.arena, &c, &s.program).at[0].pipe,
                     shared ? PIPE_FP64 : PIPE_SFU);
}
END_TEST

/* ---- barriers: A100 21 + 2 cycles a warp ----------------------------------- */

static void barrier_warp(struct synth *k, uint64_t block, int warp)
{
    (void)block;
    (void)warp;
    for (int i = 0; i < 1000; i++)
        synth_step(k, 0);
}

START_TEST(barriers_take_longer_with_more_warps)
{
    struct card c = synth_card(&s, _i);

    synth_add(&s, OP_BAR, TYPE_NONE, SPACE_NONE, -1, -1, -1, -1);
    for (int warps = 1; warps <= 32; warps *= 2) {
        double got;

        s.launch.block[0] = 32 * (uint32_t)warps;
        got = cycles_of(&c, barrier_warp) / 1000;
        ck_assert_double_eq_tol(
            got, c.barrier_latency + warps * c.barrier_warp_cycles, 4);
    }
}
END_TEST

/* ---- atomics on one address: 0.53 to 0.61 ns each on every card ------------ */

static void atomic_warp(struct synth *k, uint64_t block, int warp)
{
    struct step *t = synth_step(k, 0);

    (void)block;
    (void)warp;
    synth_sector(k, t, HEAP / 32);
    t->wavefronts = 32;
}

START_TEST(atomics_on_one_address_take_turns)
{
    struct card c = synth_card(&s, _i);
    double ns;

    synth_add(&s, OP_RED, TYPE_U32, SPACE_GLOBAL, -1, 1, 2, -1);
    s.launch.block[0] = 512;
    s.launch.grid[0] = 2048;
    s.result.distinct_store_sectors = 1;
    ns = cycles_of(&c, atomic_warp) / c.clock_mhz * 1000 / (2048 * 512);
    ck_assert_double_gt(ns, 0.35);
    ck_assert_double_lt(ns, 0.7);
}
END_TEST

Suite *micro_suite(void)
{
    Suite *suite = suite_create("micro");
    TCase *t = tcase_create("micro");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 30);
    tcase_add_loop_test(t, chase_in_l1_takes_l1_latency, 0, 3);
    tcase_add_loop_test(t, chase_in_l2_takes_l2_latency, 0, 3);
    tcase_add_loop_test(t, chase_in_memory_takes_dram_latency, 0, 3);
    tcase_add_loop_test(t, each_bank_conflict_way_adds_about_two_cycles, 0, 3);
    tcase_add_loop_test(t, conflicts_cost_a_pass_a_way_under_load, 0, 3);
    tcase_add_loop_test(t, strided_loads_take_the_measured_passes, 0,
                        2 * sizeof strides / sizeof *strides);
    tcase_add_loop_test(t, independent_chains_hide_latency, 0, 3);
    tcase_add_loop_test(t, doubles_are_slow_where_the_card_has_few_lanes, 0, 3);
    tcase_add_loop_test(t, schedulers_share_few_double_lanes, 0, 3);
    tcase_add_loop_test(t, barriers_take_longer_with_more_warps, 0, 3);
    tcase_add_loop_test(t, atomics_on_one_address_take_turns, 0, 3);
    suite_add_tcase(suite, t);
    return suite;
}
