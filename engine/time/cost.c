/* SPDX-License-Identifier: Apache-2.0 */
/* What calls, copies and memsets cost, in virtual nanoseconds. */
#include <string.h>

#include "base/bug.h"
#include "time/time.h"

/*
 * Managed memory: a fault is served for a group of pages at once. 20 to 50 us a
 * group (NVIDIA developer blog, "Maximizing unified memory performance in
 * CUDA"); groups of up to 2 MiB (CUDA programming guide). A read of the host's
 * memory from a kernel takes about 1 us over PCIe.
 */
enum {
    MIGRATION_GROUP = 2 << 20,
    MIGRATION_FAULT_NS = 30000,
    BUS_READ_NS = 1000
};

uint64_t time_api_ns(const struct card *c, const char *api)
{
    static const struct {
        const char *name;
        size_t offset;
    } table[] = {
#define API(name, field) { name, offsetof(struct card, field) },
#include "time/api_costs.def"
#undef API
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(table[i].name, api) == 0) {
            double ns;

            memcpy(&ns, (const char *)c + table[i].offset, sizeof ns);
            return (uint64_t)ns;
        }
    }
    return (uint64_t)c->api_ns;
}

/*
 * By what small kernels take longer one after the other in a stream than in a
 * graph: A40 0.92, 0.78 and 0.75 us, L40 0.68, 0.62 and 0.50 us (gpu-benches
 * @1c36d509, gpu-small-kernels), V100 0.4 us (NVIDIA developer blog, "Getting
 * started with CUDA graphs"); taken for all cards.
 */
enum { LAUNCH_GAP_NS = 650 };

uint64_t time_launch_gap_ns(void)
{
    return LAUNCH_GAP_NS;
}

uint64_t time_launch_latency_ns(const struct card *c)
{
    return (uint64_t)c->launch_latency_ns;
}

/* GB/s are bytes per nanosecond. */
static uint64_t stream_ns(uint64_t bytes, double gbps)
{
    return (uint64_t)((double)bytes / gbps);
}

static double stream_gbps(const struct card *c)
{
    return c->dram_bandwidth * c->dram_achievable;
}

uint64_t time_copy_ns(const struct card *c, enum op_kind kind, uint64_t bytes,
                      bool pageable)
{
    uint64_t fixed = (uint64_t)c->copy_fixed_ns;

    if (pageable)
        fixed += (uint64_t)c->pageable_fixed_ns;
    switch (kind) {
    case DEVICE_OP_H2D:
        return fixed +
               stream_ns(bytes, pageable ? c->h2d_pageable : c->h2d_pinned);
    case DEVICE_OP_D2H:
        return fixed +
               stream_ns(bytes, pageable ? c->d2h_pageable : c->d2h_pinned);
    case DEVICE_OP_D2D: /* every byte is read and written */
        return (uint64_t)c->kernel_min_ns +
               stream_ns(2 * bytes, stream_gbps(c));
    case DEVICE_OP_MEMSET:
        return time_memset_ns(c, bytes);
    case DEVICE_OP_KERNEL:
        break;
    }
    BUG("a kernel is not a copy");
}

uint64_t time_memset_ns(const struct card *c, uint64_t bytes)
{
    return (uint64_t)c->memset_fixed_ns + stream_ns(bytes, stream_gbps(c));
}

uint64_t time_migration_ns(const struct card *c, uint64_t bytes, bool to_device)
{
    const uint64_t groups = (bytes + MIGRATION_GROUP - 1) / MIGRATION_GROUP;

    return groups * MIGRATION_FAULT_NS +
           stream_ns(bytes, to_device ? c->h2d_pinned : c->d2h_pinned);
}

uint64_t time_bus_ns(const struct card *c, uint64_t bytes)
{
    return bytes ? stream_ns(bytes, c->h2d_pinned) + BUS_READ_NS : 0;
}
