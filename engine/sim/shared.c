/* SPDX-License-Identifier: Apache-2.0 */
/* Shared memory of a block: bounds, banks, marks. Addresses are offsets. */
#include "sim/quick.h"
#include "sim/race_global.h"

enum {
    ILLEGAL_ADDRESS = 700,
    MISALIGNED_ADDRESS = 716,
    EXTENT_MAX = 4096 /* bytes looked at in one go */
};

static void fill(const struct worker *x, struct finding *f,
                 const struct request *r, int lane, enum access kind)
{
    f->address = request_address(r, lane);
    f->bytes = r->bytes;
    f->at.access = kind;
    f->near_bytes = x->block->shared_bytes;
    f->near_offset = (int64_t)f->address;
    f->near_name = "shared memory of the block";
}

/* Is any lane's element without a single initialised byte? Copies of structs
   read their padding too: so one good byte will do. */
static bool is_unwritten(const struct worker *x, const struct request *r,
                         int lane)
{
    for (int k = 0; k < r->u->vec; k++) {
        const uint64_t at =
            request_address(r, lane) + (uint64_t)(k * r->u->bytes);

        if (!(x->block->shared_init[at / 64] & byte_bits(at, r->u->bytes)))
            return true;
    }
    return false;
}

void shared_initialised(struct worker *x, const struct request *r)
{
    const uint64_t extent = r->p->high - r->p->low + r->bytes;
    uint32_t bad = 0;
    bool is_new;
    struct finding *f;

    if (x->s->l->checks_off)
        return;
    if (r->p->uniform && !is_unwritten(x, r, first_lane(r->mask)))
        return;
    if (extent <= EXTENT_MAX &&
        bits_all(x->block->shared_init, r->start + r->p->low, (uint32_t)extent))
        return;
    for (int i = 0; i < WARP_SIZE; i++)
        if ((r->mask >> i & 1) && is_unwritten(x, r, i))
            bad |= 1u << i;
    if (!bad)
        return;
    f = found_add(x, FINDING_UNINITIALISED_READ, bad, -1, &is_new);
    if (is_new)
        fill(x, f, r, first_lane(bad), ACCESS_READ);
}

void shared_mark(struct worker *x, const struct request *r)
{
    if (r->p->unit) {
        bits_set(x->block->shared_init, r->start,
                 r->bytes * (uint32_t)lanes_of(r->mask));
        return;
    }
    for (int i = 0; i < WARP_SIZE; i++) {
        const uint64_t at = request_address(r, i);

        if (r->mask >> i & 1)
            x->block->shared_init[at / 64] |= byte_bits(at, r->bytes);
    }
}

uint32_t shared_check(struct worker *x, const struct request *r,
                      enum access kind)
{
    const uint64_t size = x->block->shared_bytes;
    const uint64_t low = r->start + r->p->low, high = r->start + r->p->high;
    uint32_t good = 0;

    if (low < size && high < size && size - high >= r->bytes &&
        !((r->start | r->p->bits) & (r->bytes - 1))) {
        if (r->u->space == SPACE_SHARED) {
            r->p->good_first = 0 - r->p->low;
            r->p->good_count = size - (high - low) - r->bytes + 1;
        }
        return r->mask;
    }
    for (int i = 0; i < WARP_SIZE; i++) {
        const uint64_t at = request_address(r, i);
        const bool out = at >= size || size - at < r->bytes;
        enum finding_id id = FINDING_OOB_SHARED;
        struct finding *f;
        bool is_new;

        if (!(r->mask >> i & 1))
            continue;
        if (at % r->bytes) {
            id = FINDING_MISALIGNED;
        } else if (!out) {
            good |= 1u << i;
            continue;
        }
        f = found_add(x, id, 1u << i, -1, &is_new);
        if (is_new)
            fill(x, f, r, i, kind);
        access_fail(x, id == FINDING_MISALIGNED ? MISALIGNED_ADDRESS
                                                : ILLEGAL_ADDRESS);
    }
    return good;
}

static void account(struct worker *x, const struct request *r, bool store)
{
    struct tally *const t = &x->tally[x->pc];

    t->shared_requests++;
    t->wavefronts += r->s->wavefronts;
    t->wavefronts_ideal += r->s->wavefronts_ideal;
    x->count[WARP_SHARED_CONFLICTS] +=
        (uint64_t)(r->s->wavefronts - r->s->wavefronts_ideal);
    if (lanes_of(r->mask) > x->widest[x->pc])
        sample_keep(x, r, store, true);
    if (x->warp->log)
        log_step(x, r->mask, NULL, 0, r->s->wavefronts);
}

void shared_access(struct worker *x, struct request *r, bool store)
{
    const enum access kind = store ? ACCESS_WRITE : ACCESS_READ;
    const uint32_t all = r->mask, good = shared_check(x, r, kind);

    x->block->worked = true;
    if (good != all) {
        if (!store)
            lanes_poison(x, r->u, all & ~good);
        if (!good) {
            if (x->warp->log)
                log_step(x, all, NULL, 0, 0);
            return;
        }
        request_narrow(x, r, good);
    }
    account(x, r, store);
    if (x->block->races)
        race_access(x, r, kind);
    if (x->exact)
        exact_shared(x, r, kind);
    if (store) {
        lanes_store(x, r, x->block->shared + r->start);
        shared_mark(x, r);
    } else {
        shared_initialised(x, r);
        lanes_load(x, r, x->block->shared + r->start);
    }
}

/* Is all shared memory of the block initialised? Looked at in its first epochs
   only, once in each. */
static bool all_initialised(struct block *b)
{
    enum { TRIES = 8 };

    if (!b->whole && b->whole_tries < TRIES && b->whole_epoch != b->epoch) {
        b->whole_tries++;
        b->whole_epoch = b->epoch;
        b->whole = bits_all(b->shared_init, 0, b->shared_bytes);
    }
    return b->whole;
}

/* A load that is like one before, but for where it starts. */
static inline bool load_again(struct worker *x, const struct uop *u,
                              uint32_t mask, const uint64_t *base)
{
    struct request r;

    if (!request_again(x, u, mask, base, &r))
        return false;
    x->count[WARP_SHARED_CONFLICTS] +=
        (uint64_t)(r.s->wavefronts - r.s->wavefronts_ideal);
    x->block->worked = true;
    if (x->block->races)
        race_access(x, &r, ACCESS_READ);
    if (!all_initialised(x->block))
        shared_initialised(x, &r);
    load_rows(x, &r, x->block->shared + r.start);
    return true;
}

void op_load_shared(struct worker *x, const struct uop *u, uint32_t mask)
{
    if (load_again(x, u, mask, wide_at(x, u->a)))
        x->polls += u->polls;
    else
        op_load(x, u, mask);
}

void op_load_shared_narrow(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint64_t room[WARP_SIZE];

    if (load_again(x, u, mask, narrow_base(x, u, room)))
        x->polls += u->polls;
    else
        op_load(x, u, mask);
}
