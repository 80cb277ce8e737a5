/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Races to the byte. Of each byte of shared memory the last writer and two
 * readers are remembered, with the event number of their access. Two lanes of
 * a warp are in order if a __syncwarp of both came between.
 */
#include <stdlib.h>

#include "base/bug.h"
#include "sim/race.h"

struct mark {
    uint32_t epoch; /* of the block; 0: never */
    uint32_t event;
    int32_t thread; /* in the block */
    int32_t pc;
};

struct byte {
    struct mark writer, reader[2]; /* the last reader, and one before it */
    bool atomic;                   /* the writer was an atomic */
};

struct race_exact {
    struct byte *bytes;
    uint32_t *pairs; /* [warp][lane][lane]: their last __syncwarp's event */
};

struct race_exact *race_exact_open(uint32_t bytes, int warps)
{
    struct race_exact *e = calloc(1, sizeof *e);

    if (!e)
        DIE("out of memory for race checks");
    e->bytes = calloc((size_t)bytes + 1, sizeof *e->bytes);
    e->pairs = calloc((size_t)warps * WARP_SIZE * WARP_SIZE, sizeof *e->pairs);
    if (!e->bytes || !e->pairs)
        DIE("out of memory for race checks");
    return e;
}

void race_exact_close(struct race_exact *e)
{
    if (!e)
        return;
    free(e->bytes);
    free(e->pairs);
    free(e);
}

static uint32_t *pair(const struct race_exact *e, int warp, int a, int b)
{
    return &e->pairs[(warp * WARP_SIZE + a) * WARP_SIZE + b];
}

void race_exact_sync(struct race_exact *e, int warp, uint32_t mask,
                     uint32_t event)
{
    for (int i = 0; i < WARP_SIZE; i++)
        for (int j = 0; j < WARP_SIZE && (mask >> i & 1); j++)
            if (mask >> j & 1)
                *pair(e, warp, i, j) = event;
}

/* Did anything order the old access before this one? */
static bool ordered(const struct worker *x, const struct race_exact *e,
                    const struct mark *old, const struct mark *now)
{
    const int warp = now->thread / WARP_SIZE;

    (void)x;
    if (old->epoch != now->epoch || old->thread == now->thread ||
        old->event == now->event)
        return true;
    return old->thread / WARP_SIZE == warp &&
           *pair(e, warp, old->thread % WARP_SIZE, now->thread % WARP_SIZE) >
               old->event;
}

static enum access access_of(const struct inst *in)
{
    return in->op == OP_LD                         ? ACCESS_READ
           : in->op == OP_ATOM || in->op == OP_RED ? ACCESS_ATOMIC
                                                   : ACCESS_WRITE;
}

void race_report(struct worker *x, uint32_t offset, uint32_t bytes, int lane,
                 enum access kind, int other_pc, int other_thread)
{
    bool is_new;
    struct finding *f =
        found_add(x, FINDING_RACE_SHARED, 1u << lane, other_pc, &is_new);

    /* Counted in bytes, as racecheck does. */
    f->count += bytes - 1;
    if (!is_new)
        return;
    thread_at(x, other_thread, f->other.thread);
    f->at.access = kind;
    f->other.access = access_of(&x->p->insts[other_pc]);
    f->address = offset;
    f->bytes = bytes;
    f->near_bytes = x->block->shared_bytes;
    f->near_offset = (int64_t)offset;
    f->near_name = "shared memory of the block";
}

/* The earlier access that conflicts with this one; NULL if none does. */
static const struct mark *conflict(const struct worker *x,
                                   const struct race_exact *e,
                                   const struct byte *b, const struct mark *now,
                                   enum access kind)
{
    const bool quiet = b->atomic && kind != ACCESS_WRITE;

    if (b->writer.epoch && !quiet && !ordered(x, e, &b->writer, now))
        return &b->writer;
    for (int k = 0; k < 2 && kind == ACCESS_WRITE; k++)
        if (b->reader[k].epoch && !ordered(x, e, &b->reader[k], now))
            return &b->reader[k];
    return NULL;
}

static void remember(struct byte *b, const struct mark *now, enum access kind)
{
    if (kind == ACCESS_READ) {
        if (b->reader[0].epoch != now->epoch ||
            b->reader[0].thread != now->thread)
            b->reader[1] = b->reader[0];
        b->reader[0] = *now;
        return;
    }
    b->writer = *now;
    b->atomic = kind == ACCESS_ATOMIC;
}

void race_exact_access(struct worker *x, struct race_exact *e, uint32_t mask,
                       const uint32_t *offset, uint32_t bytes, enum access kind,
                       uint32_t event)
{
    for (int i = 0; i < WARP_SIZE; i++) {
        const struct mark now = { x->block->epoch, event,
                                  x->warp->index * WARP_SIZE + i, x->pc };
        const struct mark *old = NULL;
        uint32_t hazards = 0, first = 0;

        for (uint32_t k = 0; k < bytes && (mask >> i & 1); k++) {
            struct byte *b = &e->bytes[offset[i] + k];
            const struct mark *hit = conflict(x, e, b, &now, kind);

            if (hit && old && (hit->pc != old->pc)) {
                race_report(x, first, hazards, i, kind, old->pc, old->thread);
                hazards = 0;
            }
            if (hit) {
                first = hazards ? first : offset[i] + k;
                old = hit;
                hazards++;
            }
        }
        if (hazards)
            race_report(x, first, hazards, i, kind, old->pc, old->thread);
        for (uint32_t k = 0; k < bytes && (mask >> i & 1); k++)
            remember(&e->bytes[offset[i] + k], &now, kind);
    }
}
