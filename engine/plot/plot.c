/* SPDX-License-Identifier: Apache-2.0 */
#include "plot/plot.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "course/course.h"
#include "plot/draw.h"
#include "report/json.h"

const struct plot_info plot_table[PLOT_COUNT] = {
#define PLOT(id, name, basis, meaning) { name, BASIS_##basis, meaning },
#include "plot/plots.def"
#undef PLOT
};

static bool (*const draw[PLOT_COUNT])(struct plot *p) = {
    [PLOT_TIMELINE] = draw_timeline, [PLOT_WARPS] = draw_warps,
    [PLOT_LANES] = draw_lanes,       [PLOT_SECTORS] = draw_sectors,
    [PLOT_BANKS] = draw_banks,       [PLOT_ROOFLINE] = draw_roofline,
    [PLOT_BARS] = draw_bars,
};

int plot_find(const char *name)
{
    for (int i = 0; i < PLOT_COUNT; i++)
        if (!strcmp(plot_table[i].name, name))
            return i;
    return -1;
}

int plot_sides(const struct plot *p)
{
    return p->is_pair ? 2 : 1;
}

const struct trace *plot_trace(const struct plot *p, int side)
{
    return side ? &p->c->trace_b : &p->c->trace_a;
}

const struct report *plot_report(const struct plot *p, int side)
{
    return side ? &p->c->b : &p->c->a;
}

enum svg_class plot_side_class(int side)
{
    return side ? SVG_B : SVG_A;
}

void plot_heading(struct plot *p, int side, const char *fmt, ...)
{
    const char *label = pair_label(&p->pair, side);
    char text[256];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    p->y += 18;
    svg_rect(&p->svg, plot_side_class(side), MARGIN, p->y - 11, 12, 12, NULL);
    svg_text(&p->svg, SVG_BOLD, SVG_START, MARGIN + 18, p->y, "%s", label);
    svg_text(&p->svg, SVG_DIM, SVG_START,
             MARGIN + 28 + 1.15 * svg_text_width(label), p->y, "%s", text);
    p->y += 10;
}

void plot_say(struct plot *p, const char *fmt, ...)
{
    char text[512];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (p->svg.desc.size)
        buf_str(&p->svg.desc, " ");
    buf_str(&p->svg.desc, text);
}

const struct request *plot_request(const struct plot *p, int side, bool shared)
{
    for (int i = 0; i < p->pair.request_count; i++) {
        const struct request *r = &p->pair.requests[i];

        if (r->side == side && r->sample->is_shared == shared)
            return r;
    }
    return NULL;
}

double plot_step(double length, int most)
{
    double step = 1;

    if (!(length > 0) || !isfinite(length))
        return 1;
    step = pow(10, floor(log10(length / most)));
    while (length / step > most)
        step *= length / step > most * 2.5   ? 5
                : length / step > most * 2.0 ? 2.5
                                             : 2;
    return step;
}

double plot_legend(struct plot *p, enum svg_class c, double x, const char *text)
{
    double width = 18 + svg_text_width(text) + 8;

    if (x > MARGIN && x + width > SVG_WIDTH - MARGIN) {
        x = MARGIN;
        p->y += 20;
    }
    svg_rect(&p->svg, c, x, p->y - 10, 12, 12, NULL);
    svg_text(&p->svg, SVG_TEXT, SVG_START, x + 18, p->y, "%s", text);
    return x + width;
}

/* The launch that the pair shows of a single run: the heaviest. */
static int launch_of(const struct plot *p)
{
    const struct trace_launch *l = p->pair.launch[0];

    return l ? (int)(l - p->c->trace_a.launches) : -1;
}

static void title(struct plot *p, enum plot_kind kind)
{
    const struct trace *t = plot_trace(p, 0);
    const char *a = pair_label(&p->pair, 0), *b = pair_label(&p->pair, 1);

    buf_printf(&p->svg.title, "%s%s%s: %s", a, p->is_pair ? " and " : "",
               p->is_pair ? b : "", plot_table[kind].meaning);
    p->y = MARGIN + 12;
    svg_text(&p->svg, SVG_BOLD, SVG_START, MARGIN, p->y, "%s",
             plot_table[kind].meaning);
    if (kind != PLOT_BARS) /* which says it of each metric */
        svg_text(
            &p->svg, SVG_DIM, SVG_END, SVG_WIDTH - MARGIN, p->y, "%s%s%s",
            basis_text(plot_table[kind].basis),
            plot_table[kind].basis == BASIS_MODELLED && t->card ? ", " : "",
            plot_table[kind].basis == BASIS_MODELLED && t->card ? t->card : "");
    p->y += 8;
}

bool plot_make(struct arena *a, enum plot_kind kind, const struct comparison *c,
               bool pair, const struct card *card, struct buf *out,
               struct diags *ds)
{
    struct plot p = {
        .arena = a, .c = c, .card = card, .is_pair = pair, .diags = ds
    };
    bool ok;

    pair_make(a, c, &p.pair);
    if (!pair)
        pair_make_one(a, c, launch_of(&p), &p.pair);
    title(&p, kind);
    ok = draw[kind](&p);
    p.svg.height = p.y + MARGIN;
    if (ok)
        svg_print(&p.svg, out);
    svg_release(&p.svg);
    return ok;
}
