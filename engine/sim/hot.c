/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Atomics on one address are done one after the other, whichever warps and
 * blocks they come from. Counted by address: the requests of warps that go
 * there (a card adds up the lanes of one request first). Where a launch uses
 * more addresses than are kept, none of them is hot.
 */
#include "sim/access.h"

enum { ADDRESSES_MAX = 1 << 16 };

struct spot {
    uint64_t key; /* address + 1 */
    uint64_t requests;
    int32_t pc; /* of the first */
};

static void full(struct worker *x)
{
    x->hot_full = true;
    table_release(&x->hot);
}

static void add_to(struct worker *x, uint64_t key, uint64_t requests, int pc)
{
    struct spot *s = table_put(&x->hot, key);

    if (!s->requests)
        s->pc = pc;
    s->requests += requests;
    if (x->hot.used > ADDRESSES_MAX)
        full(x);
}

void hot_add(struct worker *x, const struct request *r)
{
    uint32_t left = r->mask;

    if (x->hot_full || x->exact)
        return;
    x->hot.record = sizeof(struct spot);
    while (left && !x->hot_full) {
        const int first = first_lane(left);

        add_to(x, request_address(r, first) + 1, 1, x->pc);
        x->hot_requests++;
        left &= ~(1u << first);
        if (r->p->uniform)
            break;
        for (int i = first + 1; i < WARP_SIZE && r->p->twice; i++)
            if (r->p->delta[i] == r->p->delta[first])
                left &= ~(1u << i);
    }
}

void hot_join(struct worker *to, const struct worker *from)
{
    if (from->hot_full && !to->hot_full)
        full(to);
    to->hot.record = sizeof(struct spot);
    for (uint64_t i = 0; i < from->hot.size && !to->hot_full; i++) {
        const struct spot *const s = table_at(&from->hot, i);

        if (s)
            add_to(to, s->key, s->requests, s->pc);
    }
    to->hot_requests += from->hot_requests;
}

struct hot_address hot_find(const struct worker *x)
{
    const struct spot *best = NULL;

    for (uint64_t i = 0; i < x->hot.size; i++) {
        const struct spot *const s = table_at(&x->hot, i);

        if (s && (!best || s->requests > best->requests ||
                  (s->requests == best->requests && s->key < best->key)))
            best = s;
    }
    return best ? (struct hot_address){ best->pc, best->requests,
                                        x->hot_requests }
                : (struct hot_address){ 0 };
}
