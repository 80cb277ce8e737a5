/* SPDX-License-Identifier: Apache-2.0 */
/* What the kinds of pictures share; used inside engine/plot only. */
#ifndef PLOT_DRAW_H
#define PLOT_DRAW_H

#include "plot/plot.h"
#include "plot/svg.h"
#include "tui/pair.h"

#define MARGIN 16.0
#define INNER  (SVG_WIDTH - 2 * MARGIN)

/* One picture under way. */
struct plot {
    struct arena *arena;
    struct svg svg;
    double y; /* where the next thing goes */
    const struct comparison *c;
    const struct card *card; /* may be NULL */
    bool is_pair;
    struct pair pair;
    struct diags *diags;
};

/* Each draws from p->y on and moves it; false and a diag if there is nothing
   to draw. */
bool draw_timeline(struct plot *p);
bool draw_warps(struct plot *p);
bool draw_lanes(struct plot *p);
bool draw_sectors(struct plot *p);
bool draw_banks(struct plot *p);
bool draw_roofline(struct plot *p);
bool draw_bars(struct plot *p);

/* Sides of the picture: 1 or 2, and what each is. */
int plot_sides(const struct plot *p);
const struct trace *plot_trace(const struct plot *p, int side);
const struct report *plot_report(const struct plot *p, int side);
enum svg_class plot_side_class(int side);

/* A heading for a side: its name and a remark. */
void plot_heading(struct plot *p, int side, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* A sentence for the description. */
void plot_say(struct plot *p, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* The worst request of a side on shared (or else global) memory; NULL. */
const struct request *plot_request(const struct plot *p, int side, bool shared);

/* A round step that gives at most `most` marks over a length. */
double plot_step(double length, int most);

/* One entry of a legend at x; where the next goes. */
double plot_legend(struct plot *p, enum svg_class c, double x,
                   const char *text);

#endif
