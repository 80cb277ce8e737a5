/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Plays the recorded warps of one SM, cycle by cycle:
 *
 *   blocks --slots--> warps --4 schedulers--> pipes, memory
 *
 * A scheduler issues at most one instruction a cycle: the warp it issued last
 * if that is ready, or else the oldest ready one. A warp is ready when the
 * registers it reads are there. Cycles in which nothing can happen are
 * skipped.
 */
#ifndef TIME_PLAY_H
#define TIME_PLAY_H

#include "time/mem.h"
#include "time/order.h"
#include "time/rows.h"

struct arena;

struct play_in {
    const struct card *card;
    const struct uops *uops;
    const struct piece *pieces; /* by pc */
    struct block_log *const *blocks;
    int block_count;
    int resident;             /* blocks on the SM at once */
    uint64_t dispatch_cycles; /* between two block starts on this SM */
    struct mem *mem;
    struct rows *rows;
    bool no_divergence; /* lanes that parted go side by side */
    uint64_t *stalls;   /* by pc: cycles warps waited before it */
};

struct play_out {
    uint64_t cycles;       /* until everything has drained */
    uint64_t *block_end;   /* cycles at which blocks ended, ascending */
    uint64_t steps;        /* instructions played */
    uint64_t full_cycles;  /* until the last block started: no slot was free */
    uint64_t full_steps;   /* instructions played by then */
    uint64_t issue_cycles; /* issue slots taken, all schedulers */
    uint64_t pipe_cycles[PIPE_COUNT];        /* busy, all schedulers */
    uint64_t state_cycles[WARP_STATE_COUNT]; /* of resident warps */
};

void play_blocks(struct arena *a, const struct play_in *in,
                 struct play_out *out);

#endif
