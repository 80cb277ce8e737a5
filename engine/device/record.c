/* SPDX-License-Identifier: Apache-2.0 */
/* The trace of the run: kept in memory, written once at the end. */
#include <string.h>

#include "device/device.h"
#include "sim/sim.h"

enum {
    DETAILED_MAX = 64, /* launches of one kernel and shape kept in detail */
    APART_MAX = 256,   /* and kept one by one; the others are summed */
    FINDINGS_MAX = 1000,
    CALLS_MAX = 1 << 20,
    SITES_MAX = 4096,
    ALLOCATIONS_MAX = 1 << 20
};

void record_finding(struct device *d, const struct finding *f)
{
    if (d->trace.finding_count == FINDINGS_MAX) {
        d->trace.findings_left_out++;
        return;
    }
    ARENA_PUSH(&d->arena, d->trace.findings, d->trace.finding_count,
               d->finding_capacity, *f);
}

int record_op(struct device *d, struct device_op op)
{
    ARENA_PUSH(&d->arena, d->trace.ops, d->trace.op_count, d->op_capacity, op);
    return d->trace.op_count - 1;
}

void record_call(struct device *d, const struct bus_message *m,
                 uint64_t start_ns, bool waits, int error)
{
    struct api_call c = {
        .start_ns = start_ns,
        .end_ns = d->host_ns,
        .error = error,
        .waits = waits,
        .site = d->site,
    };

    if (!m->call || m->call >= CALL_COUNT)
        return;
    if (d->trace.call_count >= CALLS_MAX) {
        d->trace.calls_left_out++;
        d->trace.waits_left_out += waits;
        return;
    }
    c.name = bus_call_names[m->call];
    ARENA_PUSH(&d->arena, d->trace.calls, d->trace.call_count, d->call_capacity,
               c);
}

void record_named(struct device *d, struct api_call c)
{
    if (d->trace.call_count < CALLS_MAX)
        ARENA_PUSH(&d->arena, d->trace.calls, d->trace.call_count,
                   d->call_capacity, c);
}

int32_t record_site(struct device *d, const uint64_t site[BUS_SITES])
{
    struct call_site s = { 0 };

    if (!site[0])
        return 0;
    for (int i = 0; i < SITE_FRAMES && i < BUS_SITES; i++)
        s.pc[i] = site[i];
    /* Calls come from few places, and mostly from the last one again. */
    for (int i = d->trace.site_count; i-- > 0;)
        if (!memcmp(d->trace.sites[i].pc, s.pc, sizeof s.pc))
            return i + 1;
    if (d->trace.site_count == SITES_MAX)
        return 0;
    ARENA_PUSH(&d->arena, d->trace.sites, d->trace.site_count, d->site_capacity,
               s);
    return d->trace.site_count;
}

void record_allocation(struct device *d, int32_t serial)
{
    while (d->trace.allocation_count < serial &&
           d->trace.allocation_count < ALLOCATIONS_MAX) {
        const int32_t site =
            d->trace.allocation_count + 1 == serial ? d->site : 0;

        ARENA_PUSH(&d->arena, d->trace.allocations, d->trace.allocation_count,
                   d->allocation_capacity, site);
    }
}

int32_t record_launch(struct device *d, const struct trace_launch *l)
{
    struct trace_launch fresh = *l;
    int apart = 0;

    for (int i = d->trace.launch_count; i-- > 0 && apart < APART_MAX;) {
        struct trace_launch *old = &d->trace.launches[i];

        if (!launch_equal(old, l) || old->failed)
            continue;
        if (old->sum.launches && !l->failed) {
            launch_sum_add(old, l);
            return i;
        }
        apart++;
    }
    if (apart == APART_MAX && !l->failed)
        fresh = launch_sum_of(l);
    ARENA_PUSH(&d->arena, d->trace.launches, d->trace.launch_count,
               d->launch_capacity, fresh);
    return d->trace.launch_count - 1;
}

bool record_wants_detail(const struct device *d, const char *kernel,
                         const uint32_t grid[3], const uint32_t block[3])
{
    int same = 0;

    for (int i = d->trace.launch_count; i-- > 0 && same < DETAILED_MAX;) {
        const struct trace_launch *l = &d->trace.launches[i];

        if (!strcmp(l->kernel, kernel) &&
            !memcmp(l->grid, grid, sizeof l->grid) &&
            !memcmp(l->block, block, sizeof l->block))
            same += l->sum.launches ? DETAILED_MAX : 1;
    }
    return same < DETAILED_MAX;
}
