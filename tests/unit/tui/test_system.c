/* SPDX-License-Identifier: Apache-2.0 */
/* The axis of time and the cost of lines, against values worked out by hand. */
#include "tests/unit/tui/sample.h"

static struct sample *s;

static void set_up(void)
{
    s = sample_new();
}

static void tear_down(void)
{
    sample_free(s);
}

static const struct system_row *row_of(const char *label)
{
    for (int i = 0; i < s->shown.system.row_count; i++)
        if (!strcmp(s->shown.system.rows[i].label, label))
            return &s->shown.system.rows[i];
    return NULL;
}

START_TEST(rows_hold_the_work_of_the_run)
{
    ck_assert_int_eq(row_of("host calls")->count, 5);
    ck_assert_int_eq(row_of("copies in")->count, 1);
    ck_assert_int_eq(row_of("copies out")->count, 1);
    ck_assert_int_eq(row_of("kernels")->count, 2);
    ck_assert_ptr_null(row_of("on device"));
    ck_assert_int_eq(row_of("default stream")->count, 3);
    ck_assert_int_eq(row_of("stream 1")->count, 1);
    ck_assert_uint_eq(row_of("kernels")->busy_ns, 13500 + 7300);
    ck_assert_uint_eq(row_of("host calls")->busy_ns,
                      40000 + 20000 + 4000 + 44000);
    ck_assert_uint_eq(s->shown.system.end_ns, 110000);
}
END_TEST

START_TEST(gaps_lie_between_pieces_of_work)
{
    const struct system *y = &s->shown.system;
    char text[160];

    ck_assert_int_eq(y->gap_count, 3);
    ck_assert_uint_eq(y->gaps[0].start_ns, 60000);
    ck_assert_uint_eq(y->gaps[0].end_ns, 66000);
    ck_assert_uint_eq(y->gaps[2].start_ns, 87300);
    system_gap_text(y, &y->gaps[0], text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "6 us"));
    ck_assert_ptr_nonnull(strstr(text, "cudaLaunchKernel"));
    system_gap_text(y, &y->gaps[2], text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "cudaMemcpy"));
    ck_assert_ptr_eq(system_gap_after(y, 0), &y->gaps[0]);
    ck_assert_ptr_eq(system_gap_after(y, 60000), &y->gaps[1]);
    ck_assert_ptr_null(system_gap_after(y, 87300));
    ck_assert_ptr_eq(system_gap_before(y, 87300), &y->gaps[1]);
    ck_assert_ptr_null(system_gap_before(y, 60000));
}
END_TEST

START_TEST(the_bar_under_a_time_is_found)
{
    const struct system_row *k = row_of("kernels");
    const struct system_bar *b;
    char text[160];
    bool covers;

    b = system_bar_at(k, 66000, &covers);
    ck_assert(covers && b == &k->bars[0]);
    b = system_bar_at(k, 79500, &covers);
    ck_assert(!covers && b == &k->bars[0]);
    ck_assert_ptr_null(system_bar_at(k, 65999, &covers));
    b = system_bar_at(k, 80000, &covers);
    system_bar_text(&s->shown.system, b, text, sizeof text);
    ck_assert_str_eq(text, "mm_tiled");
    b = system_bar_at(row_of("copies in"), 50000, &covers);
    system_bar_text(&s->shown.system, b, text, sizeof text);
    ck_assert_str_eq(text, "copy in, 1 MiB, pageable");
}
END_TEST

START_TEST(times_and_sizes_have_units)
{
    static const struct {
        uint64_t ns;
        const char *text;
    } times[] = { { 0, "0 ns" },          { 999, "999 ns" },
                  { 1000, "1 us" },       { 12400, "12.4 us" },
                  { 3050000, "3.05 ms" }, { 1200000000, "1.2 s" } };
    char text[32];

    for (int i = 0; i < 6; i++) {
        time_text(times[i].ns, text, sizeof text);
        ck_assert_str_eq(text, times[i].text);
    }
    bytes_text(512, text, sizeof text);
    ck_assert_str_eq(text, "512 B");
    bytes_text(4096, text, sizeof text);
    ck_assert_str_eq(text, "4 KiB");
    bytes_text(UINT64_C(3) << 29, text, sizeof text);
    ck_assert_str_eq(text, "1.5 GiB");
}
END_TEST

START_TEST(lines_sum_to_the_launch)
{
    struct inst_profile insts[] = {
        { .pc = 3, .line = 9, .file = "a.cu", .count = { .inst = 5 } },
        { .pc = 1, .line = 9, .file = "a.cu", .count = { .inst = 7 } },
        { .pc = 2, .line = 2, .file = "b.cuh", .count = { .inst = 1 } },
        { .pc = 4,
          .line = 8,
          .file = "a.cu",
          .count = { .load_sectors = 9, .inst = 30, .load_sectors_ideal = 4 } },
        { .pc = 5, .count = { .inst = 2 } },
    };
    struct trace_launch l = { .insts = insts, .inst_count = 5 };
    struct heat h;

    heat_make(&s->arena, &l, &h);
    ck_assert_int_eq(h.count, 4);
    ck_assert_uint_eq(h.total.inst, 45);
    ck_assert_uint_eq(heat_find(&h, "a.cu", 9)->inst, 12);
    ck_assert_int_eq(heat_find(&h, "a.cu", 9)->insts[0]->pc, 1);
    ck_assert_uint_eq(heat_find(&h, "a.cu", 8)->excess, 5);
    ck_assert_ptr_null(heat_find(&h, "a.cu", 10));
    ck_assert_int_eq(h.lines[heat_hottest(&h)].line, 8);
    heat_make(&s->arena, NULL, &h);
    ck_assert_int_eq(h.count + heat_hottest(&h), 0);
}
END_TEST

/* Zooming keeps the time under the cursor; the cursor never leaves the run. */
START_TEST(the_cursor_stays_in_the_run)
{
    struct system_view *v = &s->model.run.system;

    sample_open(s);
    sample_send(s, (struct event){ .kind = EVENT_SHOWN, .shown = &s->shown });
    sample_key(s, K_LEFT);
    ck_assert_uint_eq(v->cursor_ns, 0);
    sample_key(s, K_END);
    ck_assert_uint_eq(v->cursor_ns, 110000);
    sample_keys(s, "++++");
    ck_assert_uint_eq(v->cursor_ns, 110000);
    ck_assert(v->first_ns <= 110000 && v->first_ns > 0);
    sample_keys(s, "0");
    ck_assert_uint_eq(v->first_ns, 0);
    sample_keys(s, "p");
    ck_assert_uint_eq(v->cursor_ns, 87300);
    sample_keys(s, "q");
    ck_assert_int_eq(s->model.screen, SCREEN_LESSON);
}
END_TEST

Suite *system_suite(void)
{
    Suite *suite = suite_create("system");
    TCase *tc = tcase_create("core");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, rows_hold_the_work_of_the_run);
    tcase_add_test(tc, gaps_lie_between_pieces_of_work);
    tcase_add_test(tc, the_bar_under_a_time_is_found);
    tcase_add_test(tc, times_and_sizes_have_units);
    tcase_add_test(tc, lines_sum_to_the_launch);
    tcase_add_test(tc, the_cursor_stays_in_the_run);
    suite_add_tcase(suite, tc);
    return suite;
}
