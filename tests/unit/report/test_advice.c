/* SPDX-License-Identifier: Apache-2.0 */
/* Advice: each rule at its threshold and just below it. */
#include <check.h>
#include <string.h>

#include "base/arena.h"
#include "report/advice_rules.h"

static struct arena a;

static void tear_down(void)
{
    arena_clear(&a);
}

/* One kernel of one launch: 64 blocks of 128 threads on 64 SMs, two lines. */
struct scene {
    struct inst_profile insts[2];
    struct request_sample samples[2];
    struct trace_launch launch;
};

static struct scene *scene_new(void)
{
    struct scene *s = ARENA_NEW(&a, struct scene, 1);

    for (int i = 0; i < 2; i++)
        s->insts[i] = (struct inst_profile){ .pc = i,
                                             .line = 10 + i,
                                             .file = "x.cu",
                                             .text = "add.s32 %r1, %r2, 1" };
    s->launch = (struct trace_launch){ .kernel = "k",
                                       .grid = { 64, 1, 1 },
                                       .block = { 128, 1, 1 },
                                       .sm_count = 64,
                                       .blocks_worked = 64,
                                       .registers = 32,
                                       .insts = s->insts,
                                       .inst_count = 2,
                                       .samples = s->samples };
    return s;
}

static int count_of(const struct scene *s, enum finding_id id,
                    struct report_finding *out)
{
    struct trace_launch l = s->launch;
    struct trace t = { .card = "t4", .launches = &l, .launch_count = 1 };
    struct report_source source = { .program = "x.cu" };
    struct report r;
    int n = 0;

#define COUNTER(name)           \
    for (int i = 0; i < 2; i++) \
        l.total.name += s->insts[i].count.name;
#include "trace/counters.def"
#undef COUNTER
    report_make(&a, &t, &source, &r);
    for (int i = 0; i < r.finding_count; i++)
        if (r.findings[i].id == id) {
            *out = r.findings[i];
            n++;
        }
    return n;
}

/* Said once, with words, a lesson, and on that line (0: none). */
static void given(const struct scene *s, enum finding_id id, int line,
                  uint64_t count, const char *words)
{
    struct report_finding f;

    ck_assert_int_eq(count_of(s, id, &f), 1);
    ck_assert_int_eq(f.severity, SEVERITY_ADVICE);
    ck_assert_str_eq(f.kernel, "k");
    ck_assert_int_eq(f.line, line);
    ck_assert_uint_eq(f.count, count);
    ck_assert_msg(strstr(f.message, words) != NULL, "'%s' lacks '%s'",
                  f.message, words);
    ck_assert_int_gt((int)strlen(f.advice), 0);
    ck_assert_int_gt((int)strlen(f.lesson), 0);
}

static void quiet(const struct scene *s, enum finding_id id)
{
    struct report_finding f;

    ck_assert_int_eq(count_of(s, id, &f), 0);
}

START_TEST(uncoalesced_from_4096_sectors_too_many)
{
    struct scene *s = scene_new();
    struct counters *c = &s->insts[1].count;

    *c = (struct counters){ .load_requests = 512,
                            .load_sectors = 8192,
                            .load_sectors_ideal = 4095 };
    given(s, FINDING_UNCOALESCED, 11, 4097, "16.0 sectors per request");
    c->load_sectors_ideal = 4096; /* half is used */
    quiet(s, FINDING_UNCOALESCED);
    c->load_sectors_ideal = 1024;
    c->load_sectors = 1024 + 4095;
    quiet(s, FINDING_UNCOALESCED);
    c->load_sectors++;
    given(s, FINDING_UNCOALESCED, 11, 4096, "20.0 %");
    c->load_requests = 1024; /* five sectors each: short rows */
    quiet(s, FINDING_UNCOALESCED);
}
END_TEST

static void shift(struct scene *s, uint64_t by)
{
    for (int i = 0; i < 2; i++) {
        s->samples[i] = (struct request_sample){
            .pc = i, .line = 10 + i, .file = "x.cu", .active = 1, .bytes = 4
        };
        s->samples[i].address[0] = 4096 + (i ? by : 0);
    }
    s->launch.sample_count = 2;
}

