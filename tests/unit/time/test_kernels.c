/* SPDX-License-Identifier: Apache-2.0 */
/* What must hold between kernels on every card, with logs made by hand. */
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

/* ---- matrix products, 1024 x 1024 ------------------------------------------
 */

static double mm_us(const struct card *c, int side, enum mm_kind kind)
{
    return mm_time(&s, c, 1024, side, kind).time_us;
}

/* Published: 6.4 (RTX A6000, 32 x 32), 11 (V100, C = A A^T). */
START_TEST(swapped_matrix_product_is_3_to_12_times_slower)
{
    struct card c = synth_card(&s, _i);
    double ratio = mm_us(&c, 16, MM_SWAPPED) / mm_us(&c, 16, MM_COALESCED);

    ck_assert_double_gt(ratio, 3);
    ck_assert_double_lt(ratio, 12);
}
END_TEST

/* With 32 x 32 blocks every swapped load is 32 passes through L1, which a
   coalesced one's load is 1 or 2 of: a V100 or H100 loses up to 16-fold. */
START_TEST(a_column_of_32_costs_32_passes)
{
    struct card c = synth_card(&s, _i);
    double ratio = mm_us(&c, 32, MM_SWAPPED) / mm_us(&c, 32, MM_COALESCED);

    ck_assert_double_gt(ratio, 5);
    ck_assert_double_lt(ratio, 17);
}
END_TEST

/* Published: 1.5 (A6000, 32 x 32), 1.63 (V100, both tiles), 1.26 (RTX 2060,
   16 x 16). Wide loads of a tile's rows make the gain. */
START_TEST(tiles_gain_what_is_published)
{
    struct card c = synth_card(&s, _i);
    double small = mm_us(&c, 16, MM_COALESCED) / mm_us(&c, 16, MM_TILED);
    double large = mm_us(&c, 32, MM_COALESCED) / mm_us(&c, 32, MM_TILED);

    ck_assert_double_gt(small, 1.2);
    ck_assert_double_lt(small, 2.1);
    ck_assert_double_gt(large, 1.2);
    ck_assert_double_lt(large, 2.1);
}
END_TEST

START_TEST(bank_conflicts_of_32_ways_show)
{
    struct card c = synth_card(&s, _i);

    ck_assert_double_gt(mm_us(&c, 16, MM_TILED_CONFLICTS),
                        3 * mm_us(&c, 16, MM_TILED));
}
END_TEST

/* ---- copies: out[i] = in[i * stride] ---------------------------------------
 */

static void copy_warp(struct synth *k, uint64_t block, int warp)
{
    uint64_t in[32], out[32];

    for (int lane = 0; lane < 32; lane++) {
        uint64_t i = block * k->launch.block[0] + (uint64_t)(warp * 32 + lane);

        in[lane] = MM_A + 4 * i * (uint64_t)k->kind;
        out[lane] = MM_B * 16ull + 4 * i;
    }
    synth_step(k, 0);
    synth_step(k, 1);
    synth_step(k, 2);
    synth_global(k, 3, in);
    synth_global(k, 4, out);
    synth_step(k, 5);
}

static struct launch_time copy(const struct card *c, int elements, int stride)
{
    uint64_t n = (uint64_t)elements / 8;

    s.program.inst_count = 0;
    synth_alu(&s, OP_MAD, TYPE_S32, 1, 2, 3);
    synth_alu(&s, OP_MUL, TYPE_S32, 4, 1, -1);
    synth_alu(&s, OP_ADD, TYPE_S64, 5, 4, -1);
    synth_add(&s, OP_LD, TYPE_F32, SPACE_GLOBAL, 6, 5, -1, -1);
    synth_add(&s, OP_ST, TYPE_F32, SPACE_GLOBAL, -1, 5, 6, -1);
    synth_add(&s, OP_RET, TYPE_NONE, SPACE_NONE, -1, -1, -1, -1);
    s.kind = stride;
    s.launch.block[0] = 256;
    s.launch.grid[0] = (uint32_t)(elements + 255) / 256;
    s.result.distinct_load_sectors = n * (uint64_t)(stride < 8 ? stride : 8);
    s.result.distinct_store_sectors = n;
    s.result.total.store_sectors = n;
    return synth_time(&s, c, copy_warp);
}

