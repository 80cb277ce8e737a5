/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "course/course.h"
#include "plot/draw.h"
#include "time/peaks.h"

static struct arena arena;
static struct diags diags;
static struct comparison pair;

/* A launch with one of everything that can be drawn. */
static struct trace_launch launch(int lane_bytes)
{
    static struct warp_span spans[] = { { 0, 10, WARP_ISSUE },
                                        { 10, 80, WARP_LONG_SCOREBOARD },
                                        { 90, 10, WARP_BARRIER } };
    static struct warp_row row = {
        .block = 3, .warp = 1, .spans = spans, .span_count = 3
    };
    static struct lane_step steps[] = { { "x.cu", 4, 0xffffffff, 3 },
                                        { "x.cu", 5, 0x55555555, 8 },
                                        { "x.cu", 6, 0x55555555, 2 },
                                        { "x.cu", 5, 0x55555555, 8 },
                                        { "x.cu", 6, 0x55555555, 2 } };
    static struct inst_profile fma = { .pc = 1,
                                       .line = 5,
                                       .text = "@%p1 fma.rn.f32 %f1, %f1",
                                       .count = { .fp32 = 32000 } };
    struct request_sample *s = ARENA_NEW(&arena, struct request_sample, 2);
    struct trace_launch l = {
        .kernel = "<k&>",
        .insts = &fma,
        .inst_count = 1,
        .samples = s,
        .sample_count = 2,
    };

    for (int i = 0; i < 32; i++) {
        s[0].address[i] = 0x1000 + (uint64_t)(i * lane_bytes);
        s[1].address[i] = (uint64_t)(i * lane_bytes);
    }
    s[0].active = s[1].active = 0xffffffff;
    s[0].bytes = s[1].bytes = 4;
    s[1].is_shared = true;
    l.time.rows = &row;
    l.time.row_count = 1;
    l.time.rows_cycles = 100;
    l.time.cycles = 1000;
    l.time.time_us = 2;
    l.time.dram_bytes = 64000;
    l.lanes =
        (struct lane_path){ .block = 3, .warp = 1, .steps = steps, .count = 5 };
    l.total.load_requests = 100;
    l.total.load_sectors = (uint64_t)(100 * lane_bytes);
    l.total.inst = 1000;
    return l;
}

static void side(struct trace *t, struct report *r, int lane_bytes)
{
    struct report_source source = { .program = "x.cu", .exited = true };
    static struct api_call call = { .name = "cudaMemcpy",
                                    .end_ns = 9000,
                                    .waits = true };

    *t = (struct trace){ .card = "h100-sxm",
                         .launch_count = 1,
                         .op_count = 2,
                         .call_count = 1,
                         .calls = &call };
    t->launches = ARENA_NEW(&arena, struct trace_launch, 1);
    t->launches[0] = launch(lane_bytes);
    t->ops = ARENA_NEW(&arena, struct device_op, 2);
    t->ops[0] = (struct device_op){ .kind = DEVICE_OP_KERNEL,
                                    .start_ns = 1000,
                                    .end_ns = 3000 };
    t->ops[1] = (struct device_op){ .kind = DEVICE_OP_D2H,
                                    .start_ns = 3000,
                                    .end_ns = 9000,
                                    .bytes = 4096,
                                    .launch = -1 };
    report_make(&arena, t, &source, r);
}

static void set_up(void)
{
    arena = (struct arena){ 0 };
    diags = (struct diags){ .arena = &arena };
    pair = (struct comparison){ .label_a = "naive", .label_b = "better" };
    side(&pair.trace_a, &pair.a, 64);
    side(&pair.trace_b, &pair.b, 4);
}

static void tear_down(void)
{
    arena_clear(&arena);
}

/* The picture; it must be one. */
static const char *picture(enum plot_kind kind, bool both)
{
    static struct buf out;
    struct card card;

    buf_release(&out);
    ck_assert(
        card_load(&arena, "engine/time/cards", "h100-sxm", &card, &diags));
    ck_assert_msg(plot_make(&arena, kind, &pair, both, &card, &out, &diags),
                  "%s", plot_table[kind].name);
    ck_assert(!strncmp(out.at, "<svg ", 5));
    ck_assert_str_eq(out.at + out.size - 7, "</svg>\n");
    return out.at;
}

