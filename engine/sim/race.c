/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Races on shared memory: two accesses to one byte by different threads, at
 * least one a plain write, with nothing that orders them. A barrier of the
 * block begins a new epoch; __syncwarp begins a new one for its lanes. Two
 * writes of equal values by one instruction are not reported.
 *
 * Kept per 4-byte word: the last writer and the last readers with the epochs
 * in which they were. Readers of one epoch are remembered as one of them and
 * whether there were others.
 */
#include <stdlib.h>

#include "base/bug.h"
#include "sim/exec.h"

struct mark {
    uint32_t epoch; /* of the block; 0: never */
    uint32_t sync;  /* of the thread's warp: its __syncwarp count */
    int32_t thread; /* in the block */
    int32_t pc;
    uint8_t bytes; /* bits: which of the word's bytes */
};

struct word {
    struct mark writer, reader, other_reader; /* other: another warp's */
    bool atomic;                              /* the writer was an atomic */
};

struct race_table {
    struct word *words;
    uint32_t *sync; /* by warp and lane: __syncwarp count */
    int count;
};

void race_open(struct block *b)
{
    struct race_table *t = calloc(1, sizeof *t);

    if (!t)
        DIE("out of memory");
    t->count = (int)(b->shared_bytes + 3) / 4;
    t->words = calloc((size_t)t->count + 1, sizeof *t->words);
    t->sync = calloc((size_t)b->warp_count * WARP_SIZE, sizeof *t->sync);
    if (!t->words || !t->sync)
        DIE("out of memory for race checks");
    b->races = t;
}

void race_close(struct block *b)
{
    if (!b->races)
        return;
    free(b->races->words);
    free(b->races->sync);
    free(b->races);
    b->races = NULL;
}

void race_warp_sync(struct worker *x, uint32_t mask)
{
    struct race_table *t = x->block->races;

    for (int i = 0; t && i < WARP_SIZE; i++)
        if (mask >> i & 1)
            t->sync[x->warp->index * WARP_SIZE + i]++;
}

/* Did anything order the old access before this one? */
static bool ordered(const struct worker *x, const struct race_table *t,
                    const struct mark *old, int thread)
{
    if (old->epoch != x->block->epoch || old->thread == thread)
        return true;
    if (old->thread / WARP_SIZE != thread / WARP_SIZE)
        return false;
    /* Same warp: both have passed a __syncwarp since. */
    return t->sync[old->thread] > old->sync && t->sync[thread] > old->sync;
}

static void report(struct worker *x, const struct mark *old, int thread,
                   uint32_t word, int bytes, enum access kind)
{
    bool is_new;
    struct finding *f;

    /* By count of bytes, as racecheck does. */
    f = found_add(x, FINDING_RACE_SHARED, 0, old->pc, &is_new);
    f->count += (uint64_t)bytes;
    if (!is_new)
        return;
    thread_at(x, thread, f->at.thread);
    thread_at(x, old->thread, f->other.thread);
    f->at.access = kind;
    f->other.access =
        x->p->insts[old->pc].op == OP_LD ? ACCESS_READ : ACCESS_WRITE;
    f->address = word * 4;
    f->bytes = 4;
    f->near_bytes = x->block->shared_bytes;
    f->near_offset = (int64_t)word * 4;
}

static void one_word(struct worker *x, int thread, uint32_t word, uint8_t bytes,
                     enum access kind, bool same_value)
{
    struct race_table *t = x->block->races;
    struct word *w = &t->words[word];
    struct mark now = { x->block->epoch, t->sync[thread], thread, x->pc,
                        bytes };
    /* A race needs a plain write on one side. */
    bool quiet = w->atomic && kind != ACCESS_WRITE;
    int hit;

    if (w->writer.thread == thread && w->writer.epoch == now.epoch &&
        kind == ACCESS_READ) {
        /* reads its own word: remembered, nothing to compare */
    } else if (w->writer.epoch && !quiet && !same_value &&
               !ordered(x, t, &w->writer, thread)) {
        hit = __builtin_popcount(w->writer.bytes & bytes);
        if (hit)
            report(x, &w->writer, thread, word, hit, kind);
    }
    if (kind == ACCESS_READ) {
        if (w->reader.epoch == now.epoch && w->reader.thread != thread)
            w->other_reader = w->reader;
        w->reader = now;
        return;
    }
    for (int k = 0; k < 2 && kind == ACCESS_WRITE; k++) {
        const struct mark *r = k ? &w->other_reader : &w->reader;

        if (r->epoch && !ordered(x, t, r, thread)) {
            hit = __builtin_popcount(r->bytes & bytes);
            if (hit) {
                report(x, r, thread, word, hit, kind);
                break;
            }
        }
    }
    if (w->writer.epoch == now.epoch && w->writer.thread == thread)
        now.bytes |= w->writer.bytes;
    w->writer = now;
    w->atomic = kind == ACCESS_ATOMIC;
}

/* Lanes that write the same value to the same place with one instruction. */
static bool repeats(uint32_t mask, const uint32_t *offset,
                    const uint64_t *value, int lane)
{
    if (!value)
        return false;
    for (int i = 0; i < lane; i++)
        if ((mask >> i & 1) && offset[i] == offset[lane] &&
            value[i] == value[lane])
            return true;
    return false;
}

void race_access(struct worker *x, uint32_t mask, const uint32_t *offset,
                 int bytes, enum access kind, const uint64_t *value)
{
    for (int i = 0; i < WARP_SIZE; i++) {
        int thread = x->warp->index * WARP_SIZE + i;
        bool same;

        if (!(mask >> i & 1))
            continue;
        same = repeats(mask, offset, value, i);
        for (int done = 0; done < bytes;) {
            uint32_t at = offset[i] + (uint32_t)done;
            int here = 4 - (int)(at % 4);

            here = here > bytes - done ? bytes - done : here;
            one_word(x, thread, at / 4, (uint8_t)(((1u << here) - 1) << at % 4),
                     kind, same);
            done += here;
        }
    }
}
