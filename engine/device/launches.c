/* SPDX-License-Identifier: Apache-2.0 */
/* Launches: checked when they are asked for, run when their turn comes. */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "device/device.h"
#include "sim/sim.h"
#include "time/time.h"

enum {
    /* Counting the writes of each element takes twice this of the host. */
    TRACK_WRITES_MAX = 256 << 20
};

/* What a launch message says; false if it makes no sense. */
static bool read_launch(struct device *d, const struct bus_message *m,
                        uint64_t params_bytes, struct launch *l)
{
    uint64_t module = m->arg[0] >> 32, func = m->arg[0] & UINT32_MAX;
    const struct program *p;
    uint64_t threads;

    if (module >= (uint64_t)d->module_count || !d->modules[module]->ok)
        return false;
    p = &d->modules[module]->program;
    if (func >= (uint64_t)p->func_count || !p->funcs[func].is_entry ||
        (uint32_t)p->funcs[func].params_bytes != params_bytes)
        return false;
    *l = (struct launch){
        .program = p,
        .func = (int)func,
        .grid = { (uint32_t)m->arg[1], (uint32_t)(m->arg[1] >> 32),
                  (uint32_t)m->arg[2] },
        .block = { (uint32_t)(m->arg[2] >> 32), (uint32_t)m->arg[3],
                   (uint32_t)(m->arg[3] >> 32) },
        .params_bytes = (uint32_t)params_bytes,
        .dynamic_shared = (uint32_t)m->arg[4],
    };
    threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];
    return l->grid[0] && l->grid[1] && l->grid[2] && threads &&
           l->grid[0] <= INT32_MAX && l->grid[1] <= 65535 &&
           l->grid[2] <= 65535 && l->block[0] <= 1024 && l->block[1] <= 1024 &&
           l->block[2] <= 1024 && threads <= 1024 &&
           m->arg[4] <= (uint64_t)d->card.sm_shared_bytes;
}

static struct trace_launch describe(const struct device *d,
                                    const struct launch *l, const struct job *j,
                                    const struct sim_result *r, bool detail)
{
    const struct func *f = &l->program->funcs[l->func];
    struct trace_launch t = {
        .kernel = f->display,
        .shared_static = (uint32_t)f->shared_bytes,
        .shared_dynamic = l->dynamic_shared,
        .registers = f->registers,
        .stream = j->stream,
        .issue_ns = j->m.host_ns,
        .failed = !r->ok,
        .total = r->total,
        .max_writes_per_element = r->max_writes_per_element,
        .blocks_worked = r->blocks_worked,
        .sm_count = (uint32_t)d->card.sm_count,
    };

    t.warps = r->warps;
    t.hot = r->hot;
    memcpy(t.grid, l->grid, sizeof t.grid);
    memcpy(t.block, l->block, sizeof t.block);
    if (detail) {
        t.insts = r->insts;
        t.inst_count = r->inst_count;
        t.samples = r->samples;
        t.sample_count = r->sample_count;
    } else {
        t.warps.listed = NULL;
        t.warps.listed_count = 0;
    }
    return t;
}

/* Findings may outlive the launch's memory: copy what they point to. */
static void keep_findings(struct device *d, const struct sim_result *r,
                          int32_t launch)
{
    for (int i = 0; i < r->finding_count; i++) {
        struct finding f = r->findings[i];

        if (f.launch >= 0)
            f.launch = launch;
        if (f.detail)
            f.detail = arena_strdup(&d->arena, f.detail);
        if (f.near_name)
            f.near_name = arena_strdup(&d->arena, f.near_name);
        record_finding(d, &f);
    }
}

/* A cooperative launch: all its blocks are resident, and share two words, whose
   second one is their barrier. False if they do not fit on the card. */
static bool share_grid(struct device *d, struct launch *l)
{
    const uint64_t blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
    uint8_t *words;

    if (blocks > (uint64_t)l->resident_blocks)
        return false;
    if (!d->grid_workspace &&
        memory_alloc_symbol(d->memory, "grid workspace", 8, 8, false,
                            &d->grid_workspace) != MEMORY_OK)
        return false;
    words = memory_at(d->memory, d->grid_workspace, 8);
    if (words)
        memset(words, 0, 8);
    l->grid_workspace = d->grid_workspace;
    return words != NULL;
}

static void complete(struct device *d, const struct job *j,
                     const struct work *w, struct launch *l)
{
    const struct func *f = &l->program->funcs[l->func];
    const struct occupancy occ =
        occupancy_of(&d->card, (int)(l->block[0] * l->block[1] * l->block[2]),
                     f->registers, f->shared_bytes + (int)l->dynamic_shared);

    l->params = j->bytes;
    l->memory = d->memory;
    l->sm_count = (int)d->card.sm_count;
    l->resident_blocks = (int64_t)occ.blocks_per_sm * l->sm_count;
    l->clock_hz = (uint64_t)(d->card.clock_mhz * 1e6);
    l->start_ns = w->start_ns;
    l->inst_budget = d->options->budget;
    l->workers = d->options->workers;
    l->checks_off = d->options->checks_off;
    l->track_writes = d->options->track_writes &&
                      memory_usage(d->memory).used <= TRACK_WRITES_MAX;
    l->launch_index = d->trace.launch_count;
    if (d->options->gpus > 1)
        l->cards = 1u << j->gpu | d->peers[j->gpu];
}

