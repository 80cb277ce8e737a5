/* SPDX-License-Identifier: Apache-2.0 */
/* The inside of a play: play_warp.c moves warps on, play.c issues. */
#ifndef TIME_PLAY_STATE_H
#define TIME_PLAY_STATE_H

#include <stdbool.h>

#include "time/play.h"

enum { SCHEDULERS_MAX = 8, QUEUE_MAX = 64, STATE_BITS = 4 };

#define NEVER UINT64_MAX

/* A scoreboard entry packs the cycle a register is ready with the state its
   readers wait in until then: cycle << STATE_BITS | state. The later of two
   is the larger. */
_Static_assert(WARP_STATE_COUNT <= 1 << STATE_BITS, "states fit");

struct warp {
    const struct warp_log *log;
    const struct piece *piece; /* being played in ptxas' order, or NULL */
    int32_t base, next;        /* first step of the piece; next in it */
    int32_t step;              /* the step to issue */
    uint64_t *board;           /* by scoreboard place */
    uint64_t min;              /* packed: earliest next issue */
    uint64_t ready;            /* packed: the step's operands are there */
    uint64_t since;            /* first cycle not yet accounted for */
    int32_t block;             /* slot of its block */
    int32_t row;               /* timeline row, or -1 */
    uint32_t id;               /* of all warps that were ever resident */
    int lanes, whole;          /* without divergence: lanes that have run
                                  and are not yet a step's; the most */
    bool waiting;              /* at a barrier */
    bool released;             /* from it, and not yet advanced */
    bool live;
};

struct slot {
    int warps, live, waiting, arrived;
    uint64_t barrier_free; /* the barrier unit can take an arrival */
    uint64_t barrier_last; /* end of the last arrival */
};

struct scheduler {
    int count, last; /* its warps; the one issued last, -1 none */
    int *warp;       /* index into play.warps */
    uint64_t *ready; /* cycle, NEVER when it has no step */
    uint64_t *age;   /* the smaller, the older */
    uint8_t *pipe;   /* of the step to issue */
    uint64_t next;   /* nothing to do before */
    uint64_t busy;   /* its issue slot is taken until then */
    uint64_t pipe_free[PIPE_COUNT];
    uint64_t queue[QUEUE_MAX]; /* when its memory instructions leave it */
    int queue_at;
};

struct play {
    const struct play_in *in;
    struct play_out *out;
    struct warp *warps;
    struct slot *slots;
    struct scheduler sched[SCHEDULERS_MAX];
    int sched_count, slot_warps, queue_size;
    int interval[PIPE_COUNT];
    bool shared[PIPE_COUNT]; /* by all schedulers, */
    int turn;                /* who take turns: the first to ask */
    int next_block, ended, live_blocks;
    uint64_t next_dispatch;
    uint32_t warp_ids;
};

static inline uint64_t pack(uint64_t cycle, enum warp_state s)
{
    return cycle << STATE_BITS | (uint64_t)s;
}

static inline uint64_t cycle_of(uint64_t packed)
{
    return packed >> STATE_BITS;
}

static inline enum warp_state state_of(uint64_t packed)
{
    return (enum warp_state)(packed & ((1 << STATE_BITS) - 1));
}

static inline uint64_t max_u64(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Account for a warp's cycles up to `end`. */
void play_spend(struct play *p, struct warp *w, uint64_t end,
                enum warp_state s);

/* Find the warp's next instruction that needs an issue slot, and when it can
   have it. What ptxas removes only passes its operands' readiness on. Ends
   the warp, its block too, where its log ends. */
void play_advance(struct play *p, int warp);

/* Give a free slot the next block. */
void play_start_block(struct play *p, int slot, uint64_t now);

/* The warp arrives at a block barrier. */
void play_arrive(struct play *p, struct warp *w, const struct uop *u,
                 uint64_t now);

#endif