START_TEST(misaligned_sectors_from_1024_too_many)
{
    struct scene *s = scene_new();
    struct counters *c = &s->insts[1].count;

    shift(s, 1000004);
    *c = (struct counters){ .load_requests = 1024,
                            .load_sectors = 5 * 1024,
                            .load_sectors_ideal = 4 * 1024 };
    given(s, FINDING_MISALIGNED_SECTORS, 11, 1024, "5.0 sectors per request");
    quiet(s, FINDING_UNCOALESCED);
    c->load_sectors--;
    quiet(s, FINDING_MISALIGNED_SECTORS);
    c->load_sectors = 5 * 1024;
    c->load_requests = 1200; /* not nearly every request */
    quiet(s, FINDING_MISALIGNED_SECTORS);
    c->load_requests = 1024;
    shift(s, 4); /* beside another load: a stencil */
    quiet(s, FINDING_MISALIGNED_SECTORS);
}
END_TEST

START_TEST(bank_conflict_from_512_passes_too_many)
{
    struct scene *s = scene_new();
    struct counters *c = &s->insts[0].count;

    *c = (struct counters){ .shared_requests = 255,
                            .shared_wavefronts = 255 + 512,
                            .shared_ideal = 255,
                            .shared_conflicts = 512 };
    given(s, FINDING_BANK_CONFLICT, 10, 512, "3.0 passes per request");
    c->shared_conflicts = 511;
    quiet(s, FINDING_BANK_CONFLICT);
    c->shared_conflicts = c->shared_ideal = 600; /* two ways */
    quiet(s, FINDING_BANK_CONFLICT);
}
END_TEST

START_TEST(divergence_from_65536_empty_slots)
{
    struct scene *s = scene_new();
    struct counters *c = &s->insts[0].count;

    /* 4096 instructions have 131072 slots. */
    *c = (struct counters){
        .inst = 4096, .thread_inst = 65536, .branches = 100, .divergent = 50
    };
    given(s, FINDING_DIVERGENCE, 10, 50, "16.0 of 32 lanes");
    s->insts[1] = (struct inst_profile){ .pc = 1,
                                         .line = 10,
                                         .file = "x.cu",
                                         .text = "bra.uni $L__BB1",
                                         .count = { .branches = 900 } };
    given(s, FINDING_DIVERGENCE, 10, 50, "50 of 100 times");
    c->divergent = 49;
    quiet(s, FINDING_DIVERGENCE);
    c->divergent = 50;
    c->thread_inst++;
    quiet(s, FINDING_DIVERGENCE);
    c->thread_inst = 65536;
    s->launch.block[0] = 16; /* half of each warp never was there */
    quiet(s, FINDING_DIVERGENCE);
}
END_TEST

START_TEST(register_spill_from_262144_bytes)
{
    struct scene *s = scene_new();

    s->insts[0].text = "ld.local.u32 %r1, [%rd1]";
    s->insts[0].count.local_bytes = 100;
    s->insts[1].text = "@%p1 st.local.u32 [%rd1], %r1";
    s->insts[1].count.local_bytes = 262044;
    given(s, FINDING_REGISTER_SPILL, 11, 262144, "262144 bytes");
    s->insts[1].count.local_bytes--;
    quiet(s, FINDING_REGISTER_SPILL);
    s->insts[1].count.local_bytes = 1 << 20;
    s->insts[0].count.local_bytes = 0; /* printf's arguments */
    quiet(s, FINDING_REGISTER_SPILL);
    s->insts[1].count.local_bytes = 0;
    s->launch.registers = 255;
    quiet(s, FINDING_REGISTER_SPILL);
    s->launch.registers = 256;
    given(s, FINDING_REGISTER_SPILL, 0, 1, "256 registers and can have 255");
}
END_TEST

