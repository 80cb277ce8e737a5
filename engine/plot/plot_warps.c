/* SPDX-License-Identifier: Apache-2.0 */
/* A few warps of the SM that is timed in detail, a row each, both runs on one
   axis of cycles. A column shows the state that took most of its cycles. */
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "plot/draw.h"

enum { LABEL = 64, COLUMNS = 656, ROW = 14, SHOWN = 16 };

static const struct {
    enum svg_class c;
    const char *name;
} looks[WARP_STATE_COUNT] = {
    [WARP_ABSENT] = { SVG_BACK, "not resident" },
    [WARP_ISSUE] = { SVG_ISSUE, "issues" },
    [WARP_NOT_SELECTED] = { SVG_READY, "ready, not picked" },
    [WARP_LONG_SCOREBOARD] = { SVG_MEMORY, "waits for memory" },
    [WARP_SHORT_SCOREBOARD] = { SVG_SHARED, "waits for shared memory" },
    [WARP_MATH_PIPE] = { SVG_PIPE, "pipe busy" },
    [WARP_MEM_THROTTLE] = { SVG_QUEUE, "queue full" },
    [WARP_WAIT] = { SVG_FIXED, "fixed latency" },
    [WARP_BARRIER] = { SVG_BARRIER, "waits at a barrier" },
};

struct column {
    uint64_t spent[WARP_STATE_COUNT]; /* cycles */
};

/* Share out a span over the columns it covers. */
static void spend(struct column *columns, const struct warp_span *s,
                  uint64_t cycles)
{
    uint64_t at = s->start, end = at + s->cycles;

    if (s->state >= WARP_STATE_COUNT)
        return;
    for (end = end < cycles ? end : cycles; at < end;) {
        uint64_t x = at * COLUMNS / cycles;
        uint64_t next = ((x + 1) * cycles + COLUMNS - 1) / COLUMNS;

        next = next < end ? next : end;
        columns[x].spent[s->state] += next - at;
        at = next;
    }
}

static int most(const struct column *c)
{
    int best = WARP_ABSENT;

    for (int i = 0; i < WARP_STATE_COUNT; i++)
        if (c->spent[i] > c->spent[best])
            best = i;
    return best;
}

static void row(struct plot *p, const struct warp_row *w, uint64_t seen[])
{
    struct column *columns = ARENA_NEW(p->arena, struct column, COLUMNS);
    int state = WARP_ABSENT, start = 0;

    for (int i = 0; i < w->span_count; i++) {
        spend(columns, &w->spans[i], p->pair.cycles);
        if (w->spans[i].state < WARP_STATE_COUNT)
            seen[w->spans[i].state] += w->spans[i].cycles;
    }
    svg_text(&p->svg, SVG_DIM, SVG_END, MARGIN + LABEL - 6, p->y + ROW - 3,
             "b%u w%u", w->block, w->warp);
    for (int x = 0; x <= COLUMNS; x++) {
        int next = x < COLUMNS ? most(&columns[x]) : -1;

        if (next == state)
            continue;
        if (state > WARP_ABSENT)
            svg_rect(&p->svg, looks[state].c, MARGIN + LABEL + start, p->y + 1,
                     x - start, ROW - 2, NULL);
        state = next;
        start = x;
    }
    p->y += ROW;
}

static void axis(struct plot *p)
{
    double step = plot_step(p->pair.cycles, 6);

    svg_line(&p->svg, SVG_FRAME, MARGIN + LABEL, p->y + 2,
             MARGIN + LABEL + COLUMNS, p->y + 2);
    for (double at = 0; at <= p->pair.cycles; at += step) {
        double x = MARGIN + LABEL + at * COLUMNS / p->pair.cycles;
        char text[NUMBER_MAX];

        number_text((struct value){ .known = true, .number = at }, text);
        svg_line(&p->svg, SVG_FRAME, x, p->y + 2, x, p->y + 6);
        if (x < SVG_WIDTH - MARGIN - 60)
            svg_text(&p->svg, SVG_DIM, at > 0 ? SVG_MIDDLE : SVG_START, x,
                     p->y + 19, "%s", text);
    }
    svg_text(&p->svg, SVG_DIM, SVG_END, SVG_WIDTH - MARGIN, p->y + 19,
             "cycles");
    p->y += 28;
}

static void one_side(struct plot *p, int side, uint64_t seen[])
{
    const struct trace_launch *l = p->pair.launch[side];
    uint64_t mine[WARP_STATE_COUNT] = { 0 };
    char cycles[NUMBER_MAX];
    int shown = l->time.row_count < SHOWN ? l->time.row_count : SHOWN, top = 0;

    number_text(
        (struct value){ .known = true, .number = (double)l->time.cycles },
        cycles);
    plot_heading(p, side, "%.60s: %s cycles in all, %d warps shown", l->kernel,
                 cycles, shown);
    for (int i = 0; i < shown; i++)
        row(p, &l->time.rows[i], mine);
    for (int i = 1; i < WARP_STATE_COUNT; i++) {
        seen[i] += mine[i];
        top = mine[i] > mine[top] ? i : top;
    }
    plot_say(p,
             "%s: kernel %s takes %s cycles; its warps spend most of them "
             "so: %s.",
             pair_label(&p->pair, side), l->kernel, cycles, looks[top].name);
    p->y += 4;
}

bool draw_warps(struct plot *p)
{
    uint64_t seen[WARP_STATE_COUNT] = { 0 };
    double x = MARGIN;

    for (int side = 0; side < plot_sides(p); side++)
        if (!p->pair.launch[side] || !p->pair.launch[side]->time.row_count)
            return diag_fail(p->diags, "%s: no warp's timeline was recorded",
                             pair_label(&p->pair, side));
    for (int side = 0; side < plot_sides(p); side++)
        one_side(p, side, seen);
    axis(p);
    p->y += 14;
    for (int i = 1; i < WARP_STATE_COUNT; i++)
        if (seen[i])
            x = plot_legend(p, looks[i].c, x, looks[i].name);
    return true;
}
