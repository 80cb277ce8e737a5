/* SPDX-License-Identifier: Apache-2.0 */
/* Two runs side by side: what the compare screen needs, worked out once. */
#ifndef TUI_PAIR_H
#define TUI_PAIR_H

#include <stdint.h>

#include "course/course.h"

struct arena;

/* A memory request worth looking at. */
struct request {
    const struct request_sample *sample;
    int side;        /* 0: a, 1: b */
    uint64_t excess; /* sectors or wavefronts above the ideal in the launch */
};

/* A metric of both runs. */
struct counter_row {
    int metric;
    struct value a, b;
};

struct pair {
    const struct comparison *c;
    bool single;                          /* there is no side b */
    const struct trace_launch *launch[2]; /* the longest; NULL: none */
    struct request *requests;             /* worst first */
    int request_count;
    struct counter_row *counters; /* known in a run, changed ones first */
    int counter_count, changed_count;
    int *bars; /* metrics that tell the story, most telling first */
    int bar_count;
    uint32_t cycles; /* of the longer timeline */
};

/* Everything of the result lives in a; c is borrowed. */
void pair_make(struct arena *a, const struct comparison *c, struct pair *out);

/* The same for one launch of the run in c's side a, alone. launch -1: none. */
void pair_make_one(struct arena *a, const struct comparison *c, int launch,
                   struct pair *out);

/* Title of a side. */
const char *pair_label(const struct pair *p, int side);

/* A metric of a side's kernels by name; unknown if there is none. */
struct value pair_value(const struct pair *p, int side, const char *metric);

/* A number as people read it: "1 234 567", "12.5", "-" when unknown. */
#define NUMBER_MAX 40
void number_text(struct value v, char out[NUMBER_MAX]);

/* b against a: "÷ 7.9", "× 1.5", "="; "-" when that says nothing. */
void ratio_text(struct value a, struct value b, char out[NUMBER_MAX]);

#endif
