/* SPDX-License-Identifier: Apache-2.0 */
#include "time/order.h"

#include "base/arena.h"
#include "time/fuse.h"
#include "time/merge.h"
#include "time/predicate.h"

/* One piece while it is ordered: a classic list scheduler. */
struct scheduler {
    const struct uop *u; /* its instructions */
    int count;
    uint64_t before[PIECE_MAX]; /* must come earlier */
    uint64_t feeds[PIECE_MAX];  /* of those, whose results it reads */
    int height[PIECE_MAX];      /* cycles from here to the end, at least */
    int latency[PIECE_MAX];
    int done_at[PIECE_MAX];
};

static bool touches_memory(const struct uop *u)
{
    return u->pipe == PIPE_LSU || u->pipe == PIPE_SYNC;
}

static bool only_reads(const struct uop *u)
{
    bool load = u->kind == UOP_LOAD || u->kind == UOP_SHARED;

    return (load && u->write_count) || u->kind == UOP_SHUFFLE;
}

/* Accesses that may not change places. */
static bool memory_order(const struct uop *a, const struct uop *b)
{
    bool known = a->space && b->space && a->space != SPACE_GENERIC &&
                 b->space != SPACE_GENERIC;

    if (!touches_memory(a) || !touches_memory(b))
        return false;
    if (only_reads(a) && only_reads(b))
        return a->kind == UOP_SHUFFLE && b->kind == UOP_SHUFFLE;
    return !known || a->space == b->space;
}

static bool overlap(const uint16_t *a, int na, const uint16_t *b, int nb)
{
    for (int i = 0; i < na; i++) {
        for (int j = 0; j < nb; j++) {
            if (a[i] == b[j])
                return true;
        }
    }
    return false;
}

static void find_dependences(struct scheduler *s)
{
    for (int i = 0; i < s->count; i++) {
        const struct uop *b = &s->u[i];

        for (int j = 0; j < i; j++) {
            const struct uop *a = &s->u[j];
            bool feeds =
                overlap(a->writes, a->write_count, b->reads, b->read_count);
            bool order =
                feeds ||
                overlap(a->reads, a->read_count, b->writes, b->write_count) ||
                overlap(a->writes, a->write_count, b->writes, b->write_count) ||
                memory_order(a, b);

            if (feeds)
                s->feeds[i] |= 1ull << j;
            if (order)
                s->before[i] |= 1ull << j;
        }
    }
}

/* ptxas knows no caches: it takes a load for a hit. */
static int expected_latency(const struct card *c, const struct uop *u)
{
    if (u->kind == UOP_LOAD || u->kind == UOP_ATOMIC)
        return (int)c->l1_latency;
    if (u->pipe == PIPE_LSU)
        return (int)c->shared_latency;
    return u->latency;
}

static void find_heights(struct scheduler *s)
{
    for (int i = s->count - 1; i >= 0; i--) {
        s->height[i] += s->latency[i];
        for (int j = 0; j < i; j++) {
            if (s->feeds[i] >> j & 1 && s->height[j] < s->height[i])
                s->height[j] = s->height[i];
        }
    }
}

static int ready_at(const struct scheduler *s, int i)
{
    int t = 0;

    for (int j = 0; j < i; j++) {
        if (s->feeds[i] >> j & 1 && s->done_at[j] > t)
            t = s->done_at[j];
    }
    return t;
}

/* The instruction to issue next: ready now and with the longest way to go, or
   else the one that is ready first. */
static int pick(const struct scheduler *s, uint64_t left, int now)
{
    int best = -1, best_at = 0;

    for (int i = 0; i < s->count; i++) {
        int at;

        if (!(left >> i & 1) || s->before[i] & left)
            continue;
        at = ready_at(s, i);
        if (at < now)
            at = now;
        if (best < 0 || at < best_at ||
            (at == best_at && s->height[i] > s->height[best])) {
            best = i;
            best_at = at;
        }
    }
    return best;
}

