/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loads of neighbouring words of shared memory that ptxas turns into one wide
 * load: the row of a tile that an unrolled loop walks. It does so where it
 * can prove the alignment, and so does this: from the trailing zero bits of
 * every register.
 */
#ifndef TIME_MERGE_H
#define TIME_MERGE_H

#include "time/uop.h"

struct arena;

/* For each register of a function, how many of its low bits are 0 whatever
   happens; 64 for those that are never written. */
uint8_t *merge_zero_bits(struct arena *a, const struct program *p,
                         const struct func *f);

/* Merge within the straight piece [first, end): the first load of a group
   becomes wide, the others free. */
void merge_loads(const struct program *p, const uint8_t *zero_bits, int first,
                 int end, struct uop *u);

#endif