START_TEST(every_kind_has_a_title_and_a_description)
{
    enum plot_kind kind = (enum plot_kind)(_i / 2);
    const char *svg;

    if (kind == PLOT_BARS && _i % 2 == 0)
        return;
    svg = picture(kind, _i % 2);
    ck_assert_ptr_nonnull(strstr(svg, "<title id=\"title\">naive"));
    ck_assert_ptr_nonnull(strstr(svg, "<desc id=\"desc\">"));
    ck_assert_ptr_null(strstr(svg, "<desc id=\"desc\"></desc>"));
    ck_assert_ptr_null(strstr(svg, "<k&>"));
    ck_assert_ptr_null(strstr(svg, "nan"));
    ck_assert(!!strstr(svg, ">better<") == (_i % 2));
}
END_TEST

START_TEST(pictures_say_what_the_record_says)
{
    ck_assert_ptr_nonnull(strstr(picture(PLOT_SECTORS, true),
                                 "they touch 32 sectors of 32 bytes where 4"));
    ck_assert_ptr_nonnull(strstr(picture(PLOT_SECTORS, true),
                                 "they touch 4 sectors of 32 bytes where 4"));
    ck_assert_ptr_nonnull(
        strstr(picture(PLOT_BANKS, false), "in 16 wavefronts where 1"));
    ck_assert_ptr_nonnull(
        strstr(picture(PLOT_LANES, false), ">2 times</text>"));
    ck_assert_ptr_nonnull(strstr(picture(PLOT_LANES, false), "57 %"));
    ck_assert_ptr_nonnull(
        strstr(picture(PLOT_WARPS, false), "so: waits for memory"));
    /* 32000 multiply-adds in 2 us, on 64000 bytes */
    ck_assert_ptr_nonnull(strstr(picture(PLOT_ROOFLINE, false),
                                 "1 floating-point operations per byte and "
                                 "32 GFLOP/s"));
    ck_assert_ptr_nonnull(
        strstr(picture(PLOT_TIMELINE, false), "naive takes 9 us"));
    ck_assert_ptr_nonnull(
        strstr(picture(PLOT_BARS, true), "naive 6 400, better 400"));
}
END_TEST

START_TEST(what_is_not_in_the_record_is_said)
{
    struct buf out = { 0 };
    struct trace_launch empty = { .kernel = "k" };

    pair.trace_a.launches[0] = empty;
    pair.trace_a.op_count = 0;
    ck_assert(!plot_make(&arena, (enum plot_kind)_i, &pair,
                         _i == PLOT_BARS ? false : true, NULL, &out, &diags));
    ck_assert_int_eq(diags.count, 1);
    ck_assert_uint_eq(out.size, 0);
}
END_TEST

START_TEST(steps_are_round)
{
    static const double length[] = { 1, 6, 7, 99, 12345, 0.03 };
    static const double step[] = { 0.2, 1, 2, 20, 2500, 0.005 };

    for (size_t i = 0; i < sizeof length / sizeof *length; i++)
        ck_assert_double_eq_tol(plot_step(length[i], 6), step[i], 1e-9);
    ck_assert_double_eq_tol(plot_step(0, 6), 1, 1e-9);
    ck_assert_double_eq_tol(plot_step(NAN, 6), 1, 1e-9);
}
END_TEST

START_TEST(names_are_found)
{
    ck_assert_int_eq(plot_find(plot_table[_i].name), _i);
    ck_assert_int_eq(plot_find("nothing"), -1);
}
END_TEST

Suite *plot_suite(void)
{
    Suite *s = suite_create("plot");
    TCase *t = tcase_create("plot");

    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_loop_test(t, every_kind_has_a_title_and_a_description, 0,
                        2 * PLOT_COUNT);
    tcase_add_test(t, pictures_say_what_the_record_says);
    tcase_add_loop_test(t, what_is_not_in_the_record_is_said, 0, PLOT_COUNT);
    tcase_add_test(t, steps_are_round);
    tcase_add_loop_test(t, names_are_found, 0, PLOT_COUNT);
    suite_add_tcase(s, t);
    return s;
}
