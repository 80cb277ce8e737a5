/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The short way of a memory access: one that is like its instruction's last
 * one, but for where it starts. Its pattern is known, its shape too, and the
 * start lies where all lanes are known to be good.
 */
#ifndef SIM_QUICK_H
#define SIM_QUICK_H

#include "sim/access.h"

/* Are the lanes' addresses those of the pattern, but for the first one? */
static inline bool pattern_holds(const struct pattern *p, uint32_t mask,
                                 const uint64_t *base, uint64_t first)
{
    uint64_t differ = 0;

    if (p->mask != mask)
        return false;
    if (mask == WARP_FULL)
        for (int i = 0; i < WARP_SIZE; i++)
            differ |= p->delta[i] ^ (base[i] - first);
    else
        for (int i = 0; i < WARP_SIZE; i++)
            differ |= (p->delta[i] ^ (base[i] - first)) & p->keep[i];
    return !differ;
}

/* Fill in the request of a repeated access and count it; false if it must go
   the long way. base: the lanes' addresses, without the offset. */
static inline bool request_again(struct worker *x, const struct uop *u,
                                 uint32_t mask, const uint64_t *base,
                                 struct request *r)
{
    struct pattern *const p = &x->patterns[u->pattern];
    const uint64_t first = base[first_lane(mask)];
    const uint64_t start = first + (uint64_t)u->offset;
    struct shape *s;

    if (start - p->good_first >= p->good_count || (start & (p->bytes - 1)) ||
        x->warp->log)
        return false;
    s = &p->shapes[start % SHAPES];
    if (s->made != p->made || !pattern_holds(p, mask, base, first))
        return false;
    s->hits++;
    *r = (struct request){
        .u = u, .mask = mask, .start = start, .bytes = p->bytes, .p = p, .s = s
    };
    return true;
}

/* Addresses of 32 bits, as 64. The sum with the offset wraps at 32 bits:
   compilers write [r + 252] for a negative r. */
static inline const uint64_t *narrow_base(const struct worker *x,
                                          const struct uop *u,
                                          uint64_t room[WARP_SIZE])
{
    const uint32_t *const base = row_at(x, u->a)->lane;
    const uint64_t offset = (uint64_t)u->offset;

    for (int i = 0; i < WARP_SIZE; i++)
        room[i] = (uint64_t)(base[i] + (uint32_t)offset) - offset;
    return room;
}

/* Groups of so many lanes that each load from one place on. */
static inline void load_units(uint32_t *d, const struct pattern *p,
                              const uint8_t *memory, int size)
{
    for (int i = 0; i < WARP_SIZE; i += size)
        memcpy(d + i, memory + p->delta[i], 4 * (size_t)size);
}

static inline void load_sames(uint32_t *d, const struct pattern *p,
                              const uint8_t *memory, int size)
{
    for (int i = 0; i < WARP_SIZE; i += size) {
        uint32_t v;

        memcpy(&v, memory + p->delta[i], sizeof v);
        for (int k = 0; k < size; k++)
            d[i + k] = v;
    }
}

/* lanes_load, with the common cases at hand. */
static inline void load_rows(struct worker *x, const struct request *r,
                             const uint8_t *memory)
{
    const struct uop *const u = r->u;
    uint32_t *d;

    if (r->p->move == MOVE_ANY || u->bytes != 4 || u->width != 1 ||
        u->rows[0] == NO_ROW) {
        lanes_load(x, r, memory);
        return;
    }
    d = row_at(x, u->rows[0])->lane;
    switch (r->p->move) {
    case MOVE_UNIT:
        load_units(d, r->p, memory, WARP_SIZE);
        break;
    case MOVE_SAME:
        load_sames(d, r->p, memory, WARP_SIZE);
        break;
    case MOVE_UNIT16:
        load_units(d, r->p, memory, 16);
        break;
    case MOVE_SAME16:
        load_sames(d, r->p, memory, 16);
        break;
    case MOVE_UNIT8:
        load_units(d, r->p, memory, 8);
        break;
    case MOVE_SAME8:
        load_sames(d, r->p, memory, 8);
        break;
    case MOVE_ANY:
        break;
    }
}

#endif
