/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The whole run on one axis of time: the host's calls, the copy engines, the
 * kernels, the streams. Prepared once from a trace, drawn by view_system.c.
 */
#ifndef TUI_SYSTEM_H
#define TUI_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/trace.h"

struct arena;

enum system_kind {
    SYSTEM_CALL, /* a call of the host that does not wait */
    SYSTEM_WAIT, /* one in which the host waits for the device */
    SYSTEM_KERNEL,
    SYSTEM_COPY_IN,
    SYSTEM_COPY_OUT,
    SYSTEM_COPY_DEVICE, /* and memset */
    SYSTEM_KIND_COUNT
};

struct system_bar {
    uint64_t start_ns, end_ns;
    enum system_kind kind;
    int index; /* into trace.calls or trace.ops */
};

struct system_row {
    const char *label;
    struct system_bar *bars; /* by start */
    int count, capacity;
    uint64_t busy_ns; /* sum of the bars, overlaps counted once */
};

/* A time in which the device had nothing to do, between two pieces of work. */
struct system_gap {
    uint64_t start_ns, end_ns;
};

struct system {
    const struct trace *trace;
    struct system_row *rows;
    int row_count;
    struct system_gap *gaps; /* by start */
    int gap_count;
    uint64_t end_ns;
};

/* Everything of the result lives in a; t is borrowed. */
void system_make(struct arena *a, const struct trace *t, struct system *out);

/* What a bar is: "cudaMemcpy", "copy in, 4 MiB, pageable", "mm_tiled". */
void system_bar_text(const struct system *s, const struct system_bar *b,
                     char *out, size_t size);

/* The bar of a row that covers a time, else the last one before it; NULL if
   there is none. covers: it is the former. */
const struct system_bar *system_bar_at(const struct system_row *r, uint64_t ns,
                                       bool *covers);

/* Why the device had nothing to do: what the host did meanwhile. */
void system_gap_text(const struct system *s, const struct system_gap *g,
                     char *out, size_t size);

/* The first gap that starts after a time, or the last one that starts before
   it; NULL if there is none. */
const struct system_gap *system_gap_after(const struct system *s, uint64_t ns);
const struct system_gap *system_gap_before(const struct system *s, uint64_t ns);

/* "870 ns", "12.4 us", "3.05 ms", "1.20 s". */
void time_text(uint64_t ns, char *out, size_t size);

/* "512 B", "4 KiB", "1.5 MiB": exact powers where they are. */
void bytes_text(uint64_t bytes, char *out, size_t size);

#endif
