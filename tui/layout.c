/* SPDX-License-Identifier: Apache-2.0 */
#include "tui/layout.h"

#define WIDE_COLS 132 /* from here on two columns */

static int min(int a, int b)
{
    return a < b ? a : b;
}

static int max(int a, int b)
{
    return a > b ? a : b;
}

struct screen_layout layout_screen(struct rect r)
{
    struct screen_layout l = { .too_small =
                                   r.rows < ROWS_MIN || r.cols < COLS_MIN };

    l.title = rect_sub(r, 0, 0, 1, r.cols);
    l.body = rect_sub(r, 1, 0, r.rows - 3, r.cols);
    l.status = rect_sub(r, max(1, r.rows - 2), 0, r.rows > 2 ? 1 : 0, r.cols);
    l.footer = rect_sub(r, max(1, r.rows - 1), 0, r.rows > 1 ? 1 : 0, r.cols);
    return l;
}

struct home_layout layout_home(struct rect body)
{
    struct home_layout l;
    int warp = min(body.rows, 6), rest = body.rows - warp;

    l.warp = rect_sub(body, 0, 0, warp, body.cols);
    if (body.cols >= WIDE_COLS) {
        int list = body.cols / 2;

        l.list = rect_sub(body, warp, 0, rest, list);
        l.detail = rect_sub(body, warp, list + 1, rest, body.cols - list - 1);
    } else {
        int detail = rest >= 14 ? min(8, rest / 2) : 0;

        l.list = rect_sub(body, warp, 0, rest - detail, body.cols);
        l.detail = rect_sub(body, body.rows - detail, 0, detail, body.cols);
    }
    return l;
}

struct pages_layout layout_pages(struct rect body)
{
    struct pages_layout l = { .split = body.cols >= WIDE_COLS };
    int left = l.split ? (body.cols - 1) / 2 : body.cols;

    l.tabs = rect_sub(body, 0, 0, 1, body.cols);
    l.left = rect_sub(body, 1, 0, body.rows - 1, left);
    l.right = l.split ? rect_sub(body, 1, left + 1, body.rows - 1,
                                 body.cols - left - 1)
                      : rect_sub(body, body.rows, body.cols, 0, 0);
    return l;
}

struct warps_layout layout_warps(struct rect r, int rows_a, int rows_b)
{
    struct warps_layout l = { .label = 10 };
    int across = max(1, r.cols / LEGEND_COLS);
    int states = 1 + (WARP_STATES_SHOWN + across - 1) / across;
    int legend = min(states, max(0, r.rows - 8));
    int heads = rows_b < 0 ? 1 : 2;
    int left = max(0, r.rows - legend - heads - 1);
    int others = max(rows_b, 0);
    int a = min(rows_a, max((left + 1) / 2, left - others));
    int b = min(others, left - a);

    l.head_a = rect_sub(r, 0, 0, 1, r.cols);
    l.rows_a = rect_sub(r, 1, 0, a, r.cols);
    l.head_b = rect_sub(r, 1 + a, 0, heads - 1, r.cols);
    l.rows_b = rect_sub(r, heads + a, 0, b, r.cols);
    l.axis = rect_sub(r, heads + a + b, 0, 1, r.cols);
    l.legend = rect_sub(r, heads + 1 + a + b, 0, legend, r.cols);
    return l;
}

struct system_layout layout_system(struct rect r, int rows)
{
    struct system_layout l = { .label = 16 };
    int legend = r.cols >= 120 ? 2 : 3;
    int shown = min(rows, max(1, (r.rows - legend - 3) * 2 / 3));

    l.rows = rect_sub(r, 0, 0, shown, r.cols);
    l.cursor = rect_sub(r, shown, 0, 1, r.cols);
    l.axis = rect_sub(r, shown + 1, 0, 1, r.cols);
    l.detail = rect_sub(r, shown + 3, 0, r.rows - shown - 3 - legend, r.cols);
    l.legend = rect_sub(r, r.rows - legend, 0, legend, r.cols);
    return l;
}

struct source_layout layout_source(struct rect r, int lines)
{
    struct source_layout l;
    int list = min(lines + 1, r.rows / 2);

    if (r.cols >= WIDE_COLS) {
        int half = r.cols / 2 + 6;

        l.list = rect_sub(r, 0, 0, r.rows, half);
        l.ptx = rect_sub(r, 0, half + 1, r.rows, r.cols - half - 1);
    } else {
        l.list = rect_sub(r, 0, 0, list, r.cols);
        l.ptx = rect_sub(r, list + 1, 0, r.rows - list - 1, r.cols);
    }
    return l;
}

struct memory_layout layout_memory(struct rect r, int requests)
{
    struct memory_layout l;

    if (r.cols >= WIDE_COLS) {
        int list = 48;

        l.list = rect_sub(r, 0, 0, r.rows, list);
        l.picture = rect_sub(r, 0, list + 1, r.rows, r.cols - list - 1);
    } else {
        int list = min(requests, max(0, min(4, r.rows / 5)));

        l.list = rect_sub(r, 0, 0, list, r.cols);
        l.picture = rect_sub(r, list, 0, r.rows - list, r.cols);
    }
    return l;
}

struct rect layout_help(struct rect r)
{
    int rows = max(0, r.rows - 3), cols = r.cols <= 84 ? r.cols : 76;

    return rect_sub(r, min(1, r.rows), (r.cols - cols) / 2, rows, cols);
}
