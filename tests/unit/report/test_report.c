/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "report/explain.h"
#include "report/report.h"

static struct arena a;

static void tear_down(void)
{
    arena_clear(&a);
}

static struct finding oob(int launch, int pc, uint64_t count)
{
    return (struct finding){
        .id = FINDING_OOB_GLOBAL,
        .launch = launch,
        .count = count,
        .at = { .pc = pc,
                .thread = { 232 },
                .block = { 3 },
                .file = "/build/x.cu",
                .line = 12,
                .access = ACCESS_READ },
        .other = { .pc = -1 },
        .address = 0x7d0000000fa0ull,
        .bytes = 4,
        .near_base = 0x7d0000000000ull,
        .near_bytes = 4000,
        .near_offset = 4000,
        .near_serial = 2,
    };
}

static struct report make(const struct trace *t, int signal, bool timed_out)
{
    struct report_source s = { .program = "dir/x.cu",
                               .compiler = "clang",
                               .exited = !signal && !timed_out,
                               .exit = 3,
                               .signal = signal,
                               .timed_out = timed_out,
                               .output = { "a\xff\"\n", 4 } };
    struct report r;

    report_make(&a, t, &s, &r);
    return r;
}

/* What a card gave is called so, and what it does not say is not 0. */
START_TEST(measured_runs_have_no_modelled_and_no_unknown_numbers)
{
    struct trace_launch l[] = {
        { .kernel = "add", .registers = 16, .time = { .time_us = 2.5 } }
    };
    struct device_op op = { DEVICE_OP_KERNEL, 0, 10, 2510, 0, false, 0 };
    struct trace t = { .card = "NVIDIA T4",
                       .measured = true,
                       .launches = l,
                       .launch_count = 1,
                       .ops = &op,
                       .op_count = 1 };
    struct report r = make(&t, 0, false);
    struct buf json = { 0 }, plain = { 0 };

    report_json(&r, &json);
    report_plain(&r, 80, false, true, &plain);
    ck_assert_ptr_null(strstr(json.at, "modelled"));
    ck_assert_ptr_null(strstr(plain.at, "modelled"));
    ck_assert_ptr_nonnull(strstr(json.at, "\"measured\""));
    ck_assert_ptr_nonnull(strstr(plain.at, "measured on NVIDIA T4"));
    ck_assert(!r.kernels[0].metrics[METRIC_GLOBAL_LOAD_SECTORS].known);
    ck_assert(!report_total(&r, "add", METRIC_INST_EXECUTED).known);
    ck_assert_double_eq(report_total(&r, NULL, METRIC_TIME_US).number, 2.5);
    t.measured = false;
    ck_assert_int_eq(report_basis(&r, METRIC_TIME_US), BASIS_MODELLED);
    ck_assert_int_eq(report_basis(&r, METRIC_LAUNCHES), BASIS_COUNTED);
    buf_release(&json);
    buf_release(&plain);
}
END_TEST

START_TEST(equal_findings_are_one_with_its_threads_counted_once)
{
    /* Two instructions of one line in each of two launches. */
    struct finding f[] = { oob(0, 5, 24), oob(0, 6, 24), oob(1, 5, 10) };
    struct trace_launch l[] = { { .kernel = "add" }, { .kernel = "add" } };
    struct trace t = { .card = "t4",
                       .launches = l,
                       .launch_count = 2,
                       .findings = f,
                       .finding_count = 3 };
    struct report r = make(&t, 0, false);

    ck_assert_int_eq(r.finding_count, 1);
    ck_assert_uint_eq(r.findings[0].count, 34);
    ck_assert_str_eq(r.findings[0].file, "dir/x.cu");
    ck_assert_ptr_nonnull(strstr(r.findings[0].message,
                                 "4 bytes past the end of the 4000-byte "
                                 "allocation 2"));
    ck_assert_ptr_nonnull(
        strstr(r.findings[0].message, "thread (232, 0, 0) of block (3, 0, 0)"));
    ck_assert_int_eq(r.exit, 3);
}
END_TEST

