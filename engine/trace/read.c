/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "trace/chunks.h"
#include "trace/stream.h"
#include "trace/trace.h"

#define TRACE_BYTES_MAX ((size_t)4 << 30)

/* Least bytes that one record takes in a file. */
enum {
    INST_BYTES = 60,
    SAMPLE_BYTES = 280,
    ROW_BYTES = 12,
    STEP_BYTES = 16,
    SPAN_BYTES = 9,
    OP_BYTES = 37,
    CALL_BYTES = 25,
    SITE_BYTES = 40,
    FINDING_BYTES = 140
};

/* Counters of a warp that a file may say it has. */
enum { WARP_COUNTERS_MAX = 256, WHAT_IF_MAX = 256 };

static void get_counters(struct reader *r, struct counters *c)
{
#define COUNTER(name) c->name = get_u64(r);
#include "trace/counters.def"
#undef COUNTER
}

static void get_3(struct reader *r, uint32_t v[3])
{
    for (int i = 0; i < 3; i++)
        v[i] = get_u32(r);
}

/* A double that arithmetic can rely on. */
static double get_finite(struct reader *r)
{
    double v = get_f64(r);

    if (!isfinite(v)) {
        r->bad = true;
        return 0;
    }
    return v;
}

static int32_t get_i32(struct reader *r)
{
    return (int32_t)get_u32(r);
}

static const char *get_text(struct reader *r)
{
    const char *s = get_string(r);

    return s ? s : "";
}

static void get_inst(struct reader *r, struct inst_profile *p)
{
    p->pc = get_i32(r);
    p->line = get_i32(r);
    p->file = get_string(r);
    p->text = get_text(r);
    get_counters(r, &p->count);
    p->stall_cycles = get_u64(r);
}

static void get_sample(struct reader *r, struct request_sample *s)
{
    s->pc = get_i32(r);
    s->line = get_i32(r);
    s->file = get_string(r);
    s->text = get_text(r);
    get_3(r, s->block);
    s->warp = get_u32(r);
    s->active = get_u32(r);
    s->bytes = get_enum(r, 129);
    s->is_store = get_u8(r);
    s->is_shared = get_u8(r);
    for (int i = 0; i < 32; i++)
        s->address[i] = get_u64(r);
}

static void get_row(struct reader *r, struct warp_row *row)
{
    uint64_t end = 0;

    row->block = get_u32(r);
    row->warp = get_u32(r);
    row->span_count = get_count(r, SPAN_BYTES);
    row->spans = ARENA_NEW(r->arena, struct warp_span, (size_t)row->span_count);
    for (int i = 0; i < row->span_count; i++) {
        struct warp_span *s = &row->spans[i];

        s->start = get_u32(r);
        s->cycles = get_u32(r);
        s->state = get_u8(r);
        if (s->state >= WARP_STATE_COUNT || s->start < end)
            r->bad = true;
        end = (uint64_t)s->start + s->cycles;
    }
}

static void get_time(struct reader *r, struct launch_time *t)
{
    uint32_t states;

    t->cycles = get_u64(r);
    t->time_us = get_finite(r);
    t->occupancy_theoretical_pct = get_finite(r);
    t->occupancy_achieved_pct = get_finite(r);
    t->limiter = (enum limiter)get_enum(r, LIMIT_SHARED + 1);
    t->blocks_per_sm = get_i32(r);
    t->compute_pct = get_finite(r);
    t->memory_pct = get_finite(r);
    states = get_enum(r, WARP_STATE_COUNT + 1);
    for (uint32_t i = 0; i < states; i++)
        t->stall_pct[i] = get_finite(r);
    t->l1_hit_pct = get_finite(r);
    t->l2_hit_pct = get_finite(r);
    t->dram_bytes = get_u64(r);
    t->blocks_timed = get_u64(r);
    t->rows_cycles = get_u32(r);
    t->row_count = get_count(r, ROW_BYTES);
    t->rows = ARENA_NEW(r->arena, struct warp_row, (size_t)t->row_count);
    for (int i = 0; i < t->row_count && !r->bad; i++)
        get_row(r, &t->rows[i]);
}

static void get_path(struct reader *r, struct lane_path *p)
{
    p->block = get_u32(r);
    p->warp = get_u32(r);
    p->cut = get_u8(r);
    p->count = get_count(r, STEP_BYTES);
    p->steps = ARENA_NEW(r->arena, struct lane_step, (size_t)p->count);
    for (int i = 0; i < p->count && !r->bad; i++) {
        p->steps[i].file = get_string(r);
        p->steps[i].line = get_i32(r);
        p->steps[i].mask = get_u32(r);
        p->steps[i].count = get_u32(r);
    }
}

