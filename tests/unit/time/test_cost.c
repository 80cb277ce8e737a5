/* SPDX-License-Identifier: Apache-2.0 */
/* Occupancy, and what calls and copies cost. */
#include "tests/unit/time/synth.h"

static struct synth s;

static void setup(void)
{
    synth_init(&s);
}

static void teardown(void)
{
    synth_release(&s);
}

/* Against NVIDIA's occupancy rules, worked out by hand. */
static const struct {
    int card, threads, registers, shared;
    int blocks;
    enum limiter limiter;
    double pct;
} table[] = {
    { 2, 256, 32, 0, 8, LIMIT_WARPS, 100 },
    { 2, 1024, 32, 0, 2, LIMIT_WARPS, 100 },
    { 2, 32, 16, 0, 32, LIMIT_BLOCKS, 50 },
    { 2, 256, 64, 0, 4, LIMIT_REGISTERS, 50 },
    { 2, 256, 33, 0, 6, LIMIT_REGISTERS, 75 },
    { 2, 1024, 128, 0, 0, LIMIT_REGISTERS, 0 },
    { 2, 256, 32, 48 * 1024, 4, LIMIT_SHARED, 50 },
    { 2, 1, 1, 0, 32, LIMIT_BLOCKS, 50 },
    { 0, 256, 32, 0, 4, LIMIT_WARPS, 100 },
    { 0, 32, 32, 0, 16, LIMIT_BLOCKS, 50 },
    { 0, 256, 32, 32768, 2, LIMIT_SHARED, 50 },
    { 1, 256, 32, 0, 6, LIMIT_WARPS, 100 },
    { 1, 1024, 32, 0, 1, LIMIT_WARPS, 66.67 },
    { 1, 128, 40, 0, 12, LIMIT_WARPS, 100 },
    { 1, 256, 32, 101376, 1, LIMIT_SHARED, 16.67 },
};

START_TEST(occupancy_follows_the_limits)
{
    struct card c = synth_card(&s, table[_i].card);
    struct occupancy o = occupancy_of(&c, table[_i].threads,
                                      table[_i].registers, table[_i].shared);

    ck_assert_int_eq(o.blocks_per_sm, table[_i].blocks);
    ck_assert_int_eq((int)o.limiter, (int)table[_i].limiter);
    ck_assert_double_eq_tol(o.theoretical_pct, table[_i].pct, 0.01);
    ck_assert_int_eq(o.warps_per_block, (table[_i].threads + 31) / 32);
}
END_TEST

START_TEST(calls_cost_what_the_card_says)
{
    struct card c = synth_card(&s, _i);

    ck_assert_uint_eq(time_api_ns(&c, "cudaMalloc"), (uint64_t)c.malloc_ns);
    ck_assert_uint_eq(time_api_ns(&c, "cudaLaunchKernel"),
                      (uint64_t)c.launch_host_ns);
    ck_assert_uint_eq(time_api_ns(&c, "cudaGetLastError"), (uint64_t)c.api_ns);
    ck_assert_uint_eq(time_api_ns(&c, ""), (uint64_t)c.api_ns);
    ck_assert_uint_gt(time_api_ns(&c, "cudaMalloc"),
                      time_api_ns(&c, "cudaSetDevice"));
    ck_assert_uint_eq(time_launch_latency_ns(&c),
                      (uint64_t)c.launch_latency_ns);
}
END_TEST

START_TEST(copies_are_a_fixed_cost_and_a_bandwidth)
{
    struct card c = synth_card(&s, _i);
    enum op_kind kinds[] = { DEVICE_OP_H2D, DEVICE_OP_D2H };
    uint64_t gb = 1000000000;

    for (int k = 0; k < 2; k++) {
        uint64_t pinned = time_copy_ns(&c, kinds[k], gb, false);
        uint64_t pageable = time_copy_ns(&c, kinds[k], gb, true);
        uint64_t small = time_copy_ns(&c, kinds[k], 4, false);
        double rate = k ? c.d2h_pinned : c.h2d_pinned;

        ck_assert_uint_gt(pageable, pinned);
        ck_assert_uint_eq(small, (uint64_t)c.copy_fixed_ns);
        ck_assert_double_eq_tol(1e9 / (double)(pinned - small), rate,
                                rate / 1000);
        /* Many small copies lose against one of the same bytes. */
        ck_assert_uint_gt(1000 * time_copy_ns(&c, kinds[k], 4000, false),
                          time_copy_ns(&c, kinds[k], 4000000, false));
    }
    /* A copy on the device reads and writes. */
    ck_assert_uint_gt(time_copy_ns(&c, DEVICE_OP_D2D, gb, false),
                      time_memset_ns(&c, gb));
    ck_assert_uint_lt(time_copy_ns(&c, DEVICE_OP_D2D, gb, false),
                      time_copy_ns(&c, DEVICE_OP_H2D, gb, false));
}
END_TEST

Suite *cost_suite(void)
{
    Suite *suite = suite_create("cost");
    TCase *t = tcase_create("cost");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, occupancy_follows_the_limits, 0,
                        sizeof table / sizeof *table);
    tcase_add_loop_test(t, calls_cost_what_the_card_says, 0, 3);
    tcase_add_loop_test(t, copies_are_a_fixed_cost_and_a_bandwidth, 0, 3);
    suite_add_tcase(suite, t);
    return suite;
}
