/* SPDX-License-Identifier: Apache-2.0 */
/* How many blocks an SM holds, and what stops it from holding more. */
#include "time/time.h"

static int round_up(int v, int unit)
{
    return (v + unit - 1) / unit * unit;
}

/* Registers are handed out to warps in units, to warps in groups. */
static int blocks_by_registers(const struct card *c, int warps, int registers)
{
    int per_warp, warps_fit;

    if (registers <= 0)
        return (int)c->sm_blocks_max;
    per_warp = round_up(registers * 32, (int)c->register_unit);
    warps_fit = (int)c->sm_registers / per_warp;
    warps_fit -= warps_fit % (int)c->warp_unit;
    return warps_fit / round_up(warps, (int)c->warp_unit);
}

static int blocks_by_shared(const struct card *c, int shared_bytes)
{
    int bytes;

    if (shared_bytes <= 0)
        return (int)c->sm_blocks_max;
    bytes = round_up(shared_bytes + (int)c->shared_reserved_bytes,
                     (int)c->shared_unit_bytes);
    return (int)c->sm_shared_bytes / bytes;
}

struct occupancy occupancy_of(const struct card *c, int block_threads,
                              int registers, int shared_bytes)
{
    int warps = (block_threads + 31) / 32;
    int by_warps = (int)c->sm_warps_max / warps;
    int by_threads = (int)c->sm_threads_max / (warps * 32);
    int by_registers = blocks_by_registers(c, warps, registers);
    int by_shared = blocks_by_shared(c, shared_bytes);
    struct occupancy o = { .blocks_per_sm = (int)c->sm_blocks_max,
                           .warps_per_block = warps,
                           .limiter = LIMIT_BLOCKS };

    if (by_threads < by_warps)
        by_warps = by_threads;
    if (by_warps <= o.blocks_per_sm) {
        o.blocks_per_sm = by_warps;
        o.limiter = LIMIT_WARPS;
    }
    if (by_registers < o.blocks_per_sm) {
        o.blocks_per_sm = by_registers;
        o.limiter = LIMIT_REGISTERS;
    }
    if (by_shared < o.blocks_per_sm) {
        o.blocks_per_sm = by_shared;
        o.limiter = LIMIT_SHARED;
    }
    o.theoretical_pct = 100.0 * o.blocks_per_sm * warps / c->sm_warps_max;
    return o;
}