/* Counters of later versions are left out; ours that the file lacks are 0. */
static void get_warp(struct reader *r, uint32_t counters, struct warp_count *w)
{
    w->block = get_u64(r);
    w->warp = get_u32(r);
    for (uint32_t k = 0; k < counters && !r->bad; k++) {
        const uint64_t n = get_u64(r);

        if (k < WARP_COUNTERS)
            w->count[k] = n;
    }
}

static void get_warps(struct reader *r, struct warp_counts *w)
{
    uint32_t counters;

    w->warps = get_u64(r);
    counters = get_enum(r, WARP_COUNTERS_MAX);
    for (uint32_t k = 0; k < counters && !r->bad; k++) {
        const uint64_t least = get_u64(r), most = get_u64(r);
        const uint64_t total = get_u64(r);

        if (k >= WARP_COUNTERS)
            continue;
        w->least[k] = least;
        w->most[k] = most;
        w->total[k] = total;
    }
    w->listed_count = get_count(r, 12 + 8 * (int)counters);
    w->listed = ARENA_NEW(r->arena, struct warp_count, (size_t)w->listed_count);
    for (int i = 0; i < w->listed_count && !r->bad; i++)
        get_warp(r, counters, &w->listed[i]);
    if ((uint64_t)w->listed_count > w->warps)
        r->bad = true;
}

/* Those of later versions are left out. */
static void get_what_if(struct reader *r, struct launch_time *t)
{
    uint32_t n = get_enum(r, WHAT_IF_MAX);

    for (uint32_t i = 0; i < n && !r->bad; i++) {
        const double us = get_finite(r);

        if (i < WHAT_IF_COUNT)
            t->what_if_us[i] = us;
    }
}

static void get_launch(struct reader *r, struct trace_launch *l)
{
    l->kernel = get_text(r);
    get_3(r, l->grid);
    get_3(r, l->block);
    l->shared_static = get_u32(r);
    l->shared_dynamic = get_u32(r);
    l->registers = get_i32(r);
    l->stream = get_i32(r);
    l->issue_ns = get_u64(r);
    l->start_ns = get_u64(r);
    l->end_ns = get_u64(r);
    l->failed = get_u8(r);
    get_counters(r, &l->total);
    l->max_writes_per_element = get_u32(r);
    l->inst_count = get_count(r, INST_BYTES);
    l->insts = ARENA_NEW(r->arena, struct inst_profile, (size_t)l->inst_count);
    for (int i = 0; i < l->inst_count && !r->bad; i++)
        get_inst(r, &l->insts[i]);
    l->sample_count = get_count(r, SAMPLE_BYTES);
    l->samples =
        ARENA_NEW(r->arena, struct request_sample, (size_t)l->sample_count);
    for (int i = 0; i < l->sample_count && !r->bad; i++)
        get_sample(r, &l->samples[i]);
    get_time(r, &l->time);
    if (r->at == r->end) /* minor 0 */
        return;
    l->blocks_worked = get_u64(r);
    l->sm_count = get_u32(r);
    if (r->at == r->end) /* minor 1 */
        return;
    get_path(r, &l->lanes);
    if (r->at == r->end) /* minor 2 */
        return;
    get_warps(r, &l->warps);
    if (r->at == r->end) /* minor 3 */
        return;
    l->hot.pc = get_i32(r);
    l->hot.requests = get_u64(r);
    l->hot.all = get_u64(r);
    if (r->at == r->end) /* minor 4 */
        return;
    l->sum.launches = get_u64(r);
    l->sum.busy_ns = get_u64(r);
    l->sum.last_issue_ns = get_u64(r);
    l->sum.slowest_ns = get_u64(r);
    l->sum.slowest_start_ns = get_u64(r);
    if (r->at == r->end) /* minor 5 and 6 */
        return;
    get_what_if(r, &l->time);
}

static void get_place(struct reader *r, struct place *p)
{
    p->pc = get_i32(r);
    if (p->pc < -1) {
        p->site = -1 - p->pc;
        p->pc = -1;
    }
    get_3(r, p->thread);
    get_3(r, p->block);
    p->file = get_string(r);
    p->line = get_i32(r);
    p->access = (enum access)get_enum(r, ACCESS_ATOMIC + 1);
}

