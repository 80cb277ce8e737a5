/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the recorded blocks touch in global memory: how much of it, and which
 * addresses several blocks update atomically. Says how the SM's accesses
 * relate to those of the other SMs, which are not played.
 */
#ifndef TIME_FOOTPRINT_H
#define TIME_FOOTPRINT_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/step.h"
#include "time/uop.h"

struct arena;

/*
 * Memory that atomics update, as much as one slice of L2 holds in a piece:
 * the slice updates one sector after the other. 512 bytes: 2^30 atomics on 256
 * bins, 1 KB, go twice as fast as on one address (H100, yencal @b71f5c04).
 */
enum { HOT_SECTORS = 16 };
struct hot_chunk {
    uint64_t chunk;   /* sector / HOT_SECTORS */
    uint64_t free_at; /* used by the play: next update can start, cycles */
    uint64_t updates; /* serialised updates seen in the recorded blocks */
    int32_t block;    /* that updated it first */
    bool shared;      /* by more than one block */
    bool used, is_float;
};

struct footprint {
    uint64_t load_sectors; /* distinct */
    uint64_t lines;        /* distinct, loads */
    struct hot_chunk *hot; /* hash table; capacity a power of two */
    uint64_t hot_capacity, hot_count;
};

void footprint_of(struct arena *a, struct block_log *const *blocks,
                  int block_count, const struct uops *uops,
                  struct footprint *out);

/* The entry of a sector that atomics update; NULL if there is none. */
struct hot_chunk *footprint_hot(const struct footprint *f, uint64_t sector);

/* Updates of one sector's busiest address by a step, about. */
uint32_t step_updates(const struct step *s);

/*
 * How much longer DRAM takes for what these blocks, which run side by side,
 * read and write than for whole lines: 1 or more. A channel opens a row for
 * each piece, and until the next can be opened it could have moved row_bytes.
 */
double footprint_scatter(struct arena *a, const struct block_log *const *blocks,
                         int block_count, const struct uops *uops,
                         double row_bytes);

#endif
