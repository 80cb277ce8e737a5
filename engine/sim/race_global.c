/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Races on global memory, to the byte. The claims of a launch name lines on
 * which a race is possible; the launch is then undone and done again, and what
 * touches these lines is compared access by access.
 */
#include "sim/race_global.h"

#include <stdlib.h>

#include "base/bug.h"
#include "sim/claims.h"
#include "sim/order.h"

enum { LINES_MAX = 1 << 14 }; /* looked at; of more, the first ones */

struct mark {
    struct moment at;
    int32_t pc; /* -1: none yet */
    bool strong;
};

/* The last writer and the last two readers of a granule. */
struct cell {
    struct mark writer, reader[2];
};

struct exact {
    struct order *order;
    struct cell *cells; /* by watched line, then by granule */
    uint32_t granule;   /* bytes */
};

struct exact *exact_open(struct claims *c, const struct claims *first)
{
    struct exact *e = calloc(1, sizeof *e);
    const int lines =
        first->suspect_count < LINES_MAX ? first->suspect_count : LINES_MAX;
    size_t cells;

    if (!e)
        DIE("out of memory for race checks");
    e->granule = first->least_bytes >= 4 ? 4 : first->least_bytes;
    cells = (size_t)lines * (LINE_BYTES / e->granule);
    e->cells = calloc(cells + 1, sizeof *e->cells);
    if (!e->cells)
        DIE("out of memory for race checks");
    for (size_t i = 0; i < cells; i++)
        e->cells[i].writer.pc = e->cells[i].reader[0].pc =
            e->cells[i].reader[1].pc = -1;
    claims_watch(c, first->suspects, lines);
    e->order = order_open();
    return e;
}

void exact_close(struct exact *e)
{
    if (!e)
        return;
    order_close(e->order);
    free(e->cells);
    free(e);
}

struct order *exact_order(const struct exact *e)
{
    return e->order;
}

/* Writes and reads that other threads may look at while they happen. */
static bool is_strong(const struct inst *in)
{
    return in->op == OP_ATOM || in->op == OP_RED ||
           (in->mods & (MOD_RELAXED | MOD_ACQUIRE | MOD_RELEASE));
}

static bool conflicts(const struct mark *old, enum access old_kind,
                      enum access kind, bool strong)
{
    if (old->pc < 0 || (old_kind == ACCESS_READ && kind == ACCESS_READ))
        return false;
    return !(old->strong && strong);
}

static void report(struct worker *x, const struct request *r, int lane,
                   enum access kind, const struct mark *old)
{
    const struct launch *const l = x->s->l;
    const uint64_t at = request_address(r, lane);
    const struct allocation *const a = memory_nearest(x->memory, at);
    const struct inst *const before = &x->p->insts[old->pc];
    bool is_new;
    struct finding *f =
        found_add(x, FINDING_RACE_GLOBAL, 1u << lane, old->pc, &is_new);

    if (!is_new)
        return;
    thread_at(x, (int)old->at.thread, f->other.thread);
    f->other.block[0] = (uint32_t)(old->at.block % l->grid[0]);
    f->other.block[1] = (uint32_t)(old->at.block / l->grid[0] % l->grid[1]);
    f->other.block[2] = (uint32_t)(old->at.block / l->grid[0] / l->grid[1]);
    f->at.access = kind;
    f->other.access = before->op == OP_LD || before->op == OP_LDU ? ACCESS_READ
                      : before->op == OP_ATOM || before->op == OP_RED
                          ? ACCESS_ATOMIC
                          : ACCESS_WRITE;
    f->address = at;
    f->bytes = r->bytes;
    if (!a)
        return;
    f->near_base = a->base;
    f->near_bytes = a->bytes;
    f->near_offset = (int64_t)(at - a->base);
    f->near_serial = a->serial;
    f->near_name = a->name;
}

/* The cells of a lane's bytes that are watched; NULL if they are not. */
static struct cell *cells_at(const struct worker *x, uint64_t at)
{
    const struct exact *const e = x->exact;
    const uint64_t offset = at - MEMORY_GLOBAL;
    const int line = claims_watched(x->claims, offset / LINE_BYTES);

    return line < 0 ? NULL
                    : &e->cells[(size_t)line * (LINE_BYTES / e->granule) +
                                offset % LINE_BYTES / e->granule];
}