/* Bytes of pinned memory that the kernel reached over the bus. */
static uint64_t over_the_bus(struct device *d, const struct footprint *f)
{
    uint64_t bytes = 0;

    for (int i = 0; i < f->count; i++) {
        const struct allocation *a = memory_find(d->memory, f->list[i].at);

        if (a && a->hosted && !a->managed)
            bytes += f->list[i].end - f->list[i].at;
    }
    return bytes;
}

/* What it touched: of the host's memory always, of all if streams may meet. */
static uint64_t look_at_footprint(struct device *d, struct job *j)
{
    struct footprint f = { 0 };
    uint64_t more;

    if (d->options->checks_off && !d->managed_count)
        return 0;
    if (meetings_matter(d))
        footprint_add(d->memory, MEMORY_GLOBAL, MEMORY_HOSTED, &f);
    /* The staging buffer, which is first there, is nobody's. */
    footprint_add(d->memory, d->stage + BUS_STAGE_BYTES,
                  MEMORY_GLOBAL + MEMORY_GLOBAL_BYTES, &f);
    more = managed_to_device(d, &f);
    more += time_bus_ns(&d->card, over_the_bus(d, &f));
    if (f.count && !d->options->checks_off)
        meeting_add(d, j, false, &f);
    free(f.list);
    return more;
}

static struct work_cost cost_of(const struct device *d,
                                const struct trace_launch *t)
{
    const double at_once = t->time.blocks_per_sm * (double)d->card.sm_count;
    const double blocks = (double)t->grid[0] * t->grid[1] * t->grid[2];
    double share = at_once > 0 ? blocks / at_once : 1;

    return (struct work_cost){
        .ns = (uint64_t)(t->time.time_us * 1000 + 0.5),
        .engine = ENGINE_NONE,
        .share = share > 1 ? 1 : share,
        .memory = t->time.memory_pct / 100,
    };
}

struct work_cost launch_start(struct device *d, struct job *j,
                              const struct work *w)
{
    struct arena scratch = { 0 }, *a;
    struct launch l;
    struct sim_result r;
    struct trace_launch t;
    struct time_plan *plan;
    struct work_cost cost = { .engine = ENGINE_NONE };
    bool detail;

    if (!read_launch(d, &j->m, j->size, &l)) {
        d->pending = ERROR_INVALID_FUNCTION;
        return cost;
    }
    complete(d, j, w, &l);
    if (j->m.arg[6] && !share_grid(d, &l)) {
        d->pending = ERROR_COOPERATIVE_TOO_LARGE;
        return cost;
    }
    detail = record_wants_detail(d, l.program->funcs[l.func].display, l.grid,
                                 l.block);
    a = detail ? &d->arena : &scratch;
    plan = time_plan_new(&d->card, &l);
    l.recorder = time_plan_recorder(plan);
    if (d->options->sampled)
        l.blocks_max = time_plan_sample(plan);
    sim_run(a, &l, &r);
    t = describe(d, &l, j, &r, detail);
    time_launch(a, plan, &r, &t.time);
    for (int i = 0; d->options->what_if && detail && i < WHAT_IF_COUNT; i++)
        t.time.what_if_us[i] =
            time_what_if(plan, &r, t.time.time_us, (enum what_if)i);
    if (!detail) {
        t.time.rows = NULL;
        t.time.row_count = 0;
    }
    if (detail)
        time_lanes(a, plan, &t.lanes);
    time_plan_free(plan);
    j->op = DEVICE_OP_KERNEL;
    t.start_ns = t.end_ns = w->start_ns;
    j->launch = record_launch(d, &t);
    cost = cost_of(d, &t);
    cost.ns += look_at_footprint(d, j);
    keep_findings(d, &r, j->launch);
    buf_add(&d->output, r.output, r.output_bytes);
    if (!d->pending)
        d->pending = r.error;
    arena_clear(&scratch);
    return cost;
}

int device_launch(struct device *d, const struct bus_message *m,
                  const uint8_t *params)
{
    struct device_stream *s = device_stream(d, m, m->arg[5]);
    struct launch l;
    struct job *j;

    if (!s)
        return ERROR_INVALID_HANDLE;
    if (!read_launch(d, m, m->bytes, &l))
        return ERROR_INVALID_FUNCTION;
    j = job_new(d, JOB_LAUNCH, m);
    j->size = m->bytes;
    j->bytes = malloc(j->size + 1);
    if (!j->bytes)
        DIE("out of memory");
    memcpy(j->bytes, params, j->size);
    stream_queue(d, s, j, d->host_ns + time_launch_latency_ns(&d->card));
    return 0;
}
