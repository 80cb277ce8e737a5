/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What happened before what, between threads of one launch. Used only while a
 * launch is looked at exactly (race_global.c).
 *
 * Order comes from program order, from barriers of a block, from bar.warp.sync,
 * and from a fence before an atomic, release or volatile write whose value an
 * atomic, acquire or volatile read then sees. Where the rules of the memory
 * model are finer than this, order is assumed: no false alarms.
 */
#ifndef SIM_ORDER_H
#define SIM_ORDER_H

#include "sim/access.h"

/* One access: who and when. Events count up through the whole launch. */
struct moment {
    uint64_t block;
    uint32_t thread; /* in its block */
    uint32_t epoch;  /* of its block */
    uint64_t event;  /* the same for all lanes of one instruction */
};

struct order *order_open(void);
void order_close(struct order *o);

/* A new instruction; its event. */
uint64_t order_tick(struct order *o);

void order_block_open(struct order *o, struct block *b);
void order_block_close(struct block *b);

/* The lanes of mask execute a fence; wide: for other blocks too. */
void order_fence(struct worker *x, uint32_t mask, bool wide);

/* A lane writes (release) or reads (acquire) an object that others look at.
   key: its address, or one made for shared memory. fences: the operation is
   itself a release, so it needs no fence before it. True if the write does
   publish something. */
bool order_release(struct worker *x, int lane, uint64_t key, bool fences);
void order_acquire(struct worker *x, int lane, uint64_t key);

/* All threads of the block met; before its epoch goes up. */
void order_barrier(struct block *b);
void order_warp_sync(struct worker *x, uint32_t mask);

/* Was the earlier moment ordered before what the lane does now? */
bool order_before(const struct worker *x, const struct moment *old, int lane,
                  uint64_t event);

#endif