START_TEST(metrics_are_ratios_of_counters)
{
    struct trace_launch l[] = {
        { .kernel = "k",
          .total = { .inst = 10,
                     .thread_inst = 160,
                     .load_requests = 4,
                     .load_sectors = 32,
                     .load_sectors_ideal = 16 } },
        { .kernel = "k",
          .total = { .inst = 10,
                     .load_requests = 4,
                     .load_sectors = 16,
                     .load_sectors_ideal = 16 } },
    };
    struct trace t = { .card = "t4", .launches = l, .launch_count = 2 };
    struct report r = make(&t, 0, false);
    const struct value *m = r.kernels[0].metrics;

    ck_assert(m[METRIC_ACTIVE_LANES_AVG].number == 16);
    ck_assert(m[METRIC_GLOBAL_LOAD_EFFICIENCY].number == 50);
    ck_assert(m[METRIC_GLOBAL_LOAD_SECTORS_EXCESS].number == 16);
    ck_assert(!m[METRIC_GLOBAL_STORE_EFFICIENCY].known);
    ck_assert(!m[METRIC_CYCLES].known); /* not timed */
    ck_assert(report_total(&r, "k", METRIC_GLOBAL_LOAD_SECTORS).number == 48);
    ck_assert(!report_total(&r, "none", METRIC_GLOBAL_LOAD_SECTORS).known ||
              report_total(&r, "none", METRIC_GLOBAL_LOAD_SECTORS).number == 0);
    ck_assert(r.run[METRIC_LAUNCHES].number == 2);
}
END_TEST

START_TEST(json_is_valid_whatever_the_program_printed)
{
    struct trace t = { .card = "t4" };
    struct report killed = make(&t, 11, false), late = make(&t, 0, true);
    struct buf b = { 0 };
    json_t *root;

    report_json(&killed, &b);
    root = json_loads(b.at, 0, NULL);
    ck_assert_ptr_nonnull(root);
    ck_assert_str_eq(json_string_value(json_object_get(root, "schema")),
                     "warplings/run/1");
    ck_assert_str_eq(json_string_value(json_object_get(root, "output")),
                     "a?\"\n");
    ck_assert_int_eq(json_integer_value(json_object_get(root, "exit")), 139);
    json_decref(root);
    b.size = 0;
    report_json(&late, &b);
    root = json_loads(b.at, 0, NULL);
    ck_assert(json_is_null(json_object_get(root, "exit")));
    json_decref(root);
    buf_release(&b);
}
END_TEST

START_TEST(every_finding_has_words)
{
    struct finding f = { .id = (enum finding_id)_i, .other = { .pc = -1 } };

    ck_assert_int_gt((int)strlen(explain_message(&a, &f, NULL, 1)), 0);
    ck_assert_int_gt((int)strlen(explain_advice(f.id)), 0);
}
END_TEST

START_TEST(plain_text_stays_within_its_width)
{
    struct finding f[] = { oob(0, 5, 24) };
    struct trace_launch l[] = { { .kernel = "add", .total = { .inst = 1 } } };
    struct trace t = { .card = "t4",
                       .launches = l,
                       .launch_count = 1,
                       .findings = f,
                       .finding_count = 1 };
    struct report r = make(&t, 0, false);
    struct buf b = { 0 };

    finding_plain(&r.findings[0], 60, false, true, &b);
    for (const char *p = b.at; *p; p += strcspn(p, "\n") + 1)
        ck_assert_int_le((int)strcspn(p, "\n"), 60);
    ck_assert_ptr_nonnull(strstr(b.at, "see lesson 02-guard"));
    buf_release(&b);
}
END_TEST

START_TEST(metric_names_are_unique_in_their_scope)
{
    ck_assert_int_eq(metric_find(metric_table[_i].scope, metric_table[_i].text),
                     _i);
    ck_assert_int_gt((int)strlen(metric_table[_i].meaning), 0);
}
END_TEST

Suite *report_suite(void)
{
    Suite *s = suite_create("report");
    TCase *tc = tcase_create("core");

    tcase_add_checked_fixture(tc, NULL, tear_down);
    tcase_add_test(tc, measured_runs_have_no_modelled_and_no_unknown_numbers);
    tcase_add_test(tc, equal_findings_are_one_with_its_threads_counted_once);
    tcase_add_test(tc, metrics_are_ratios_of_counters);
    tcase_add_test(tc, json_is_valid_whatever_the_program_printed);
    tcase_add_loop_test(tc, every_finding_has_words, 0, FINDING_COUNT);
    tcase_add_test(tc, plain_text_stays_within_its_width);
    tcase_add_loop_test(tc, metric_names_are_unique_in_their_scope, 0,
                        METRIC_COUNT);
    suite_add_tcase(s, tc);
    return s;
}
