/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The roofline of the card, both axes logarithmic: operations per second
 * against operations per byte of DRAM traffic, and where each run's heaviest
 * kernel lies. Source: Williams, Waterman, Patterson, "Roofline: An Insightful
 * Visual Performance Model", 2009.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "plot/draw.h"
#include "time/peaks.h"

enum { LEFT = 78, HEIGHT = 280 };

#define WIDTH  (INNER - LEFT)
#define X_LOW  (-2.0) /* powers of ten, FLOP per byte */
#define X_HIGH 3.0

struct point {
    double flops;     /* floating-point operations, counted */
    double intensity; /* FLOP per byte */
    double rate;      /* GFLOP/s */
    double roof;      /* the same, at best */
};

struct chart {
    double bandwidth, peak; /* GB/s, GFLOP/s */
    double y_low, y_high;   /* powers of ten */
    double top;             /* pixels */
};

/* Operations of one lane in a statement: a multiply-add is two, a move or a
   comparison none. */
static int flops_of(const char *text)
{
    static const char *const one[] = { "add.", "sub.",  "mul.",   "div.",
                                       "rcp.", "sqrt.", "rsqrt.", "ex2.",
                                       "lg2.", "sin.",  "cos.",   "tanh." };

    if (!text)
        return 0;
    if (*text == '@') { /* a guard */
        text += strcspn(text, " \t");
        text += strspn(text, " \t");
    }
    if (!strncmp(text, "fma.", 4) || !strncmp(text, "mad.", 4))
        return 2;
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        if (!strncmp(text, one[i], strlen(one[i])))
            return 1;
    return 0;
}

static struct point point_of(const struct chart *c,
                             const struct trace_launch *l)
{
    struct point out = { 0 };

    for (int i = 0; i < l->inst_count; i++)
        out.flops +=
            (double)l->insts[i].count.fp32 * flops_of(l->insts[i].text);
    if (l->time.dram_bytes > 0)
        out.intensity = out.flops / (double)l->time.dram_bytes;
    if (l->time.time_us > 0)
        out.rate = out.flops / l->time.time_us / 1000;
    out.roof = fmin(out.intensity * c->bandwidth, c->peak);
    return out;
}

static double peak_of(const struct card *card, const char *name)
{
    for (int i = 0; i < peaks_count(); i++)
        if (!strcmp(peaks_at(card, i).name, name))
            return peaks_at(card, i).value;
    return 0;
}

static double x_of(double intensity)
{
    double at = (log10(intensity) - X_LOW) / (X_HIGH - X_LOW);

    return MARGIN + LEFT + fmax(0, fmin(1, at)) * WIDTH;
}

static double y_of(const struct chart *c, double rate)
{
    double at = (log10(rate) - c->y_low) / (c->y_high - c->y_low);

    return c->top + HEIGHT - fmax(0, fmin(1, at)) * HEIGHT;
}

static void grid(struct plot *p, const struct chart *c)
{
    double bottom = c->top + HEIGHT;

    for (int e = (int)X_LOW; e <= (int)X_HIGH; e++) {
        double x = x_of(pow(10, e));

        svg_line(&p->svg, SVG_GRID, x, c->top, x, bottom);
        svg_text(&p->svg, SVG_DIM, SVG_MIDDLE, x, bottom + 16, "%g",
                 pow(10, e));
    }
    for (int e = (int)c->y_low; e <= (int)c->y_high; e++) {
        double y = y_of(c, pow(10, e));

        svg_line(&p->svg, SVG_GRID, MARGIN + LEFT, y, SVG_WIDTH - MARGIN, y);
        svg_text(&p->svg, SVG_DIM, SVG_END, MARGIN + LEFT - 8, y + 4, "%g",
                 pow(10, e - 3));
    }
    svg_text(&p->svg, SVG_DIM, SVG_START, MARGIN, c->top - 12, "TFLOP/s");
    svg_text(&p->svg, SVG_DIM, SVG_MIDDLE, MARGIN + LEFT + WIDTH / 2,
             bottom + 34, "FLOP per byte of DRAM traffic");
}

