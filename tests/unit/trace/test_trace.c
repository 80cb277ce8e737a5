/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "trace/trace.h"

static struct arena a;
static struct diags ds;
static char path[64];

static void set_up(void)
{
    int fd;

    ds = (struct diags){ .arena = &a };
    strcpy(path, "/tmp/wl-trace-XXXXXX");
    fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    close(fd);
}

static void tear_down(void)
{
    unlink(path);
    arena_clear(&a);
}

static struct warp_span spans[] = { { 0, 4, WARP_ISSUE },
                                    { 4, 9, WARP_BARRIER } };
static struct warp_row rows[] = { { 3, 1, spans, 2 } };
static struct inst_profile insts[] = {
    { .pc = 7,
      .line = 12,
      .file = "k.cu",
      .text = "ld.global.f32",
      .count = { .inst = 5, .load_sectors = 20 },
      .stall_cycles = 9 },
};
static struct request_sample requests[] = {
    { .pc = 7,
      .line = 12,
      .file = "k.cu",
      .text = "ld",
      .warp = 2,
      .active = 0xff,
      .bytes = 4,
      .address = { 0x7d0000000000ull } },
};
static struct trace_launch launches[1];
static struct device_op ops[] = { { DEVICE_OP_H2D, 0, 1, 2, 64, true, -1 },
                                  { DEVICE_OP_KERNEL, 0, 2, 9, 0, false, 0 } };
static struct api_call calls[] = { { "cudaMalloc", 0, 1, 0, false, 0 } };
static struct finding findings[] = {
    { .id = FINDING_OOB_GLOBAL,
      .launch = 0,
      .at = { .pc = 7,
              .thread = { 232 },
              .block = { 3 },
              .file = "k.cu",
              .line = 12,
              .access = ACCESS_READ },
      .count = 24,
      .address = 0x7d0000000fa0ull,
      .bytes = 4,
      .near_base = 0x7d0000000000ull,
      .near_bytes = 4000,
      .near_offset = 4000,
      .near_serial = 1,
      .detail = "x" },
};
static const uint8_t data[] = { 1, 2, 3 };
static struct download downloads[] = { { 16, 3, true, data } };

/* A trace with one of everything. */
static struct lane_step steps[] = { { NULL, 12, 0xffffffff, 7 },
                                    { NULL, 13, 0x0000ffff, 1 } };

static struct warp_count listed[] = { { 2, 1, { 9, 8, 7, 6, 5, 4, 3 } } };

static struct trace sample(void)
{
    launches[0] = (struct trace_launch){
        .kernel = "add<256>",
        .grid = { 4, 1, 1 },
        .block = { 256, 1, 1 },
        .registers = 16,
        .start_ns = 2,
        .end_ns = 9,
        .total = { .inst = 40, .control = 3 },
        .blocks_worked = 3,
        .sm_count = 40,
        .lanes = { .block = 2, .warp = 1, .steps = steps, .count = 2 },
        .warps = { .warps = 32,
                   .least = { 1, 2 },
                   .most = { 9, 8 },
                   .total = { 40, 50 },
                   .listed = listed,
                   .listed_count = 1 },
        .hot = { 7, 30, 90 },
        .sum = { 5, 60, 70, 80, 90 },
        .insts = insts,
        .inst_count = 1,
        .samples = requests,
        .sample_count = 1,
        .time = { .cycles = 700,
                  .time_us = 0.5,
                  .limiter = LIMIT_SHARED,
                  .stall_pct = { 1, 2, 3 },
                  .rows = rows,
                  .row_count = 1,
                  .rows_cycles = 13,
                  .what_if_us = { 0.4, 2.5 } },
    };
    return (struct trace){ .card = "t4",
                           .end_ns = 10,
                           .complete = true,
                           .peak_device_bytes = 4096,
                           .launches = launches,
                           .launch_count = 1,
                           .ops = ops,
                           .op_count = 2,
                           .calls = calls,
                           .call_count = 1,
                           .findings = findings,
                           .finding_count = 1,
                           .downloads = downloads,
                           .download_count = 1,
                           .measured = true,
                           .calls_left_out = 3,
                           .waits_left_out = 2,
                           .findings_left_out = 1 };
}

static struct text written(const struct trace *t)
{
    struct text bytes;

    ck_assert(trace_write(path, t, &ds));
    ck_assert(file_read(&a, path, 1 << 20, &bytes, &ds));
    return bytes;
}

