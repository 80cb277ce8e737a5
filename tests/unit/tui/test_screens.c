/* SPDX-License-Identifier: Apache-2.0 */
/* Every screen against its picture in tests/golden/tui. */
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

/* The sizes and looks every screen is drawn at. */
static const struct look {
    const char *suffix;
    int rows, cols;
    bool ascii;
} looks[] = {
    { "80x24", 24, 80, false },
    { "200x60", 60, 200, false },
    { "ascii", 24, 80, true },
    { "60x18", 18, 60, false },
};
#define LOOKS 4

static void look(int i, const char *name)
{
    char path[64];

    s->model.ascii = looks[i].ascii;
    sample_resize(s, looks[i].rows, looks[i].cols);
    snprintf(path, sizeof path, "%s-%s", name, looks[i].suffix);
    sample_golden(s, path);
}

START_TEST(home_looks_like_its_picture)
{
    look(_i, "home");
}
END_TEST

START_TEST(home_with_a_filter_looks_like_its_picture)
{
    sample_keys(s, "/diver");
    look(_i, "home-filter");
}
END_TEST

START_TEST(lesson_looks_like_its_picture)
{
    sample_open(s);
    look(_i, "lesson");
}
END_TEST

START_TEST(lesson_with_hints_looks_like_its_picture)
{
    sample_open(s);
    sample_keys(s, "hh");
    look(_i, "lesson-hints");
}
END_TEST

START_TEST(predictions_look_like_their_picture)
{
    sample_predict(s);
    sample_keys(s, "1");
    sample_send(s, (struct event){ .kind = EVENT_COMPARED, .pair = &s->pair });
    sample_keys(s, "q");
    look(_i, "lesson-predict");
}
END_TEST

START_TEST(exercise_looks_like_its_picture)
{
    sample_open(s);
    sample_keys(s, "\t");
    look(_i, "lesson-exercise");
}
END_TEST

START_TEST(running_check_looks_like_its_picture)
{
    sample_open(s);
    sample_keys(s, "c");
    sample_send(s, (struct event){ .kind = EVENT_STEP,
                                   .message = "compiling exercise.cu" });
    sample_send(s, (struct event){ .kind = EVENT_STEP,
                                   .message = "running at n = 31" });
    sample_send(s, (struct event){ .kind = EVENT_TICK, .elapsed_ms = 1234 });
    look(_i, "running");
}
END_TEST

START_TEST(failed_check_looks_like_its_picture)
{
    sample_open(s);
    sample_send(s, (struct event){ .kind = EVENT_CHECKED, .check = &s->fail });
    look(_i, "check-fail");
}
END_TEST

START_TEST(second_finding_looks_like_its_picture)
{
    sample_open(s);
    sample_send(s, (struct event){ .kind = EVENT_CHECKED, .check = &s->fail });
    sample_keys(s, "j");
    look(_i, "check-second");
}
END_TEST

START_TEST(compile_error_looks_like_its_picture)
{
    sample_open(s);
    sample_send(s,
                (struct event){ .kind = EVENT_CHECKED, .check = &s->broken });
    look(_i, "check-compile");
}
END_TEST

START_TEST(bars_look_like_their_picture)
{
    sample_open(s);
    sample_send(s, (struct event){ .kind = EVENT_COMPARED, .pair = &s->pair });
    look(_i, "compare-bars");
}
END_TEST

START_TEST(counters_look_like_their_picture)
{
    sample_open(s);
    sample_send(s, (struct event){ .kind = EVENT_COMPARED, .pair = &s->pair });
    sample_keys(s, "2");
    look(_i, "compare-counters");
}
END_TEST

START_TEST(warps_look_like_their_picture)
{
    sample_open(s);
    sample_resize(s, looks[_i].rows, looks[_i].cols);
    sample_send(s, (struct event){ .kind = EVENT_COMPARED, .pair = &s->pair });
    sample_keys(s, "3");
    look(_i, "compare-warps");
}
END_TEST

START_TEST(sectors_look_like_their_picture)
{
    sample_open(s);
    sample_send(s, (struct event){ .kind = EVENT_COMPARED, .pair = &s->pair });
    sample_keys(s, "4");
    look(_i, "compare-sectors");
}
END_TEST

START_TEST(banks_look_like_their_picture)
{
    sample_open(s);
    sample_send(s, (struct event){ .kind = EVENT_COMPARED, .pair = &s->pair });
    sample_keys(s, "4j");
    look(_i, "compare-banks");
}
END_TEST

static const char *const run_tabs[] = { "system", "warps",  "lanes",  "memory",
                                        "banks",  "source", "metrics" };

