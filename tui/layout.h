/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where things go: sizes in, rectangles out. Nothing overlaps, everything lies
 * inside, whatever the size.
 *
 *   title   what we look at
 *   body    the view
 *   status  a message, the card
 *   footer  keys that work now
 */
#ifndef TUI_LAYOUT_H
#define TUI_LAYOUT_H

#include <stdbool.h>

#include "tui/frame.h"

#define ROWS_MIN 18
#define COLS_MIN 60

struct screen_layout {
    struct rect title, body, status, footer;
    bool too_small; /* only one line is drawn */
};
struct screen_layout layout_screen(struct rect r);

/* The progress warp, the list of lessons, the lesson under the cursor. */
struct home_layout {
    struct rect warp, list, detail;
};
struct home_layout layout_home(struct rect body);

/* Tabs above one page; on wide screens two pages side by side. */
struct pages_layout {
    struct rect tabs, left, right;
    bool split; /* right is used */
};
struct pages_layout layout_pages(struct rect body);

#define LEGEND_COLS       30 /* of one state in the legend */
#define WARP_STATES_SHOWN 8

/* Both kernels' warps below each other, an axis and a legend. rows_b -1: there
   is one kernel. */
struct warps_layout {
    struct rect head_a, rows_a, head_b, rows_b, axis, legend;
    int label; /* columns of the row labels */
};
struct warps_layout layout_warps(struct rect r, int rows_a, int rows_b);

/* Rows on an axis of time; what is under the cursor; the legend. */
struct system_layout {
    struct rect rows, cursor, axis, detail, legend;
    int label;
};
struct system_layout layout_system(struct rect r, int rows);

/* Source lines; the PTX of one of them. */
struct source_layout {
    struct rect list, ptx;
};
struct source_layout layout_source(struct rect r, int lines);

/* A list of requests and the picture of one. */
struct memory_layout {
    struct rect list, picture;
};
struct memory_layout layout_memory(struct rect r, int requests);

/* The help, over the middle of the screen. */
struct rect layout_help(struct rect r);

#endif
