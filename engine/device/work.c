/* SPDX-License-Identifier: Apache-2.0 */
/* Work on streams: launches, copies, memset, each with its virtual time. */
#include <string.h>

#include "device/device.h"
#include "sim/sim.h"
#include "time/time.h"

enum {
    INVALID_VALUE = 1,
    INVALID_FUNCTION = 98,
    COOPERATIVE_TOO_LARGE = 720,
    INVALID_HANDLE = 400,
    DOWNLOADS_MAX = 256 << 20,
    /* Counting the writes of each element takes twice this of the host. */
    TRACK_WRITES_MAX = 256 << 20
};

struct device_stream *device_stream(struct device *d, uint64_t handle)
{
    /* 0, 1 (legacy) and 2 (per thread) are the default stream. */
    if (handle <= 2)
        return &d->streams[0];
    if (handle - 2 >= (uint64_t)d->stream_count || !d->streams[handle - 2].used)
        return NULL;
    return &d->streams[handle - 2];
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The default stream waits for all others, and they for it. */
static uint64_t stream_ready(struct device *d, struct device_stream *s)
{
    uint64_t ready = s->end_ns;

    if (s == &d->streams[0])
        for (int i = 0; i < d->stream_count; i++)
            ready = later(ready, d->streams[i].end_ns);
    return later(ready, d->streams[0].end_ns);
}

static void report_overrun(struct device *d, uint64_t address, uint64_t bytes,
                           bool write)
{
    const struct allocation *a = memory_nearest(d->memory, address);
    struct finding f = {
        .id = FINDING_COPY_OVERRUN,
        .launch = -1,
        .count = 1,
        .address = address,
        .at = { .pc = -1, .access = write ? ACCESS_WRITE : ACCESS_READ },
        .other = { .pc = -1 },
        .value = (int64_t)bytes,
    };

    if (a) {
        f.near_base = a->base;
        f.near_bytes = a->bytes;
        f.near_offset = (int64_t)(address - a->base);
        f.near_serial = a->serial;
        f.near_name = a->name;
        f.limit = (int64_t)a->bytes;
    }
    record_finding(d, &f);
}

/* The whole range of a copy must lie in one allocation. */
static uint8_t *range(struct device *d, uint64_t address, uint64_t bytes,
                      bool write)
{
    uint8_t *p = memory_at(d->memory, address, bytes);

    if (!p)
        report_overrun(d, address, bytes, write);
    return p;
}

/* Time of a copy, once for all its parts. */
static void time_copy(struct device *d, const struct bus_message *m,
                      enum op_kind kind, struct device_stream *s)
{
    bool pageable = !(m->arg[3] & BUS_COPY_PINNED) && kind != DEVICE_OP_D2D;
    uint64_t total = kind == DEVICE_OP_D2D ? m->arg[2] : m->arg[1];
    struct device_op op = {
        .kind = kind,
        .stream = (int32_t)(s - d->streams),
        .bytes = total,
        .pageable = pageable,
        .launch = -1,
    };

