/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PTX instructions as the timing model plays them: pipe, issue slots, latency
 * and the registers they read and write, as places of a warp's scoreboard.
 */
#ifndef TIME_UOP_H
#define TIME_UOP_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/program.h"
#include "time/card.h"

struct arena;

enum pipe {
    PIPE_FREE, /* ptxas removes it: only dependences pass through */
    PIPE_ALU,  /* in issue.def only: FP32, FP64 or INT, by type */
    PIPE_INT,
    PIPE_FP32,
    PIPE_FP64,
    PIPE_SFU,
    PIPE_LSU,
    PIPE_CONST,
    PIPE_BRANCH,
    PIPE_SYNC,
    PIPE_COUNT
};

enum uop_kind {
    UOP_PLAIN,
    UOP_LOAD,   /* global, local or generic memory */
    UOP_STORE,  /* the same */
    UOP_ATOMIC, /* the same; UOP.writes says if it returns a value */
    UOP_SHARED, /* load or store */
    UOP_SHARED_ATOMIC,
    UOP_SHUFFLE,    /* uses the path of shared memory */
    UOP_COPY_ASYNC, /* global to shared */
    UOP_COPY_WAIT,  /* waits for those */
    UOP_BARRIER,    /* block barrier that waits */
    UOP_ARRIVE,     /* and one that does not */
    UOP_FENCE,      /* waits for memory beyond the SM */
    UOP_BRANCH
};

enum {
    UOP_READS_MAX = 16,
    UOP_WRITES_MAX = 10,
    SLOT_FRAME = 0, /* scoreboard place of call arguments and results */
    SLOT_ASYNC = 1, /* and of cp.async */
    SLOT_FIRST = 2,
    SLOTS_MAX = 4096 /* more registers share places */
};

struct uop {
    uint8_t pipe;            /* enum pipe, never PIPE_ALU */
    uint8_t kind;            /* enum uop_kind */
    uint8_t bytes;           /* memory: per lane, all elements of a vector */
    uint8_t space;           /* enum space */
    uint16_t issues;         /* issue slots */
    uint16_t taken;          /* of those, the ones that go to the pipe */
    uint16_t latency;        /* to its use; memory: added by the memory model */
    int16_t barrier_warps;   /* barrier: warps it is for; 0: the whole block */
    bool may_generic_shared; /* generic access: shared when it has no sectors */
    bool is_float;           /* atomics */
    uint8_t read_count, write_count;
    uint16_t reads[UOP_READS_MAX], writes[UOP_WRITES_MAX];
};

struct uops {
    struct uop *at; /* by pc */
    int slot_count; /* places a warp's scoreboard needs */
};

/* Lower a whole program for a card; lives in a. */
struct uops uops_new(struct arena *a, const struct card *c,
                     const struct program *p);

#endif
