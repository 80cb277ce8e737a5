/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pictures of runs as SVG, for the book and for whoever wants one: the same
 * data as the screens, drawn once. A pure function of the record: the same
 * record gives the same bytes.
 */
#ifndef PLOT_PLOT_H
#define PLOT_PLOT_H

#include "report/report.h"

struct arena;
struct card;
struct comparison;
struct diags;

enum plot_kind {
#define PLOT(id, name, basis, meaning) PLOT_##id,
#include "plot/plots.def"
#undef PLOT
    PLOT_COUNT
};

struct plot_info {
    const char *name;
    enum basis basis;
    const char *meaning;
};
extern const struct plot_info plot_table[PLOT_COUNT];

/* The kind of that name; -1 if there is none. */
int plot_find(const char *name);

/*
 * Draw one run (pair false: c's side a) or two. card: its figures, for the
 * roofline; may be NULL for the others. False and a diag if the record does
 * not hold what the picture shows.
 */
bool plot_make(struct arena *a, enum plot_kind kind, const struct comparison *c,
               bool pair, const struct card *card, struct buf *out,
               struct diags *ds);

#endif
