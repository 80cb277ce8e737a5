/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From the recorded blocks of one SM to the whole launch.
 *
 *   played:   |--- wave 1 ---|--- wave 2 ---|- last wave -|
 *   launch:   |--- wave 1 ---|--- wave 2 ---| ... n more ... |- last wave -|
 *
 * The blocks between go at the rate at which instructions were issued while
 * the SM was full. Imbalance between SMs is left out: SM 0 has as many blocks
 * as any SM, and where the launch's mean block runs more instructions than
 * the recorded ones, the time is scaled up.
 *
 * L2 is taken to be cold: a launch fetches every sector it reads from DRAM
 * once, whatever ran before it.
 */
#include <string.h>

#include "base/arena.h"
#include "time/mem.h"
#include "time/order.h"
#include "time/plan.h"
#include "time/play.h"
#include "time/rows.h"

/* One launch while it is timed; everything in `scratch` dies with it. */
struct timing {
    struct arena *scratch;
    const struct time_plan *plan;
    const struct sim_result *result;
    struct block_log **blocks; /* recorded ones that ran */
    int block_count;
    struct uops uops;
    struct footprint footprint;
    struct mem_setup setup;
    struct mem mem;
    struct play_out play;
    uint64_t *stalls;                         /* by pc */
    double inst, loads, stores, store_events; /* of the launch: instructions,
                                                 distinct sectors, sectors */
    double more_blocks; /* launch blocks / played blocks */
    double longer;      /* mean block of the launch / of the played, >= 1 */
    double write_back;  /* part of the footprint beyond L2 */
    bool without[WHAT_IF_COUNT]; /* costs to leave out */
};

static double max_d(double a, double b)
{
    return a > b ? a : b;
}

static double min_d(double a, double b)
{
    return a < b ? a : b;
}

static void collect_blocks(struct timing *t)
{
    const struct time_plan *p = t->plan;
    const struct sim_result *r = t->result;
    double all = p->ran ? (double)p->blocks / (double)p->ran : 1;
    uint64_t steps = 0;

    t->inst = (double)r->total.inst * all;
    t->loads = (double)r->distinct_load_sectors * all;
    t->stores = (double)r->distinct_store_sectors * all;
    t->store_events = (double)r->total.store_sectors * all;

    t->blocks = ARENA_NEW(t->scratch, struct block_log *, p->recorded);
    for (int i = 0; i < p->recorded; i++) {
        uint64_t before = steps;

        for (int w = 0; w < p->logs[i].warp_count; w++)
            steps += (uint64_t)p->logs[i].warps[w].step_count;
        if (steps > before)
            t->blocks[t->block_count++] = &p->logs[i];
    }
    t->more_blocks = t->block_count ? (double)p->blocks / t->block_count : 1;
    t->longer = steps ? t->inst / ((double)steps * t->more_blocks) : 1;
    t->longer = max_d(t->longer, 1);
}

/* What it costs that blocks which run side by side touch pieces of lines. */
static double scatter(const struct timing *t)
{
    const struct block_log *near[PLAN_NEAR + 1] = { &t->plan->logs[0] };

    for (int i = 0; i < PLAN_NEAR; i++)
        near[i + 1] = &t->plan->near[i];
    return footprint_scatter(t->scratch, near, PLAN_NEAR + 1, &t->uops,
                             t->plan->card->dram_row_bytes);
}

/* What shared memory leaves of the unified memory. */
static uint64_t l1_bytes(const struct timing *t)
{
    const struct card *c = t->plan->card;
    double each = t->plan->shared_bytes
                      ? t->plan->shared_bytes + c->shared_reserved_bytes
                      : 0;
    double blocks = min_d(t->plan->resident, (double)t->plan->sm_blocks);
    double left = c->l1_unified_bytes - each * blocks;

    return (uint64_t)max_d(min_d(left, c->l1_max_bytes), 4096);
}

static void setup_memory(struct timing *t)
{
    const struct time_plan *p = t->plan;
    double loads = t->loads, stores = t->stores;
    double bytes = (loads + stores) * 32, l2 = p->card->l2_bytes;
    double every_sm =
        (double)t->footprint.load_sectors * t->more_blocks * t->longer;
    double events = t->store_events;

    t->write_back = bytes > l2 ? (bytes - l2) / bytes : 0;
    t->setup = (struct mem_setup){
        .scatter = scatter(t),
        .no_conflicts = t->without[WHAT_IF_NO_CONFLICTS],
        .no_caches = t->without[WHAT_IF_NO_CACHES],
        .active_sms = p->active_sms,
        .l1_bytes = l1_bytes(t),
        .l2_new = loads > 0 && every_sm > loads ? loads / every_sm : 1,
        .write_back =
            events > stores ? t->write_back * stores / events : t->write_back,
        .atomics_shared =
            t->block_count == 1 && p->blocks > 1 && stores < (double)p->blocks,
    };
    t->setup.l2_bytes =
        (uint64_t)(l2 / max_d(1, t->setup.l2_new * p->active_sms));
    mem_init(t->scratch, &t->mem, p->card, &t->footprint, &t->setup);
}

