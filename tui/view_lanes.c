/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One warp from top to bottom: which of its 32 lanes take part in what.
 *
 *            0       8       16      24
 *   line 12  ################################ x8
 *   line 13  #.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#. x4
 */
#include <stdio.h>

#include "base/file.h"
#include "tui/run_view.h"
#include "tui/view.h"

enum { LABEL = 10, LANES_WIDE = 64 };

int lanes_steps(const struct shown *s)
{
    const struct trace_launch *l = s->pair.launch[0];

    return l ? l->lanes.count : 0;
}

static void ruler(int width, struct rect r, struct frame *f)
{
    for (int lane = 0; lane < 32; lane += 8)
        frame_printf(f, r, 0, LABEL + lane * width, STYLE_DIM, "%d", lane);
}

/* Where fewer lanes go on than before, something split the warp. */
static bool is_split(const struct lane_path *p, int i)
{
    return i > 0 && (p->steps[i - 1].mask & ~p->steps[i].mask) != 0;
}

static void row(const struct shown *s, const struct lane_path *p, int i,
                bool selected, int width, int y, struct rect r, struct frame *f)
{
    const struct lane_step *t = &p->steps[i];
    enum style style = selected ? STYLE_SELECTED : STYLE_PLAIN;
    struct text code = source_line(&s->sources, t->file, t->line);
    int col = LABEL + 32 * width + 1;

    if (t->line)
        frame_printf(f, r, y, 1, style, "line %d", t->line);
    else
        frame_text(f, r, y, 1, style, "line -");
    for (int lane = 0; lane < 32; lane++)
        for (int k = 0; k < width; k++) {
            bool on = t->mask >> lane & 1;

            frame_text(f, r, y, LABEL + lane * width + k,
                       on ? STYLE_ISSUE : STYLE_DIM, on ? "█" : "·");
        }
    col = frame_printf(f, r, y, col, STYLE_DIM, "x%-4u", t->count);
    frame_printf(f, r, y, col + 1, is_split(p, i) ? STYLE_WARN : STYLE_PLAIN,
                 "%.*s", (int)code.size, code.at);
}

/* Lanes used of those that could have been, over the whole path. */
static double used_pct(const struct lane_path *p)
{
    double used = 0, all = 0;

    for (int i = 0; i < p->count; i++) {
        used +=
            (double)p->steps[i].count * __builtin_popcount(p->steps[i].mask);
        all += 32.0 * p->steps[i].count;
    }
    return all > 0 ? 100 * used / all : 0;
}

/* What happened at the selected step, and why. */
static void detail(const struct lane_path *p, int i, struct rect r,
                   struct frame *f)
{
    const struct lane_step *t = &p->steps[i];
    int back = i - 1;

    frame_printf(f, r, 0, 1, STYLE_BOLD,
                 "step %d of %d: %d of 32 lanes, %u instructions of line %d",
                 i + 1, p->count, __builtin_popcount(t->mask), t->count,
                 t->line);
    while (back >= 0 && !(p->steps[back].mask & ~t->mask))
        back--;
    if (t->mask == UINT32_MAX)
        frame_text(f, r, 1, 1, STYLE_GOOD, "All lanes go together.");
    else if (back >= 0)
        frame_printf(f, r, 1, 1, STYLE_WARN,
                     "The warp split after line %d: the other lanes wait or go "
                     "another way.",
                     p->steps[back].line);
    else
        frame_text(f, r, 1, 1, STYLE_DIM,
                   "These are all lanes that the warp has, or that its first "
                   "guard let in.");
}

void lanes_render(const struct shown *s, int step, struct rect r,
                  struct frame *f)
{
    const struct trace_launch *l = s->pair.launch[0];
    const struct lane_path *p = l ? &l->lanes : NULL;
    int width = r.cols >= LABEL + LANES_WIDE + 40 ? 2 : 1;
    int rows = r.rows - 5, top = step - rows / 2;
    struct rect list;

    if (!p || !p->count) {
        frame_text(f, r, 1, 1, STYLE_DIM, "no warp was recorded");
        return;
    }
    top = top > p->count - rows ? p->count - rows : top;
    top = top < 0 ? 0 : top;
    frame_printf(f, r, 0, 1, STYLE_DIM,
                 "block %u, warp %u: the one that split most; %.0f%% of its "
                 "lanes at work%s",
                 p->block, p->warp, used_pct(p),
                 p->cut ? "; its end is cut" : "");
    ruler(width, rect_sub(r, 1, 0, 1, r.cols), f);
    list = rect_sub(r, 2, 0, rows, r.cols);
    for (int y = 0; y < list.rows && top + y < p->count; y++)
        row(s, p, top + y, top + y == step, width, y, list, f);
    if (step >= 0 && step < p->count)
        detail(p, step, rect_sub(r, r.rows - 2, 0, 2, r.cols), f);
}
