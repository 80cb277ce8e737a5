/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of the run that the program named (NVTX): recorded as if they were
   calls, by the name in brackets, when they end. */
#include <stdlib.h>
#include <string.h>

#include "device/device.h"

enum { OPEN_MAX = 256, RECORDED_MAX = 1 << 16 };

static const struct named_range *find(const struct device *d,
                                      const struct bus_message *m)
{
    for (int i = d->range_count; i-- > 0;)
        if (d->ranges[i].id == m->arg[0] &&
            d->ranges[i].nested == (m->arg[1] != 0) &&
            (!m->arg[1] || d->ranges[i].thread == m->thread))
            return &d->ranges[i];
    return NULL;
}

void range_begin(struct device *d, const struct bus_message *m,
                 const char *name)
{
    struct named_range r = { .id = m->arg[0],
                             .nested = m->arg[1] != 0,
                             .thread = m->thread,
                             .start_ns = d->host_ns,
                             .site = d->site };

    if (d->range_count == OPEN_MAX || d->ranges_recorded == RECORDED_MAX)
        return;
    r.name = arena_printf(&d->arena, "[%.*s]",
                          (int)(m->bytes > 200 ? 200 : m->bytes), name);
    ARENA_PUSH(&d->arena, d->ranges, d->range_count, d->range_capacity, r);
}

void range_end(struct device *d, const struct bus_message *m)
{
    const struct named_range *r = find(d, m);
    struct api_call c;

    if (!r)
        return;
    c = (struct api_call){ .name = r->name,
                           .start_ns = r->start_ns,
                           .end_ns = d->host_ns,
                           .site = r->site };
    d->ranges_recorded++;
    d->ranges[r - d->ranges] = d->ranges[--d->range_count];
    record_named(d, c);
}
