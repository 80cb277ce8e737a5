/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Queued work in virtual time: when each piece starts and ends. It knows no
 * streams and no memory: a piece waits for others by number, and what it does
 * is the caller's affair.
 *
 * Work starts when all it waits for has ended. Copies of one engine go one
 * after the other. Kernels share the SMs: those of higher priority, then those
 * that started first, take what they can use, and the others what is left.
 * When their traffic together is more than memory can move, all slow down.
 *
 * Nothing happens until somebody waits or looks: the host may queue more at an
 * earlier time than what has been played.
 */
#ifndef DEVICE_TIMELINE_H
#define DEVICE_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

enum { ENGINE_NONE = -1 };

/* What a piece of work turns out to cost when it starts. */
struct work_cost {
    uint64_t ns;   /* when it has the device to itself */
    int engine;    /* which copy engine; ENGINE_NONE: none */
    double share;  /* of all SMs that it can fill: 0 none, 1 all */
    double memory; /* of the bandwidth of memory, when alone */
};

struct work {
    uint32_t id;       /* given by timeline_add; from 1 on */
    uint64_t issue_ns; /* it starts no earlier */
    uint64_t gap_ns;   /* and so long behind what it waits for */
    int gpu;           /* kernels of one card share its SMs */
    int priority;      /* the lower, the sooner; as CUDA's */
    void *what;        /* the caller's */
    /* Filled in as time goes on. */
    uint64_t start_ns, end_ns;
    struct work_cost cost;
};

struct timeline_calls {
    void *user;
    /* Work starts now: do it, and say what it costs. */
    struct work_cost (*start)(void *user, struct work *w);
    /* It has ended: start_ns and end_ns hold. `what` may be freed. */
    void (*end)(void *user, struct work *w);
};

struct timeline;

struct timeline *timeline_open(struct timeline_calls calls);
/* What has not ended yet ends here, for its owner's sake. */
void timeline_close(struct timeline *t);

/* Queue work behind that of the numbers in after[]; 0 is nobody. Returns its
   number. */
uint32_t timeline_add(struct timeline *t, const struct work *w,
                      const uint32_t *after, int count);

/* Let time pass until a piece has ended; its end. */
uint64_t timeline_wait(struct timeline *t, uint32_t id);

/* Let all that starts or ends up to that time happen. */
void timeline_advance(struct timeline *t, uint64_t until_ns);

/* Let the next thing happen, whenever that is; false if there is none. */
bool timeline_next(struct timeline *t);

/* The time of what happened last. */
uint64_t timeline_now(const struct timeline *t);

/* Has it ended, by what has been played so far? */
bool timeline_done(const struct timeline *t, uint32_t id);

/* When it ended. It must have. */
uint64_t timeline_end(const struct timeline *t, uint32_t id);

/* Pieces not yet ended. */
uint32_t timeline_open_count(const struct timeline *t);

#endif
