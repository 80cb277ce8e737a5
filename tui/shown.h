/* SPDX-License-Identifier: Apache-2.0 */
/* One run, prepared for the visualiser: from a program or from a record. */
#ifndef TUI_SHOWN_H
#define TUI_SHOWN_H

#include <stdbool.h>

#include "course/course.h"
#include "tui/heat.h"
#include "tui/pair.h"
#include "tui/source.h"
#include "tui/system.h"

struct arena;

struct shown {
    const char *title;
    struct comparison one; /* its side a is the run, side b is empty */
    struct pair pair;      /* of the launch shown, alone */
    struct pair banks;     /* the same, requests of shared memory only */
    int launch;            /* index into the trace; -1: no kernel ran */
    struct system system;
    struct sources sources;
    struct heat heat; /* of the launch shown */
};

/*
 * Read a record (one file that does not end in .cu), or build and run a program
 * of `count` files. False and a diag if that fails. Everything lives in a.
 */
bool shown_load(struct arena *a, const struct check_options *o,
                const char *const *files, int count, struct shown *out,
                struct diags *ds);

/* Show another launch of the run: 0 .. launch_count - 1. */
void shown_pick(struct arena *a, struct shown *s, int launch);

#endif
