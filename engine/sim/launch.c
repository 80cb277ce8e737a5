/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One launch: its blocks in index order, as many at once as fit on the card,
 * each until it ends or cannot go on by itself.
 */
#include <limits.h>
#include <stdlib.h>

#include "base/bug.h"
#include "sim/access.h"

enum {
    TURNS = 64, /* rounds in which a block polls, before others run */
    RESIDENT_MAX = 4096,
    TIMEOUT_ERROR = 702
};

/* Warp instructions after which a launch is called endless. */
#define BUDGET_DEFAULT 4000000000ull

/* Blocks that have begun and not ended. */
struct residents {
    struct block *list;
    int count, most;
    uint64_t next, total; /* blocks to start */
};

static void open_state(struct arena *a, struct launch_state *s,
                       const struct launch *l)
{
    const struct func *f = &l->program->funcs[l->func];

    *s = (struct launch_state){ .l = l, .p = l->program };
    s->threads = (int)(l->block[0] * l->block[1] * l->block[2]);
    s->warps = (s->threads + WARP_SIZE - 1) / WARP_SIZE;
    s->budget = l->inst_budget ? l->inst_budget : BUDGET_DEFAULT;
    s->dynamic_base = (uint32_t)(f->shared_bytes + 15) / 16 * 16;
    s->shared_bytes = l->dynamic_shared ? s->dynamic_base + l->dynamic_shared
                                        : (uint32_t)f->shared_bytes;
    decode_program(a, s);
    s->tid = arena_alloc(a, 3 * (size_t)s->warps, sizeof *s->tid, 64);
    for (uint32_t t = 0; t < (uint32_t)s->warps * WARP_SIZE; t++) {
        struct row *const row = &s->tid[t / WARP_SIZE * 3];
        const uint32_t lane = t % WARP_SIZE, x = l->block[0], y = l->block[1];

        row[0].lane[lane] = t % x;
        row[1].lane[lane] = t / x % y;
        row[2].lane[lane] = t / x / y;
    }
}

static void open_worker(struct arena *a, struct worker *x,
                        struct launch_state *s)
{
    size_t n = (size_t)s->p->inst_count + 1;

    *x = (struct worker){
        .s = s, .p = s->p, .memory = s->l->memory, .arena = a
    };
    x->tally = calloc(n, sizeof *x->tally);
    x->sample_of = calloc(n, sizeof *x->sample_of);
    x->widest = calloc(n, sizeof *x->widest);
    x->patterns = calloc((size_t)s->pattern_count + 1, sizeof *x->patterns);
    if (!x->tally || !x->sample_of || !x->widest || !x->patterns)
        DIE("out of memory for a launch");
    x->heap_stamp = 1;
    x->konst = arena_alloc(a, (size_t)(SCRATCH_ROWS + s->konst_count) + 1,
                           sizeof(struct row), 64);
    memcpy(x->konst + SCRATCH_ROWS, s->konst,
           (size_t)s->konst_count * sizeof(struct row));
    x->touched = touched_open(s->l->memory);
    if (s->l->track_writes)
        x->write_counts = write_counts_open(s->l->memory);
}

static void close_worker(struct worker *x)
{
    for (int i = 0; i < x->s->pattern_count; i++)
        free(x->patterns[i].shapes);
    free(x->patterns);
    free(x->tally);
    free(x->sample_of);
    free(x->widest);
    touched_close(x->touched);
    write_counts_close(x->write_counts);
    race_release(x);
    buf_release(&x->output);
}

static void add_block(struct worker *x, struct residents *r)
{
    block_open(x, &r->list[r->count], r->next++);
    r->count++;
}

static void remove_block(struct worker *x, struct residents *r, int i)
{
    block_close(x, &r->list[i]);
    /* Keep the order: the lowest index has the first turn. */
    memmove(&r->list[i], &r->list[i + 1],
            (size_t)(r->count - i - 1) * sizeof *r->list);
    r->count--;
}

/* A warp of the block that waits, to name its place. */
static void place_of(struct worker *x, struct block *b)
{
    for (int i = 0; i < b->warp_count; i++) {
        struct warp *w = &b->warps[i];

        for (int s = 0; s < w->split_count; s++)
            if (w->splits[s].state != SPLIT_DEAD && w->live) {
                x->block = b;
                x->warp = w;
                x->split = &w->splits[s];
                x->pc = w->splits[s].pc;
                return;
            }
    }
}

static void give_up(struct worker *x, struct residents *r, enum finding_id id,
                    const char *why)
{
    bool is_new;
    struct finding *f;

    place_of(x, &r->list[0]);
    f = found_add(x, id, x->split->mask, -1, &is_new);
    f->detail = why;
    x->failed = x->stop = true;
    if (!x->error)
        x->error = TIMEOUT_ERROR;
}