/* False for a finding of a later version, which is left out. */
static bool get_finding(struct reader *r, struct finding *f)
{
    const char *name = get_text(r);
    bool known = false;

    for (int i = 0; i < FINDING_COUNT && !known; i++)
        if (!strcmp(finding_table[i].text, name)) {
            f->id = (enum finding_id)i;
            known = true;
        }
    f->launch = get_i32(r);
    get_place(r, &f->at);
    get_place(r, &f->other);
    f->count = get_u64(r);
    f->address = get_u64(r);
    f->bytes = get_u32(r);
    f->lanes = get_u32(r);
    f->near_base = get_u64(r);
    f->near_bytes = get_u64(r);
    f->near_offset = (int64_t)get_u64(r);
    f->near_serial = get_i32(r);
    f->near_name = get_string(r);
    f->detail = get_string(r);
    f->limit = (int64_t)get_u64(r);
    f->value = (int64_t)get_u64(r);
    return known;
}

static void get_ops(struct reader *r, struct trace *t)
{
    t->op_count = get_count(r, OP_BYTES);
    t->ops = ARENA_NEW(r->arena, struct device_op, (size_t)t->op_count);
    for (int i = 0; i < t->op_count && !r->bad; i++) {
        struct device_op *o = &t->ops[i];

        o->kind = (enum op_kind)get_enum(r, DEVICE_OP_MEMSET + 1);
        o->stream = get_i32(r);
        o->start_ns = get_u64(r);
        o->end_ns = get_u64(r);
        o->bytes = get_u64(r);
        o->pageable = get_u8(r);
        o->launch = get_i32(r);
    }
}

static void get_calls(struct reader *r, struct trace *t)
{
    t->call_count = get_count(r, CALL_BYTES);
    t->calls = ARENA_NEW(r->arena, struct api_call, (size_t)t->call_count);
    for (int i = 0; i < t->call_count && !r->bad; i++) {
        struct api_call *c = &t->calls[i];

        c->name = get_text(r);
        c->start_ns = get_u64(r);
        c->end_ns = get_u64(r);
        c->error = get_i32(r);
        c->waits = get_u8(r);
    }
}

static void get_sites(struct reader *r, struct trace *t)
{
    t->site_count = get_count(r, SITE_BYTES);
    t->sites = ARENA_NEW(r->arena, struct call_site, (size_t)t->site_count);
    for (int i = 0; i < t->site_count && !r->bad; i++) {
        struct call_site *s = &t->sites[i];

        for (int k = 0; k < SITE_FRAMES; k++)
            s->pc[k] = get_u64(r);
        s->file = get_string(r);
        s->line = get_i32(r);
    }
    for (int i = 0; i < t->call_count && !r->bad; i++)
        t->calls[i].site = get_i32(r);
    t->allocation_count = get_count(r, 4);
    t->allocations = ARENA_NEW(r->arena, int32_t, (size_t)t->allocation_count);
    for (int i = 0; i < t->allocation_count && !r->bad; i++)
        t->allocations[i] = get_i32(r);
}

static void get_findings(struct reader *r, struct trace *t)
{
    int32_t n = get_count(r, FINDING_BYTES);

    t->findings = ARENA_NEW(r->arena, struct finding, (size_t)n);
    t->finding_count = 0;
    for (int i = 0; i < n && !r->bad; i++) {
        struct finding f = { 0 };

        if (get_finding(r, &f))
            t->findings[t->finding_count++] = f;
    }
}

static void get_run(struct reader *r, struct trace *t)
{
    t->card = get_text(r);
    t->end_ns = get_u64(r);
    t->complete = get_u8(r);
    t->peak_device_bytes = get_u64(r);
    if (r->at == r->end) /* minor 4 */
        return;
    t->calls_left_out = get_u64(r);
    t->waits_left_out = get_u64(r);
    t->findings_left_out = get_u64(r);
    if (r->at == r->end) /* minor 5 */
        return;
    t->measured = get_u8(r);
}

/* What a chunk's list has room for. */
struct capacity {
    int launches, downloads;
};

static void get_chunk(struct reader *r, uint32_t kind, struct trace *t,
                      struct capacity *cap)
{
    struct trace_launch l = { 0 };
    struct download d = { 0 };

