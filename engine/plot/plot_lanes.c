/* SPDX-License-Identifier: Apache-2.0 */
/* One warp, step by step from top to bottom: which of its lanes take part, and
   the source line. The rows are as high as the step has instructions. */
#include "base/diag.h"
#include "plot/draw.h"
#include "tui/source.h"

enum { LABEL = 76, LANES_WIDTH = 288, SHOWN = 40, ROW = 18, PERIOD_MAX = 6 };

static void row(struct plot *p, const struct sources *code_of,
                const struct lane_step *t, int side)
{
    double cell = (double)LANES_WIDTH / 32, x = MARGIN + LABEL;
    double code = x + LANES_WIDTH + 56;

    svg_text(&p->svg, SVG_DIM, SVG_END, x - 8, p->y + 13,
             t->line ? "line %d" : "line -", (int)t->line);
    for (int from = 0, to; from < 32; from = to) {
        uint32_t on = t->mask >> from & 1;

        for (to = from; to < 32 && (t->mask >> to & 1) == on; to++)
            ;
        svg_rect(&p->svg, on ? plot_side_class(side) : SVG_EMPTY,
                 x + from * cell, p->y + 1, (to - from) * cell - (on ? 1 : 0),
                 ROW - 2, NULL);
    }
    svg_text(&p->svg, SVG_DIM, SVG_START, x + LANES_WIDTH + 6, p->y + 13, "x%u",
             t->count);
    svg_code(&p->svg, SVG_TEXT, code, p->y + 13, SVG_WIDTH - MARGIN - 66 - code,
             source_line(code_of, t->file, t->line));
    p->y += ROW;
}

/* Lanes used, of those that could have been. */
static double share(const struct lane_path *path)
{
    double used = 0, all = 0;

    for (int i = 0; i < path->count; i++) {
        used += (double)path->steps[i].count *
                __builtin_popcount(path->steps[i].mask);
        all += 32.0 * path->steps[i].count;
    }
    return all > 0 ? 100 * used / all : 0;
}

static bool same(const struct lane_step *a, const struct lane_step *b)
{
    return a->line == b->line && a->mask == b->mask && a->count == b->count;
}

/* How often the `period` steps from i on follow each other; at least 1. */
static int repeats(const struct lane_path *path, int i, int period)
{
    int k = i + period;

    while (k < path->count && same(&path->steps[k], &path->steps[k - period]))
        k++;
    return k - i < 2 * period ? 1 : (k - i) / period;
}

/* The shortest period from i on that repeats; 1 if none does. */
static int period_at(const struct lane_path *path, int i)
{
    for (int n = 1; n <= PERIOD_MAX; n++)
        if (repeats(path, i, n) > 1)
            return n;
    return 1;
}

/* The steps, loops drawn once with a bracket; how many steps that covers. */
static int steps(struct plot *p, const struct lane_path *path, int side)
{
    struct sources sources = { 0 };
    int i = 0;

    for (int rows = 0; i < path->count && rows < SHOWN;) {
        int period = period_at(path, i), times = repeats(path, i, period);
        double x = MARGIN + LABEL + LANES_WIDTH + 40, top = p->y;

        for (int k = 0; k < period; k++, rows++) {
            sources_load(p->arena, &sources, path->steps[i + k].file);
            row(p, &sources, &path->steps[i + k], side);
        }
        i += period * times;
        if (times == 1)
            continue;
        svg_line(&p->svg, SVG_TEXT, x, top + 2, x, p->y - 2);
        svg_text(&p->svg, SVG_BOLD, SVG_END, SVG_WIDTH - MARGIN,
                 (top + p->y) / 2 + 5, "%d times", times);
    }
    return i;
}

static void one_side(struct plot *p, int side)
{
    const struct lane_path *path = &p->pair.launch[side]->lanes;
    int shown;

    plot_heading(p, side, "block %u, warp %u: %.0f %% of its lanes at work",
                 path->block, path->warp, share(path));
    plot_say(p,
             "%s: of the lanes of warp %u in block %u, %.0f %% took part "
             "in the %d steps recorded.",
             pair_label(&p->pair, side), path->warp, path->block, share(path),
             path->count);
    p->y += 16;
    svg_text(&p->svg, SVG_DIM, SVG_END, MARGIN + LABEL - 8, p->y - 4, "lane");
    for (int lane = 0; lane < 32; lane += 8)
        svg_text(&p->svg, SVG_DIM, SVG_START,
                 MARGIN + LABEL + lane * LANES_WIDTH / 32.0, p->y - 4, "%d",
                 lane);
    shown = steps(p, path, side);
    if (shown < path->count || path->cut) {
        p->y += 16;
        svg_text(&p->svg, SVG_DIM, SVG_START, MARGIN + LABEL, p->y,
                 "and so on, %s%d steps more", path->cut ? "at least " : "",
                 path->count - shown);
    }
    p->y += 8;
}

bool draw_lanes(struct plot *p)
{
    for (int side = 0; side < plot_sides(p); side++)
        if (!p->pair.launch[side] || !p->pair.launch[side]->lanes.count)
            return diag_fail(p->diags, "%s: no warp's lanes were recorded",
                             pair_label(&p->pair, side));
    for (int side = 0; side < plot_sides(p); side++)
        one_side(p, side);
    p->y += 14;
    svg_text(&p->svg, SVG_DIM, SVG_START, MARGIN, p->y,
             "A row is a stretch of instructions of one line, x how many; an "
             "empty place is a lane that waits.");
    return true;
}
