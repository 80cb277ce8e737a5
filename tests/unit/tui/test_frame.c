/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tui/frame.h"

static struct cell cells[6 * 20];
static struct frame f;
static struct buf b;
static const struct rect whole = { 0, 0, 6, 20 };

static void set_up(void)
{
    memset(cells, 0, sizeof cells);
    f = (struct frame){ .rows = 6, .cols = 20, .cells = cells };
}

static void tear_down(void)
{
    buf_release(&b);
}

static const char *first_line(void)
{
    buf_release(&b);
    frame_dump(&f, &b);
    *strchr(b.at, '\n') = '\0';
    return b.at;
}

START_TEST(text_is_cut_at_the_edges_of_its_rect)
{
    struct rect r = { 0, 2, 1, 5 };

    ck_assert_int_eq(frame_text(&f, r, 0, -2, STYLE_BOLD, "abcdefghij"), 8);
    ck_assert_str_eq(first_line(), "  cdefg");
    ck_assert_int_eq(cells[2].style, STYLE_BOLD);
    ck_assert_int_eq(cells[7].ch, 0);
    frame_text(&f, r, 1, 0, STYLE_BOLD, "below");
    frame_text(&f, r, -1, 0, STYLE_BOLD, "above");
    ck_assert_str_eq(first_line(), "  cdefg");
}
END_TEST

START_TEST(wide_characters_take_two_cells_or_a_blank)
{
    struct rect r = { 0, 0, 1, 5 };

    ck_assert_int_eq(text_cols("线程a", false), 5);
    frame_text(&f, r, 0, 0, STYLE_PLAIN, "线程束");
    ck_assert_uint_eq(cells[0].ch, 0x7ebf);
    ck_assert_uint_eq(cells[1].ch, CELL_TAIL);
    ck_assert_uint_eq(cells[4].ch, ' '); /* half of the third has no room */
    ck_assert_uint_eq(cells[5].ch, 0);
    ck_assert_str_eq(first_line(), "线程");
}
END_TEST

static const struct {
    const char *text, *utf8, *ascii;
} samples[] = {
    { "a ≤ b", "a ≤ b", "a <= b" },
    { "8×", "8×", "8x" },
    { "│█…", "│█…", "|#..." },
    { "e\xcc\x81t", "et", "et" },     /* combining accent */
    { "\xff\xc3[", "??[", "??[" },    /* no UTF-8 */
    { "\xed\xa0\x80", "???", "???" }, /* surrogate */
    { "\xc0\xaf", "??", "??" },       /* overlong */
    { "\x1b[31m", "?[31m", "?[31m" }, /* no escapes get through */
    { "a\tb\nc", "a b c", "a b c" },
    { "线", "线", "??" },
    { "\xe2\x80\x8b|", "|", "|" }, /* zero width space */
};

START_TEST(any_bytes_become_harmless_cells)
{
    frame_text(&f, whole, 0, 0, STYLE_PLAIN, samples[_i].text);
    ck_assert_str_eq(first_line(), samples[_i].utf8);
    set_up();
    f.ascii = true;
    frame_text(&f, whole, 0, 0, STYLE_PLAIN, samples[_i].text);
    ck_assert_str_eq(first_line(), samples[_i].ascii);
    ck_assert_int_eq(text_cols(samples[_i].text, true),
                     (int)strlen(samples[_i].ascii));
}
END_TEST

START_TEST(text_right_ends_before_its_column)
{
    frame_text_right(&f, whole, 0, 10, STYLE_PLAIN, "≥ 5");
    ck_assert_str_eq(first_line(), "       ≥ 5");
}
END_TEST

START_TEST(sub_rects_stay_inside_whatever_is_asked)
{
    struct rect r = { 2, 3, 10, 20 };

    for (int i = -30; i < 30; i++) {
        struct rect q = rect_sub(r, i, 2 * i, 7 - i, i * 3);

        ck_assert(q.rows >= 0 && q.cols >= 0);
        ck_assert(q.row >= r.row && q.row + q.rows <= r.row + r.rows);
        ck_assert(q.col >= r.col && q.col + q.cols <= r.col + r.cols);
    }
}
END_TEST

START_TEST(box_carries_its_title)
{
    struct rect r = { 0, 0, 3, 14 };

    frame_box(&f, r, "keys");
    ck_assert_str_eq(first_line(), "╭─ keys ─────╮");
}
END_TEST

Suite *frame_suite(void)
{
    Suite *s = suite_create("frame");
    TCase *tc = tcase_create("core");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, text_is_cut_at_the_edges_of_its_rect);
    tcase_add_test(tc, wide_characters_take_two_cells_or_a_blank);
    tcase_add_loop_test(tc, any_bytes_become_harmless_cells, 0,
                        sizeof samples / sizeof *samples);
    tcase_add_test(tc, text_right_ends_before_its_column);
    tcase_add_test(tc, sub_rects_stay_inside_whatever_is_asked);
    tcase_add_test(tc, box_carries_its_title);
    suite_add_tcase(s, tc);
    return s;
}
