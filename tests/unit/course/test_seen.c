/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "course/seen.h"

static struct arena a;
static struct seen_row rows[] = {
    { "naive", "global_load_sectors", 134217728 },
    { "tiled", "global_load_sectors", 16777216 },
    { "tiled", "run:launches", 2 },
    { "tiled", "barriers", 0 },
    { "tiled", "time_us", 12.1 },
};
static struct seen seen = { .card = "h100-sxm",
                            .rows = rows,
                            .count = sizeof rows / sizeof *rows };

static void tear_down(void)
{
    arena_clear(&a);
}

static const struct {
    const char *text, *filled;
    int missing;
} texts[] = {
    { "", "", 0 },
    { "no braces { } here", "no braces { } here", 0 },
    { "{{naive.global_load_sectors}} s", "134 217 728 s", 0 },
    { "1/{{naive.global_load_sectors / tiled.global_load_sectors}}.", "1/8.",
      0 },
    { "{{tiled.run:launches}} on {{card}}", "2 on h100-sxm", 0 },
    { "{{tiled.time_us}}", "12.1", 0 },
    { "{{none.time_us}}", "-", 1 },
    { "{{tiled.time_us / tiled.barriers}}", "-", 1 },
    { "{{tiled.time_us * 2}}", "-", 1 },
    { "{{}} {{tiled}}", "- -", 2 },
    { "{{never closed", "{{never closed", 0 },
    { "{{table global_load_sectors}}",
      "| h100-sxm | naive | tiled | basis |\n|---|---:|---:|---|\n"
      "| `global_load_sectors` | 134 217 728 | 16 777 216 | counted |\n",
      0 },
    { "{{table nothing}}",
      "| h100-sxm | basis |\n|---|---|\n| `nothing` | - |\n", 1 },
};

START_TEST(braces_are_filled_or_counted_as_missing)
{
    int missing;

    ck_assert_str_eq(seen_fill(&a, &seen, texts[_i].text, &missing),
                     texts[_i].filled);
    ck_assert_int_eq(missing, texts[_i].missing);
}
END_TEST

START_TEST(a_prediction_is_answered_by_the_numbers)
{
    struct prediction p = { .ask = "?",
                            .of = "naive.global_load_sectors / "
                                  "tiled.global_load_sectors",
                            .choices = { { "less", -HUGE_VAL, 8 },
                                         { "eight", 8, 9 } },
                            .choice_count = 2 };
    double number;

    ck_assert_int_eq(prediction_answer(&p, &seen, &number), 1);
    ck_assert_double_eq(number, 8);
    p.choice_count = 1; /* none fits: below 8 leaves out 8 */
    ck_assert_int_eq(prediction_answer(&p, &seen, &number), -1);
    p.of = "naive.nothing";
    ck_assert_int_eq(prediction_answer(&p, &seen, &number), -1);
}
END_TEST

START_TEST(without_a_file_nothing_is_known)
{
    struct seen none;
    int missing;

    seen_load(&a, "/nowhere/seen.txt", &none);
    ck_assert_int_eq(none.count, 0);
    ck_assert_str_eq(seen_fill(&a, &none, "{{card}}", &missing), "-");
    ck_assert_int_eq(missing, 1);
}
END_TEST

Suite *seen_suite(void);
Suite *seen_suite(void)
{
    Suite *s = suite_create("seen");
    TCase *t = tcase_create("seen");

    tcase_add_checked_fixture(t, NULL, tear_down);
    tcase_add_loop_test(t, braces_are_filled_or_counted_as_missing, 0,
                        sizeof texts / sizeof *texts);
    tcase_add_test(t, a_prediction_is_answered_by_the_numbers);
    tcase_add_test(t, without_a_file_nothing_is_known);
    suite_add_tcase(s, t);
    return s;
}
