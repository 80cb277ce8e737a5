/* SPDX-License-Identifier: Apache-2.0 */
#include "time/play.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "time/play_state.h"

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

/* The pipe is taken: the scheduler's own, or the one all share. */
static void take_pipe(struct play *p, struct scheduler *d, const struct uop *u,
                      uint64_t now)
{
    uint64_t busy = (uint64_t)u->taken * (uint64_t)p->interval[u->pipe];

    if (!p->shared[u->pipe]) {
        d->pipe_free[u->pipe] = now + busy;
        p->out->pipe_cycles[u->pipe] += busy;
        return;
    }
    for (int i = 0; i < p->sched_count; i++)
        p->sched[i].pipe_free[u->pipe] = now + busy;
    p->turn = (int)(d - p->sched) + 1;
    p->out->pipe_cycles[u->pipe] += busy * (uint64_t)p->sched_count;
}

static void account(struct play *p, struct scheduler *d, struct warp *w,
                    const struct uop *u, uint64_t now)
{
    enum warp_state busy =
        u->pipe == PIPE_LSU ? WARP_MEM_THROTTLE : WARP_MATH_PIPE;
    uint64_t free_at = d->pipe_free[u->pipe];

    play_spend(p, w, cycle_of(w->ready), state_of(w->ready));
    play_spend(p, w, free_at < now ? free_at : now, busy);
    play_spend(p, w, now, WARP_NOT_SELECTED);
    play_spend(p, w, now + u->issues, WARP_ISSUE);
}

static void issue(struct play *p, struct scheduler *d, int place, uint64_t now)
{
    int warp = d->warp[place];
    struct warp *w = &p->warps[warp];
    const struct step *s = &w->log->steps[w->step];
    const struct uop *u = &p->in->uops->at[s->pc];
    uint64_t free_at = now + u->issues, result;

    account(p, d, w, u, now);
    p->out->steps++;
    p->out->issue_cycles += u->issues;
    take_pipe(p, d, u, now);
    d->busy = free_at;
    d->next = free_at;
    d->last = place;
    d->ready[place] = NEVER;
    w->min = pack(free_at, WARP_WAIT);
    if (s->active == 0) { /* predicated off: an issue slot and no more */
        play_advance(p, warp);
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
        play_arrive(p, w, u, now);
    else if (u->kind == UOP_BARRIER) {
        play_arrive(p, w, u, now); /* play_arrive advances it */
        return;
    }
    play_advance(p, warp);
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
        /* Fewer lanes than schedulers: one unit of the SM serves all, as the
           double lanes of cards for graphics do. */
        p->shared[i] = lanes[i] > 0 && lanes[i] < p->sched_count;
        if (p->shared[i])
            per_sched = lanes[i];
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
        play_start_block(p, i, 0);
    while (p->live_blocks > 0) {
        uint64_t next = NEVER;

        /* The last block may have to wait for the dispatcher, and the others
           go on meanwhile. */
        if (out->full_cycles == 0 || now <= out->full_cycles)
            out->full_steps = out->steps;
        for (int s = 0, first = p->turn; s < p->sched_count; s++) {
            struct scheduler *d = &p->sched[(first + s) % p->sched_count];

            if (d->next <= now)
                sched_step(p, d, now);
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
