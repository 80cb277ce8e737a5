/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/diag.h"
#include "base/file.h"
#include "trace/chunks.h"
#include "trace/stream.h"
#include "trace/trace.h"

static void put_counters(struct buf *b, const struct counters *c)
{
#define COUNTER(name) put_u64(b, c->name);
#include "trace/counters.def"
#undef COUNTER
}

static void put_3(struct buf *b, const uint32_t v[3])
{
    for (int i = 0; i < 3; i++)
        put_u32(b, v[i]);
}

static void put_inst(struct buf *b, const struct inst_profile *p)
{
    put_u32(b, (uint32_t)p->pc);
    put_u32(b, (uint32_t)p->line);
    put_string(b, p->file);
    put_string(b, p->text);
    put_counters(b, &p->count);
    put_u64(b, p->stall_cycles);
}

static void put_sample(struct buf *b, const struct request_sample *s)
{
    put_u32(b, (uint32_t)s->pc);
    put_u32(b, (uint32_t)s->line);
    put_string(b, s->file);
    put_string(b, s->text);
    put_3(b, s->block);
    put_u32(b, s->warp);
    put_u32(b, s->active);
    put_u32(b, s->bytes);
    put_u8(b, s->is_store);
    put_u8(b, s->is_shared);
    for (int i = 0; i < 32; i++)
        put_u64(b, s->address[i]);
}

static void put_row(struct buf *b, const struct warp_row *row)
{
    put_u32(b, row->block);
    put_u32(b, row->warp);
    put_u32(b, (uint32_t)row->span_count);
    for (int i = 0; i < row->span_count; i++) {
        put_u32(b, row->spans[i].start);
        put_u32(b, row->spans[i].cycles);
        put_u8(b, row->spans[i].state);
    }
}

static void put_time(struct buf *b, const struct launch_time *t)
{
    put_u64(b, t->cycles);
    put_f64(b, t->time_us);
    put_f64(b, t->occupancy_theoretical_pct);
    put_f64(b, t->occupancy_achieved_pct);
    put_u32(b, t->limiter);
    put_u32(b, (uint32_t)t->blocks_per_sm);
    put_f64(b, t->compute_pct);
    put_f64(b, t->memory_pct);
    put_u32(b, WARP_STATE_COUNT);
    for (int i = 0; i < WARP_STATE_COUNT; i++)
        put_f64(b, t->stall_pct[i]);
    put_f64(b, t->l1_hit_pct);
    put_f64(b, t->l2_hit_pct);
    put_u64(b, t->dram_bytes);
    put_u64(b, t->blocks_timed);
    put_u32(b, t->rows_cycles);
    put_u32(b, (uint32_t)t->row_count);
    for (int i = 0; i < t->row_count; i++)
        put_row(b, &t->rows[i]);
}

static void put_path(struct buf *b, const struct lane_path *p)
{
    put_u32(b, p->block);
    put_u32(b, p->warp);
    put_u8(b, p->cut);
    put_u32(b, (uint32_t)p->count);
    for (int i = 0; i < p->count; i++) {
        put_string(b, p->steps[i].file);
        put_u32(b, (uint32_t)p->steps[i].line);
        put_u32(b, p->steps[i].mask);
        put_u32(b, p->steps[i].count);
    }
}

static void put_warps(struct buf *b, const struct warp_counts *w)
{
    put_u64(b, w->warps);
    put_u32(b, WARP_COUNTERS);
    for (int i = 0; i < WARP_COUNTERS; i++) {
        put_u64(b, w->least[i]);
        put_u64(b, w->most[i]);
        put_u64(b, w->total[i]);
    }
    put_u32(b, (uint32_t)w->listed_count);
    for (int i = 0; i < w->listed_count; i++) {
        put_u64(b, w->listed[i].block);
        put_u32(b, w->listed[i].warp);
        for (int k = 0; k < WARP_COUNTERS; k++)
            put_u64(b, w->listed[i].count[k]);
    }
}

static void put_launch(struct buf *b, const struct trace_launch *l)
{
    put_string(b, l->kernel);
    put_3(b, l->grid);
    put_3(b, l->block);
    put_u32(b, l->shared_static);
    put_u32(b, l->shared_dynamic);
    put_u32(b, (uint32_t)l->registers);
    put_u32(b, (uint32_t)l->stream);
    put_u64(b, l->issue_ns);
    put_u64(b, l->start_ns);
    put_u64(b, l->end_ns);
    put_u8(b, l->failed);
    put_counters(b, &l->total);
    put_u32(b, l->max_writes_per_element);
    put_u32(b, (uint32_t)l->inst_count);
    for (int i = 0; i < l->inst_count; i++)
        put_inst(b, &l->insts[i]);
    put_u32(b, (uint32_t)l->sample_count);
    for (int i = 0; i < l->sample_count; i++)
        put_sample(b, &l->samples[i]);
    put_time(b, &l->time);
    put_u64(b, l->blocks_worked); /* minor 1 */
    put_u32(b, l->sm_count);
    put_path(b, &l->lanes);          /* minor 2 */
    put_warps(b, &l->warps);         /* minor 3 */
    put_u32(b, (uint32_t)l->hot.pc); /* minor 4 */
    put_u64(b, l->hot.requests);
    put_u64(b, l->hot.all);
    put_u64(b, l->sum.launches); /* minor 5 */
    put_u64(b, l->sum.busy_ns);
    put_u64(b, l->sum.last_issue_ns);
    put_u64(b, l->sum.slowest_ns);
    put_u64(b, l->sum.slowest_start_ns);
    put_u32(b, WHAT_IF_COUNT); /* minor 7 */
    for (int i = 0; i < WHAT_IF_COUNT; i++)
        put_f64(b, l->time.what_if_us[i]);
}

