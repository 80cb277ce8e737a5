/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/order.h"

#include <stdlib.h>

#include "base/bug.h"
#include "sim/table.h"

/*
 * A clock: what is known to have happened. Per block an epoch (all that its
 * threads did in epochs before it), per thread an event (all it did up to it).
 * Keys sort blocks together; ALL_THREADS is the block's own.
 */
#define ALL_THREADS UINT32_MAX

enum { CLOCK_MAX = 1 << 14 };

struct tick {
    uint64_t block, value;
    uint32_t thread;
};

struct clock {
    struct tick *ticks; /* by block, then thread */
    int count, capacity;
    uint64_t top; /* all events up to this one are known */
};

struct thread_order {
    uint64_t fence_event; /* of its last fence; 0 none */
    uint64_t block_fence_event;
    uint32_t fence_epoch, block_fence_epoch;
    struct clock know;
};

struct block_order {
    struct order *order;
    struct thread_order *threads;
    struct clock know; /* of all its threads, since a barrier */
    uint64_t *pairs;   /* [warp][lane][lane]: their last bar.warp.sync */
    int thread_count;
};

/* What was published through one object. */
struct object {
    uint64_t key;
    uint64_t narrow_block;
    struct clock wide, narrow; /* narrow: to threads of narrow_block only */
};

struct order {
    uint64_t event;
    struct table objects; /* struct object */
};

static void *need(void *p)
{
    if (!p)
        DIE("out of memory for race checks");
    return p;
}

struct order *order_open(void)
{
    struct order *o = need(calloc(1, sizeof *o));

    o->objects.record = sizeof(struct object);
    return o;
}

void order_close(struct order *o)
{
    if (!o)
        return;
    for (uint64_t i = 0; i < o->objects.size; i++) {
        struct object *const s = table_at(&o->objects, i);

        if (!s)
            continue;
        free(s->wide.ticks);
        free(s->narrow.ticks);
    }
    table_release(&o->objects);
    free(o);
}

uint64_t order_tick(struct order *o)
{
    return ++o->event;
}

/* ---- clocks -------------------------------------------------------------- */

static int compare(const struct tick *t, uint64_t block, uint32_t thread)
{
    if (t->block != block)
        return t->block < block ? -1 : 1;
    return (t->thread > thread) - (t->thread < thread);
}

