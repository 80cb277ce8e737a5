/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several host threads for one launch. They speculate that its blocks need
 * nothing of each other: each takes a run of blocks in index order. If they
 * were wrong, everything is undone, and one worker does the launch. So results
 * never depend on the number of threads.
 */
#ifndef SIM_WORKERS_H
#define SIM_WORKERS_H

#include "sim/access.h"

/* Blocks of the launch that run. */
uint64_t blocks_of(const struct launch *l);

/* How many workers a launch is worth; 1 if its blocks may need each other. */
int workers_wanted(struct launch_state *s);

/* Is the speculation in vain, here or on another worker? */
bool worker_gives_up(const struct worker *x);

/* Run the launch on n workers. True: x[0] holds all that they gathered, as if
   it had been alone. False: nothing has happened. x: n opened workers; run:
   does the blocks first .. end - 1 of one. */
bool workers_run(struct worker *x, int n,
                 void (*run)(struct worker *x, uint64_t first, uint64_t end));

#endif
