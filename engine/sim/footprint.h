/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a launch touched of global memory, to the 4-byte word: from its claims,
 * after it has run and before the next launch.
 */
#ifndef SIM_FOOTPRINT_H
#define SIM_FOOTPRINT_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/memory.h"
#include "trace/finding.h"

struct extent {
    uint64_t at, end; /* device addresses */
    enum access access;
};

/* Sorted by address, without overlaps. Owned: release with free(list). */
struct footprint {
    struct extent *list;
    int count, capacity;
    bool cut; /* too many pieces: there was more */
};

/* Add what the last launch of m touched in [from, end). */
void footprint_add(struct memory *m, uint64_t from, uint64_t end,
                   struct footprint *f);

/* Add a piece behind all others; it joins the last one where it can. */
void footprint_piece(struct footprint *f, uint64_t at, uint64_t end,
                     enum access access);

/* The first bytes that both touch, of which one writes plainly: where, and how
   each of them touched it. An atomic counts as a write against a plain read if
   `strict`. False: there are none. */
struct extent_clash {
    uint64_t at, bytes;
    enum access first, second;
};
bool footprint_clash(const struct footprint *a, const struct footprint *b,
                     bool strict, struct extent_clash *out);

#endif