static void put_place(struct buf *b, const struct place *p)
{
    /* A place of the host has a site, and no pc. */
    put_u32(b, (uint32_t)(p->site ? -1 - p->site : p->pc));
    put_3(b, p->thread);
    put_3(b, p->block);
    put_string(b, p->file);
    put_u32(b, (uint32_t)p->line);
    put_u32(b, p->access);
}

static void put_finding(struct buf *b, const struct finding *f)
{
    /* By name, so that a new finding does not renumber old files. */
    put_string(b, finding_table[f->id].text);
    put_u32(b, (uint32_t)f->launch);
    put_place(b, &f->at);
    put_place(b, &f->other);
    put_u64(b, f->count);
    put_u64(b, f->address);
    put_u32(b, f->bytes);
    put_u32(b, f->lanes);
    put_u64(b, f->near_base);
    put_u64(b, f->near_bytes);
    put_u64(b, (uint64_t)f->near_offset);
    put_u32(b, (uint32_t)f->near_serial);
    put_string(b, f->near_name);
    put_string(b, f->detail);
    put_u64(b, (uint64_t)f->limit);
    put_u64(b, (uint64_t)f->value);
}

static void put_op(struct buf *b, const struct device_op *o)
{
    put_u32(b, o->kind);
    put_u32(b, (uint32_t)o->stream);
    put_u64(b, o->start_ns);
    put_u64(b, o->end_ns);
    put_u64(b, o->bytes);
    put_u8(b, o->pageable);
    put_u32(b, (uint32_t)o->launch);
}

static void put_call(struct buf *b, const struct api_call *c)
{
    put_string(b, c->name);
    put_u64(b, c->start_ns);
    put_u64(b, c->end_ns);
    put_u32(b, (uint32_t)c->error);
    put_u8(b, c->waits);
}

/* Sites, and which one each call has. */
static void put_sites(struct buf *b, const struct trace *t)
{
    put_u32(b, (uint32_t)t->site_count);
    for (int i = 0; i < t->site_count; i++) {
        for (int k = 0; k < SITE_FRAMES; k++)
            put_u64(b, t->sites[i].pc[k]);
        put_string(b, t->sites[i].file);
        put_u32(b, (uint32_t)t->sites[i].line);
    }
    for (int i = 0; i < t->call_count; i++)
        put_u32(b, (uint32_t)t->calls[i].site);
    put_u32(b, (uint32_t)t->allocation_count);
    for (int i = 0; i < t->allocation_count; i++)
        put_u32(b, (uint32_t)t->allocations[i]);
}

static void put_run(struct buf *b, const struct trace *t)
{
    put_string(b, t->card);
    put_u64(b, t->end_ns);
    put_u8(b, t->complete);
    put_u64(b, t->peak_device_bytes);
    put_u64(b, t->calls_left_out); /* minor 5 */
    put_u64(b, t->waits_left_out);
    put_u64(b, t->findings_left_out);
    put_u8(b, t->measured); /* minor 6 */
}

/* Close a chunk that began at offset `at`: fill in its size. */
static void end_chunk(struct buf *b, size_t at)
{
    uint64_t bytes = b->size - at - 12;

    for (int i = 0; i < 8; i++)
        b->at[at + 4 + (size_t)i] = (char)(bytes >> 8 * i);
}

static size_t begin_chunk(struct buf *b, enum chunk kind)
{
    size_t at = b->size;

    put_u32(b, kind);
    put_u64(b, 0);
    return at;
}

static void put_trace(struct buf *b, const struct trace *t)
{
    size_t at = begin_chunk(b, CHUNK_RUN);

    put_run(b, t);
    end_chunk(b, at);
    for (int i = 0; i < t->launch_count; i++) {
        at = begin_chunk(b, CHUNK_LAUNCH);
        put_launch(b, &t->launches[i]);
        end_chunk(b, at);
    }
    at = begin_chunk(b, CHUNK_OPS);
    put_u32(b, (uint32_t)t->op_count);
    for (int i = 0; i < t->op_count; i++)
        put_op(b, &t->ops[i]);
    end_chunk(b, at);
    at = begin_chunk(b, CHUNK_CALLS);
    put_u32(b, (uint32_t)t->call_count);
    for (int i = 0; i < t->call_count; i++)
        put_call(b, &t->calls[i]);
    end_chunk(b, at);
    at = begin_chunk(b, CHUNK_SITES); /* minor 3 */
    put_sites(b, t);
    end_chunk(b, at);
    at = begin_chunk(b, CHUNK_FINDINGS);
    put_u32(b, (uint32_t)t->finding_count);
    for (int i = 0; i < t->finding_count; i++)
        put_finding(b, &t->findings[i]);
    end_chunk(b, at);
    for (int i = 0; i < t->download_count; i++) {
        const struct download *d = &t->downloads[i];

        at = begin_chunk(b, CHUNK_DOWNLOAD);
        put_u64(b, d->host);
        put_u8(b, d->from_kernel);
        put_bytes(b, d->data, (uint32_t)d->bytes);
        end_chunk(b, at);
    }
    end_chunk(b, begin_chunk(b, CHUNK_END));
}

bool trace_write(const char *path, const struct trace *t, struct diags *ds)
{
    struct buf b = { 0 };
    bool ok;

    buf_add(&b, TRACE_MAGIC, TRACE_MAGIC_BYTES);
    put_u32(&b, TRACE_MAJOR);
    put_u32(&b, TRACE_MINOR);
    put_trace(&b, t);
    ok = file_write(path, (struct text){ b.at, b.size }, ds);
    buf_release(&b);
    return ok;
}
