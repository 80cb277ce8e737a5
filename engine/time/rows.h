/* SPDX-License-Identifier: Apache-2.0 */
/* The timeline of a few warps: what each did in every cycle, run-length. */
#ifndef TIME_ROWS_H
#define TIME_ROWS_H

#include <stdint.h>

#include "trace/trace.h"

struct arena;

enum { ROWS_MAX = 16, ROWS_CYCLES = 4000 };

struct rows {
    struct arena *arena;
    struct warp_row row[ROWS_MAX];
    int capacity[ROWS_MAX];
    int count;
};

/* Add cycles [start, end) in a state; spans of a row come in order. A gap
   before start is filled with WARP_ABSENT. */
void rows_add(struct rows *r, int row, uint64_t start, uint64_t end,
              enum warp_state state);

/* Make every row end at `cycles`, or at ROWS_CYCLES if that is less. */
void rows_finish(struct rows *r, uint64_t cycles, struct launch_time *out);

#endif
