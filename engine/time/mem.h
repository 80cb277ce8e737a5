/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory system as one SM sees it:
 *
 *   schedulers -> load/store unit -> L1 -> port to L2 -> L2 -> DRAM
 *
 * The unit serves one request at a time, as long as its passes last. Beyond
 * L1 every 32-byte sector takes a piece of the SM's share of the bandwidth;
 * shares are queues: a sector starts when the one before has gone. The other
 * SMs are not played; they use up their own shares, and what they have
 * fetched into L2 is there for this SM too (see mem_setup.l2_new).
 *
 * SMs do not ask all at once: while some compute, others have more than their
 * share. What an SM did not use for a while it may so use later, in a burst
 * at the rate of its port.
 */
#ifndef TIME_MEM_H
#define TIME_MEM_H

#include "time/footprint.h"
#include "time/tags.h"

/* How the launch as a whole uses memory. */
struct mem_setup {
    int active_sms;
    uint64_t l1_bytes; /* what shared memory leaves */
    uint64_t l2_bytes; /* as much of L2 as this SM's data can fill */
    double l2_new;     /* part of the sectors L2 has not seen, because
                            no other SM asked for them before: 0 to 1 */
    double write_back; /* part of the stored sectors that must go on to
                            DRAM during the launch */
    double scatter;    /* what DRAM takes longer than for whole lines */
    bool no_conflicts, no_caches; /* leave them out, see enum what_if */
    bool atomics_shared;          /* all SMs update the same addresses */
};

struct mem_counts {
    uint64_t lsu_cycles;            /* the unit was busy */
    uint64_t l1_sectors, l1_hits;   /* loads */
    uint64_t l2_sectors, l2_hits;   /* loads */
    uint64_t port_sectors;          /* all that passed between L1 and L2 */
    uint64_t dram_read, dram_write; /* sectors */
};

/* A queue in front of a shared resource; times are cycles * 256. */
struct share {
    uint64_t due;  /* when the share has paid for all so far */
    uint64_t free; /* when the last one in it has passed the port */
    uint64_t cost; /* of one sector, at the rate of the share */
    uint64_t fast; /* and at the rate of the port */
    uint64_t save; /* what may be saved up */
    uint64_t window_end, taken, last_taken; /* sectors * cost, by window */
};

struct mem {
    const struct card *card;
    struct footprint *footprint;
    struct mem_setup setup;
    struct tags l1, l2;
    uint64_t lsu_free; /* cycles */
    struct share port, dram;
    uint64_t partial_cost;         /* of a sector that a store writes in part */
    uint64_t new_limit;            /* l2_new * 2^32 */
    uint64_t written, write_limit; /* write_back, spread evenly */
    uint64_t last_end;             /* cycle at which all traffic is done */
    struct mem_counts counts;
};

void mem_init(struct arena *a, struct mem *m, const struct card *c,
              struct footprint *f, const struct mem_setup *setup);

/* A memory step at cycle `now`. */
struct mem_answer {
    uint64_t served; /* the unit took it out of the queue */
    uint64_t ready;  /* its result can be used; stores: as served */
};
struct mem_answer mem_access(struct mem *m, const struct uop *u,
                             const struct step *s, const uint64_t *sectors,
                             uint64_t now, uint32_t warp);

/* The cycle at which all traffic so far has drained. */
uint64_t mem_drained(const struct mem *m);

#endif
