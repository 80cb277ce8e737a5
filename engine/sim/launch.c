/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One launch: its blocks in index order, as many at once as fit on the card,
 * each until it ends or cannot go on by itself.
 */
#include <limits.h>
#include <stdlib.h>

#include "base/bug.h"
#include "sim/claims.h"
#include "sim/race_global.h"
#include "sim/workers.h"

enum {
    TURNS = 16, /* rounds in which a block polls, before others run */
    RESIDENT_MAX = 8192,
    TIMEOUT_ERROR = 702
};

/* Warp instructions after which a launch is called endless: some 20 s here, 64
   billion thread instructions on a card. */
#define BUDGET_DEFAULT 2000000000ull

/* Blocks that have begun and not ended. */
struct residents {
    struct block *list;
    int count, most;
    uint64_t next, total; /* blocks to start */
    bool quiet;           /* a whole round, and nobody wrote or ended */
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

/* first: the claims of a run before this one, whose suspicions it looks into;
   NULL for the first run. */
static void open_worker(struct arena *a, struct worker *x,
                        struct launch_state *s, int index,
                        const struct worker *first)
{
    size_t n = (size_t)s->p->inst_count + 1;

    *x = (struct worker){
        .s = s, .p = s->p, .memory = s->l->memory, .arena = a
    };
    x->tally = calloc(n, sizeof *x->tally);
    x->runs = calloc(n + 1, sizeof *x->runs);
    x->sample_of = calloc(n, sizeof *x->sample_of);
    x->widest = calloc(n, sizeof *x->widest);
    x->patterns = calloc((size_t)s->pattern_count + 1, sizeof *x->patterns);
    if (!x->tally || !x->runs || !x->sample_of || !x->widest || !x->patterns)
        DIE("out of memory for a launch");
    x->heap_stamp = 1;
    x->konst = arena_alloc(a, (size_t)(SCRATCH_ROWS + s->konst_count) + 1,
                           sizeof(struct row), 64);
    memcpy(x->konst + SCRATCH_ROWS, s->konst,
           (size_t)s->konst_count * sizeof(struct row));
    x->claims = claims_start(s->l->memory, index, !s->l->checks_off);
    if (first)
        x->exact = exact_open(x->claims, first->claims);
    else if (s->l->track_writes)
        x->write_counts = write_counts_open(s->l->memory);
}

static void close_worker(struct worker *x)
{
    for (int i = 0; i < x->s->pattern_count; i++) {
        free(x->patterns[i].shapes);
        free(x->patterns[i].lines);
    }
    free(x->patterns);
    free(x->tally);
    free(x->runs);
    free(x->sample_of);
    free(x->widest);
    exact_close(x->exact);
    table_release(&x->float_order);
    table_release(&x->hot);
    write_counts_close(x->write_counts);
    race_release(x);
    buf_release(&x->output);
}

static void add_block(struct worker *x, struct residents *r)
{
    block_open(x, &r->list[r->count], r->next++);
    r->count++;
    r->quiet = false;
}

static void remove_block(struct worker *x, struct residents *r, int i)
{
    block_close(x, &r->list[i]);
    /* Keep the order: the lowest index has the first turn. */
    memmove(&r->list[i], &r->list[i + 1],
            (size_t)(r->count - i - 1) * sizeof *r->list);
    r->count--;
    r->quiet = false;
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

static struct finding *give_up(struct worker *x, struct residents *r,
                               enum finding_id id, const char *why)
{
    bool is_new;
    struct finding *f;

    place_of(x, &r->list[0]);
    f = found_add(x, id, x->split->mask, -1, &is_new);
    f->detail = why;
    x->failed = x->stop = true;
    if (!x->error)
        x->error = TIMEOUT_ERROR;
    return f;
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

/* A loop that changes only what is its own may still end by itself. If blocks
   could not start and those that run only look on, it waits for these. */
static void report_budget(struct worker *x, struct residents *r)
{
    struct finding *f;

    if (r->next < r->total && x->polls && r->quiet)
        f = give_up(x, r, FINDING_DEADLOCK,
                    "it waits for blocks that cannot start before it ends");
    else
        f = give_up(x, r, FINDING_ENDLESS_KERNEL, "it ran past its budget");
    f->limit = (int64_t)x->s->budget;
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

        if (!block_run(x, b) || is_stuck(x, b) || x->steps >= x->s->budget ||
            worker_gives_up(x))
            return;
        polled += x->polls != polls;
    }
}

/* A turn for the i-th that is resident; true if it ended and is gone. */
static bool turn_of_block(struct worker *x, struct residents *r, int i)
{
    run_block(x, &r->list[i]);
    if (!r->list[i].done) {
        /* Whose turn it is then depends on blocks of other workers. */
        x->unrepeatable |= x->s->together;
        return false;
    }
    remove_block(x, r, i);
    return true;
}

/* Once all who fit are here: a turn for each. True if some can go on. */
static bool run_round(struct worker *x, struct residents *r)
{
    const uint64_t writes = x->writes;
    bool ended = false, stuck = true;

    for (int i = 0; i < r->count && !x->stop; i++) {
        if (turn_of_block(x, r, i)) {
            ended = true;
            i--;
        } else {
            stuck &= is_stuck(x, &r->list[i]);
        }
    }
    r->quiet = !ended && x->writes == writes;
    return !(r->quiet && stuck);
}

static void run_all(struct worker *x, struct residents *r)
{
    while ((r->count || r->next < r->total) && !x->stop &&
           !worker_gives_up(x)) {
        bool goes_on = true;

        /* A block that came last may bring what the others wait for. */
        if (r->next < r->total && r->count < r->most) {
            add_block(x, r);
            turn_of_block(x, r, r->count - 1);
        } else {
            goes_on = run_round(x, r);
        }
        if (x->stop)
            return;
        if (x->steps >= x->s->budget && r->count)
            report_budget(x, r);
        else if (!goes_on)
            report_stuck(x, r);
    }
}

/* Blocks first .. end - 1 of a launch, on one worker. */
static void run_blocks(struct worker *x, uint64_t first, uint64_t end)
{
    const struct launch *const l = x->s->l;
    struct residents r = { .next = first, .total = end };

    r.most = l->resident_blocks > 0 && l->resident_blocks < RESIDENT_MAX
                 ? (int)l->resident_blocks
                 : RESIDENT_MAX;
    r.list = calloc((size_t)r.most + 1, sizeof *r.list);
    if (!r.list)
        DIE("out of memory for blocks");
    run_all(x, &r);
    while (r.count)
        remove_block(x, &r, r.count - 1);
    free(r.list);
    tally_settle(x);
}

uint64_t blocks_of(const struct launch *l)
{
    const uint64_t n = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];

    return l->blocks_max && l->blocks_max < n ? l->blocks_max : n;
}

/* Two threads may race somewhere: undo the launch, do it again (it comes out
   the same) and look closely there. */
static void look_closely(struct arena *a, struct worker *first)
{
    struct worker x;

    if (first->unrepeatable || first->claims->undo_full)
        return;
    claims_undo(first->claims, first->memory);
    open_worker(a, &x, first->s, 1, first);
    run_blocks(&x, 0, blocks_of(first->s->l));
    for (int i = 0; i < x.found_count; i++)
        if (x.found[i].f.id == FINDING_RACE_GLOBAL)
            ARENA_PUSH(a, first->found, first->found_count,
                       first->found_capacity, x.found[i]);
    close_worker(&x);
}

/* On n workers at once; false if that did not work out, and nothing has
   happened. */
static bool run_together(struct arena *a, struct launch_state *s, int n,
                         struct sim_result *out)
{
    struct arena *arenas = ARENA_NEW(a, struct arena, (size_t)n);
    struct worker *x = ARENA_NEW(a, struct worker, (size_t)n);
    bool good;