START_TEST(run_looks_like_its_picture)
{
    char name[32];
    int tab = _i / LOOKS;

    sample_open(s);
    sample_resize(s, looks[_i % LOOKS].rows, looks[_i % LOOKS].cols);
    sample_send(s, (struct event){ .kind = EVENT_SHOWN, .shown = &s->shown });
    sample_key(s, (uint32_t)('1' + tab));
    if (tab == 0)
        sample_keys(s, "nmn");
    if (tab == 2)
        sample_keys(s, "j");
    if (tab == 4) { /* the launch that uses shared memory */
        shown_pick(&s->arena, &s->shown, 1);
        sample_send(s,
                    (struct event){ .kind = EVENT_SHOWN, .shown = &s->shown });
    }
    snprintf(name, sizeof name, "run-%s", run_tabs[tab]);
    look(_i % LOOKS, name);
}
END_TEST

START_TEST(help_looks_like_its_picture)
{
    sample_open(s);
    sample_keys(s, "?");
    look(_i, "help");
}
END_TEST

START_TEST(tiny_screens_say_what_they_need)
{
    struct buf b;

    sample_open(s);
    sample_resize(s, 5, 20);
    b = sample_draw(s);
    ck_assert_str_eq(b.at, "20x5: needs 60x18\n\n\n\n\n");
    buf_release(&b);
}
END_TEST

START_TEST(lanes_stay_apart_without_colour_and_utf8)
{
    uint32_t seen[4][GLYPH_CELLS_MAX];

    for (int i = LANE_ABSENT; i <= LANE_PASSED; i++) {
        struct text t = text_of(lane_glyph((enum lane_state)i));
        size_t at = 0;

        ck_assert_int_eq(glyph_next(t, &at, true, seen[i]), 1);
        for (int j = 0; j < i; j++)
            ck_assert_uint_ne(seen[i][0], seen[j][0]);
    }
}
END_TEST

START_TEST(unknown_values_are_a_dash_and_never_zero)
{
    struct comparison c = { 0 };
    struct pair p;
    struct buf b;

    pair_make(&s->arena, &c, &p);
    sample_open(s);
    sample_send(s, (struct event){ .kind = EVENT_COMPARED, .pair = &p });
    b = sample_draw(s);
    ck_assert_ptr_nonnull(strstr(b.at, "speed-up -"));
    ck_assert_ptr_nonnull(strstr(b.at, "no kernel ran"));
    ck_assert_ptr_null(strstr(b.at, " 0 "));
    buf_release(&b);
    sample_keys(s, "4");
    b = sample_draw(s);
    ck_assert_ptr_nonnull(strstr(b.at, "no memory request was recorded"));
    buf_release(&b);
}
END_TEST

Suite *screens_suite(void)
{
    Suite *suite = suite_create("screens");
    TCase *tc = tcase_create("goldens");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_loop_test(tc, home_looks_like_its_picture, 0, LOOKS);
    tcase_add_loop_test(tc, home_with_a_filter_looks_like_its_picture, 0,
                        LOOKS);
    tcase_add_loop_test(tc, lesson_looks_like_its_picture, 0, LOOKS);
    tcase_add_loop_test(tc, lesson_with_hints_looks_like_its_picture, 0, LOOKS);
    tcase_add_loop_test(tc, predictions_look_like_their_picture, 0, LOOKS);
    tcase_add_loop_test(tc, exercise_looks_like_its_picture, 0, LOOKS);
    tcase_add_loop_test(tc, running_check_looks_like_its_picture, 0, LOOKS);
    tcase_add_loop_test(tc, failed_check_looks_like_its_picture, 0, LOOKS);
    tcase_add_loop_test(tc, second_finding_looks_like_its_picture, 0, LOOKS);
    tcase_add_loop_test(tc, compile_error_looks_like_its_picture, 0, LOOKS);
    tcase_add_loop_test(tc, bars_look_like_their_picture, 0, LOOKS);
    tcase_add_loop_test(tc, counters_look_like_their_picture, 0, LOOKS);
    tcase_add_loop_test(tc, warps_look_like_their_picture, 0, LOOKS);
    tcase_add_loop_test(tc, sectors_look_like_their_picture, 0, LOOKS);
    tcase_add_loop_test(tc, banks_look_like_their_picture, 0, LOOKS);
    tcase_add_loop_test(tc, help_looks_like_its_picture, 0, LOOKS);
    tcase_add_loop_test(tc, run_looks_like_its_picture, 0,
                        LOOKS * RUN_TAB_COUNT);
    tcase_add_test(tc, tiny_screens_say_what_they_need);
    tcase_add_test(tc, lanes_stay_apart_without_colour_and_utf8);
    tcase_add_test(tc, unknown_values_are_a_dash_and_never_zero);
    suite_add_tcase(suite, tc);
    return suite;
}
