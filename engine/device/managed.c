/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Managed memory: whether a page is with the host or with the device. It lies
 * in one place here; what is kept is where a card would have it, and what
 * moving it costs.
 */
#include <stdlib.h>

#include "base/bug.h"
#include "device/device.h"
#include "time/time.h"

static uint64_t pages_of(const struct managed_range *r)
{
    return (r->bytes + MANAGED_PAGE - 1) / MANAGED_PAGE;
}

void managed_add(struct device *d, uint64_t base, uint64_t bytes)
{
    struct managed_range r = { .base = base, .bytes = bytes };

    r.on_device = calloc(pages_of(&r) + 1, 1);
    if (!r.on_device)
        DIE("out of memory");
    ARENA_PUSH(&d->arena, d->managed, d->managed_count, d->managed_capacity, r);
}

void managed_remove(struct device *d, uint64_t base)
{
    for (int i = 0; i < d->managed_count; i++)
        if (d->managed[i].base == base) {
            free(d->managed[i].on_device);
            d->managed[i] = d->managed[--d->managed_count];
            return;
        }
}

uint64_t managed_move(struct device *d, uint64_t at, uint64_t bytes,
                      bool to_device)
{
    uint64_t moved = 0;

    for (int i = 0; i < d->managed_count; i++) {
        struct managed_range *r = &d->managed[i];
        uint64_t first, end;

        if (at >= r->base + r->bytes || at + bytes <= r->base)
            continue;
        first = at > r->base ? (at - r->base) / MANAGED_PAGE : 0;
        end = (at + bytes - r->base + MANAGED_PAGE - 1) / MANAGED_PAGE;
        for (uint64_t p = first; p < end && p < pages_of(r); p++)
            if (r->on_device[p] != to_device) {
                r->on_device[p] = to_device;
                moved += MANAGED_PAGE;
            }
    }
    return moved;
}

uint64_t managed_to_device(struct device *d, const struct footprint *f)
{
    uint64_t moved = 0;

    for (int i = 0; i < f->count && d->managed_count; i++)
        moved += managed_move(d, f->list[i].at, f->list[i].end - f->list[i].at,
                              true);
    return moved ? time_migration_ns(&d->card, moved, true) : 0;
}