/* Where a tick is, or would be. */
static int place_of(const struct clock *c, uint64_t block, uint32_t thread)
{
    int low = 0, high = c->count;

    while (low < high) {
        const int mid = low + (high - low) / 2;

        if (compare(&c->ticks[mid], block, thread) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static uint64_t clock_at(const struct clock *c, uint64_t block, uint32_t thread)
{
    const int i = place_of(c, block, thread);

    return i < c->count && !compare(&c->ticks[i], block, thread)
               ? c->ticks[i].value
               : 0;
}

static void clock_raise(struct clock *c, uint64_t block, uint32_t thread,
                        uint64_t value)
{
    const int i = place_of(c, block, thread);

    if (!value)
        return;
    if (i < c->count && !compare(&c->ticks[i], block, thread)) {
        if (c->ticks[i].value < value)
            c->ticks[i].value = value;
        return;
    }
    if (c->count == c->capacity) {
        c->capacity = c->capacity ? c->capacity * 2 : 8;
        c->ticks =
            need(realloc(c->ticks, (size_t)c->capacity * sizeof *c->ticks));
    }
    memmove(&c->ticks[i + 1], &c->ticks[i],
            (size_t)(c->count - i) * sizeof *c->ticks);
    c->ticks[i] = (struct tick){ block, value, thread };
    c->count++;
}

/* now: the current event, what a clock is raised to that grew too long. */
static void clock_merge(struct clock *to, const struct clock *from,
                        uint64_t now)
{
    if (from->top > to->top)
        to->top = from->top;
    for (int i = 0; i < from->count; i++)
        clock_raise(to, from->ticks[i].block, from->ticks[i].thread,
                    from->ticks[i].value);
    if (to->count > CLOCK_MAX) {
        to->count = 0;
        to->top = now;
    }
}

static void clock_clear(struct clock *c)
{
    free(c->ticks);
    *c = (struct clock){ 0 };
}

/* ---- blocks and threads -------------------------------------------------- */

void order_block_open(struct order *o, struct block *b)
{
    struct block_order *bo = need(calloc(1, sizeof *bo));
    const size_t lanes = (size_t)b->warp_count * WARP_SIZE;

    bo->order = o;
    bo->thread_count = b->warp_count * WARP_SIZE;
    bo->threads = need(calloc(lanes, sizeof *bo->threads));
    bo->pairs = need(calloc(lanes * WARP_SIZE, sizeof *bo->pairs));
    b->order = bo;
}

void order_block_close(struct block *b)
{
    struct block_order *bo = b->order;

    if (!bo)
        return;
    for (int i = 0; i < bo->thread_count; i++)
        free(bo->threads[i].know.ticks);
    free(bo->know.ticks);
    free(bo->threads);
    free(bo->pairs);
    free(bo);
    b->order = NULL;
}

static uint32_t thread_of(const struct worker *x, int lane)
{
    return (uint32_t)(x->warp->index * WARP_SIZE + lane);
}

static uint64_t *pair(const struct block_order *bo, uint32_t a, uint32_t b)
{
    return &bo->pairs[(size_t)a * WARP_SIZE + b % WARP_SIZE];
}

void order_barrier(struct block *b)
{
    struct block_order *bo = b->order;

    if (!bo)
        return;
    for (int i = 0; i < bo->thread_count; i++) {
        struct clock *const k = &bo->threads[i].know;

        if (!k->count && !k->top)
            continue;
        clock_merge(&bo->know, k, bo->order->event);
        clock_clear(k);
    }
}

void order_warp_sync(struct worker *x, uint32_t mask)
{
    struct block_order *const bo = x->block->order;
    struct clock all = { 0 };

    if (!bo)
        return;
    order_tick(bo->order);
    for (int i = 0; i < WARP_SIZE; i++) {
        if (!(mask >> i & 1))
            continue;
        clock_merge(&all, &bo->threads[thread_of(x, i)].know, bo->order->event);
        for (int j = 0; j < WARP_SIZE; j++)
            if (mask >> j & 1)
                *pair(bo, thread_of(x, i), thread_of(x, j)) = bo->order->event;
    }
    for (int i = 0; i < WARP_SIZE && (all.count || all.top); i++)
        if (mask >> i & 1)
            clock_merge(&bo->threads[thread_of(x, i)].know, &all,
                        bo->order->event);
    free(all.ticks);
}

void order_fence(struct worker *x, uint32_t mask, bool wide)
{
    struct block_order *const bo = x->block->order;
    const uint64_t event = order_tick(bo->order);

    for (int i = 0; i < WARP_SIZE; i++) {
        struct thread_order *const t = &bo->threads[thread_of(x, i)];

        if (!(mask >> i & 1))
            continue;
        t->block_fence_event = event;
        t->block_fence_epoch = x->block->epoch;
        if (wide) {
            t->fence_event = event;
            t->fence_epoch = x->block->epoch;
        }
    }
}

/* ---- objects ------------------------------------------------------------- */

/*
 * What the thread may publish: all it knows; what its block did before the
 * barrier that came before its fence (a fence just before the last barrier
 * counts too: all threads of the block have it then); what it did itself, and
 * lanes that it met in bar.warp.sync, before its fence.
 */
static void publish(struct worker *x, int lane, struct clock *to,
                    uint64_t fence, uint32_t fence_epoch)
{
    const struct block_order *const bo = x->block->order;
    const uint32_t t = thread_of(x, lane), epoch = x->block->epoch;
    const uint64_t block = x->block->index;

    clock_merge(to, &bo->threads[t].know, bo->order->event);
    clock_merge(to, &bo->know, bo->order->event);
    clock_raise(to, block, ALL_THREADS,
                fence_epoch + 1 >= epoch ? epoch : fence_epoch);
    clock_raise(to, block, t, fence);
    for (int i = 0; i < WARP_SIZE; i++)
        if (i != lane)
            clock_raise(to, block, thread_of(x, i),
                        *pair(bo, t, thread_of(x, i)));
}

bool order_release(struct worker *x, int lane, uint64_t key, bool fences)
{
    struct block_order *const bo = x->block->order;
    const struct thread_order *const t = &bo->threads[thread_of(x, lane)];
    struct object *s;

    if (!fences && !t->block_fence_event)
        return false;
    s = table_put(&bo->order->objects, key);
    if (fences || t->fence_event)
        publish(x, lane, &s->wide, fences ? bo->order->event : t->fence_event,
                fences ? x->block->epoch : t->fence_epoch);
    if (s->narrow_block != x->block->index) {
        clock_clear(&s->narrow);
        s->narrow_block = x->block->index;
    }
    publish(x, lane, &s->narrow,
            fences ? bo->order->event : t->block_fence_event,
            fences ? x->block->epoch : t->block_fence_epoch);
    return true;
}

void order_acquire(struct worker *x, int lane, uint64_t key)
{
    struct block_order *const bo = x->block->order;
    struct clock *const know = &bo->threads[thread_of(x, lane)].know;
    const struct object *s = table_find(&bo->order->objects, key);

    if (!s)
        return;
    clock_merge(know, &s->wide, bo->order->event);
    if (s->narrow_block == x->block->index)
        clock_merge(know, &s->narrow, bo->order->event);
}

/* ---- the question -------------------------------------------------------- */

static bool knows(const struct clock *c, const struct moment *old)
{
    return old->event <= c->top ||
           clock_at(c, old->block, ALL_THREADS) > old->epoch ||
           clock_at(c, old->block, old->thread) >= old->event;
}

bool order_before(const struct worker *x, const struct moment *old, int lane,
                  uint64_t event)
{
    const struct block_order *const bo = x->block->order;
    const uint32_t t = thread_of(x, lane);

    if (old->block == x->block->index) {
        if (old->thread == t || old->epoch != x->block->epoch)
            return true;
        if (old->thread / WARP_SIZE == t / WARP_SIZE && old->event != event &&
            *pair(bo, t, old->thread) > old->event)
            return true;
    }
    return knows(&bo->threads[t].know, old) || knows(&bo->know, old);
}
