/* SPDX-License-Identifier: Apache-2.0 */
/* Real PTX, run by the simulator and timed: the whole path of a launch. */
#include "base/file.h"
#include "ptx/program.h"
#include "sim/sim.h"
#include "tests/unit/time/synth.h"

enum { N = 256, SIDE = 16 };

static struct arena arena;
static struct diags ds;
static struct program program;
static struct card card;

static void load(int i)
{
    struct text in;

    ds = (struct diags){ .arena = &arena };
    ck_assert(
        file_read(&arena, "tests/unit/time/matmul.ptx", 1 << 20, &in, &ds));
    ck_assert_msg(ptx_load(&arena, in, &program, &ds), "%s",
                  ds.first ? ds.first->text : "");
    ck_assert(
        card_load(&arena, "engine/time/cards", synth_cards[i], &card, &ds));
}

static void teardown(void)
{
    arena_clear(&arena);
}

static struct launch_time run(const char *kernel, int workers,
                              struct sim_result *r)
{
    struct memory *m = memory_open(1ull << 30);
    uint64_t bytes = 4ull * N * N, at[3];
    uint8_t params[28];
    int32_t n = N;
    struct launch l = { .program = &program,
                        .func = program_find_func(&program, kernel),
                        .grid = { N / SIDE, N / SIDE, 1 },
                        .block = { SIDE, SIDE, 1 },
                        .params = params,
                        .params_bytes = sizeof params,
                        .memory = m,
                        .sm_count = (int)card.sm_count,
                        .clock_hz = 1000000000,
                        .workers = workers };
    struct launch_time t;
    struct time_plan *p;

    ck_assert_ptr_nonnull(m);
    ck_assert_int_ge(l.func, 0);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(memory_alloc(m, bytes, &at[i]), MEMORY_OK);
        memset(memory_at(m, at[i], bytes), 0, bytes);
        memory_mark(m, at[i], bytes, false);
        memcpy(params + 8 * i, &at[i], 8);
    }
    memcpy(params + 24, &n, 4);
    p = time_plan_new(&card, &l);
    l.recorder = time_plan_recorder(p);
    l.resident_blocks = p->resident * (int64_t)card.sm_count;
    sim_run(&arena, &l, r);
    ck_assert(r->ok);
    time_launch(&arena, p, r, &t);
    time_plan_free(p);
    memory_close(m);
    return t;
}

START_TEST(products_rank_as_on_a_card)
{
    struct sim_result r;
    double swapped, naive, tiled;

    load(_i);
    swapped = run("_Z6mm_badPKfS0_Pfi", 1, &r).time_us;
    naive = run("_Z8mm_naivePKfS0_Pfi", 1, &r).time_us;
    tiled = run("_Z8mm_tiledILi16EEvPKfS1_Pfi", 1, &r).time_us;
    /* 256 x 256 leaves most SMs of the larger cards half empty. */
    ck_assert_double_gt(swapped, 2 * naive);
    ck_assert_double_lt(swapped, 12 * naive);
    ck_assert_double_gt(naive, 1.15 * tiled);
    ck_assert_double_lt(naive, 2.1 * tiled);
}
END_TEST

START_TEST(workers_do_not_change_the_time)
{
    struct sim_result r, q;
    struct launch_time a, b;

    load(2);
    a = run("_Z8mm_tiledILi16EEvPKfS1_Pfi", 1, &r);
    b = run("_Z8mm_tiledILi16EEvPKfS1_Pfi", 2, &q);
    ck_assert_uint_eq(a.cycles, b.cycles);
    ck_assert_mem_eq(a.stall_pct, b.stall_pct, sizeof a.stall_pct);
    ck_assert_int_eq(r.inst_count, q.inst_count);
    for (int i = 0; i < r.inst_count; i++)
        ck_assert_uint_eq(r.insts[i].stall_cycles, q.insts[i].stall_cycles);
}
END_TEST

START_TEST(the_log_agrees_with_the_counters)
{
    struct sim_result r;
    struct launch_time t;

    load(0); /* a T4 runs seven blocks on SM 0, all recorded */
    t = run("_Z8mm_naivePKfS0_Pfi", 1, &r);
    ck_assert_uint_eq(t.blocks_timed, 7);
    ck_assert_uint_eq(r.distinct_load_sectors, 2 * N * N / 8);
    ck_assert_uint_eq(r.distinct_store_sectors, N * N / 8);
    ck_assert_uint_eq(t.dram_bytes, 2 * N * N * 4);
}
END_TEST

Suite *real_suite(void)
{
    Suite *suite = suite_create("real");
    TCase *t = tcase_create("real");

    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, products_rank_as_on_a_card, 0, 3);
    tcase_add_test(t, workers_do_not_change_the_time);
    tcase_add_test(t, the_log_agrees_with_the_counters);
    suite_add_tcase(suite, t);
    return suite;
}