/* Does every warp of the block wait, or spin without changing anything? */
static bool is_stuck(const struct worker *x, const struct block *b)
{
    for (int i = 0; i < b->warp_count; i++) {
        const struct warp *w = &b->warps[i];
        bool runs = false;

        for (int s = 0; w->live && s < w->split_count; s++)
            runs |= w->splits[s].state == SPLIT_RUN;
        if (runs && !(w->stuck && w->seen_writes == x->writes))
            return false;
    }
    return true;
}

static bool all_wait(const struct block *b)
{
    for (int i = 0; i < b->warp_count; i++)
        for (int s = 0; b->warps[i].live && s < b->warps[i].split_count; s++)
            if (b->warps[i].splits[s].state == SPLIT_RUN)
                return false;
    return true;
}

/* Nothing that is resident can ever go on: say what it waits for. */
static void report_stuck(struct worker *x, struct residents *r)
{
    if (r->list[0].barrier_divergence) { /* said already, with both lines */
        x->failed = x->stop = true;
        if (!x->error)
            x->error = TIMEOUT_ERROR;
    } else if (r->next < r->total) {
        give_up(x, r, FINDING_DEADLOCK,
                "it waits for blocks that cannot start before it ends");
    } else if (all_wait(&r->list[0])) {
        give_up(x, r, FINDING_DEADLOCK,
                "it waits at a barrier that others never reach");
    } else {
        give_up(x, r, FINDING_ENDLESS_KERNEL,
                "it loops and nothing it looks at can change");
    }
}

/* Turns for one block until it ends, waits, or has had enough. */
static void run_block(struct worker *x, struct block *b)
{
    for (int polled = 0; polled < TURNS && !b->done && !x->stop;) {
        const uint64_t polls = x->polls;

        if (!block_run(x, b) || is_stuck(x, b) || x->steps >= x->s->budget)
            return;
        polled += x->polls != polls;
    }
}

static void run_all(struct worker *x, struct residents *r)
{
    while ((r->count || r->next < r->total) && !x->stop) {
        uint64_t writes = x->writes;
        bool ended = false, stuck = true;

        if (!r->count)
            add_block(x, r);
        for (int i = 0; i < r->count && !x->stop; i++) {
            run_block(x, &r->list[i]);
            if (r->list[i].done) {
                remove_block(x, r, i--);
                ended = true;
            } else {
                stuck &= is_stuck(x, &r->list[i]);
            }
        }
        if (x->steps >= x->s->budget && !x->stop) {
            give_up(x, r, FINDING_ENDLESS_KERNEL,
                    "it ran past its budget of instructions");
            return;
        }
        if (ended || !r->count)
            continue;
        if (r->next < r->total && r->count < r->most)
            add_block(x, r); /* perhaps it brings what these wait for */
        else if (stuck && x->writes == writes)
            report_stuck(x, r);
    }
}

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

static void fill_findings(struct arena *a, const struct worker *x,
                          struct sim_result *out)
{
    out->findings = ARENA_NEW(a, struct finding, (size_t)x->found_count + 1);
    for (int i = 0; i < x->found_count; i++)
        if (!is_said_by_race(x, &x->found[i].f))
            out->findings[out->finding_count++] = x->found[i].f;
    qsort(out->findings, (size_t)out->finding_count, sizeof *out->findings,
          by_place);
}

static void fill_result(struct arena *a, struct worker *x,
                        struct sim_result *out)
{
    out->ok = !x->failed;
    out->error = x->error;
    fill_profile(a, x, out);
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
    out->distinct_load_sectors = touched_loads(x->touched);
    out->distinct_store_sectors = touched_stores(x->touched);
}

void sim_run(struct arena *a, const struct launch *l, struct sim_result *out)
{
    struct launch_state s;
    struct worker x;
    struct residents r = { 0 };

    *out = (struct sim_result){ 0 };
    open_state(a, &s, l);
    open_worker(a, &x, &s);
    r.total = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
    r.most = l->resident_blocks > 0 && l->resident_blocks < RESIDENT_MAX
                 ? (int)l->resident_blocks
                 : RESIDENT_MAX;
    r.list = calloc((size_t)r.most + 1, sizeof *r.list);
    if (!r.list)
        DIE("out of memory for blocks");
    run_all(&x, &r);
    while (r.count)
        remove_block(&x, &r, r.count - 1);
    free(r.list);
    fill_result(a, &x, out);
    close_worker(&x);
    free(s.uops);
}