START_TEST(trace_comes_back_as_it_was)
{
    struct trace t = sample(), u;
    struct text first = written(&t), second;

    ck_assert(trace_read(&a, path, &u, &ds));
    ck_assert_str_eq(u.card, "t4");
    ck_assert_int_eq(u.launch_count, 1);
    ck_assert_str_eq(u.launches[0].kernel, "add<256>");
    ck_assert_uint_eq(u.launches[0].insts[0].count.load_sectors, 20);
    ck_assert_int_eq(u.launches[0].time.rows[0].spans[1].state, WARP_BARRIER);
    ck_assert(u.launches[0].time.time_us == 0.5);
    ck_assert_uint_eq(u.launches[0].blocks_worked, 3);
    ck_assert_uint_eq(u.launches[0].sm_count, 40);
    ck_assert_int_eq(u.launches[0].lanes.count, 2);
    ck_assert_uint_eq(u.launches[0].lanes.steps[1].mask, 0x0000ffff);
    ck_assert_int_eq(u.launches[0].lanes.steps[1].line, 13);
    ck_assert_ptr_null(u.launches[0].lanes.steps[1].file);
    ck_assert_uint_eq(u.launches[0].warps.warps, 32);
    ck_assert_uint_eq(u.launches[0].warps.most[WARP_INST], 9);
    ck_assert_uint_eq(u.launches[0].warps.listed[0].count[WARP_BARRIERS], 3);
    ck_assert_int_eq(u.launches[0].hot.pc, 7);
    ck_assert_uint_eq(u.launches[0].hot.all, 90);
    ck_assert_uint_eq(u.launches[0].sum.launches, 5);
    ck_assert_uint_eq(u.launches[0].sum.slowest_start_ns, 90);
    ck_assert(u.measured);
    ck_assert_uint_eq(u.calls_left_out, 3);
    ck_assert_uint_eq(u.waits_left_out, 2);
    ck_assert_uint_eq(u.findings_left_out, 1);
    ck_assert_double_eq(u.launches[0].time.what_if_us[1], 2.5);
    ck_assert_int_eq(u.findings[0].id, FINDING_OOB_GLOBAL);
    ck_assert_int_eq(u.findings[0].near_offset, 4000);
    ck_assert_ptr_null(u.findings[0].near_name);
    ck_assert_mem_eq(u.downloads[0].data, "\1\2\3", 3);
    second = written(&u);
    ck_assert_uint_eq(first.size, second.size);
    ck_assert_mem_eq(first.at, second.at, first.size);
}
END_TEST

START_TEST(trace_cut_anywhere_is_named_and_harmless)
{
    struct trace t = sample(), u;
    struct text bytes = written(&t);

    for (size_t n = 0; n < bytes.size; n++) {
        struct diags here = { .arena = &a };

        ck_assert(
            !trace_parse(&a, (struct text){ bytes.at, n }, "x", &u, &here));
        ck_assert_int_eq(here.count, 1);
    }
}
END_TEST

START_TEST(trace_with_any_byte_changed_is_harmless)
{
    struct trace t = sample(), u;
    struct text bytes = written(&t);
    char *copy = arena_strndup(&a, bytes.at, bytes.size);

    for (size_t n = 0; n < bytes.size; n++)
        for (int flip = 1; flip < 256; flip = flip * 3 + 1) {
            struct diags here = { .arena = &a };
            struct arena scratch = { 0 };

            copy[n] = (char)(bytes.at[n] ^ flip);
            if (trace_parse(&scratch, (struct text){ copy, bytes.size }, "x",
                            &u, &here))
                for (int i = 0; i < u.op_count; i++)
                    ck_assert_int_lt(u.ops[i].launch, u.launch_count);
            copy[n] = bytes.at[n];
            arena_clear(&scratch);
        }
}
END_TEST

START_TEST(trace_of_a_newer_version_says_so)
{
    struct trace t = sample(), u;
    struct text bytes = written(&t);
    char *copy = arena_strndup(&a, bytes.at, bytes.size);

    copy[8] = 2;
    ck_assert(
        !trace_parse(&a, (struct text){ copy, bytes.size }, "x", &u, &ds));
    ck_assert_ptr_nonnull(strstr(ds.last->text, "version 2"));
    ck_assert(
        !trace_parse(&a, text_of("hello, this is no trace"), "x", &u, &ds));
    ck_assert_ptr_nonnull(strstr(ds.last->text, "no trace"));
}
END_TEST

