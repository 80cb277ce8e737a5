/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who is ordered behind whom. Each stream counts its pieces of work; a clock
 * says, for each stream, up to which piece everything is known to be over.
 */
#ifndef DEVICE_CLOCKS_H
#define DEVICE_CLOCKS_H

#include <stdbool.h>
#include <stdint.h>

struct clock {
    uint32_t *at; /* by stream; beyond count: 0. Owned */
    int count;
};

void clock_release(struct clock *c);
void clock_copy(struct clock *to, const struct clock *from);

/* After this, `to` knows all that `from` knows. */
void clock_join(struct clock *to, const struct clock *from);

/* Piece `number` of a stream is over. */
void clock_see(struct clock *c, int stream, uint32_t number);

/* Is that known? */
static inline bool clock_knows(const struct clock *c, int stream,
                               uint32_t number)
{
    return stream < c->count && c->at[stream] >= number;
}

#endif