START_TEST(unit_stride_copy_is_never_slower)
{
    struct card c = synth_card(&s, _i);

    for (int n = 256; n <= 1 << 22; n *= 8) {
        struct launch_time one = copy(&c, n, 1);

        for (int stride = 2; stride <= 32; stride *= 2) {
            struct launch_time t = copy(&c, n, stride);

            ck_assert_double_ge(t.time_us, one.time_us);
            ck_assert_uint_ge(t.dram_bytes, one.dram_bytes);
        }
    }
}
END_TEST

START_TEST(long_copy_runs_at_the_bandwidth_of_memory)
{
    struct card c = synth_card(&s, _i);
    struct launch_time t = copy(&c, 1 << 26, 1);
    double gbps = 2.0 * 4 * (1 << 26) / t.time_us / 1000;
    double best = c.dram_bandwidth * c.dram_achievable;

    ck_assert_double_le(gbps, 1.2 * best);
    ck_assert_double_ge(gbps, 0.85 * best);
    ck_assert_double_ge(t.memory_pct, 70);
    ck_assert_double_gt(t.memory_pct, t.compute_pct);
}
END_TEST

START_TEST(many_tiny_launches_lose_against_one)
{
    struct card c = synth_card(&s, _i);
    struct launch_time tiny = copy(&c, 1024, 1), one = copy(&c, 1024000, 1);

    ck_assert_double_gt(1000 * tiny.time_us, 2 * one.time_us);
    ck_assert_double_ge(tiny.time_us, c.kernel_min_ns / 1000);
}
END_TEST

START_TEST(more_work_never_takes_less_time)
{
    struct card c = synth_card(&s, _i);
    double before = 0;

    for (int n = 256; n < 1 << 23; n += n / 2) {
        double us = copy(&c, n, 1).time_us;

        ck_assert_double_ge(us, 0.98 * before);
        before = us;
    }
}
END_TEST

/* ---- occupancy: a chain of loads per thread, blocks of 64 ------------------
 */

static void chain_warp(struct synth *k, uint64_t block, int warp)
{
    for (int i = 0; i < 50; i++) {
        uint64_t address[32];

        for (int lane = 0; lane < 32; lane++)
            address[lane] =
                MM_A +
                128 * (((block * 2 + (uint64_t)warp) * 50 + (uint64_t)i)) +
                4 * (uint64_t)lane;
        synth_global(k, 0, address);
    }
}

START_TEST(more_resident_warps_hide_more_latency)
{
    struct card c = synth_card(&s, _i);
    double before = 1e30;

    synth_add(&s, OP_LD, TYPE_B64, SPACE_GLOBAL, 1, 1, -1, -1);
    s.launch.block[0] = 64;
    s.launch.grid[0] = 64 * (uint32_t)c.sm_count;
    s.result.distinct_load_sectors = 64ull * (uint64_t)c.sm_count * 2 * 50 * 4;
    for (int blocks = 1; blocks <= 4; blocks *= 2) {
        struct launch_time t;

        s.func.shared_bytes =
            (int)c.sm_shared_bytes / blocks - (int)c.shared_reserved_bytes;
        t = synth_time(&s, &c, chain_warp);
        ck_assert_int_eq(t.blocks_per_sm, blocks);
        ck_assert_int_eq((int)t.limiter, LIMIT_SHARED);
        ck_assert_double_eq_tol(t.occupancy_achieved_pct,
                                t.occupancy_theoretical_pct,
                                0.15 * t.occupancy_theoretical_pct);
        ck_assert_double_lt(t.time_us, 0.65 * before);
        ck_assert_double_gt(t.stall_pct[WARP_LONG_SCOREBOARD], 80);
        before = t.time_us;
    }
}
END_TEST

Suite *kernels_suite(void)
{
    Suite *suite = suite_create("kernels");
    TCase *t = tcase_create("kernels");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, swapped_matrix_product_is_3_to_12_times_slower, 0,
                        3);
    tcase_add_loop_test(t, a_column_of_32_costs_32_passes, 0, 3);
    tcase_add_loop_test(t, tiles_gain_what_is_published, 0, 3);
    tcase_add_loop_test(t, bank_conflicts_of_32_ways_show, 0, 3);
    tcase_add_loop_test(t, unit_stride_copy_is_never_slower, 0, 3);
    tcase_add_loop_test(t, long_copy_runs_at_the_bandwidth_of_memory, 0, 3);
    tcase_add_loop_test(t, many_tiny_launches_lose_against_one, 0, 3);
    tcase_add_loop_test(t, more_work_never_takes_less_time, 0, 3);
    tcase_add_loop_test(t, more_resident_warps_hide_more_latency, 0, 3);
    suite_add_tcase(suite, t);
    return suite;
}
