/* SPDX-License-Identifier: Apache-2.0 */
/* Where the visualiser of one run stands, and its pictures. */
#ifndef TUI_RUN_VIEW_H
#define TUI_RUN_VIEW_H

#include "tui/layout.h"
#include "tui/shown.h"

enum run_tab {
    RUN_SYSTEM,
    RUN_WARPS,
    RUN_LANES,
    RUN_MEMORY,
    RUN_BANKS,
    RUN_SOURCE,
    RUN_METRICS,
    RUN_TAB_COUNT
};

/* The axis of time. */
struct system_view {
    int row, top; /* selected, first shown */
    uint64_t first_ns, per_col;
    uint64_t cursor_ns, mark_ns;
    bool marked;
};

/* Pure, as all views. */
void system_render(const struct shown *s, const struct system_view *v,
                   struct rect r, struct frame *f);
void lanes_render(const struct shown *s, int step, struct rect r,
                  struct frame *f);
void source_render(const struct shown *s, int line, struct rect r,
                   struct frame *f);
void metrics_doc(struct doc *d, const struct shown *s);
/* A part of it: least, mean and most of each counter over the warps. */
void warp_counts_doc(struct doc *d, const struct warp_counts *w);

/* Steps of the path of lanes. */
int lanes_steps(const struct shown *s);

/* Source lines that can be chosen: those of heat with a known line. */
int source_lines(const struct shown *s);

#endif