/* Minor version 6 wrote no costs left out at the end of a launch, version 4 no sum before it, version 3 no
   hot address, version 2 no
   counters by warp before it, version 1 no path of lanes, version 0 no
   blocks_worked and sm_count. */
START_TEST(trace_of_an_older_minor_version_is_read)
{
    enum {
        HEAD = 16,
        CHUNK_HEAD = 12,
        KIND_LAUNCH = 2,
        PATH = 13 + 2 * 16,
        WARPS = 16 + 24 * WARP_COUNTERS + 12 + 8 * WARP_COUNTERS,
        HOT = 20,
        SUM = 40,
        WHAT_IF = 4 + 8 * WHAT_IF_COUNT
    };
    const size_t added =
        (size_t)WHAT_IF + (_i < 5 ? (size_t)SUM : 0) +
        (_i < 4 ? (size_t)HOT : 0) + (_i < 3 ? (size_t)WARPS : 0) +
        (_i < 2 ? (size_t)PATH : 0) + (_i < 1 ? (size_t)12 : 0);
    struct trace t = sample(), u;
    struct text now = written(&t);
    char *old = arena_strndup(&a, now.at, now.size);
    size_t at = HEAD, bytes;

    for (;; at += CHUNK_HEAD + bytes) {
        uint64_t n;

        memcpy(&n, old + at + 4, sizeof n);
        bytes = (size_t)n;
        if (old[at] == KIND_LAUNCH)
            break;
    }
    bytes -= added;
    for (int i = 0; i < 8; i++)
        old[at + 4 + (size_t)i] = (char)((uint64_t)bytes >> 8 * i);
    at += CHUNK_HEAD + bytes + added;
    memmove(old + at - added, old + at, now.size - at);
    ck_assert(trace_parse(&a, (struct text){ old, now.size - added }, "old", &u,
                          &ds));
    ck_assert_int_eq(u.launch_count, 1);
    ck_assert_int_eq(u.launches[0].time.row_count, 1);
    ck_assert_uint_eq(u.launches[0].sm_count, _i ? 40 : 0);
    ck_assert_int_eq(u.launches[0].lanes.count, _i < 2 ? 0 : 2);
    ck_assert_uint_eq(u.launches[0].warps.warps, _i < 3 ? 0 : 32);
    ck_assert_uint_eq(u.launches[0].hot.requests, _i < 4 ? 0 : 30);
    ck_assert_uint_eq(u.launches[0].sum.launches, _i < 5 ? 0 : 5);
    ck_assert_double_eq(u.launches[0].time.what_if_us[1], 0);
    ck_assert_int_eq(u.finding_count, 1);
}
END_TEST

START_TEST(unknown_chunks_are_skipped)
{
    struct trace t = sample(), u;
    struct text bytes = written(&t);
    struct buf b = { 0 };
    static const unsigned char extra[] = { 99, 0, 0, 0, 2, 0, 0,
                                           0,  0, 0, 0, 0, 7, 7 };

    buf_add(&b, bytes.at, 16);
    buf_add(&b, extra, sizeof extra);
    buf_add(&b, bytes.at + 16, bytes.size - 16);
    ck_assert(trace_parse(&a, (struct text){ b.at, b.size }, "x", &u, &ds));
    ck_assert_int_eq(u.launch_count, 1);
    buf_release(&b);
}
END_TEST

START_TEST(every_finding_has_a_unique_name)
{
    for (int j = 0; j < _i; j++)
        ck_assert_str_ne(finding_table[_i].text, finding_table[j].text);
    ck_assert_int_gt((int)strlen(finding_table[_i].text), 0);
}
END_TEST

Suite *trace_suite(void)
{
    Suite *s = suite_create("trace");
    TCase *tc = tcase_create("file");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, trace_comes_back_as_it_was);
    tcase_add_test(tc, trace_cut_anywhere_is_named_and_harmless);
    tcase_add_test(tc, trace_with_any_byte_changed_is_harmless);
    tcase_add_test(tc, trace_of_a_newer_version_says_so);
    tcase_add_loop_test(tc, trace_of_an_older_minor_version_is_read, 0, 7);
    tcase_add_test(tc, unknown_chunks_are_skipped);
    tcase_add_loop_test(tc, every_finding_has_a_unique_name, 0, FINDING_COUNT);
    suite_add_tcase(s, tc);
    return s;
}
