/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <string.h>

#include "trace/trace.h"

static struct trace_launch launch(uint64_t inst, double us, double pct)
{
    return (struct trace_launch){
        .kernel = "add",
        .grid = { 4, 1, 1 },
        .block = { 64, 1, 1 },
        .issue_ns = inst,
        .start_ns = 10 * inst,
        .end_ns = 10 * inst,
        .total = { .inst = inst },
        .blocks_worked = 3,
        .warps = { .warps = 8,
                   .least = { inst },
                   .most = { inst },
                   .total = { 8 * inst } },
        .time = { .cycles = 100, .time_us = us, .occupancy_achieved_pct = pct },
        .inst_count = 1,
        .sample_count = 1,
    };
}

START_TEST(sum_adds_counts_and_averages_shares)
{
    struct trace_launch a = launch(5, 1, 20), b = launch(7, 3, 60);
    struct trace_launch s = launch_sum_of(&a);
    struct trace t = { .launches = &s, .launch_count = 1 };

    launch_set_times(&s, 50, 70);
    launch_sum_add(&s, &b);
    launch_set_times(&s, 100, 190);
    ck_assert_uint_eq(s.sum.launches, 2);
    ck_assert_uint_eq(trace_launches(&t), 2);
    ck_assert_uint_eq(s.total.inst, 12);
    ck_assert_uint_eq(s.time.cycles, 200);
    ck_assert_double_eq(s.time.time_us, 4);
    ck_assert_double_eq(s.time.occupancy_achieved_pct, 50);
    ck_assert_uint_eq(s.blocks_worked, 3);
    ck_assert_uint_eq(s.warps.warps, 16);
    ck_assert_uint_eq(s.warps.least[0], 5);
    ck_assert_uint_eq(s.warps.most[0], 7);
    ck_assert_uint_eq(s.warps.total[0], 96);
    ck_assert_int_eq(s.inst_count, 0);
    ck_assert_int_eq(s.sample_count, 0);
}
END_TEST

START_TEST(sum_keeps_first_last_and_slowest)
{
    struct trace_launch a = launch(5, 1, 20), b = launch(7, 3, 60);
    struct trace_launch s = launch_sum_of(&a);

    launch_set_times(&s, 50, 140);
    launch_sum_add(&s, &b);
    launch_set_times(&s, 200, 220);
    ck_assert_uint_eq(s.start_ns, 50);
    ck_assert_uint_eq(s.end_ns, 220);
    ck_assert_uint_eq(s.issue_ns, 5);
    ck_assert_uint_eq(s.sum.last_issue_ns, 7);
    ck_assert_uint_eq(s.sum.busy_ns, 110);
    ck_assert_uint_eq(s.sum.slowest_ns, 90);
    ck_assert_uint_eq(s.sum.slowest_start_ns, 50);
}
END_TEST

START_TEST(launches_of_another_kernel_or_shape_are_not_equal)
{
    struct trace_launch a = launch(5, 1, 20), b = a;

    ck_assert(launch_equal(&a, &b));
    b.grid[2] = 2;
    ck_assert(!launch_equal(&a, &b));
    b = a;
    b.kernel = "sub";
    ck_assert(!launch_equal(&a, &b));
    b = a;
    b.shared_dynamic = 16;
    ck_assert(!launch_equal(&a, &b));
}
END_TEST

Suite *sum_suite(void)
{
    Suite *s = suite_create("sum");
    TCase *c = tcase_create("sum");

    tcase_add_test(c, sum_adds_counts_and_averages_shares);
    tcase_add_test(c, sum_keeps_first_last_and_slowest);
    tcase_add_test(c, launches_of_another_kernel_or_shape_are_not_equal);
    suite_add_tcase(s, c);
    return s;
}
