/* SPDX-License-Identifier: Apache-2.0 */
#include "time/play.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"

enum { SCHEDULERS_MAX = 8, QUEUE_MAX = 64, STATE_BITS = 4 };

#define NEVER UINT64_MAX

/* A scoreboard entry packs the cycle a register is ready with the state its
   readers wait in until then: cycle << STATE_BITS | state. The later of two
   is the larger. */
_Static_assert(WARP_STATE_COUNT <= 1 << STATE_BITS, "states fit");

struct warp {
    const struct warp_log *log;
    const struct piece *piece; /* being played in ptxas' order, or NULL */
    int32_t base, next;        /* first step of the piece; next in it */
    int32_t step;              /* the step to issue */
    uint64_t *board;           /* by scoreboard place */
    uint64_t min;              /* packed: earliest next issue */
    uint64_t ready;            /* packed: the step's operands are there */
    uint64_t since;            /* first cycle not yet accounted for */
    int32_t block;             /* slot of its block */
    int32_t row;               /* timeline row, or -1 */
    uint32_t id;               /* of all warps that were ever resident */
    bool waiting;              /* at a barrier */
    bool released;             /* from it, and not yet advanced */
    bool live;
};

struct slot {
    int warps, live, waiting, arrived;
    uint64_t barrier_free; /* the barrier unit can take an arrival */
    uint64_t barrier_last; /* end of the last arrival */
};

struct scheduler {
    int count, last; /* its warps; the one issued last, -1 none */
    int *warp;       /* index into play.warps */
    uint64_t *ready; /* cycle, NEVER when it has no step */
    uint64_t *age;   /* the smaller, the older */
    uint8_t *pipe;   /* of the step to issue */
    uint64_t next;   /* nothing to do before */
    uint64_t busy;   /* its issue slot is taken until then */
    uint64_t pipe_free[PIPE_COUNT];
    uint64_t queue[QUEUE_MAX]; /* when its memory instructions leave it */
    int queue_at;
};

struct play {
    const struct play_in *in;
    struct play_out *out;
    struct warp *warps;
    struct slot *slots;
    struct scheduler sched[SCHEDULERS_MAX];
    int sched_count, slot_warps, queue_size;
    int interval[PIPE_COUNT];
    int next_block, ended, live_blocks;
    uint64_t next_dispatch;
    uint32_t warp_ids;
};

static uint64_t pack(uint64_t cycle, enum warp_state s)
{
    return cycle << STATE_BITS | (uint64_t)s;
}

static uint64_t cycle_of(uint64_t packed)
{
    return packed >> STATE_BITS;
}

static enum warp_state state_of(uint64_t packed)
{
    return (enum warp_state)(packed & ((1 << STATE_BITS) - 1));
}

