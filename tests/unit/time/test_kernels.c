/* SPDX-License-Identifier: Apache-2.0 */
/* What must hold between kernels on every card, with logs made by hand. */
#include <stdio.h>

#include "synth.h"

enum { A = 0x10000000, B = 0x20000000, C = 0x30000000 };

/*
 * The inner loop of a naive matrix product, four times unrolled as compilers
 * do: two loads and an fma each, pointer steps, counter, branch.
 */
enum { MM_PARTS = 4 };

static int mm_program(struct synth *s, int load_a[], int load_b[])
{
    for (int k = 0; k < MM_PARTS; k++) {
        load_b[k] =
            synth_add(s, OP_LD, TYPE_F32, SPACE_GLOBAL, 10 + k, 1, -1, -1);
        load_a[k] =
            synth_add(s, OP_LD, TYPE_F32, SPACE_GLOBAL, 20 + k, 2, -1, -1);
        synth_add(s, OP_FMA, TYPE_F32, SPACE_NONE, 3, 10 + k, 20 + k, 3);
        synth_alu(s, OP_ADD, TYPE_S64, 1, 1, 4);
    }
    synth_alu(s, OP_ADD, TYPE_S64, 2, 2, -1);
    synth_alu(s, OP_ADD, TYPE_S32, 5, 5, -1);
    synth_alu(s, OP_SETP, TYPE_S32, 6, 5, -1);
    return synth_bra(s, 0, 6);
}

/* kind 1: coalesced, x runs along a row of C; 0: x and y swapped. */
static void mm_warp(struct synth *s, uint64_t block, int warp)
{
    uint32_t side = s->launch.block[0], n = (uint32_t)s->n;
    uint64_t bx = block % s->launch.grid[0], by = block / s->launch.grid[0];
    uint64_t row[32], col[32], address[32];
    int store = s->program.inst_count - 1;

    for (uint32_t i = 0; i < 32; i++) {
        uint32_t t = (uint32_t)warp * 32 + i;
        uint64_t x = bx * side + t % side, y = by * side + t / side;

        row[i] = s->kind ? y : x;
        col[i] = s->kind ? x : y;
    }
    for (uint32_t k = 0; k < n; k++) {
        int part = (int)(k % MM_PARTS) * 4;

        for (int i = 0; i < 32; i++)
            address[i] = B + 4 * (k * n + col[i]);
        synth_global(s, part, address);
        for (int i = 0; i < 32; i++)
            address[i] = A + 4 * (row[i] * n + k);
        synth_global(s, part + 1, address);
        synth_step(s, part + 2);
        synth_step(s, part + 3);
        for (int pc = MM_PARTS * 4; k % MM_PARTS == 3 && pc < store; pc++)
            synth_step(s, pc);
    }
    for (int i = 0; i < 32; i++)
        address[i] = C + 4 * (row[i] * n + col[i]);
    synth_global(s, store, address);
}

static double mm_us(int card, int n, int side, bool coalesced)
{
    static struct synth s;
    int a[MM_PARTS], b[MM_PARTS];
    struct launch_time t;
    struct card c;

    synth_init(&s);
    c = synth_card(&s, card);
    mm_program(&s, a, b);
    synth_add(&s, OP_ST, TYPE_F32, SPACE_GLOBAL, -1, 7, 3, -1);
    s.n = n;
    s.kind = coalesced;
    s.launch.block[0] = s.launch.block[1] = (uint32_t)side;
    s.launch.grid[0] = s.launch.grid[1] = (uint32_t)(n / side);
    s.result.distinct_load_sectors = (uint64_t)n * (uint64_t)n / 4;
    s.result.distinct_store_sectors = (uint64_t)n * (uint64_t)n / 8;
    s.result.total.store_sectors = s.result.distinct_store_sectors;
    t = synth_time(&s, &c, mm_warp);
    printf("  %-9s n=%d side=%d %s: %.1f us, %.2f cycles per warp fma, "
           "l1 %.1f%% l2 %.1f%% dram %.1f MB, long %.0f%% throttle %.0f%% nsel "
           "%.0f%% wait %.0f%%, comp %.0f%% mem %.0f%% ach %.0f%%\n",
           c.name, n, side, coalesced ? "coalesced" : "swapped", t.time_us,
           (double)t.cycles * c.sm_count / ((double)n * n * n / 32),
           t.l1_hit_pct, t.l2_hit_pct, (double)t.dram_bytes / 1e6,
           t.stall_pct[3], t.stall_pct[6], t.stall_pct[2], t.stall_pct[7],
           t.compute_pct, t.memory_pct, t.occupancy_achieved_pct);
    synth_release(&s);
    return t.time_us;
}

START_TEST(swapped_matrix_product_is_3_to_12_times_slower)
{
    double good = mm_us(_i, 1024, 16, true), bad = mm_us(_i, 1024, 16, false);

    ck_assert_double_gt(bad / good, 3);
    ck_assert_double_lt(bad / good, 12);
    good = mm_us(_i, 1024, 32, true), bad = mm_us(_i, 1024, 32, false);
    printf("  32: %.2f\n", bad / good);
}
END_TEST

Suite *kernels_suite(void)
{
    Suite *s = suite_create("kernels");
    TCase *t = tcase_create("kernels");

    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, swapped_matrix_product_is_3_to_12_times_slower, 0,
                        3);
    suite_add_tcase(s, t);
    return s;
}