    if (kind != DEVICE_OP_D2D && !(m->arg[3] & BUS_COPY_FIRST))
        return;
    op.start_ns = later(d->host_ns, stream_ready(d, s));
    /* A copy engine moves one copy at a time, whatever their streams. */
    op.start_ns = later(op.start_ns, d->engine_end_ns[kind]);
    op.end_ns = op.start_ns + time_copy_ns(&d->card, kind, total, pageable);
    d->engine_end_ns[kind] = op.end_ns;
    s->end_ns = op.end_ns;
    if (kind != DEVICE_OP_D2D && (pageable || !(m->arg[3] & BUS_COPY_ASYNC)))
        d->host_ns = op.end_ns;
    record_op(d, op);
}

int device_copy_in(struct device *d, const struct bus_message *m,
                   const uint8_t *bytes)
{
    struct device_stream *s = device_stream(d, m->arg[4]);
    uint64_t whole = m->arg[3] & BUS_COPY_FIRST ? m->arg[1] : m->bytes;
    uint8_t *to;

    if (!s)
        return INVALID_HANDLE;
    if (!range(d, m->arg[0], whole, true))
        return INVALID_VALUE;
    to = memory_at(d->memory, m->arg[0], m->bytes);
    if (!to)
        return INVALID_VALUE;
    memcpy(to, bytes, m->bytes);
    memory_mark(d->memory, m->arg[0], m->bytes, false);
    time_copy(d, m, DEVICE_OP_H2D, s);
    return 0;
}

static void keep_download(struct device *d, const struct bus_message *m,
                          const uint8_t *from, uint64_t bytes)
{
    struct download dl = { .host = m->arg[5], .bytes = bytes };

    if (!d->options->downloads || d->download_bytes + bytes > DOWNLOADS_MAX)
        return;
    d->download_bytes += bytes;
    dl.from_kernel = memory_all_from_kernel(d->memory, m->arg[0], bytes);
    dl.data =
        (const uint8_t *)arena_strndup(&d->arena, (const char *)from, bytes);
    ARENA_PUSH(&d->arena, d->trace.downloads, d->trace.download_count,
               d->download_capacity, dl);
}

int device_copy_out(struct device *d, const struct bus_message *m,
                    struct buf *out)
{
    struct device_stream *s = device_stream(d, m->arg[4]);
    uint64_t bytes = m->arg[2];
    uint64_t whole = m->arg[3] & BUS_COPY_FIRST ? m->arg[1] : bytes;
    const uint8_t *from;

    if (!s)
        return INVALID_HANDLE;
    if (bytes > BUS_COPY_MAX || !range(d, m->arg[0], whole, false))
        return INVALID_VALUE;
    from = memory_at(d->memory, m->arg[0], bytes);
    if (!from)
        return INVALID_VALUE;
    buf_add(out, from, bytes);
    keep_download(d, m, from, bytes);
    time_copy(d, m, DEVICE_OP_D2H, s);
    return 0;
}

int device_copy_device(struct device *d, const struct bus_message *m)
{
    struct device_stream *s = device_stream(d, m->arg[4]);
    uint64_t bytes = m->arg[2];
    uint8_t *to;
    const uint8_t *from;

    if (!s)
        return INVALID_HANDLE;
    to = range(d, m->arg[0], bytes, true);
    from = range(d, m->arg[1], bytes, false);
    if (!to || !from)
        return INVALID_VALUE;
    memmove(to, from, bytes);
    memory_copy_marks(d->memory, m->arg[0], m->arg[1], bytes);
    time_copy(d, m, DEVICE_OP_D2D, s);
    return 0;
}

int device_memset(struct device *d, const struct bus_message *m)
{
    struct device_stream *s = device_stream(d, m->arg[4]);
    uint64_t bytes = m->arg[2];
    struct device_op op = { .kind = DEVICE_OP_MEMSET,
                            .bytes = bytes,
                            .launch = -1 };
    uint8_t *to;

    if (!s)
        return INVALID_HANDLE;
    to = range(d, m->arg[0], bytes, true);
    if (!to)
        return INVALID_VALUE;
    memset(to, (int)m->arg[1], bytes);
    memory_mark(d->memory, m->arg[0], bytes, false);
    op.stream = (int32_t)(s - d->streams);
    op.start_ns = later(d->host_ns, stream_ready(d, s));
    op.end_ns = op.start_ns + time_memset_ns(&d->card, bytes);
    s->end_ns = op.end_ns;
    record_op(d, op);
    return 0;
}

/* What a launch message says; false if it makes no sense. */
static bool read_launch(struct device *d, const struct bus_message *m,
                        struct launch *l)
{
    uint64_t module = m->arg[0] >> 32, func = m->arg[0] & UINT32_MAX;
    const struct program *p;
    uint64_t threads;