static uint64_t max_u64(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Account for a warp's cycles up to `end`. */
static void spend(struct play *p, struct warp *w, uint64_t end,
                  enum warp_state s)
{
    if (end <= w->since)
        return;
    p->out->state_cycles[s] += end - w->since;
    if (s != WARP_ISSUE && w->step < w->log->step_count)
        p->in->stalls[w->log->steps[w->step].pc] += end - w->since;
    if (w->row >= 0)
        rows_add(p->in->rows, w->row, w->since, end, s);
    w->since = end;
}

/* True if the warp ran the whole piece that starts at step i. */
static bool ran_whole(const struct warp_log *log, int i, const struct piece *q)
{
    int pc = log->steps[i].pc;

    if (!q->count || i + q->count > log->step_count)
        return false;
    for (int k = 1; k < q->count; k++) {
        if (log->steps[i + k].pc != pc + k)
            return false;
    }
    return true;
}

/* The next step in the order of play; false at the end of the log. */
static bool take_step(const struct play *p, struct warp *w)
{
    if (w->piece && w->next == w->piece->count) {
        w->base += w->piece->count;
        w->piece = NULL;
    }
    if (!w->piece) {
        const struct piece *q;

        if (w->base >= w->log->step_count) {
            w->step = w->log->step_count;
            return false;
        }
        q = &p->in->pieces[w->log->steps[w->base].pc];
        if (!ran_whole(w->log, w->base, q)) {
            w->step = w->base++;
            return true;
        }
        w->piece = q;
        w->next = 0;
    }
    w->step = w->base + w->piece->at[w->next++];
    return true;
}

static struct scheduler *sched_of(struct play *p, int warp, int *place)
{
    *place = warp / p->sched_count;
    return &p->sched[warp % p->sched_count];
}

static void release_barrier(struct play *p, int slot);
static void start_block(struct play *p, int slot, uint64_t now);

static void end_block(struct play *p, int slot, uint64_t now)
{
    p->out->block_end[p->ended++] = now;
    p->live_blocks--;
    if (p->next_block < p->in->block_count)
        start_block(p, slot, now);
}

static void end_warp(struct play *p, int warp)
{
    struct warp *w = &p->warps[warp];
    struct slot *s = &p->slots[w->block];
    int place;
    struct scheduler *d = sched_of(p, warp, &place);

    w->live = false;
    d->ready[place] = NEVER;
    s->live--;
    if (s->live == 0)
        end_block(p, w->block, w->since);
    else if (s->waiting && s->waiting == s->live)
        release_barrier(p, w->block);
}

/* Find the warp's next instruction that needs an issue slot, and when it can
   have it. What ptxas removes only passes its operands' readiness on. */
static void advance(struct play *p, int warp)
{
    struct warp *w = &p->warps[warp];
    int place;
    struct scheduler *d = sched_of(p, warp, &place);

    while (take_step(p, w)) {
        const struct uop *u = &p->in->uops->at[w->log->steps[w->step].pc];
        uint64_t ready = 0;

        for (int i = 0; i < u->read_count; i++)
            ready = max_u64(ready, w->board[u->reads[i]]);
        if (u->issues == 0) {
            p->out->steps++;
            for (int i = 0; i < u->write_count; i++)
                w->board[u->writes[i]] = ready;
            continue;
        }
        w->ready = max_u64(ready, w->min);
        d->ready[place] = cycle_of(w->ready);
        d->pipe[place] = u->pipe;
        if (d->ready[place] < d->next)
            d->next = d->ready[place];
        return;
    }
    end_warp(p, warp);
}

static void start_warp(struct play *p, int slot, int i,
                       const struct block_log *b, uint64_t start)
{
    int warp = slot * p->slot_warps + i, place;
    struct warp *w = &p->warps[warp];
    struct scheduler *d = sched_of(p, warp, &place);
    uint64_t *board = w->board;
    int row = -1;

    for (int r = 0; r < p->in->rows->count; r++) {
        if (p->in->rows->row[r].block == (uint32_t)b->block &&
            p->in->rows->row[r].warp == (uint32_t)i)
            row = r;
    }
    memset(board, 0, (size_t)p->in->uops->slot_count * sizeof *board);
    *w = (struct warp){ .log = &b->warps[i],
                        .board = board,
                        .min = pack(start, WARP_WAIT),
                        .since = start,
                        .block = slot,
                        .row = row,
                        .id = p->warp_ids++,
                        .live = true };
    d->age[place] = w->id;
}

static void start_block(struct play *p, int slot, uint64_t now)
{
    const struct block_log *b = p->in->blocks[p->next_block++];
    uint64_t start = max_u64(now, p->next_dispatch);
    int count = b->warp_count < p->slot_warps ? b->warp_count : p->slot_warps;

    p->next_dispatch = start + p->in->dispatch_cycles;
    if (p->next_block == p->in->block_count) {
        p->out->full_cycles = start;
        p->out->full_steps = p->out->steps;
    }
    p->live_blocks++;
    p->slots[slot] = (struct slot){ .warps = count, .live = count };
    for (int i = 0; i < count; i++)
        start_warp(p, slot, i, b, start);
    if (count == 0)
        end_block(p, slot, start);
    /* After all have started: an empty warp ends at once. */
    for (int i = 0; i < count; i++)
        advance(p, slot * p->slot_warps + i);
}

/* Everybody who waits in the block goes on. */
static void release_barrier(struct play *p, int slot)
{
    struct slot *s = &p->slots[slot];
    uint64_t at = s->barrier_last + (uint64_t)p->in->card->barrier_latency;
    int count = s->warps;

    s->waiting = 0;
    s->arrived = 0;
    for (int i = 0; i < count; i++) {
        struct warp *w = &p->warps[slot * p->slot_warps + i];

        if (!w->live || !w->waiting)
            continue;
        w->waiting = false;
        w->released = true;
        spend(p, w, at, WARP_BARRIER);
        w->min = pack(at, WARP_WAIT);
    }
    for (int i = 0; i < count; i++) {
        struct warp *w = &p->warps[slot * p->slot_warps + i];

        if (w->released) {
            w->released = false;
            advance(p, slot * p->slot_warps + i);
        }
    }
}

/* The warp arrives at a block barrier. */
static void arrive(struct play *p, struct warp *w, const struct uop *u,
                   uint64_t now)
{
    struct slot *s = &p->slots[w->block];

    s->barrier_free = max_u64(now, s->barrier_free) +
                      (uint64_t)p->in->card->barrier_warp_cycles;
    s->barrier_last = s->barrier_free;
    if (u->kind == UOP_ARRIVE) {
        s->arrived++;
    } else {
        s->waiting++;
        w->waiting = true;
    }
    /* When all wait, they would wait for ever: a bad or a cut log. */
    if (s->waiting &&
        (s->waiting == s->live ||
         (u->barrier_warps > 0 && s->waiting + s->arrived >= u->barrier_warps)))
        release_barrier(p, w->block);
}

/* Put an instruction into the memory queue; its result's readiness. */
static uint64_t to_memory(struct play *p, struct scheduler *d, struct warp *w,
                          const struct uop *u, uint64_t now)
{
    const struct step *s = &w->log->steps[w->step];
    const uint64_t *sectors = w->log->sectors + s->first_sector;
    struct mem_answer m = mem_access(p->in->mem, u, s, sectors, now, w->id);
    bool far = s->sector_count > 0;

    d->queue[d->queue_at] = m.served;
    d->queue_at = (d->queue_at + 1) % p->queue_size;
    d->pipe_free[PIPE_LSU] = max_u64(now + 1, d->queue[d->queue_at]);
    return pack(m.ready, far ? WARP_LONG_SCOREBOARD : WARP_SHORT_SCOREBOARD);
}

static uint64_t plain_result(const struct uop *u, uint64_t now)
{
    bool slow = u->pipe == PIPE_SFU || u->pipe == PIPE_CONST;

    return pack(now + u->latency, slow ? WARP_SHORT_SCOREBOARD : WARP_WAIT);
}

static void account(struct play *p, struct scheduler *d, struct warp *w,
                    const struct uop *u, uint64_t now)
{
    enum warp_state busy =
        u->pipe == PIPE_LSU ? WARP_MEM_THROTTLE : WARP_MATH_PIPE;
    uint64_t free_at = d->pipe_free[u->pipe];

    spend(p, w, cycle_of(w->ready), state_of(w->ready));
    spend(p, w, free_at < now ? free_at : now, busy);
    spend(p, w, now, WARP_NOT_SELECTED);
    spend(p, w, now + u->issues, WARP_ISSUE);
}

static void issue(struct play *p, struct scheduler *d, int place, uint64_t now)
{
    int warp = d->warp[place];
    struct warp *w = &p->warps[warp];
    const struct step *s = &w->log->steps[w->step];
    const struct uop *u = &p->in->uops->at[s->pc];
    uint64_t free_at = now + u->issues, result;
    uint64_t busy = (uint64_t)u->issues * (uint64_t)p->interval[u->pipe];

    account(p, d, w, u, now);
    p->out->steps++;
    p->out->issue_cycles += u->issues;
    p->out->pipe_cycles[u->pipe] += busy;
    d->pipe_free[u->pipe] = now + busy;
    d->busy = free_at;
    d->next = free_at;
    d->last = place;
    d->ready[place] = NEVER;
    w->min = pack(free_at, WARP_WAIT);
    if (s->active == 0) { /* predicated off: an issue slot and no more */
        advance(p, warp);
        return;
    }
    result =
        u->pipe == PIPE_LSU ? to_memory(p, d, w, u, now) : plain_result(u, now);
    for (int i = 0; i < u->write_count; i++)
        w->board[u->writes[i]] = result;
    if (u->kind == UOP_BRANCH)
        w->min =
            pack(free_at + (uint64_t)p->in->card->branch_cycles, WARP_WAIT);
    if (u->kind == UOP_FENCE)
        w->min = pack(free_at + (uint64_t)p->in->card->l2_latency,
                      WARP_LONG_SCOREBOARD);
    if (u->kind == UOP_ARRIVE)
        arrive(p, w, u, now);
    else if (u->kind == UOP_BARRIER) {
        arrive(p, w, u, now); /* release_barrier advances it */
        return;
    }
    advance(p, warp);
}

/* Issue one instruction, or find out when that can be. */
static void sched_step(struct play *p, struct scheduler *d, uint64_t now)
{
    uint64_t next = NEVER, best_age = NEVER;
    int best = -1;

    if (now < d->busy) {
        d->next = d->busy;
        return;
    }
    for (int i = 0; i < d->count; i++) {
        uint64_t t = max_u64(d->ready[i], d->pipe_free[d->pipe[i]]);

        if (t > now) {
            next = t < next ? t : next;
        } else if (i == d->last) {
            best = i;
            break;
        } else if (d->age[i] < best_age) {
            best = i;
            best_age = d->age[i];
        }
    }
    if (best >= 0)
        issue(p, d, best, now);
    else
        d->next = next;
}

static void setup_pipes(struct play *p)
{
    const struct card *c = p->in->card;
    const double lanes[PIPE_COUNT] = { [PIPE_INT] = c->int_lanes,
                                       [PIPE_FP32] = c->fp32_lanes,
                                       [PIPE_FP64] = c->fp64_lanes,
                                       [PIPE_SFU] = c->sfu_lanes };

    for (int i = 0; i < PIPE_COUNT; i++) {
        double per_sched = lanes[i] / p->sched_count;

        p->interval[i] = 1;
        if (lanes[i] > 0 && per_sched < 32)
            p->interval[i] = (int)(32 / per_sched + 0.5);
    }
}

static void setup(struct arena *a, struct play *p)
{
    int total, slots = p->in->uops->slot_count;

    p->sched_count = (int)p->in->card->schedulers;
    p->queue_size = (int)p->in->card->memory_queue;
    p->slot_warps = 1;
    for (int i = 0; i < p->in->block_count; i++) {
        if (p->in->blocks[i]->warp_count > p->slot_warps)
            p->slot_warps = p->in->blocks[i]->warp_count;
    }
    total = p->slot_warps * p->in->resident;
    p->warps = ARENA_NEW(a, struct warp, total);
    p->slots = ARENA_NEW(a, struct slot, p->in->resident);
    for (int i = 0; i < total; i++)
        p->warps[i].board = ARENA_NEW(a, uint64_t, slots);
    for (int s = 0; s < p->sched_count; s++) {
        struct scheduler *d = &p->sched[s];

        d->count = (total - s + p->sched_count - 1) / p->sched_count;
        d->count = d->count < 0 ? 0 : d->count;
        d->last = -1;
        d->next = NEVER;
        d->warp = ARENA_NEW(a, int, d->count);
        d->ready = ARENA_NEW(a, uint64_t, d->count);
        d->age = ARENA_NEW(a, uint64_t, d->count);
        d->pipe = ARENA_NEW(a, uint8_t, d->count);
        for (int i = 0; i < d->count; i++) {
            d->warp[i] = i * p->sched_count + s;
            d->ready[i] = NEVER;
        }
    }
    setup_pipes(p);
}

static int by_cycle(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

void play_blocks(struct arena *a, const struct play_in *in,
                 struct play_out *out)
{
    struct play *p = ARENA_NEW(a, struct play, 1);
    uint64_t now = 0;

    *out = (struct play_out){ 0 };
    p->in = in;
    p->out = out;
    out->block_end = ARENA_NEW(a, uint64_t, in->block_count);
    setup(a, p);
    for (int i = 0; i < in->resident && p->next_block < in->block_count; i++)
        start_block(p, i, 0);
    while (p->live_blocks > 0) {
        uint64_t next = NEVER;

        for (int s = 0; s < p->sched_count; s++) {
            if (p->sched[s].next <= now)
                sched_step(p, &p->sched[s], now);
        }
        /* A step may have woken the other schedulers' warps. */
        for (int s = 0; s < p->sched_count; s++) {
            if (p->sched[s].next < next)
                next = p->sched[s].next;
        }
        if (next == NEVER && p->live_blocks > 0)
            BUG("the SM has warps but nothing to do");
        now = next > now ? next : now + 1;
    }
    qsort(out->block_end, (size_t)p->ended, sizeof *out->block_end, by_cycle);
    out->cycles = mem_drained(in->mem);
    if (p->ended)
        out->cycles = max_u64(out->cycles, out->block_end[p->ended - 1]);
}
