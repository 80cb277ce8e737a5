/* SPDX-License-Identifier: Apache-2.0 */
/* Advice about a kernel as a whole, or about one launch of it. */
#include <inttypes.h>

#include "base/arena.h"
#include "report/advice_rules.h"

static const struct advice_text nothing = { NULL, 0 };

static uint64_t volume(const uint32_t v[3])
{
    return (uint64_t)v[0] * v[1] * v[2];
}

/* The line that moves most local memory. */
static const struct site *most_local(const struct kernel_work *k)
{
    const struct site *most = NULL;

    for (int i = 0; i < k->site_count; i++)
        if (k->sites[i].sum.local_bytes &&
            (!most || k->sites[i].sum.local_bytes > most->sum.local_bytes))
            most = &k->sites[i];
    return most;
}

struct advice_text advise_spills(struct arena *a, const struct kernel_work *k,
                                 const struct site **at)
{
    const uint64_t bytes = k->sum.local_bytes;
    const int registers = k->first->registers;

    *at = most_local(k);
    if (k->loads_local && bytes >= LIMIT_SPILL_BYTES_LEAST)
        return (struct advice_text){
            arena_printf(a,
                         "%" PRIu64 " bytes went to and from local memory, "
                         "which lies in the card's DRAM: an array indexed by "
                         "a value known only at run time cannot stay in "
                         "registers",
                         bytes),
            bytes
        };
    if (registers < LIMIT_REGISTERS_LEAST)
        return nothing;
    return (struct advice_text){
        arena_printf(a,
                     "a thread needs %d registers and can have %d: the rest "
                     "is kept in local memory, which lies in the card's DRAM",
                     registers, LIMIT_REGISTERS_LEAST - 1),
        (uint64_t)(registers - LIMIT_REGISTERS_LEAST + 1)
    };
}

struct advice_text advise_doubles(struct arena *a, const struct kernel_work *k,
                                  const struct site **at)
{
    const struct site *most = NULL;

    for (int i = 0; i < k->site_count; i++)
        if (k->sites[i].double_literal &&
            (!most || k->sites[i].sum.fp64 > most->sum.fp64))
            most = &k->sites[i];
    *at = most;
    if (!most || k->moves_doubles || k->sum.fp64 < LIMIT_DOUBLE_INST_LEAST ||
        k->sum.fp64 * 20 < k->sum.thread_inst)
        return nothing;
    return (struct advice_text){
        arena_printf(a,
                     "the kernel reads and writes no double, yet executes "
                     "%" PRIu64 " double instructions (summed over lanes): a "
                     "constant without f, such as 0.1, is a double",
                     k->sum.fp64),
        k->sum.fp64
    };
}

struct advice_text advise_grid(struct arena *a, const struct trace_launch *t)
{
    const uint64_t blocks = volume(t->grid), threads = volume(t->block);
    const uint64_t bytes = t->total.store_bytes;

    /* One thread, or a few, is another lesson than one block. */
    if (blocks * 2 > t->sm_count || threads < 32 ||
        bytes < LIMIT_GRID_BYTES_LEAST ||
        bytes / 4 < LIMIT_GRID_ELEMENTS_LEAST * blocks * threads)
        return nothing;
    return (struct advice_text){
        arena_printf(a,
                     "a grid of %" PRIu64 " block%s keeps at most %" PRIu64
                     " of the card's %u SMs busy, while each thread writes "
                     "%" PRIu64 " words",
                     blocks, blocks == 1 ? "" : "s", blocks, t->sm_count,
                     bytes / 4 / (blocks * threads)),
        blocks
    };
}

static const char *limiter_words(enum limiter l)
{
    switch (l) {
    case LIMIT_NONE:
        return "nothing";
    case LIMIT_WARPS:
        return "warps";
    case LIMIT_BLOCKS:
        return "blocks";
    case LIMIT_REGISTERS:
        return "registers";
    case LIMIT_SHARED:
        return "shared memory";
    }
    return "nothing";
}

struct advice_text advise_occupancy(struct arena *a,
                                    const struct trace_launch *t)
{
    const uint64_t blocks = volume(t->grid), threads = volume(t->block);
    const double pct = t->time.occupancy_theoretical_pct;

    if (!t->time.cycles || blocks < t->sm_count || pct >= 25 ||
        blocks * threads < LIMIT_OCCUPANCY_THREADS_LEAST)
        return nothing;
    return (struct advice_text){
        arena_printf(a,
                     "only %.1f %% of the warps that an SM can hold are "
                     "resident: %d block%s of %" PRIu64 " threads, limited by "
                     "%s (%d registers a thread, %u bytes of shared memory a "
                     "block)",
                     pct, (int)t->time.blocks_per_sm,
                     t->time.blocks_per_sm == 1 ? "" : "s", threads,
                     limiter_words(t->time.limiter), (int)t->registers,
                     t->shared_static + t->shared_dynamic),
        1
    };
}

struct advice_text advise_idle(struct arena *a, const struct trace_launch *t)
{
    const uint64_t blocks = volume(t->grid);
    const uint64_t idle =
        blocks > t->blocks_worked ? blocks - t->blocks_worked : 0;
    const uint64_t threads = idle * volume(t->block);

    if (t->failed || !t->blocks_worked || idle * 2 < blocks ||
        threads < LIMIT_IDLE_THREADS_LEAST)
        return nothing;
    return (struct advice_text){
        arena_printf(a,
                     "%" PRIu64 " of %" PRIu64 " blocks touch no memory: "
                     "%" PRIu64 " threads are started for nothing",
                     idle, blocks, threads),
        threads
    };
}
