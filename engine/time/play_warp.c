/* SPDX-License-Identifier: Apache-2.0 */
/* Warps and blocks of a play: their next steps, barriers, starts and ends. */
#include <string.h>

#include "time/play_state.h"

void play_spend(struct play *p, struct warp *w, uint64_t end, enum warp_state s)
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

static void end_block(struct play *p, int slot, uint64_t now)
{
    p->out->block_end[p->ended++] = now;
    p->live_blocks--;
    if (p->next_block < p->in->block_count)
        play_start_block(p, slot, now);
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

/* True if the step goes along with another one's lanes: of those that parted
   only as many steps are played as they would fill. */
static bool goes_along(const struct play *p, struct warp *w,
                       const struct uop *u)
{
    int lanes = __builtin_popcount(w->log->steps[w->step].active);

    if (!p->in->no_divergence || u->kind == UOP_BARRIER ||
        u->kind == UOP_ARRIVE || lanes == 0)
        return false;
    w->whole = lanes > w->whole ? lanes : w->whole;
    w->lanes += lanes;
    if (w->lanes < w->whole)
        return true;
    w->lanes -= w->whole;
    return false;
}

void play_advance(struct play *p, int warp)
{
    struct warp *w = &p->warps[warp];
    int place;
    struct scheduler *d = sched_of(p, warp, &place);

    while (take_step(p, w)) {
        const struct uop *u = &p->in->uops->at[w->log->steps[w->step].pc];
        uint64_t ready = 0;

        for (int i = 0; i < u->read_count; i++)
            ready = max_u64(ready, w->board[u->reads[i]]);
        if (u->issues == 0 || goes_along(p, w, u)) {
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

void play_start_block(struct play *p, int slot, uint64_t now)
{
    /* What the first blocks take to start is in an empty kernel's time. */
    bool first = p->next_block < p->in->resident;
    const struct block_log *b = p->in->blocks[p->next_block++];
    uint64_t start = max_u64(now, p->next_dispatch) +
                     (first ? 0 : (uint64_t)p->in->card->block_start_cycles);
    int count = b->warp_count < p->slot_warps ? b->warp_count : p->slot_warps;

    p->next_dispatch = max_u64(now, p->next_dispatch) + p->in->dispatch_cycles;
    if (p->next_block == p->in->block_count)
        p->out->full_cycles = start;
    p->live_blocks++;
    p->slots[slot] = (struct slot){ .warps = count, .live = count };
    for (int i = 0; i < count; i++)
        start_warp(p, slot, i, b, start);
    if (count == 0)
        end_block(p, slot, start);
    /* After all have started: an empty warp ends at once. */
    for (int i = 0; i < count; i++)
        play_advance(p, slot * p->slot_warps + i);
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
        play_spend(p, w, at, WARP_BARRIER);
        w->min = pack(at, WARP_WAIT);
    }
    for (int i = 0; i < count; i++) {
        struct warp *w = &p->warps[slot * p->slot_warps + i];

        if (w->released) {
            w->released = false;
            play_advance(p, slot * p->slot_warps + i);
        }
    }
}

void play_arrive(struct play *p, struct warp *w, const struct uop *u,
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
