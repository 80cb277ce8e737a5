/* SPDX-License-Identifier: Apache-2.0 */
/* What a kernel gains when one of its costs is left out, and how fast it
   reads with few warps. */
#include "tests/unit/time/synth.h"

static struct synth s;

static void setup(void)
{
    synth_init(&s);
    s.what_if = true;
}

static void teardown(void)
{
    synth_release(&s);
}

static double gain(const struct launch_time *t, enum what_if w)
{
    ck_assert_double_gt(t->what_if_us[w], 0);
    return t->time_us / t->what_if_us[w];
}

enum { STEPS = 2000 };

/* s.kind: the passes of each load. */
static void conflict_warp(struct synth *k, uint64_t block, int warp)
{
    (void)block;
    (void)warp;
    for (int i = 0; i < STEPS; i++)
        synth_shared(k, 0, k->kind);
}

START_TEST(conflicts_are_worth_their_passes)
{
    struct card c = synth_card(&s, _i);
    struct launch_time t;

    synth_add(&s, OP_LD, TYPE_B32, SPACE_SHARED, 1, 2, -1, -1);
    s.launch.block[0] = 1024;
    s.kind = 8;
    t = synth_time(&s, &c, conflict_warp);
    ck_assert_double_gt(gain(&t, WHAT_IF_NO_CONFLICTS), 3);
    ck_assert_double_eq_tol(gain(&t, WHAT_IF_BANDWIDTH), 1, 0.01);
    s.kind = 1;
    t = synth_time(&s, &c, conflict_warp);
    ck_assert_double_eq_tol(gain(&t, WHAT_IF_NO_CONFLICTS), 1, 1e-4);
}
END_TEST

/* Two sides of s.kind lanes and the rest, one after the other. */
static void parted_warp(struct synth *k, uint64_t block, int warp)
{
    uint32_t mask = (uint32_t)((1ull << k->kind) - 1);

    (void)block;
    (void)warp;
    synth_step(k, 0); /* all together */
    for (int i = 0; i < STEPS; i++) {
        synth_step(k, 0)->active = mask;
        synth_step(k, 1)->active = k->kind < 32 ? ~mask : mask;
    }
}

START_TEST(divergence_is_worth_the_other_side)
{
    struct card c = synth_card(&s, _i);
    struct launch_time t;

    synth_alu(&s, OP_FMA, TYPE_F32, 1, 1, 2);
    synth_alu(&s, OP_FMA, TYPE_F32, 3, 3, 2);
    s.launch.block[0] = 1024;
    s.kind = 16;
    t = synth_time(&s, &c, parted_warp);
    ck_assert_double_eq_tol(gain(&t, WHAT_IF_NO_DIVERGENCE), 2, 0.3);
    s.kind = 32;
    t = synth_time(&s, &c, parted_warp);
    ck_assert_double_eq_tol(gain(&t, WHAT_IF_NO_DIVERGENCE), 1, 0.01);
}
END_TEST

/* Each lane reads one double, all of them in a row. */
static void read_warp(struct synth *k, uint64_t block, int warp)
{
    uint64_t address[32], first;

    first = block * k->launch.block[0] + (uint64_t)warp * 32;
    for (int half = 0; half < 64; half += 32) {
        for (int lane = 0; lane < 32; lane++)
            address[lane] = 0x40000000 +
                            (first + (uint64_t)(lane + half) / 2) * 8 +
                            (uint64_t)(lane % 2) * 4;
        if (half == 0)
            synth_global(k, 0, address);
        for (int lane = 0; half && lane < 32; lane++)
            synth_sector(k, &k->log->steps[k->log->step_count - 1],
                         address[lane] / 32);
    }
    synth_step(k, 1);
}

static struct launch_time reads(const char *card, uint32_t block)
{
    struct diags ds = { .arena = &s.arena };
    struct card c;

    ck_assert(card_load(&s.arena, "engine/time/cards", card, &c, &ds));
    s.program.inst_count = 0;
    synth_add(&s, OP_LD, TYPE_F64, SPACE_GLOBAL, 1, 2, -1, -1);
    synth_alu(&s, OP_SETP, TYPE_F64, 3, 1, 2);
    s.func.shared_bytes = (int)(c.sm_shared_bytes / 2 - 2048);
    s.launch.block[0] = block;
    s.launch.grid[0] = 64 * 1024 * 1024 / block;
    s.result.distinct_load_sectors = 16 * 1024 * 1024;
    return synth_time(&s, &c, read_warp);
}

/* gpu-benches gpu-stream, read, two blocks to an SM, GB/s. The first row of a
   card is where its block_start_cycles are from. */
START_TEST(reads_reach_the_published_rate)
{
    static const struct {
        const char *card;
        uint32_t block;
        double gbps;
    } rows[] = { { "a100-sxm4-80gb", 128, 325 },
                 { "a100-sxm4-80gb", 256, 619 },
                 { "a100-sxm4-80gb", 512, 1122 },
                 { "a40", 96, 233 },
                 { "a40", 192, 435 },
                 { "h200", 128, 485 },
                 { "h200", 256, 935 },
                 { "h200", 512, 1707 } };
    struct launch_time t = reads(rows[_i].card, rows[_i].block);

    ck_assert_double_eq_tol(512.0 * 1024 * 1024 / t.time_us / 1000,
                            rows[_i].gbps, 0.1 * rows[_i].gbps);
    ck_assert_double_lt(gain(&t, WHAT_IF_ONE_BLOCK), 0.8);
    ck_assert_double_gt(gain(&t, WHAT_IF_FREE_LAUNCH), 1);
}
END_TEST

Suite *what_if_suite(void)
{
    Suite *suite = suite_create("what_if");
    TCase *t = tcase_create("what_if");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, conflicts_are_worth_their_passes, 0, 3);
    tcase_add_loop_test(t, divergence_is_worth_the_other_side, 0, 3);
    tcase_add_loop_test(t, reads_reach_the_published_rate, 0, 8);
    suite_add_tcase(suite, t);
    return suite;
}
