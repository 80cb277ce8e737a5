/* SPDX-License-Identifier: Apache-2.0 */
/* What each source line cost in a launch. */
#ifndef TUI_HEAT_H
#define TUI_HEAT_H

#include <stdint.h>

#include "trace/trace.h"

struct arena;

struct heat_line {
    const char *file;
    int line; /* 0: unknown */
    uint64_t inst, sectors, excess, conflicts, divergent, stalls;
    const struct inst_profile **insts; /* in order of pc */
    int inst_count, capacity;
};

struct heat {
    struct heat_line *lines; /* by file, then line */
    int count;
    struct heat_line total;
};

/* Sum the instructions of a launch by line. Lives in a; l is borrowed. */
void heat_make(struct arena *a, const struct trace_launch *l, struct heat *out);

/* Index of the line that executed most instructions; 0 if there is none. */
int heat_hottest(const struct heat *h);

/* The line's row; NULL if nothing ran there. */
const struct heat_line *heat_find(const struct heat *h, const char *file,
                                  int line);

#endif