static void order_piece(struct arena *a, const struct card *c,
                        const struct uop *u, int count, struct piece *out)
{
    struct scheduler s = { .u = u, .count = count };
    uint64_t left = count == 64 ? ~0ull : (1ull << count) - 1;
    int now = 0;

    out->at = ARENA_NEW(a, uint8_t, count);
    out->count = (uint8_t)count;
    for (int i = 0; i < count; i++)
        s.latency[i] = expected_latency(c, &u[i]);
    find_dependences(&s);
    if (u[count - 1].kind == UOP_BRANCH)
        s.before[count - 1] = left & ~(1ull << (count - 1));
    find_heights(&s);
    for (int k = 0; k < count; k++) {
        int i = pick(&s, left, now), at = ready_at(&s, i);

        now = at > now ? at : now;
        s.done_at[i] = now + s.latency[i];
        now += u[i].issues;
        left &= ~(1ull << i);
        out->at[k] = (uint8_t)i;
    }
}

static void mark_leaders(const struct program *p, const struct func *f,
                         const struct uop *u, bool leader[], bool join[])
{
    for (int pc = f->first; pc < f->end; pc++) {
        const struct inst *in = &p->insts[pc];

        if (u[pc].kind == UOP_BRANCH && in->target >= 0 &&
            in->target < p->inst_count)
            leader[in->target] = true;
        else if (in->target >= 0 && in->target < p->inst_count)
            join[in->target] = true;
        for (int t = 0; t < in->target_count; t++)
            leader[p->target_pcs[in->targets + t]] = true;
    }
}

/* True if no piece may reach past this instruction. */
static bool ends_piece(const struct uop *u)
{
    return u->kind == UOP_BRANCH || u->kind == UOP_BARRIER ||
           u->kind == UOP_ARRIVE || u->kind == UOP_FENCE ||
           u->kind == UOP_COPY_WAIT;
}

/* The end of the straight piece that starts at pc. */
static int piece_end(const struct func *f, const struct uops *u,
                     const bool leader[], int pc)
{
    int end = pc + 1;

    while (end < f->end && !leader[end] && !ends_piece(&u->at[end - 1]))
        end++;
    return end;
}

/* Pieces over [pc, end), cut where they are too long. */
static void order_run(struct arena *a, const struct card *c,
                      const struct uops *u, int pc, int end, struct piece *out)
{
    for (int at = pc; at < end; at += PIECE_MAX) {
        int count = end - at < PIECE_MAX ? end - at : PIECE_MAX;

        if (count > 2 && !out[at].count)
            order_piece(a, c, &u->at[at], count, &out[at]);
    }
}

/* join: where ifs without a branch end. A warp that skipped one goes on in a
   piece of its own from there. */
static void order_func(struct arena *a, const struct card *c,
                       const struct program *p, const struct func *f,
                       struct uops *u, const bool leader[], const bool join[],
                       struct piece *out)
{
    uint8_t *bits = NULL;

    if (f->shared_bytes || f->dynamic_shared)
        bits = merge_zero_bits(a, p, f);
    for (int pc = f->first, end; pc < f->end; pc = end) {
        end = piece_end(f, u, leader, pc);
        if (bits)
            merge_loads(p, bits, pc, end, u->at);
        order_run(a, c, u, pc, end, out);
        for (int at = pc + 1; at < end; at++) {
            if (join[at])
                order_run(a, c, u, at, end, out);
        }
    }
}

struct piece *order_new(struct arena *a, const struct card *c,
                        const struct program *p, struct uops *u,
                        const bool used[])
{
    struct piece *out = ARENA_NEW(a, struct piece, p->inst_count + 1);
    bool *leader = ARENA_NEW(a, bool, p->inst_count + 1);
    bool *join = ARENA_NEW(a, bool, p->inst_count + 1);

    for (int f = 0; f < p->func_count; f++) {
        if (!used[f])
            continue;
        fuse_func(a, p, &p->funcs[f], u->at);
        predicate_ifs(p, &p->funcs[f], u->at);
        mark_leaders(p, &p->funcs[f], u->at, leader, join);
        order_func(a, c, p, &p->funcs[f], u, leader, join, out);
    }
    return out;
}
