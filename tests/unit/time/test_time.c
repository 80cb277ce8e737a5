/* SPDX-License-Identifier: Apache-2.0 */
/* What every launch's figures must look like, and how blocks and waves add
   up. */
#include "tests/unit/time/matmul.h"

static struct synth s;

static void setup(void)
{
    synth_init(&s);
}

static void teardown(void)
{
    synth_release(&s);
}

static void check_shape(const struct card *c, const struct launch_time *t)
{
    double sum = 0;

    ck_assert_uint_gt(t->cycles, 0);
    ck_assert_double_eq_tol(t->time_us, (double)t->cycles / c->clock_mhz, 0.1);
    for (int i = 0; i < WARP_STATE_COUNT; i++) {
        ck_assert_double_ge(t->stall_pct[i], 0);
        sum += t->stall_pct[i];
    }
    ck_assert_double_eq_tol(sum, 100, 0.001);
    ck_assert_double_eq(t->stall_pct[WARP_ABSENT], 0);
    ck_assert_double_gt(t->stall_pct[WARP_ISSUE], 0);
    ck_assert_double_le(t->compute_pct, 100);
    ck_assert_double_le(t->memory_pct, 100);
    ck_assert_double_le(t->l1_hit_pct, 100);
    ck_assert_double_le(t->l2_hit_pct, 100);
    ck_assert_double_le(t->occupancy_achieved_pct,
                        t->occupancy_theoretical_pct + 0.001);
    ck_assert_int_le(t->row_count, 16);
    ck_assert_uint_le(t->rows_cycles, 4000);
}

static void check_rows(const struct launch_time *t)
{
    for (int r = 0; r < t->row_count; r++) {
        const struct warp_row *w = &t->rows[r];
        uint32_t at = 0;

        ck_assert_int_gt(w->span_count, 0);
        for (int i = 0; i < w->span_count; i++) {
            ck_assert_uint_eq(w->spans[i].start, at);
            ck_assert_uint_gt(w->spans[i].cycles, 0);
            ck_assert_uint_lt(w->spans[i].state, WARP_STATE_COUNT);
            if (i)
                ck_assert_uint_ne(w->spans[i].state, w->spans[i - 1].state);
            at += w->spans[i].cycles;
        }
        ck_assert_uint_eq(at, t->rows_cycles);
        for (int k = 0; k < r; k++)
            ck_assert(t->rows[k].block != w->block ||
                      t->rows[k].warp != w->warp);
    }
}

START_TEST(figures_are_complete_and_consistent)
{
    struct card c = synth_card(&s, _i % 3);
    struct launch_time t = mm_time(&s, &c, 128, 16, (enum mm_kind)(_i / 3));

    check_shape(&c, &t);
    check_rows(&t);
    ck_assert_int_eq(t.row_count, t.blocks_timed > 1 ? 16 : 8);
    /* Every sector read once, nothing written back: it all fits into L2. */
    ck_assert_uint_eq(t.dram_bytes, 128 * 128 / 4 * 32);
}
END_TEST

static bool same_rows(const struct launch_time *a, const struct launch_time *b)
{
    for (int r = 0; r < a->row_count; r++) {
        if (a->rows[r].span_count != b->rows[r].span_count ||
            memcmp(a->rows[r].spans, b->rows[r].spans,
                   (size_t)a->rows[r].span_count * sizeof *a->rows[r].spans))
            return false;
    }
    return a->row_count == b->row_count;
}

START_TEST(the_same_launch_gives_the_same_bytes)
{
    struct card c = synth_card(&s, _i);
    struct launch_time a = mm_time(&s, &c, 256, 16, MM_TILED), x = a;
    struct launch_time b = mm_time(&s, &c, 256, 16, MM_TILED), y = b;

    x.rows = y.rows = NULL;
    ck_assert_mem_eq(x.stall_pct, y.stall_pct, sizeof x.stall_pct);
    ck_assert_uint_eq(a.cycles, b.cycles);
    ck_assert_double_eq(a.memory_pct, b.memory_pct);
    ck_assert(same_rows(&a, &b));
}
END_TEST

