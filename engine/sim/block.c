/* SPDX-License-Identifier: Apache-2.0 */
/* One block: its shared memory, its barriers, turns for its warps. */
#include <limits.h>
#include <stdlib.h>

#include "base/bug.h"
#include "sim/access.h"
#include "sim/order.h"
#include "sim/race_global.h"
#include "sim/split.h"

void block_open(struct worker *x, struct block *b, uint64_t index)
{
    const struct launch *l = x->s->l;

    *b = (struct block){ .index = index, .epoch = 1 };
    b->at[0] = (uint32_t)(index % l->grid[0]);
    b->at[1] = (uint32_t)(index / l->grid[0] % l->grid[1]);
    b->at[2] = (uint32_t)(index / l->grid[0] / l->grid[1]);
    b->thread_count = x->s->threads;
    b->warp_count = b->live_warps = x->s->warps;
    b->shared_bytes = x->s->shared_bytes;
    b->shared = malloc((size_t)b->shared_bytes + 64);
    b->shared_init = calloc((size_t)b->shared_bytes / 64 + 2, 8);
    b->warps = calloc((size_t)b->warp_count, sizeof *b->warps);
    if (!b->shared || !b->shared_init || !b->warps)
        DIE("out of memory for a block");
    memset(b->shared, MEMORY_POISON, (size_t)b->shared_bytes + 64);
    for (int i = 0; i < BARRIERS; i++)
        b->barriers[i].first_pc = -1;
    if (b->shared_bytes && !l->checks_off && !x->exact)
        race_open(x, b);
    if (x->exact)
        order_block_open(exact_order(x->exact), b);
    if (l->recorder && !x->exact)
        b->log = l->recorder->want(l->recorder->context, index);
    if (b->log) {
        block_log_release(b->log); /* of a run that was undone */
        b->log->block = index;
        b->log->warp_count = b->warp_count;
        b->log->warps = calloc((size_t)b->warp_count, sizeof *b->log->warps);
        if (!b->log->warps)
            DIE("out of memory for a record");
    }
    for (int i = 0; i < b->warp_count; i++) {
        b->warps[i].index = i;
        if (b->log)
            b->warps[i].log = &b->log->warps[i];
        warp_open(x, b, &b->warps[i]);
    }
}

void block_close(struct worker *x, struct block *b)
{
    for (int i = 0; b->warps && i < b->warp_count; i++) {
        warp_counts_add(&x->warps, b->index, &b->warps[i]);
        warp_close(&b->warps[i]);
    }
    race_close(x, b);
    order_block_close(b);
    x->blocks_worked += b->worked;
    free(b->warps);
    free(b->shared);
    free(b->shared_init);
    b->warps = NULL;
}

/* Threads of the block that have not exited. */
static int live_threads(const struct block *b)
{
    int n = 0;

    for (int i = 0; i < b->warp_count; i++)
        n += lanes_of(b->warps[i].live);
    return n;
}

static void report_divergence(struct worker *x, uint32_t mask, int other_pc,
                              int other_thread)
{
    bool is_new;
    struct finding *f =
        found_add(x, FINDING_BARRIER_DIVERGENCE, mask, other_pc, &is_new);

    if (is_new && other_pc >= 0)
        thread_at(x, other_thread, f->other.thread);
    x->block->barrier_divergence = true;
}

static bool is_aligned(const struct inst *in)
{
    return in->op == OP_BAR || (in->mods & MOD_ALIGNED);
}

/* Where a lane is: the pc it is at or waits to go on from. */
static int place_of_lane(const struct warp *w, int lane)
{
    for (int s = 0; s < w->split_count; s++)
        if (w->splits[s].state != SPLIT_DEAD && (w->splits[s].mask >> lane & 1))
            return w->splits[s].pc;
    for (int j = 0; j < w->join_count; j++)
        if (w->joins[j].used && (w->joins[j].arrived >> lane & 1))
            return w->joins[j].pc;
    return -1;
}

bool barrier_blocked(struct worker *x, struct warp *w)
{
    bool any = false;

    for (int s = 0; s < w->split_count; s++) {
        struct split *const sp = &w->splits[s];
        uint32_t there = 0, away;

        if (sp->state != SPLIT_BARRIER || sp->reported ||
            !is_aligned(&x->p->insts[sp->pc]))
            continue;
        for (int k = 0; k < w->split_count; k++)
            if (w->splits[k].state == SPLIT_BARRIER &&
                w->splits[k].pc == sp->pc)
                there |= w->splits[k].mask;
        away = w->live & ~there;
        if (!away)
            continue;
        for (int k = s; k < w->split_count; k++)
            if (w->splits[k].state == SPLIT_BARRIER &&
                w->splits[k].pc == sp->pc)
                w->splits[k].reported = true;
        x->pc = sp->pc;
        report_divergence(x, there, place_of_lane(w, first_lane(away)),
                          w->index * WARP_SIZE + first_lane(away));
        any = true;
    }
    return any;
}

static int operand_value(const struct worker *x, int row, uint32_t mask)
{
    return row == NO_ROW ? 0 : (int)row_at(x, row)->lane[first_lane(mask)];
}

/* Votes of bar.red: its predicate is the instruction's last operand. */
static void add_votes(const struct worker *x, const struct uop *u,
                      struct barrier *bar, uint32_t mask)
{
    uint32_t p;

