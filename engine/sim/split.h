/* SPDX-License-Identifier: Apache-2.0 */
/* Splits and joins of a warp: divergence and reconvergence. */
#ifndef SIM_SPLIT_H
#define SIM_SPLIT_H

#include "sim/exec.h"

/* A new running split; returns its index (the array may move). */
int split_add(struct warp *w, uint32_t mask, int pc, int depth, int join);

/*
 * Divide split s: the lanes of part go to pc_part, the others to pc_rest; they
 * meet at `meet`. Split s keeps the rest (and dies if there is none).
 */
void split_divide(struct worker *x, struct warp *w, int s, uint32_t part,
                  int pc_part, int pc_rest, int meet);

/* Has split s come to the place where it joins? Then it does. True if the
   split is gone. */
bool split_meet(struct warp *w, int s);

/*
 * Splits spin and those that wait where they join may hold what they spin for
 * (a lock): let these go on by themselves. True if any could.
 */
bool split_release(struct warp *w);

/* Lanes have exited: nobody waits for them any more. */
void split_exit(struct warp *w, int s, uint32_t lanes);

#endif