/* A write of what is there already, or of what another lane of the same
   instruction writes, does no harm. */
static bool writes_same(const struct worker *x, const struct request *r,
                        int lane, const struct mark *old, uint64_t event)
{
    const uint8_t *at = memory_host(x->memory, request_address(r, lane));

    if (old->at.event == event)
        return request_same_values(x, r, lane,
                                   (int)(old->at.thread % WARP_SIZE));

    for (int k = 0; k < r->u->vec; k++) {
        const uint64_t v = lane_get(x, r->u, k, lane);

        if (memcmp(at + k * r->u->bytes, &v, r->u->bytes) != 0)
            return false;
    }
    return true;
}

static void remember(struct cell *c, const struct mark *now, enum access kind)
{
    if (kind != ACCESS_READ) {
        c->writer = *now;
        return;
    }
    if (c->reader[0].at.thread != now->at.thread ||
        c->reader[0].at.block != now->at.block)
        c->reader[1] = c->reader[0];
    c->reader[0] = *now;
}

/* The earlier access that races with this one; NULL if none does. */
static const struct mark *race_of(const struct worker *x,
                                  const struct request *r, const struct cell *c,
                                  int lane, enum access kind, bool strong,
                                  uint64_t event)
{
    if (conflicts(&c->writer, ACCESS_WRITE, kind, strong) &&
        !order_before(x, &c->writer.at, lane, event) &&
        !(kind == ACCESS_WRITE && writes_same(x, r, lane, &c->writer, event)))
        return &c->writer;
    for (int i = 0; i < 2; i++)
        if (conflicts(&c->reader[i], ACCESS_READ, kind, strong) &&
            !order_before(x, &c->reader[i].at, lane, event) &&
            !(kind == ACCESS_WRITE &&
              writes_same(x, r, lane, &c->reader[i], event)))
            return &c->reader[i];
    return NULL;
}

static void lane_access(struct worker *x, const struct request *r, int lane,
                        enum access kind, bool strong, uint64_t event)
{
    const uint32_t step = x->exact->granule;
    struct cell *const c = cells_at(x, request_address(r, lane));
    const struct mark *old = NULL;
    const struct mark now = { { x->block->index,
                                (uint32_t)(x->warp->index * WARP_SIZE + lane),
                                x->block->epoch, event },
                              x->pc,
                              strong };

    if (!c)
        return;
    for (uint32_t k = 0; k * step < r->bytes && !old; k++)
        old = race_of(x, r, &c[k], lane, kind, strong, event);
    if (old)
        report(x, r, lane, kind, old);
    for (uint32_t k = 0; k * step < r->bytes; k++)
        remember(&c[k], &now, kind);
}

void exact_access(struct worker *x, const struct request *r, enum access kind)
{
    const struct inst *const in = r->u->in;
    const bool is_volatile = (in->mods & MOD_VOLATILE) != 0;
    const uint64_t event = order_tick(x->exact->order);

    for (int i = 0; i < WARP_SIZE; i++) {
        const uint64_t key = request_address(r, i);
        bool strong = is_strong(in);

        if (!(r->mask >> i & 1))
            continue;
        if (kind != ACCESS_WRITE && (strong || is_volatile)) {
            order_acquire(x, i, key);
            strong = true;
        }
        if (kind != ACCESS_READ && (strong || is_volatile))
            strong |= order_release(x, i, key, (in->mods & MOD_RELEASE) != 0);
        lane_access(x, r, i, kind, strong, event);
    }
}

/* Objects in shared memory have keys of their own, block by block. */
void exact_shared(struct worker *x, const struct request *r, enum access kind)
{
    const struct inst *const in = r->u->in;

    if (!is_strong(in) && !(in->mods & MOD_VOLATILE))
        return;
    order_tick(x->exact->order);
    for (int i = 0; i < WARP_SIZE; i++) {
        const uint64_t key =
            (1ull << 63 | x->block->index << 20) + request_address(r, i);

        if (!(r->mask >> i & 1))
            continue;
        if (kind != ACCESS_WRITE)
            order_acquire(x, i, key);
        if (kind != ACCESS_READ)
            order_release(x, i, key, (in->mods & MOD_RELEASE) != 0);
    }
}
