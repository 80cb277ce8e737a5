/* SPDX-License-Identifier: Apache-2.0 */
/* What a worker gathered, as the launch's result. */
#include <stdlib.h>

#include "sim/claims.h"

/* Counters of one static instruction, by what it is. */
static struct counters counters_of(const struct inst *in, const struct tally *t)
{
    struct counters c = { .inst = t->inst, .thread_inst = t->thread_inst };

    switch (inst_class(in)) {
    case CLASS_FP32:
        c.fp32 = t->thread_inst;
        break;
    case CLASS_FP64:
        c.fp64 = t->thread_inst;
        break;
    case CLASS_INT:
        c.integer = t->thread_inst;
        break;
    case CLASS_MEM:
        c.mem = t->thread_inst;
        break;
    case CLASS_CONTROL:
        c.control = t->thread_inst;
        break;
    case CLASS_FP16:
    case CLASS_OTHER:
        c.other = t->thread_inst;
        break;
    }
    if (in->op == OP_BRA || in->op == OP_BRX)
        c.branches = t->inst;
    c.divergent = t->divergent;
    c.atomic_conflicts = t->conflicts;
    if (in->op == OP_BAR || in->op == OP_BARRIER)
        c.barriers = in->sub == SUB_WARP ? 0 : t->inst;
    c.shared_atomics = t->shared_atomics;
    c.global_atomics = t->global_atomics;
    c.local_bytes = t->local;
    c.shared_requests = t->shared_requests;
    c.shared_wavefronts = t->wavefronts;
    c.shared_ideal = t->wavefronts_ideal;
    c.shared_conflicts = t->wavefronts - t->wavefronts_ideal;
    if (in->op == OP_ST) {
        c.store_requests = t->requests;
        c.store_sectors = t->sectors;
        c.store_sectors_ideal = t->ideal;
        c.store_bytes = t->bytes;
    } else {
        c.load_requests = t->requests;
        c.load_sectors = t->sectors;
        c.load_sectors_ideal = t->ideal;
        c.load_bytes = t->bytes;
    }
    return c;
}

static void add_counters(struct counters *sum, const struct counters *c)
{
#define COUNTER(name) sum->name += c->name;
#include "trace/counters.def"
#undef COUNTER
}

static void fill_function(struct arena *a, const struct worker *x,
                          const struct func *f, struct sim_result *out,
                          int *capacity)
{
    const struct program *p = x->p;

    for (int pc = f->first; pc < f->end; pc++) {
        const struct inst *in = &p->insts[pc];
        struct inst_profile row = { .pc = pc,
                                    .line = in->line,
                                    .text = in->text };

        if (!x->tally[pc].inst)
            continue;
        row.file = in->file >= 0 && in->file < p->file_count
                       ? p->files[in->file]
                       : NULL;
        row.count = counters_of(in, &x->tally[pc]);
        add_counters(&out->total, &row.count);
        ARENA_PUSH(a, out->insts, out->inst_count, *capacity, row);
    }
}

static int by_inst(const void *a, const void *b)
{
    const struct inst_profile *x = a, *y = b;

    return (x->pc > y->pc) - (x->pc < y->pc);
}

static void fill_profile(struct arena *a, const struct worker *x,
                         struct sim_result *out)
{
    int capacity = 0;

    for (int i = 0; i < x->p->func_count; i++)
        if (x->s->reached[i] && !x->p->funcs[i].is_extern)
            fill_function(a, x, &x->p->funcs[i], out, &capacity);
    if (out->inst_count)
        qsort(out->insts, (size_t)out->inst_count, sizeof *out->insts, by_inst);
}

static int by_place(const void *a, const void *b)
{
    const struct finding *x = a, *y = b;

    if (x->at.pc != y->at.pc)
        return x->at.pc < y->at.pc ? -1 : 1;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return (x->other.pc > y->other.pc) - (x->other.pc < y->other.pc);
}

static int by_pc(const void *a, const void *b)
{
    const struct request_sample *x = a, *y = b;

    return (x->pc > y->pc) - (x->pc < y->pc);
}

/* A read that races with the write it should have waited for also finds fresh
   bytes: that is one mistake, and the race says more. */
static bool is_said_by_race(const struct worker *x, const struct finding *f)
{
    if (f->id != FINDING_UNINITIALISED_READ || f->near_base || !f->near_bytes)
        return false;
    for (int i = 0; i < x->found_count; i++) {
        const struct finding *g = &x->found[i].f;

        if (g->id == FINDING_RACE_SHARED && f->at.line > 0 &&
            (g->at.line == f->at.line || g->other.line == f->at.line))
            return true;
    }
    return false;
}

/* Advice on a few additions would be noise. */
enum { FLOAT_SUMS_MIN = 256 };

static bool is_worth_saying(const struct worker *x, const struct finding *f)
{
    if (f->id == FINDING_FLOAT_ATOMIC_ORDER && f->count < FLOAT_SUMS_MIN)
        return false;
    return !is_said_by_race(x, f);
}

static void fill_findings(struct arena *a, const struct worker *x,
                          struct sim_result *out)
{
    out->findings = ARENA_NEW(a, struct finding, (size_t)x->found_count + 1);
    for (int i = 0; i < x->found_count; i++)
        if (is_worth_saying(x, &x->found[i].f))
            out->findings[out->finding_count++] = x->found[i].f;
    qsort(out->findings, (size_t)out->finding_count, sizeof *out->findings,
          by_place);
}

void result_fill(struct arena *a, struct worker *x, struct sim_result *out)
{
    out->ok = !x->failed;
    out->error = x->error;
    fill_profile(a, x, out);
    out->hot = hot_find(x);
    warp_counts_fill(a, &x->warps, &out->warps);
    fill_findings(a, x, out);
    out->samples = x->samples;
    out->sample_count = x->sample_count;
    if (x->sample_count)
        qsort(out->samples, (size_t)out->sample_count, sizeof *out->samples,
              by_pc);
    out->output =
        arena_strndup(a, x->output.at ? x->output.at : "", x->output.size);
    out->output_bytes = (uint32_t)x->output.size;
    out->blocks_worked = x->blocks_worked;
    out->max_writes_per_element = write_counts_most(x->write_counts);
    out->distinct_load_sectors = x->claims->sectors[0];
    out->distinct_store_sectors = x->claims->sectors[1];
}
