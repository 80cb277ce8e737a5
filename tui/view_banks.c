/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lane x bank: a row per wavefront, a column per bank, in each place the lane
 * that is served.
 *
 *   bank          0  1  2 ...
 *   wavefront 1   0  .  .
 *   wavefront 2   1  .  .
 */
#include <stdio.h>

#include "tui/request.h"
#include "tui/view.h"

#define BANK_COLUMN 6

/* The lane in its place; where there is no room, one character for it. */
static void served(int lane, int lanes, bool wide, int row, int col,
                   struct rect r, struct frame *f)
{
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
    enum style style = lanes > 1 ? STYLE_KEY : STYLE_USED;

    if (wide)
        frame_printf(f, r, row, col, style, lanes > 1 ? "%d+" : "%d", lane);
    else
        frame_put(f, r, row, col, (uint32_t)digits[lane & 31], style);
}

void banks_render(const struct request_sample *s, int scroll, struct rect r,
                  struct frame *f)
{
    struct bank_map m;
    struct rect in = rect_sub(r, 3, 0, r.rows - 4, r.cols);
    int step = r.cols >= BANK_COLUMN + 3 * BANKS ? 3 : 2, col;

    bank_map(s, &m);
    col = frame_printf(f, r, 0, 1, STYLE_PLAIN,
                       "block (%u,%u,%u) warp %u: %d lanes × %u bytes, ",
                       s->block[0], s->block[1], s->block[2], s->warp,
                       m.active_lanes, s->bytes);
    col = frame_printf(f, r, 0, col, m.rows > m.ideal ? STYLE_BAD : STYLE_GOOD,
                       "%d wavefront%s", m.rows, m.rows == 1 ? "" : "s");
    frame_printf(f, r, 0, col, STYLE_PLAIN, " (ideal %d)", m.ideal);
    frame_text(f, r, 2, 1, STYLE_DIM, "bank");
    for (int b = 0; b < BANKS; b++)
        if (step == 3 || b % 4 == 0)
            frame_printf(f, r, 2, BANK_COLUMN + b * step, STYLE_DIM, "%d", b);
    for (int y = 0; y < in.rows && scroll + y < m.rows; y++) {
        int row = scroll + y;

        if (row < 0)
            continue;
        frame_printf(f, in, y, 1, STYLE_DIM, "%3d", row + 1);
        for (int b = 0; b < BANKS; b++) {
            int at = BANK_COLUMN + b * step;

            if (m.lane[row][b] < 0)
                frame_text(f, in, y, at, STYLE_DIM, "·");
            else
                served(m.lane[row][b], m.lanes[row][b], step == 3, y, at, in,
                       f);
        }
    }
    if (r.rows > 4)
        frame_text(f, r, r.rows - 1, 1, STYLE_DIM,
                   step == 3
                       ? "a row is one wavefront; numbers are lanes, +: more "
                         "lanes of the same word"
                       : "a row is one wavefront; lanes are 0 to 9, A for 10 "
                         "to V for 31");
}
