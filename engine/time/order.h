/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order in which ptxas would put the instructions of a straight piece of
 * code. PTX keeps the order of the source: load, use, load, use; a card would
 * wait at every use. ptxas starts the loads first. The model plays a piece in
 * that order whenever a warp ran it from end to end.
 */
#ifndef TIME_ORDER_H
#define TIME_ORDER_H

#include <stdint.h>

#include "time/uop.h"

struct arena;

enum { PIECE_MAX = 64 }; /* instructions in a piece, at most */

/* at[k] is which of the piece's instructions comes k-th. */
struct piece {
    uint8_t count; /* 0: no piece starts at this pc */
    uint8_t *at;
};

/* Pieces by the pc they start at, for the functions marked in `used`. Merges
   instructions and loads in u first (see fuse.h, merge.h). */
struct piece *order_new(struct arena *a, const struct card *c,
                        const struct program *p, struct uops *u,
                        const bool used[]);

#endif