    if (u->sp < 0)
        return;
    p = pred_read(x, u->sp, u->sp_not) & mask;
    if (!bar->arrived) {
        bar->votes_and = 1;
        bar->votes_or = bar->popc = 0;
    }
    bar->votes_and &= p == mask;
    bar->votes_or |= p != 0;
    bar->popc += (uint32_t)lanes_of(p);
}

void barrier_arrive(struct worker *x, const struct uop *u, struct split *sp,
                    uint32_t mask)
{
    struct block *b = x->block;
    int id = operand_value(x, u->a, mask) & (BARRIERS - 1);
    int count = operand_value(x, u->b, mask);
    struct barrier *bar = &b->barriers[id];

    if (is_aligned(u->in) && bar->arrived && bar->first_pc != x->pc &&
        u->in->sub != SUB_ARRIVE && count == 0)
        report_divergence(x, mask, bar->first_pc, bar->first_thread);
    add_votes(x, u, bar, mask);
    if (!bar->arrived) {
        bar->first_pc = x->pc;
        bar->first_thread = x->warp->index * WARP_SIZE + first_lane(mask);
    }
    bar->arrived += lanes_of(mask);
    bar->expected = count;
    if (u->in->sub == SUB_ARRIVE) {
        sp->pc++;
    } else {
        sp->state = SPLIT_BARRIER;
        sp->barrier = id;
        sp->reported = false;
        x->warp->barrier_wait |= mask;
    }
    barrier_check(x, b, id);
}

/* Results of bar.red for the lanes of one split. */
static void give_votes(struct worker *x, struct warp *w, struct split *sp,
                       const struct barrier *bar)
{
    const struct uop *u = &x->s->uops[sp->pc];
    const struct frame *f = frame_of(w, first_lane(sp->mask), sp->depth);
    struct row *win = w->rows + f->window;

    if (u->in->sub == SUB_POPC && u->d != NO_ROW)
        for (int i = 0; i < WARP_SIZE; i++)
            if (sp->mask >> i & 1)
                win[u->d].lane[i] = bar->popc;
    if ((u->in->sub == SUB_AND || u->in->sub == SUB_OR) && u->p >= 0) {
        uint32_t *p = &w->preds[f->preds + u->p];
        uint32_t v = u->in->sub == SUB_AND ? bar->votes_and : bar->votes_or;

        *p = (*p & ~sp->mask) | (v ? sp->mask : 0);
    }
}

/*
 * The barrier opens for a part of a warp, because the other lanes have ended.
 * PTX wants all threads of the warp at an aligned barrier (PTX ISA, barrier),
 * and synccheck says so too. Warps that have ended as a whole are no fault.
 */
static void check_ended_lanes(struct worker *x, struct block *b, struct warp *w,
                              const struct split *sp)
{
    const int threads = b->thread_count - w->index * WARP_SIZE;
    const uint32_t all = threads >= WARP_SIZE ? WARP_FULL : (1u << threads) - 1;
    struct block *const block = x->block;
    struct warp *const warp = x->warp;
    const int pc = x->pc;
    bool is_new;
    struct finding *f;

    if (w->live == all || !is_aligned(&x->p->insts[sp->pc]))
        return;
    x->block = b;
    x->warp = w;
    x->pc = sp->pc;
    f = found_add(x, FINDING_BARRIER_DIVERGENCE, sp->mask, -1, &is_new);
    if (is_new)
        f->detail = "the others have left the kernel";
    x->block = block;
    x->warp = warp;
    x->pc = pc;
}

void barrier_check(struct worker *x, struct block *b, int id)
{
    struct barrier *bar = &b->barriers[id];
    int want = bar->expected ? bar->expected : live_threads(b);

    if (!bar->arrived || bar->arrived < want)
        return;
    for (int i = 0; i < b->warp_count; i++) {
        struct warp *w = &b->warps[i];

        for (int s = 0; s < w->split_count; s++) {
            struct split *sp = &w->splits[s];

            if (sp->state != SPLIT_BARRIER || sp->barrier != id)
                continue;
            if (!bar->expected)
                check_ended_lanes(x, b, w, sp);
            give_votes(x, w, sp, bar);
            sp->state = SPLIT_RUN;
            sp->pc++;
            w->barrier_wait &= ~sp->mask;
        }
        for (int s = 0; s < w->split_count; s++)
            if (w->splits[s].state == SPLIT_RUN)
                split_meet(w, s);
    }
    if (!bar->expected || bar->expected >= live_threads(b)) {
        order_barrier(b);
        b->epoch++;
    }
    *bar = (struct barrier){ .first_pc = -1 };
}

bool block_run(struct worker *x, struct block *b)
{
    bool moved = false;

    for (int i = 0; i < b->warp_count && !x->stop; i++) {
        struct warp *w = &b->warps[i];
        const uint32_t live = w->live;

        if (!live)
            continue;
        moved |= warp_run(x, b, w);
        if (!w->live)
            b->live_warps--;
        /* Those that wait may have waited for lanes that are gone. */
        for (int id = 0; id < BARRIERS && w->live != live; id++)
            barrier_check(x, b, id);
    }
    b->done = b->live_warps == 0;
    return moved;
}