    switch (kind) {
    case CHUNK_RUN:
        get_run(r, t);
        break;
    case CHUNK_LAUNCH:
        get_launch(r, &l);
        ARENA_PUSH(r->arena, t->launches, t->launch_count, cap->launches, l);
        break;
    case CHUNK_OPS:
        get_ops(r, t);
        break;
    case CHUNK_CALLS:
        get_calls(r, t);
        break;
    case CHUNK_SITES:
        get_sites(r, t);
        break;
    case CHUNK_FINDINGS:
        get_findings(r, t);
        break;
    case CHUNK_DOWNLOAD:
        d.host = get_u64(r);
        d.from_kernel = get_u8(r);
        d.data = get_bytes(r, &d.bytes);
        ARENA_PUSH(r->arena, t->downloads, t->download_count, cap->downloads,
                   d);
        break;
    default: /* of a later minor version */
        break;
    }
}

/* An index into the launches, or -1. */
static bool is_launch(const struct trace *t, int32_t launch)
{
    return launch >= -1 && launch < t->launch_count;
}

static bool is_site(const struct trace *t, int32_t site)
{
    return site >= 0 && site <= t->site_count;
}

static bool indices_fit(const struct trace *t)
{
    for (int i = 0; i < t->call_count; i++)
        if (!is_site(t, t->calls[i].site))
            return false;
    for (int i = 0; i < t->finding_count; i++)
        if (!is_site(t, t->findings[i].at.site) ||
            !is_site(t, t->findings[i].other.site))
            return false;
    for (int i = 0; i < t->op_count; i++)
        if (!is_launch(t, t->ops[i].launch))
            return false;
    for (int i = 0; i < t->finding_count; i++)
        if (!is_launch(t, t->findings[i].launch))
            return false;
    return true;
}

static bool read_chunks(struct reader *r, const char *path, struct trace *out,
                        struct diags *ds)
{
    struct capacity cap = { 0 };

    for (;;) {
        uint32_t kind = get_u32(r);
        uint64_t bytes = get_u64(r);
        struct reader part = *r;

        if (r->bad || bytes > (uint64_t)(r->end - r->at))
            return diag_fail(ds, "the trace '%s' was cut short", path);
        if (kind == CHUNK_END)
            break;
        part.end = r->at + bytes;
        get_chunk(&part, kind, out, &cap);
        if (part.bad)
            return diag_fail(ds, "the trace '%s' is damaged (chunk %u)", path,
                             (unsigned)kind);
        r->at += bytes;
    }
    if (!indices_fit(out))
        return diag_fail(ds, "the trace '%s' is damaged (launch numbers)",
                         path);
    return true;
}

static void name_place(const struct trace *t, struct place *p)
{
    const struct call_site *s =
        p->site > 0 && p->site <= t->site_count ? &t->sites[p->site - 1] : NULL;

    if (s && s->file && !p->line) {
        p->file = s->file;
        p->line = s->line;
    }
}

void trace_name_places(struct trace *t)
{
    for (int i = 0; i < t->finding_count; i++) {
        struct finding *f = &t->findings[i];
        const int32_t site =
            f->near_serial > 0 && f->near_serial <= t->allocation_count
                ? t->allocations[f->near_serial - 1]
                : 0;

        name_place(t, &f->at);
        name_place(t, &f->other);
        if (site > 0 && site <= t->site_count) {
            f->near_file = t->sites[site - 1].file;
            f->near_line = t->sites[site - 1].line;
        }
    }
}

bool trace_parse(struct arena *a, struct text bytes, const char *path,
                 struct trace *out, struct diags *ds)
{
    struct reader r = { (const unsigned char *)bytes.at,
                        (const unsigned char *)bytes.at + bytes.size, a,
                        false };
    uint32_t major;

    *out = (struct trace){ .card = "" };
    if (bytes.size < TRACE_MAGIC_BYTES ||
        memcmp(bytes.at, TRACE_MAGIC, TRACE_MAGIC_BYTES))
        return diag_fail(ds, "'%s' is no trace", path);
    r.at += TRACE_MAGIC_BYTES;
    major = get_u32(&r);
    get_u32(&r);
    if (r.bad)
        return diag_fail(ds, "the trace '%s' was cut short", path);
    if (major != TRACE_MAJOR)
        return diag_fail(ds, "the trace '%s' has version %u; this lab reads %d",
                         path, (unsigned)major, TRACE_MAJOR);
    if (!read_chunks(&r, path, out, ds))
        return false;
    trace_name_places(out);
    return true;
}

bool trace_read(struct arena *a, const char *path, struct trace *out,
                struct diags *ds)
{
    struct text bytes;

    *out = (struct trace){ .card = "" };
    return file_read(a, path, TRACE_BYTES_MAX, &bytes, ds) &&
           trace_parse(a, bytes, path, out, ds);
}