    for (int i = 0; i < n; i++)
        open_worker(&arenas[i], &x[i], s, i, NULL);
    for (int i = 1; i < n && s->commutes; i++) { /* they count together */
        write_counts_close(x[i].write_counts);
        x[i].write_counts = x[0].write_counts;
    }
    claims_share(x, n);
    good = workers_run(x, n, run_blocks);
    if (good) {
        x[0].arena = a; /* what it holds from here on stays */
        result_fill(a, &x[0], out);
        out->samples =
            ARENA_NEW(a, struct request_sample, (size_t)x[0].sample_count + 1);
        if (x[0].sample_count)
            memcpy(out->samples, x[0].samples,
                   (size_t)x[0].sample_count * sizeof *out->samples);
    }
    for (int i = 0; i < n; i++) {
        if (i > 0 && s->commutes)
            x[i].write_counts = NULL;
        close_worker(&x[i]);
        arena_clear(&arenas[i]);
    }
    return good;
}

static void run_alone(struct arena *a, struct launch_state *s,
                      struct sim_result *out)
{
    struct worker x;

    open_worker(a, &x, s, 0, NULL);
    run_blocks(&x, 0, blocks_of(s->l));
    if (x.claims->suspect_count)
        look_closely(a, &x);
    result_fill(a, &x, out);
    close_worker(&x);
}

void sim_run(struct arena *a, const struct launch *l, struct sim_result *out)
{
    struct launch_state s;
    int n;

    *out = (struct sim_result){ 0 };
    open_state(a, &s, l);
    n = workers_wanted(&s);
    if (n == 1 || !run_together(a, &s, n, out)) {
        n = 1;
        run_alone(a, &s, out);
    }
    out->workers = l->memory->claim_workers = n;
    free(s.uops);
}
