/* SPDX-License-Identifier: Apache-2.0 */
/* Two runs side by side: time first, then the counters that explain it. */
#include <stdio.h>

#include "base/diag.h"
#include "course/course.h"
#include "plot/draw.h"
#include "report/json.h"

enum { LABEL = 96, RIGHT = 210, BAR = 14, SHOWN = 6 };

/* Of the whole run, where the host is what differs. */
static const char *const run_story[] = {
    "time_us",   "launches",  "syncs",           "copies_h2d",   "copies_d2h",
    "bytes_h2d", "bytes_d2h", "copies_pageable", "gpu_busy_pct", "overlap_pct",
};

struct bars {
    int metric[SHOWN];
    int count;
};

static struct value value_of(const struct plot *p, int side, int m)
{
    const struct report *r = plot_report(p, side);

    return metric_table[m].scope == SCOPE_RUN
               ? r->run[m]
               : pair_value(&p->pair, side, metric_table[m].text);
}

/* Those that differ, most telling first. */
static void choose(const struct plot *p, struct bars *out)
{
    int n = p->c->whole_run ? (int)(sizeof run_story / sizeof *run_story)
                            : p->pair.bar_count;

    for (int i = 0; i < n && out->count < SHOWN; i++) {
        int m = p->c->whole_run ? metric_find(SCOPE_RUN, run_story[i])
                                : p->pair.bars[i];
        struct value a, b;

        if (m < 0)
            continue;
        a = value_of(p, 0, m);
        b = value_of(p, 1, m);
        if (a.known && b.known && !a.text && !b.text &&
            (a.number > b.number || a.number < b.number))
            out->metric[out->count++] = m;
    }
}

static void bar(struct plot *p, int side, struct value v, double most,
                const char *ratio)
{
    double room = INNER - LABEL - RIGHT, x = MARGIN + LABEL;
    double width = most > 0 && v.number > 0 ? v.number / most * room : 0;
    char number[NUMBER_MAX];

    number_text(v, number);
    svg_text(&p->svg, SVG_TEXT, SVG_END, x - 8, p->y + BAR - 3, "%.12s",
             pair_label(&p->pair, side));
    svg_rect(&p->svg, plot_side_class(side), x, p->y + 1,
             width > 0 && width < 1 ? 1 : width, BAR - 2, NULL);
    svg_text(&p->svg, SVG_BOLD, SVG_END, SVG_WIDTH - MARGIN - 76,
             p->y + BAR - 3, "%s", number);
    svg_text(&p->svg, SVG_TEXT, SVG_END, SVG_WIDTH - MARGIN, p->y + BAR - 3,
             "%s", ratio);
    p->y += BAR + 2;
}

static void one(struct plot *p, int m)
{
    const struct metric_info *info = &metric_table[m];
    struct value a = value_of(p, 0, m), b = value_of(p, 1, m);
    double most = a.number > b.number ? a.number : b.number;
    char ratio[NUMBER_MAX], x[NUMBER_MAX], y[NUMBER_MAX];
    const char *card = plot_trace(p, 0)->card;
    bool modelled = info->basis == BASIS_MODELLED && card;

    number_text(a, x);
    number_text(b, y);
    ratio_text(a, b, ratio);
    plot_say(p, "%s (%s%s%s): %s %s, %s %s.", info->text,
             basis_text(info->basis), modelled ? ", " : "",
             modelled ? card : "", pair_label(&p->pair, 0), x,
             pair_label(&p->pair, 1), y);
    p->y += 20;
    svg_text(&p->svg, SVG_TEXT, SVG_START, MARGIN, p->y, "%s", info->text);
    svg_text(&p->svg, SVG_DIM, SVG_START,
             MARGIN + 12 + svg_text_width(info->text), p->y, "%s%s%s%s%s",
             *info->unit ? info->unit : "", *info->unit ? ", " : "",
             basis_text(info->basis), modelled ? ", " : "",
             modelled ? card : "");
    p->y += 7;
    bar(p, 0, a, most, "");
    bar(p, 1, b, most, ratio);
}

bool draw_bars(struct plot *p)
{
    struct bars bars = { .count = 0 };

    if (!p->is_pair)
        return diag_fail(p->diags, "bars need two runs to compare");
    choose(p, &bars);
    if (!bars.count)
        return diag_fail(p->diags, "the two runs do not differ");
    p->y += 4;
    for (int i = 0; i < bars.count; i++)
        one(p, bars.metric[i]);
    return true;
}