START_TEST(stalls_are_booked_on_the_waiting_instruction)
{
    struct card c = synth_card(&s, _i);
    struct inst_profile insts[4];
    uint64_t all = 0;

    /* load; use of it; plain instruction; end */
    synth_add(&s, OP_LD, TYPE_F32, SPACE_GLOBAL, 1, 2, -1, -1);
    synth_add(&s, OP_FMA, TYPE_F32, SPACE_NONE, 3, 1, 1, 1);
    memset(insts, 0, sizeof insts);
    mm_naive_program(&s);
    s.program.inst_count = 0;
    s.result.insts = insts;
    s.result.inst_count = 3;
    for (int i = 0; i < 3; i++)
        insts[i].pc = i;
    mm_time(&s, &c, 64, 16, MM_COALESCED);
    for (int i = 0; i < 3; i++)
        all += insts[i].stall_cycles;
    /* pc 2 is the first fma: it waits for both loads. */
    ck_assert_uint_gt(insts[2].stall_cycles, all / 3);
}
END_TEST

/* ---- waves: a block is a chain of additions --------------------------------
 */

enum { CHAIN = 3000 };

static void chain_warp(struct synth *k, uint64_t block, int warp)
{
    (void)block;
    (void)warp;
    for (int i = 0; i < CHAIN; i++)
        synth_step(k, 0);
}

static double blocks_cycles(const struct card *c, uint32_t blocks)
{
    s.program.inst_count = 0;
    synth_alu(&s, OP_ADD, TYPE_S32, 1, 1, 2);
    s.launch.block[0] = 32;
    s.func.shared_bytes = 30 * 1024; /* few blocks at once */
    s.launch.grid[0] = blocks;
    return (double)synth_time(&s, c, chain_warp).cycles -
           c->kernel_min_ns * c->clock_mhz / 1000;
}

START_TEST(one_block_more_than_a_wave_is_a_wave_more)
{
    struct card c = synth_card(&s, _i);
    uint32_t wave =
        (uint32_t)(occupancy_of(&c, 32, 24, 30 * 1024).blocks_per_sm *
                   (int)c.sm_count);
    double one = blocks_cycles(&c, wave);
    double chain = CHAIN * c.alu_latency;

    ck_assert_double_eq_tol(one, chain, 0.15 * chain);
    ck_assert_double_eq_tol(blocks_cycles(&c, 1), chain, 0.05 * chain);
    ck_assert_double_eq_tol(blocks_cycles(&c, wave + 1), 2 * chain,
                            0.15 * chain);
    ck_assert_double_eq_tol(blocks_cycles(&c, 10 * wave), 10 * one, one);
    ck_assert_double_eq_tol(blocks_cycles(&c, 10 * wave + 1), 11 * one, one);
}
END_TEST

START_TEST(a_cut_log_is_scaled_to_the_whole)
{
    struct card c = synth_card(&s, _i);
    /* 1024 is played in full; four times the depth cannot be. */
    struct launch_time t = mm_time(&s, &c, 512, 32, MM_COALESCED);
    struct launch_time u = mm_time(&s, &c, 2048, 32, MM_COALESCED);
    double grid = 16.0 * 16 / c.sm_count, ratio;

    grid = grid < 1 ? grid : 1; /* the small one leaves SMs idle */
    ratio = (double)u.cycles / (double)t.cycles;
    ck_assert_double_gt(ratio, 64 * 0.5 * grid);
    ck_assert_double_lt(ratio, 64 * 1.5);
}
END_TEST

START_TEST(a_launch_that_recorded_nothing_is_an_empty_kernel)
{
    struct card c = synth_card(&s, _i);
    struct time_plan *p;
    struct launch_time t;

    synth_alu(&s, OP_ADD, TYPE_S32, 1, 1, 2);
    p = time_plan_new(&c, &s.launch);
    time_launch(&s.arena, p, &s.result, &t);
    time_plan_free(p);
    ck_assert_double_eq_tol(t.time_us, c.kernel_min_ns / 1000,
                            c.block_dispatch_cycles / c.clock_mhz + 0.01);
    ck_assert_int_eq(t.row_count, 0);
    time_plan_free(NULL);
}
END_TEST

START_TEST(the_recorder_wants_the_blocks_of_one_sm)
{
    struct card c = synth_card(&s, _i);
    struct time_plan *p;
    struct recorder *r;
    uint64_t n = 0, near = 0;

    synth_alu(&s, OP_ADD, TYPE_S32, 1, 1, 2);
    s.launch.grid[0] = 100000;
    s.launch.grid[1] = 3;
    s.launch.block[0] = 256;
    p = time_plan_new(&c, &s.launch);
    r = time_plan_recorder(p);
    for (uint64_t b = 0; b < 300000; b++) {
        struct block_log *log = r->want(r->context, b);

        if (!log)
            continue;
        ck_assert_ptr_eq(log, r->want(r->context, b));
        if (b > 0 && b <= PLAN_NEAR) { /* for what they touch */
            near++;
            continue;
        }
        n++;
        ck_assert_uint_eq(b % (uint64_t)c.sm_count, 0);
    }
    ck_assert_uint_eq(near, PLAN_NEAR);
    ck_assert_uint_ge(n, 2 * (uint64_t)p->occupancy.blocks_per_sm);
    ck_assert_uint_le(n * (uint64_t)r->steps_max, PLAN_STEPS_MAX);
    time_plan_free(p);
}
END_TEST