/* The functions whose instructions ran. */
static bool *used_funcs(const struct timing *t)
{
    const struct program *p = t->plan->launch.program;
    bool *used = ARENA_NEW(t->scratch, bool, p->func_count);

    used[t->plan->launch.func] = true;
    for (int f = 0; f < p->func_count; f++) {
        for (int i = 0; i < t->result->inst_count && !used[f]; i++)
            used[f] = t->result->insts[i].pc >= p->funcs[f].first &&
                      t->result->insts[i].pc < p->funcs[f].end;
    }
    return used;
}

/* A few warps of the first wave, spread over the SM. */
static void choose_rows(const struct timing *t, struct rows *rows)
{
    int blocks =
        t->block_count < t->plan->resident ? t->block_count : t->plan->resident;
    int warps = t->plan->occupancy.warps_per_block, total = blocks * warps;

    rows->count = total < ROWS_MAX ? total : ROWS_MAX;
    for (int i = 0; i < rows->count; i++) {
        int n = i * total / rows->count;

        rows->row[i].block = (uint32_t)t->blocks[n / warps]->block;
        rows->row[i].warp = (uint32_t)(n % warps);
    }
}

static void play(struct timing *t, struct rows *rows)
{
    const struct time_plan *p = t->plan;
    const struct program *prog = p->launch.program;
    bool *used = used_funcs(t);
    struct play_in in = { .card = p->card,
                          .uops = &t->uops,
                          .blocks = t->blocks,
                          .block_count = t->block_count,
                          .resident = p->resident,
                          .mem = &t->mem,
                          .no_divergence = t->without[WHAT_IF_NO_DIVERGENCE],
                          .rows = rows };

    if (in.resident > t->block_count)
        in.resident = t->block_count;
    in.dispatch_cycles = (uint64_t)(p->card->block_dispatch_cycles + 0.5);
    in.pieces = order_new(t->scratch, p->card, prog, &t->uops, used);
    in.stalls = t->stalls =
        ARENA_NEW(t->scratch, uint64_t, prog->inst_count + 1);
    play_blocks(t->scratch, &in, &t->play);
}

/* Cycles of one more block in the steady state: what a block takes at the
   rate at which instructions went while all slots were taken. */
static double block_cycles(const struct timing *t)
{
    const struct play_out *p = &t->play;
    double steps = (double)p->steps / t->block_count;

    if (t->block_count > t->plan->resident && p->full_steps > 0)
        return steps * (double)p->full_cycles / (double)p->full_steps;
    return (double)p->cycles / t->block_count;
}

static double dram_sectors(const struct timing *t)
{
    double seen = (double)t->mem.counts.dram_read, reads = t->loads;

    if (t->without[WHAT_IF_NO_CACHES])
        return seen * t->more_blocks * t->longer + t->stores * t->write_back;

    /* More than the footprint only where L2 had to fetch things again. */
    if (seen > (double)t->footprint.load_sectors * t->setup.l2_new * 1.1)
        reads = max_d(reads, seen * t->more_blocks * t->longer);
    return reads + t->stores * t->write_back;
}

/* Updates of one slice's busiest piece of memory, of all blocks: one after the
   other, however the blocks are spread. */
static double atomic_cycles(const struct timing *t)
{
    const struct card *c = t->plan->card;
    double most = 0;

    for (uint64_t i = 0; i < t->footprint.hot_capacity; i++) {
        const struct hot_chunk *h = &t->footprint.hot[i];
        double each = h->is_float ? c->atomic_float_cycles : c->atomic_cycles;

        if (h->used && (h->shared || t->setup.atomics_shared))
            most = max_d(most, (double)h->updates * each);
    }
    return most * t->more_blocks * t->longer;
}

static double launch_cycles(const struct timing *t)
{
    const struct card *c = t->plan->card;
    double cycles = (double)t->play.cycles;
    double missing = (double)t->plan->sm_blocks - t->block_count;
    double dram = dram_sectors(t) * 32 * t->setup.scatter /
                  (c->dram_bandwidth * c->dram_achievable) * c->clock_mhz /
                  1000;
    double dispatch = (double)t->plan->sm_blocks * c->block_dispatch_cycles;

    if (t->block_count && missing > 0)
        cycles += missing * block_cycles(t);
    dram = max_d(dram, atomic_cycles(t));
    return max_d(cycles * t->longer, max_d(dram, dispatch));
}

static double percent(double part, double whole)
{
    return whole > 0 ? min_d(100 * part / whole, 100) : 0;
}