START_TEST(double_arithmetic_from_2048_with_a_constant)
{
    struct scene *s = scene_new();

    s->insts[1].text = "mul.f64 %fd2, %fd1, 0d3FB999999999999A";
    s->insts[1].count = (struct counters){ .fp64 = 2048, .thread_inst = 2048 };
    given(s, FINDING_DOUBLE_ARITHMETIC, 11, 2048, "2048 double");
    s->insts[1].count.fp64 = 2047;
    quiet(s, FINDING_DOUBLE_ARITHMETIC);
    s->insts[1].count.fp64 = 2048;
    s->insts[0].count.thread_inst = 19 * 2048 + 1; /* below one in twenty */
    quiet(s, FINDING_DOUBLE_ARITHMETIC);
    s->insts[0].count.thread_inst--;
    given(s, FINDING_DOUBLE_ARITHMETIC, 11, 2048, "double");
    s->insts[0].text = "ld.global.f64 %fd1, [%rd1]"; /* meant to be double */
    quiet(s, FINDING_DOUBLE_ARITHMETIC);
    s->insts[0].text = "ld.param.f64 %fd1, [k_param_1]";
    given(s, FINDING_DOUBLE_ARITHMETIC, 11, 2048, "double");
    s->insts[1].text = "add.f64 %fd2, %fd1, 0d0000000000000000";
    quiet(s, FINDING_DOUBLE_ARITHMETIC);
}
END_TEST

START_TEST(atomic_contention_from_20480_waits)
{
    struct scene *s = scene_new();
    struct counters *c = &s->insts[1].count;

    *c =
        (struct counters){ .global_atomics = 23040, .atomic_conflicts = 20480 };
    given(s, FINDING_ATOMIC_CONTENTION, 11, 20480, "9.0 lanes share one");
    c->atomic_conflicts--;
    quiet(s, FINDING_ATOMIC_CONTENTION);
    c->atomic_conflicts = 20480;
    c->global_atomics = 40961; /* less than half wait */
    quiet(s, FINDING_ATOMIC_CONTENTION);
    *c =
        (struct counters){ .shared_atomics = 90000, .atomic_conflicts = 80000 };
    quiet(s, FINDING_ATOMIC_CONTENTION);
}
END_TEST

/* Warps that queue for one address: not one or two for each block, and not
   beside much other work. */
START_TEST(atomic_contention_from_4096_requests_for_one_address)
{
    struct scene *s = scene_new();

    s->insts[1].count.global_atomics = 5000;
    s->launch.hot = (struct hot_address){ 1, 4096, 5000 };
    given(s, FINDING_ATOMIC_CONTENTION, 11, 4096, "64.0 from each block");
    s->launch.hot.requests = 4095;
    quiet(s, FINDING_ATOMIC_CONTENTION);
    s->launch.hot.requests = 4096;
    s->insts[0].count.inst = 4096 * 128 + 1;
    quiet(s, FINDING_ATOMIC_CONTENTION);
    s->insts[0].count.inst = 0;
    s->launch.grid[0] = 2048;
    quiet(s, FINDING_ATOMIC_CONTENTION);
    s->launch.grid[0] = 64;
    s->launch.failed = true; /* a spin that never ends */
    quiet(s, FINDING_ATOMIC_CONTENTION);
    s->launch.failed = false;
    s->insts[1].count.global_atomics = 23040; /* lanes meet: said once */
    s->insts[1].count.atomic_conflicts = 20480;
    given(s, FINDING_ATOMIC_CONTENTION, 11, 20480, "9.0 lanes share one");
}
END_TEST

START_TEST(small_grid_from_32_words_a_thread)
{
    struct scene *s = scene_new();

    s->launch.grid[0] = 32;
    s->insts[0].count.store_bytes = 4 * 32 * 128 * 32;
    given(s, FINDING_SMALL_GRID, 0, 32, "32 of the card's 64 SMs");
    s->insts[0].count.store_bytes--;
    quiet(s, FINDING_SMALL_GRID);
    s->insts[0].count.store_bytes = 1 << 24;
    s->launch.grid[0] = 33;
    quiet(s, FINDING_SMALL_GRID);
    s->launch.grid[0] = 1;
    s->insts[0].count.store_bytes = 65536;
    given(s, FINDING_SMALL_GRID, 0, 1, "a grid of 1 block keeps");
    s->insts[0].count.store_bytes--;
    quiet(s, FINDING_SMALL_GRID);
    s->insts[0].count.store_bytes = 65536;
    s->launch.block[0] = 31; /* not a warp: another lesson */
    quiet(s, FINDING_SMALL_GRID);
}
END_TEST

