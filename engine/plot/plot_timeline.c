/* SPDX-License-Identifier: Apache-2.0 */
/* The run on one axis of time: the host's calls, the copy engines, the
   kernels and, where there are several, the streams. */
#include <stdio.h>

#include "base/arena.h"
#include "base/diag.h"
#include "plot/draw.h"
#include "tui/system.h"

enum { LABEL = 100, ROW = 24, BAR = 16, SHOWN = 14, TIP = 160 };

#define WIDTH     (INNER - LABEL)
#define BAR_LEAST 0.6 /* pixels: what is shorter is still seen */

static const struct {
    enum svg_class c;
    const char *name;
} looks[SYSTEM_KIND_COUNT] = {
    [SYSTEM_CALL] = { SVG_FIXED, "host calls" },
    [SYSTEM_WAIT] = { SVG_BARRIER, "host waits" },
    [SYSTEM_KERNEL] = { SVG_ISSUE, "kernel" },
    [SYSTEM_COPY_IN] = { SVG_A, "copy to the card" },
    [SYSTEM_COPY_OUT] = { SVG_B, "copy to the host" },
    [SYSTEM_COPY_DEVICE] = { SVG_SHARED, "on the card" },
};

struct window {
    uint64_t from, to; /* nanoseconds */
    uint64_t length;   /* the axis, of the longer run */
};

/* From the call before the device's first work to the end of its last. What
   the host does before is set-up. */
static struct window window_of(const struct trace *t)
{
    struct window w = { UINT64_MAX, 0, 0 };
    uint64_t first = UINT64_MAX;

    for (int i = 0; i < t->op_count; i++) {
        first = t->ops[i].start_ns < first ? t->ops[i].start_ns : first;
        w.to = t->ops[i].end_ns > w.to ? t->ops[i].end_ns : w.to;
    }
    w.from = first;
    for (int i = 0; i < t->call_count; i++) {
        const struct api_call *c = &t->calls[i];

        if (c->end_ns >= first && c->start_ns < w.from)
            w.from = c->start_ns;
        if (c->waits && c->start_ns <= w.to && c->end_ns > w.to)
            w.to = c->end_ns;
    }
    w.length = w.to > w.from ? w.to - w.from : 1;
    return w;
}

static double x_of(const struct window *w, uint64_t ns)
{
    uint64_t at = ns < w->from ? 0 : ns - w->from;

    at = at < w->length ? at : w->length;
    return MARGIN + LABEL + (double)at * WIDTH / (double)w->length;
}

/* Bars of one kind without a visible gap are one. */
static void bars(struct plot *p, const struct system *s,
                 const struct system_row *r, const struct window *w)
{
    for (int i = 0, next; i < r->count; i = next) {
        const struct system_bar *b = &r->bars[i];
        double from = x_of(w, b->start_ns), to = x_of(w, b->end_ns), width;
        char tip[TIP];

        next = i + 1;
        if (b->end_ns < w->from || b->start_ns > w->to)
            continue;
        for (; next < r->count && r->bars[next].kind == b->kind &&
               x_of(w, r->bars[next].start_ns) - to < BAR_LEAST;
             next++)
            if (x_of(w, r->bars[next].end_ns) > to)
                to = x_of(w, r->bars[next].end_ns);
        width = to - from < BAR_LEAST ? BAR_LEAST : to - from;
        if (next == i + 1)
            system_bar_text(s, b, tip, sizeof tip);
        else
            snprintf(tip, sizeof tip, "%d, %s", next - i, looks[b->kind].name);
        svg_rect(&p->svg, looks[b->kind].c, from, p->y + 4,
                 width > 3 ? width - 0.5 : width, BAR, tip);
        if (next == i + 1 && b->kind == SYSTEM_KERNEL &&
            svg_text_width(tip) < width - 6)
            svg_text(&p->svg, SVG_BACK, SVG_START, from + 4, p->y + BAR, "%s",
                     tip);
    }
}

static void axis(struct plot *p, const struct window *w)
{
    double step = plot_step((double)w->length, 6);

    svg_line(&p->svg, SVG_FRAME, MARGIN + LABEL, p->y + 2, SVG_WIDTH - MARGIN,
             p->y + 2);
    for (double at = 0; at <= (double)w->length; at += step) {
        double x = MARGIN + LABEL + at * WIDTH / (double)w->length;
        char text[32];

        time_text((uint64_t)at, text, sizeof text);
        svg_line(&p->svg, SVG_FRAME, x, p->y + 2, x, p->y + 6);
        svg_text(&p->svg, SVG_DIM,
                 at <= 0                       ? SVG_START
                 : x > SVG_WIDTH - MARGIN - 30 ? SVG_END
                                               : SVG_MIDDLE,
                 x, p->y + 19, "%s", at > 0 ? text : "0");
    }
    p->y += 28;
}

static void one_side(struct plot *p, int side, uint64_t length, bool seen[])
{
    const struct trace *t = plot_trace(p, side);
    struct window w = window_of(t);
    struct system s;
    char took[32];
    int shown;

    time_text(w.length, took, sizeof took);
    system_make(p->arena, t, &s);
    w.length = length;
    shown = s.row_count < SHOWN ? s.row_count : SHOWN;
    plot_heading(p, side, "%s from the first work of the card to the last",
                 took);
    plot_say(p, "%s takes %s: %d kernel launches, %d pieces of device work.",
             pair_label(&p->pair, side), took, t->launch_count, t->op_count);
    for (int i = 0; i < shown; i++) {
        svg_text(&p->svg, SVG_TEXT, SVG_END, MARGIN + LABEL - 8, p->y + 16,
                 "%s", s.rows[i].label);
        svg_rect(&p->svg, SVG_EMPTY, MARGIN + LABEL, p->y + 4, WIDTH, BAR,
                 NULL);
        bars(p, &s, &s.rows[i], &w);
        for (int k = 0; k < s.rows[i].count; k++)
            seen[s.rows[i].bars[k].kind] = true;
        p->y += ROW;
    }
    axis(p, &w);
}

bool draw_timeline(struct plot *p)
{
    bool seen[SYSTEM_KIND_COUNT] = { false };
    uint64_t length = 0;
    double x = MARGIN;

    for (int side = 0; side < plot_sides(p); side++) {
        uint64_t mine = window_of(plot_trace(p, side)).length;

        if (!plot_trace(p, side)->op_count)
            return diag_fail(p->diags, "%s: the device did no work",
                             pair_label(&p->pair, side));
        length = mine > length ? mine : length;
    }
    for (int side = 0; side < plot_sides(p); side++)
        one_side(p, side, length, seen);
    p->y += 12;
    for (int i = 0; i < SYSTEM_KIND_COUNT; i++)
        if (seen[i])
            x = plot_legend(p, looks[i].c, x, looks[i].name);
    return true;
}
