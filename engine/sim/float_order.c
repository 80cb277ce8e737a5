/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Float sums by atomics. Which thread comes first is open on a card, and float
 * addition is not associative: such a sum has no one answer. Counted are the
 * additions to an address to which another thread has added before.
 */
#include <stdlib.h>

#include "base/bug.h"
#include "sim/access.h"

enum { TABLE_START = 64 };

struct owner {
    uint64_t key; /* address + 1; 0: free */
    uint64_t thread;
};

struct float_order {
    struct owner *table;
    uint64_t size, used;
};

static struct owner *slot(struct owner *table, uint64_t size, uint64_t key)
{
    uint64_t i = key * 0x9e3779b97f4a7c15ull >> 20 & (size - 1);

    while (table[i].key && table[i].key != key)
        i = (i + 1) & (size - 1);
    return &table[i];
}

static void grow(struct float_order *f)
{
    const uint64_t size = f->size ? f->size * 2 : TABLE_START;
    struct owner *fresh = calloc(size, sizeof *fresh);

    if (!fresh)
        DIE("out of memory for the record of a launch");
    for (uint64_t i = 0; i < f->size; i++)
        if (f->table[i].key)
            *slot(fresh, size, f->table[i].key) = f->table[i];
    free(f->table);
    f->table = fresh;
    f->size = size;
}

void float_order_add(struct worker *x, const struct request *r)
{
    const uint64_t first = x->block->index * (uint64_t)x->s->threads +
                           (uint64_t)(x->warp->index * WARP_SIZE);
    uint32_t open = 0;
    bool is_new;

    if (!x->float_order)
        x->float_order = calloc(1, sizeof *x->float_order);
    if (!x->float_order)
        DIE("out of memory for the record of a launch");
    for (int i = 0; i < WARP_SIZE; i++) {
        const uint64_t key = request_address(r, i) + 1;
        struct owner *o;

        if (!(r->mask >> i & 1))
            continue;
        if (x->float_order->used * 2 >= x->float_order->size)
            grow(x->float_order);
        o = slot(x->float_order->table, x->float_order->size, key);
        if (!o->key) {
            *o = (struct owner){ key, first + (uint64_t)i };
            x->float_order->used++;
        } else if (o->thread != first + (uint64_t)i) {
            open |= 1u << i;
        }
    }
    if (open)
        found_add_near(x, FINDING_FLOAT_ATOMIC_ORDER, open,
                       request_address(r, first_lane(open)), &is_new);
}

void float_order_close(struct float_order *f)
{
    if (!f)
        return;
    free(f->table);
    free(f);
}