static void roof(struct plot *p, const struct chart *c)
{
    double ridge = c->peak / c->bandwidth;
    double x = pow(10, X_LOW);

    svg_line(&p->svg, SVG_TEXT, x_of(x), y_of(c, x * c->bandwidth), x_of(ridge),
             y_of(c, c->peak));
    svg_line(&p->svg, SVG_TEXT, x_of(ridge), y_of(c, c->peak),
             SVG_WIDTH - MARGIN, y_of(c, c->peak));
    svg_text(&p->svg, SVG_TEXT, SVG_END, SVG_WIDTH - MARGIN - 4,
             y_of(c, c->peak) - 8, "%.3g TFLOP/s, ridge at %.3g FLOP/byte",
             c->peak / 1000, ridge);
    svg_text(&p->svg, SVG_TEXT, SVG_START, x_of(0.1) + 12,
             y_of(c, 0.1 * c->bandwidth) + 10, "%.4g GB/s", c->bandwidth);
}

static void mark(struct plot *p, const struct chart *c, int side)
{
    struct point at = point_of(c, p->pair.launch[side]);
    double x = x_of(at.intensity), y = y_of(c, at.rate);
    const char *label = pair_label(&p->pair, side);
    bool left = x > SVG_WIDTH - MARGIN - 30 - svg_text_width(label);

    svg_line(&p->svg, SVG_FRAME, x, y, x, y_of(c, at.roof));
    svg_dot(&p->svg, plot_side_class(side), x, y, 6, label);
    svg_text(&p->svg, SVG_BOLD, left ? SVG_END : SVG_START,
             left ? x - 11 : x + 11, y + (side ? -2 : 9), "%s", label);
    plot_say(p,
             "%s does %.3g floating-point operations per byte and %.4g "
             "GFLOP/s, %.0f %% of what the roof allows there.",
             label, at.intensity, at.rate, 100 * at.rate / at.roof);
}

static void notes(struct plot *p, const struct chart *c)
{
    for (int side = 0; side < plot_sides(p); side++) {
        struct point at = point_of(c, p->pair.launch[side]);

        plot_heading(p, side,
                     "%.3g FLOP/byte, %.4g GFLOP/s, %.0f %% of the roof above "
                     "it",
                     at.intensity, at.rate, 100 * at.rate / at.roof);
    }
}

bool draw_roofline(struct plot *p)
{
    struct chart c = { 0 };
    double low = 1e300;

    if (!p->card)
        return diag_fail(p->diags, "the roofline needs the card's figures");
    c.bandwidth = peak_of(p->card, "stream_bandwidth");
    c.peak = 1000 * peak_of(p->card, "fp32");
    for (int side = 0; side < plot_sides(p); side++) {
        const struct trace_launch *l = p->pair.launch[side];
        struct point at = l ? point_of(&c, l) : (struct point){ 0 };

        if (!(at.intensity > 0) || !(at.rate > 0))
            return diag_fail(p->diags,
                             "%s: no kernel does float arithmetic on data "
                             "from DRAM",
                             pair_label(&p->pair, side));
        low = fmin(low, at.rate);
    }
    c.y_high = ceil(log10(c.peak * 1.5));
    c.y_low = fmin(floor(log10(low)), c.y_high - 4);
    c.top = p->y + 28;
    plot_say(p, "The roof of %s: %.4g GB/s, then %.3g TFLOP/s.", p->card->name,
             c.bandwidth, c.peak / 1000);
    grid(p, &c);
    roof(p, &c);
    for (int side = 0; side < plot_sides(p); side++)
        mark(p, &c, side);
    p->y = c.top + HEIGHT + 42;
    notes(p, &c);
    return true;
}