    if (module >= (uint64_t)d->module_count || !d->modules[module]->ok)
        return false;
    p = &d->modules[module]->program;
    if (func >= (uint64_t)p->func_count || !p->funcs[func].is_entry ||
        (uint32_t)p->funcs[func].params_bytes != m->bytes)
        return false;
    *l = (struct launch){
        .program = p,
        .func = (int)func,
        .grid = { (uint32_t)m->arg[1], (uint32_t)(m->arg[1] >> 32),
                  (uint32_t)m->arg[2] },
        .block = { (uint32_t)(m->arg[2] >> 32), (uint32_t)m->arg[3],
                   (uint32_t)(m->arg[3] >> 32) },
        .params_bytes = m->bytes,
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
                                    const struct launch *l,
                                    const struct sim_result *r, bool detail)
{
    const struct func *f = &l->program->funcs[l->func];
    struct trace_launch t = {
        .kernel = f->display,
        .shared_static = (uint32_t)f->shared_bytes,
        .shared_dynamic = l->dynamic_shared,
        .registers = f->registers,
        .issue_ns = d->host_ns,
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
static void keep_findings(struct device *d, const struct sim_result *r)
{
    for (int i = 0; i < r->finding_count; i++) {
        struct finding f = r->findings[i];

        if (f.detail)
            f.detail = arena_strdup(&d->arena, f.detail);
        if (f.near_name)
            f.near_name = arena_strdup(&d->arena, f.near_name);
        record_finding(d, &f);
    }
}

static void schedule(struct device *d, struct trace_launch *t,
                     struct device_stream *s, uint64_t ns)
{
    struct device_op op = { .kind = DEVICE_OP_KERNEL,
                            .launch = d->trace.launch_count };

    op.stream = t->stream = (int32_t)(s - d->streams);
    op.start_ns = later(d->host_ns + time_launch_latency_ns(&d->card),
                        stream_ready(d, s));
    op.end_ns = op.start_ns + ns;
    s->end_ns = op.end_ns;
    t->start_ns = op.start_ns;
    t->end_ns = op.end_ns;
    record_op(d, op);
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

int device_launch(struct device *d, const struct bus_message *m,
                  const uint8_t *params)
{
    struct device_stream *s = device_stream(d, m->arg[5]);
    struct arena scratch = { 0 }, *a;
    struct launch l;
    struct sim_result r;
    struct trace_launch t;
    struct time_plan *plan;
    struct occupancy occ;
    const struct func *f;
    bool detail;

    if (!s)
        return INVALID_HANDLE;
    if (!read_launch(d, m, &l))
        return INVALID_FUNCTION;
    f = &l.program->funcs[l.func];
    detail = record_wants_detail(d, f->display, l.grid, l.block);
    a = detail ? &d->arena : &scratch;
    occ = occupancy_of(&d->card, (int)(l.block[0] * l.block[1] * l.block[2]),
                       f->registers, f->shared_bytes + (int)l.dynamic_shared);
    l.params = params;
    l.memory = d->memory;
    l.sm_count = (int)d->card.sm_count;
    l.resident_blocks = (int64_t)occ.blocks_per_sm * l.sm_count;
    l.clock_hz = (uint64_t)(d->card.clock_mhz * 1e6);
    l.start_ns = d->host_ns;
    l.inst_budget = d->options->budget;
    l.workers = d->options->workers;
    l.checks_off = d->options->checks_off;
    l.track_writes = d->options->track_writes &&
                     memory_usage(d->memory).used <= TRACK_WRITES_MAX;
    l.launch_index = d->trace.launch_count;
    if (m->arg[6] && !share_grid(d, &l))
        return COOPERATIVE_TOO_LARGE;
    plan = time_plan_new(&d->card, &l);
    l.recorder = time_plan_recorder(plan);
    if (d->options->sampled)
        l.blocks_max = time_plan_sample(plan);
    sim_run(a, &l, &r);
    t = describe(d, &l, &r, detail);
    time_launch(a, plan, &r, &t.time);
    if (!detail) {
        t.time.rows = NULL;
        t.time.row_count = 0;
    }
    if (detail)
        time_lanes(a, plan, &t.lanes);
    time_plan_free(plan);
    schedule(d, &t, s, (uint64_t)(t.time.time_us * 1000 + 0.5));
    ARENA_PUSH(&d->arena, d->trace.launches, d->trace.launch_count,
               d->launch_capacity, t);
    keep_findings(d, &r);
    buf_add(&d->output, r.output, r.output_bytes);
    if (!d->pending)
        d->pending = r.error;
    arena_clear(&scratch);
    return 0;
}