/* ---- barriers that cannot be met must not hang the play -------------------- */

static void odd_barrier_warp(struct synth *k, uint64_t block, int warp)
{
    /* Only half of the warps meet, twice; the others leave at once. */
    (void)block;
    for (int i = 0; i < (warp % 2 ? 2 : 0); i++)
        synth_step(k, 0);
    if (warp == 3)
        synth_step(k, 0);
    synth_step(k, 1);
}

START_TEST(odd_barriers_end)
{
    struct card c = synth_card(&s, _i);
    struct launch_time t;

    synth_add(&s, OP_BAR, TYPE_NONE, SPACE_NONE, -1, -1, -1, -1);
    synth_add(&s, OP_RET, TYPE_NONE, SPACE_NONE, -1, -1, -1, -1);
    s.launch.block[0] = 256;
    s.launch.grid[0] = 5000;
    t = synth_time(&s, &c, odd_barrier_warp);
    ck_assert_double_gt(t.stall_pct[WARP_BARRIER], 5);
    check_shape(&c, &t);
    check_rows(&t);
}
END_TEST

/* ---- any log at all: other opcodes, lanes and sectors at random ------------ */

static uint32_t draw(struct synth *k, uint32_t n)
{
    k->n = (int)((uint32_t)k->n * 1664525u + 1013904223u);
    return ((uint32_t)k->n >> 8) % n;
}

static void random_warp(struct synth *k, uint64_t block, int warp)
{
    uint32_t count = draw(k, 200);

    (void)block;
    (void)warp;
    for (uint32_t i = 0; i < count; i++) {
        int pc = (int)draw(k, (uint32_t)k->program.inst_count);
        struct step *t = synth_step(k, pc);
        uint32_t sectors = draw(k, 4) ? 0 : draw(k, 33);

        t->active = draw(k, 8) ? 0xffffffffu >> draw(k, 32) : 0;
        t->wavefronts = (uint16_t)draw(k, 33);
        while (t != &k->beyond && t->sector_count < sectors)
            synth_sector(k, t, draw(k, 1 << 20));
    }
}

START_TEST(any_log_comes_to_an_end)
{
    struct card c = synth_card(&s, _i % 3);
    struct launch_time t;

    s.n = _i + 1;
    for (int op = 0; op < OP_COUNT; op++) {
        if (op != OP_CALL)
            synth_add(&s, (enum op)op,
                      (enum type)(1 + draw(&s, TYPE_COUNT - 1)),
                      (enum space)draw(&s, SPACE_PARAM + 1), (int)draw(&s, 8),
                      (int)draw(&s, 8), (int)draw(&s, 8), -1);
    }
    s.launch.block[0] = 1 + draw(&s, 1024);
    s.launch.grid[0] = 1 + draw(&s, 2000);
    s.result.distinct_load_sectors = draw(&s, 1 << 20);
    s.result.distinct_store_sectors = draw(&s, 1 << 20);
    s.result.total.store_sectors = draw(&s, 1 << 20);
    t = synth_time(&s, &c, random_warp);
    ck_assert_double_ge(t.time_us, c.kernel_min_ns / 1000 - 0.01);
    check_rows(&t);
}
END_TEST

Suite *time_suite(void)
{
    Suite *suite = suite_create("time");
    TCase *t = tcase_create("time");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 30);
    tcase_add_loop_test(t, figures_are_complete_and_consistent, 0, 12);
    tcase_add_loop_test(t, the_same_launch_gives_the_same_bytes, 0, 3);
    tcase_add_loop_test(t, stalls_are_booked_on_the_waiting_instruction, 0, 3);
    tcase_add_loop_test(t, one_block_more_than_a_wave_is_a_wave_more, 0, 3);
    tcase_add_loop_test(t, a_cut_log_is_scaled_to_the_whole, 0, 3);
    tcase_add_loop_test(t, a_launch_that_recorded_nothing_is_an_empty_kernel, 0,
                        3);
    tcase_add_loop_test(t, the_recorder_wants_the_blocks_of_one_sm, 0, 3);
    tcase_add_loop_test(t, odd_barriers_end, 0, 3);
    tcase_add_loop_test(t, any_log_comes_to_an_end, 0, 60);
    suite_add_tcase(suite, t);
    return suite;
}