START_TEST(low_occupancy_below_a_quarter)
{
    struct scene *s = scene_new();
    struct trace_launch *l = &s->launch;

    l->grid[0] = 128; /* 16384 threads */
    l->blocks_worked = 128;
    l->time = (struct launch_time){ .cycles = 1,
                                    .occupancy_theoretical_pct = 24.9,
                                    .blocks_per_sm = 2,
                                    .limiter = LIMIT_SHARED };
    l->shared_dynamic = 40000;
    given(s, FINDING_LOW_OCCUPANCY, 0, 1,
          "2 blocks of 128 threads, limited by shared memory");
    l->time.occupancy_theoretical_pct = 25;
    quiet(s, FINDING_LOW_OCCUPANCY);
    l->time.occupancy_theoretical_pct = 12.5;
    l->grid[0] = 127;
    quiet(s, FINDING_LOW_OCCUPANCY);
    l->grid[0] = 128;
    l->time.cycles = 0; /* not timed: unknown */
    quiet(s, FINDING_LOW_OCCUPANCY);
}
END_TEST

START_TEST(idle_threads_from_8192_in_half_of_the_blocks)
{
    struct scene *s = scene_new();
    struct trace_launch *l = &s->launch;

    l->grid[0] = 128;
    l->blocks_worked = 64;
    given(s, FINDING_IDLE_THREADS, 0, 8192, "64 of 128 blocks");
    l->blocks_worked = 65;
    quiet(s, FINDING_IDLE_THREADS);
    l->blocks_worked = 64;
    l->grid[0] = 127;
    quiet(s, FINDING_IDLE_THREADS);
    l->grid[0] = 1000;
    l->blocks_worked = 0; /* touches no memory at all: it may only compute */
    quiet(s, FINDING_IDLE_THREADS);
    l->blocks_worked = 1;
    l->failed = true;
    quiet(s, FINDING_IDLE_THREADS);
}
END_TEST

START_TEST(launches_of_a_kernel_add_up)
{
    struct inst_profile one = { .line = 7,
                                .file = "x.cu",
                                .text = "ld.global.f32 %f1, [%rd1]",
                                .count = { .load_requests = 64,
                                           .load_sectors = 2048 } };
    struct trace_launch l[] = {
        { .kernel = "k", .insts = &one, .inst_count = 1 },
        { .kernel = "other", .insts = &one, .inst_count = 1 },
        { .kernel = "k", .insts = &one, .inst_count = 1 },
    };
    struct trace t = { .card = "t4", .launches = l, .launch_count = 3 };
    struct report_source source = { .program = "x.cu" };
    struct report r;

    report_make(&a, &t, &source, &r);
    ck_assert_int_eq(r.finding_count, 1);
    ck_assert_int_eq(r.findings[0].id, FINDING_UNCOALESCED);
    ck_assert_str_eq(r.findings[0].kernel, "k");
    ck_assert_uint_eq(r.findings[0].count, 4096);
}
END_TEST

Suite *advice_suite(void)
{
    Suite *s = suite_create("advice");
    TCase *tc = tcase_create("rules");

    tcase_add_checked_fixture(tc, NULL, tear_down);
    tcase_add_test(tc, uncoalesced_from_4096_sectors_too_many);
    tcase_add_test(tc, misaligned_sectors_from_1024_too_many);
    tcase_add_test(tc, bank_conflict_from_512_passes_too_many);
    tcase_add_test(tc, divergence_from_65536_empty_slots);
    tcase_add_test(tc, register_spill_from_262144_bytes);
    tcase_add_test(tc, double_arithmetic_from_2048_with_a_constant);
    tcase_add_test(tc, atomic_contention_from_20480_waits);
    tcase_add_test(tc, atomic_contention_from_4096_requests_for_one_address);
    tcase_add_test(tc, small_grid_from_32_words_a_thread);
    tcase_add_test(tc, low_occupancy_below_a_quarter);
    tcase_add_test(tc, idle_threads_from_8192_in_half_of_the_blocks);
    tcase_add_test(tc, launches_of_a_kernel_add_up);
    suite_add_tcase(s, tc);
    return s;
}