static void speed_of_light(const struct timing *t, double cycles,
                           struct launch_time *out)
{
    const struct card *c = t->plan->card;
    double span = (double)t->play.cycles, slots = span * c->schedulers;
    double active = t->plan->active_sms / c->sm_count;
    double compute = (double)t->play.issue_cycles, memory, port;
    double dram = dram_sectors(t) * 32;

    for (int i = PIPE_INT; i <= PIPE_SFU; i++)
        compute = max_d(compute, (double)t->play.pipe_cycles[i]);
    port = (double)t->mem.counts.port_sectors * 32 /
           min_d(c->l2_port, c->l2_bandwidth / t->plan->active_sms);
    memory = max_d((double)t->mem.counts.lsu_cycles, port);
    out->compute_pct = percent(compute, slots) * active;
    out->memory_pct = percent(memory, span) * active;
    out->memory_pct =
        max_d(out->memory_pct,
              percent(dram, cycles / c->clock_mhz * 1000 * c->dram_bandwidth));
}

static void fill_states(const struct timing *t, struct launch_time *out)
{
    const struct play_out *p = &t->play;
    double sum = 0, span = 0;

    if (t->block_count)
        span = (double)p->block_end[t->block_count - 1];
    for (int i = 0; i < WARP_STATE_COUNT; i++)
        sum += (double)p->state_cycles[i];
    for (int i = 0; i < WARP_STATE_COUNT; i++)
        out->stall_pct[i] = percent((double)p->state_cycles[i], sum);
    out->occupancy_achieved_pct =
        percent(sum, span * t->plan->card->sm_warps_max);
    out->l1_hit_pct = percent((double)t->mem.counts.l1_hits,
                              (double)t->mem.counts.l1_sectors);
    out->l2_hit_pct = percent((double)t->mem.counts.l2_hits,
                              (double)t->mem.counts.l2_sectors);
}

/* Play it; the cycles of the launch. */
static double model(struct timing *t, struct rows *rows)
{
    const struct time_plan *p = t->plan;

    collect_blocks(t);
    t->uops = uops_new(t->scratch, p->card, p->launch.program);
    footprint_of(t->scratch, t->blocks, t->block_count, &t->uops,
                 &t->footprint);
    setup_memory(t);
    choose_rows(t, rows);
    play(t, rows);
    return launch_cycles(t) +
           p->card->kernel_min_ns * p->card->clock_mhz / 1000;
}

void time_launch(struct arena *a, const struct time_plan *p,
                 struct sim_result *r, struct launch_time *out)
{
    struct arena scratch = { 0 };
    struct timing t = { .scratch = &scratch, .plan = p, .result = r };
    struct rows rows = { .arena = a };

    *out = (struct launch_time){ .limiter = p->occupancy.limiter,
                                 .blocks_per_sm = p->occupancy.blocks_per_sm,
                                 .occupancy_theoretical_pct =
                                     p->occupancy.theoretical_pct };
    out->cycles = (uint64_t)(model(&t, &rows) + 0.5);
    out->time_us = (double)out->cycles / p->card->clock_mhz;
    out->dram_bytes = (uint64_t)(dram_sectors(&t) + 0.5) * 32;
    out->blocks_timed = (uint64_t)t.block_count;
    fill_states(&t, out);
    speed_of_light(&t, (double)out->cycles, out);
    rows_finish(&rows, t.play.cycles, out);
    for (int i = 0; i < r->inst_count; i++)
        r->insts[i].stall_cycles = t.stalls[r->insts[i].pc];
    arena_clear(&scratch);
}

/* The card as it would be without the cost. */
static void change_card(enum what_if w, struct card *c)
{
    const double enough = 1e6;

    if (w == WHAT_IF_BANDWIDTH) {
        c->dram_bandwidth *= enough;
        c->l2_bandwidth *= enough;
        c->l2_port *= enough;
        c->l2_partial_write *= enough;
        c->dram_busy_cycles = 0;
    } else if (w == WHAT_IF_FREE_LAUNCH) {
        c->kernel_min_ns = 0;
        c->block_dispatch_cycles = 0;
        c->block_start_cycles = 0;
    }
}

double time_what_if(const struct time_plan *p, const struct sim_result *r,
                    double now_us, enum what_if w)
{
    struct arena scratch = { 0 };
    struct card card = *p->card;
    struct time_plan plan = *p;
    struct timing t = { .scratch = &scratch, .plan = &plan, .result = r };
    struct rows rows = { .arena = &scratch };
    double us;

    t.without[w] = true;
    change_card(w, &card);
    plan.card = &card;
    if (w == WHAT_IF_ONE_BLOCK)
        plan.resident = 1;
    us = model(&t, &rows) / card.clock_mhz;
    arena_clear(&scratch);
    /* Other turns of the schedulers may make it a little slower: a cost that
       is not there costs nothing. */
    if (w != WHAT_IF_ONE_BLOCK && w != WHAT_IF_NO_CACHES)
        us = min_d(us, now_us);
    return max_d(us, 0.001); /* 0 would mean: not asked */
}
