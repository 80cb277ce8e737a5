/* SPDX-License-Identifier: Apache-2.0 */
/* The trace of the run: kept in memory, written once at the end. */
#include <string.h>

#include "device/device.h"
#include "sim/sim.h"

enum {
    DETAILED_MAX = 64, /* launches of one kernel and shape kept in detail */
    FINDINGS_MAX = 1000,
    CALLS_MAX = 1 << 20
};

void record_finding(struct device *d, const struct finding *f)
{
    if (d->trace.finding_count < FINDINGS_MAX)
        ARENA_PUSH(&d->arena, d->trace.findings, d->trace.finding_count,
                   d->finding_capacity, *f);
}

int record_op(struct device *d, struct device_op op)
{
    ARENA_PUSH(&d->arena, d->trace.ops, d->trace.op_count, d->op_capacity, op);
    return d->trace.op_count - 1;
}

void record_call(struct device *d, enum bus_kind kind, uint64_t start_ns,
                 bool waits, int error)
{
    struct api_call c = {
        .name = bus_table[kind].api,
        .start_ns = start_ns,
        .end_ns = d->host_ns,
        .error = error,
        .waits = waits,
    };

    if (!*c.name || d->trace.call_count >= CALLS_MAX)
        return;
    ARENA_PUSH(&d->arena, d->trace.calls, d->trace.call_count, d->call_capacity,
               c);
}

bool record_wants_detail(const struct device *d, const char *kernel,
                         const uint32_t grid[3], const uint32_t block[3])
{
    int same = 0;

    for (int i = d->trace.launch_count; i-- > 0 && same < DETAILED_MAX;) {
        const struct trace_launch *l = &d->trace.launches[i];

        same += !strcmp(l->kernel, kernel) &&
                !memcmp(l->grid, grid, sizeof l->grid) &&
                !memcmp(l->block, block, sizeof l->block);
    }
    return same < DETAILED_MAX;
}
