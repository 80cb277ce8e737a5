/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Float sums by atomics. Which thread comes first is open on a card, and float
 * addition is not associative: such a sum has no one answer. Counted are the
 * additions to an address to which another thread has added before.
 */
#include "sim/access.h"

struct owner {
    uint64_t key;    /* address + 1 */
    uint64_t thread; /* + 1, the first that added to it */
};

void float_order_add(struct worker *x, const struct request *r)
{
    const uint64_t first = x->block->index * (uint64_t)x->s->threads +
                           (uint64_t)(x->warp->index * WARP_SIZE);
    uint32_t open = 0;
    bool is_new;

    x->float_order.record = sizeof(struct owner);
    for (int i = 0; i < WARP_SIZE; i++) {
        const uint64_t thread = first + (uint64_t)i + 1;
        struct owner *o;

        if (!(r->mask >> i & 1))
            continue;
        o = table_put(&x->float_order, request_address(r, i) + 1);
        if (!o->thread)
            o->thread = thread;
        else if (o->thread != thread)
            open |= 1u << i;
    }
    if (open)
        found_add_near(x, FINDING_FLOAT_ATOMIC_ORDER, open,
                       request_address(r, first_lane(open)), &is_new);
}
