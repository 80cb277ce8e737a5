/* SPDX-License-Identifier: Apache-2.0 */
/* Inside, no overlap, whatever the size. */
#include <check.h>

#include "tui/layout.h"

#define SIZES 70

static bool inside(struct rect r, struct rect of)
{
    return r.rows >= 0 && r.cols >= 0 && r.row >= of.row && r.col >= of.col &&
           r.row + r.rows <= of.row + of.rows &&
           r.col + r.cols <= of.col + of.cols;
}

static bool overlap(struct rect a, struct rect b)
{
    if (a.rows == 0 || a.cols == 0 || b.rows == 0 || b.cols == 0)
        return false;
    return a.row < b.row + b.rows && b.row < a.row + a.rows &&
           a.col < b.col + b.cols && b.col < a.col + a.cols;
}

static void check_all(const struct rect *r, int n, struct rect of)
{
    for (int i = 0; i < n; i++) {
        if (!inside(r[i], of))
            ck_abort_msg("rect %d: %d,%d %dx%d in %dx%d", i, r[i].row, r[i].col,
                         r[i].rows, r[i].cols, of.rows, of.cols);
        for (int j = 0; j < i; j++)
            if (overlap(r[i], r[j]))
                ck_abort_msg("rects %d and %d overlap at %dx%d", i, j, of.rows,
                             of.cols);
    }
}

START_TEST(rects_lie_inside_and_never_overlap)
{
    for (int cols = 0; cols <= 210; cols += cols < 90 ? 1 : 7) {
        struct rect r = { 3, 5, _i, cols };
        struct screen_layout s = layout_screen(r);
        struct home_layout h = layout_home(r);
        struct pages_layout p = layout_pages(r);
        struct rect help = layout_help(r);

        check_all((struct rect[]){ s.title, s.body, s.status, s.footer }, 4, r);
        check_all((struct rect[]){ h.warp, h.list, h.detail }, 3, r);
        check_all((struct rect[]){ p.tabs, p.left, p.right }, 3, r);
        check_all(&help, 1, r);
        for (int n = 0; n < 50; n += 7) {
            struct warps_layout w = layout_warps(r, n, 40 - n / 2);
            struct memory_layout m = layout_memory(r, n);

            check_all((struct rect[]){ w.head_a, w.rows_a, w.head_b, w.rows_b,
                                       w.axis, w.legend },
                      6, r);
            check_all((struct rect[]){ m.list, m.picture }, 2, r);
        }
    }
}
END_TEST

START_TEST(the_smallest_screen_shows_everything)
{
    struct rect r = { 0, 0, ROWS_MIN, COLS_MIN };
    struct screen_layout s = layout_screen(r);
    struct warps_layout w = layout_warps(s.body, 8, 8);

    ck_assert(!s.too_small);
    ck_assert_int_eq(s.title.rows + s.body.rows + s.status.rows + s.footer.rows,
                     ROWS_MIN);
    ck_assert_int_gt(layout_home(s.body).list.rows, 5);
    ck_assert_int_gt(w.rows_a.rows, 1);
    ck_assert_int_gt(w.rows_b.rows, 1);
    ck_assert_int_eq(w.legend.rows, 5);
    r.cols--;
    ck_assert(layout_screen(r).too_small);
    r = (struct rect){ 0, 0, ROWS_MIN - 1, COLS_MIN };
    ck_assert(layout_screen(r).too_small);
}
END_TEST

Suite *layout_suite(void)
{
    Suite *s = suite_create("layout");
    TCase *tc = tcase_create("core");

    tcase_add_loop_test(tc, rects_lie_inside_and_never_overlap, 0, SIZES);
    tcase_add_test(tc, the_smallest_screen_shows_everything);
    suite_add_tcase(s, tc);
    return s;
}
