/* SPDX-License-Identifier: Apache-2.0 */
/* Global memory, constants among it: bounds, marks, counters. */
#include "sim/claims.h"
#include "sim/quick.h"
#include "sim/race_global.h"

enum {
    NULL_PAGE = 65536,
    ILLEGAL_ADDRESS = 700,
    MISALIGNED_ADDRESS = 716,
    EXTENT_MAX = 4096 /* bytes looked at in one go */
};

/* What an address outside every live allocation means. */
static enum finding_id fault_of(const struct worker *x, uint64_t address)
{
    const struct allocation *a;

    if (address < NULL_PAGE)
        return FINDING_NULL_POINTER;
    if (address - MEMORY_GLOBAL >= MEMORY_GLOBAL_BYTES)
        return FINDING_HOST_POINTER_IN_KERNEL;
    a = memory_nearest(x->memory, address);
    if (a && a->freed && address - a->base < a->bytes)
        return FINDING_USE_AFTER_FREE;
    return FINDING_OOB_GLOBAL;
}

static struct finding *report(struct worker *x, enum finding_id id, int lane,
                              const struct request *r, enum access kind)
{
    /* A host address differs from run to run: it is never shown. And nothing
       is next to a null pointer. */
    const bool named =
        id != FINDING_HOST_POINTER_IN_KERNEL && id != FINDING_NULL_POINTER;
    bool is_new;
    struct finding *f = named
                            ? found_add_near(x, id, 1u << lane,
                                             request_address(r, lane), &is_new)
                            : found_add(x, id, 1u << lane, -1, &is_new);

    if (is_new) {
        f->bytes = r->bytes;
        f->at.access = kind;
        if (id == FINDING_NULL_POINTER)
            f->address = request_address(r, lane);
    }
    access_fail(x, id == FINDING_MISALIGNED ? MISALIGNED_ADDRESS
                                            : ILLEGAL_ADDRESS);
    return f;
}

/* Memory of variables is everywhere; of other cards, where peers may. */
static bool may_reach(const struct worker *x, const struct allocation *a)
{
    const uint32_t cards = x->s->l->cards;

    return !cards || !a->serial || a->hosted || cards >> a->card & 1;
}

/* Lane by lane: who is inside a live allocation, aligned and allowed? */
static uint32_t check_lanes(struct worker *x, const struct request *r,
                            enum access kind)
{
    uint32_t good = 0;

    for (int i = 0; i < WARP_SIZE; i++) {
        const uint64_t at = request_address(r, i);
        const struct allocation *a;

        if (!(r->mask >> i & 1))
            continue;
        a = memory_find(x->memory, at);
        if (!a)
            report(x, fault_of(x, at), i, r, kind);
        else if (!may_reach(x, a))
            report(x, FINDING_OOB_GLOBAL, i, r, kind)->detail =
                "memory of another card, which this one was not given access "
                "to";
        else if (at % r->bytes)
            report(x, FINDING_MISALIGNED, i, r, kind);
        else if (a->bytes - (at - a->base) < r->bytes)
            report(x, FINDING_OOB_GLOBAL, i, r, kind);
        else if (a->constant && kind != ACCESS_READ)
            report(x, FINDING_OOB_GLOBAL, i, r, kind)->detail =
                "constant memory cannot be written";
        else
            good |= 1u << i;
    }
    return good;
}

/* Whether the whole allocation was initialised when it was first met. */
static bool whole_initialised(struct worker *x, const struct allocation *a)
{
    struct known *k = &x->known[a->base / 512 % KNOWN_MAX];

    if (k->base != a->base || k->stamp != x->heap_stamp) {
        k->base = a->base;
        k->stamp = x->heap_stamp;
        k->whole = memory_all_initialised(x->memory, a->base, a->bytes);
    }
    return k->whole;
}

uint32_t global_check(struct worker *x, const struct request *r,
                      enum access kind)
{
    struct pattern *const p = r->p;
    const uint64_t low = r->start + p->low;
    const uint64_t extent = p->high - p->low + r->bytes;

    if (!p->allocation || p->stamp != x->heap_stamp || low < p->base ||
        low >= p->end || p->end - low < extent) {
        const struct allocation *a = memory_find(x->memory, low);

        if (!a || a->bytes - (low - a->base) < extent || !may_reach(x, a))
            return check_lanes(x, r, kind);
        p->allocation = a;
        p->base = a->base;
        p->end = a->base + a->bytes;
        p->stamp = x->heap_stamp;
        p->constant = a->constant;
        p->all_initialised = whole_initialised(x, a);
    }
    if (((r->start | p->bits) & (r->bytes - 1)) ||
        (p->constant && kind != ACCESS_READ))
        return check_lanes(x, r, kind);
    p->good_first = p->base - p->low;
    p->good_count = p->end - p->base - extent + 1;
    return r->mask;
}

static bool range_initialised(const struct worker *x, uint64_t at,
                              uint64_t bytes)
{
    const struct marks *m = memory_marks(x->memory, at);

    for (const uint64_t end = at + bytes; at < end; at = (at / 64 + 1) * 64) {
        const uint64_t left = end - at;
        const uint64_t want = byte_bits(at, left > 64 ? 64 : (uint32_t)left);

        if ((m++->init & want) != want)
            return false;
    }
    return true;
}

void global_initialised(struct worker *x, const struct request *r)
{
    const uint64_t extent = r->p->high - r->p->low + r->bytes;
    uint32_t bad = 0;
    bool is_new;
    struct finding *f;

    if (r->p->all_initialised || x->s->l->checks_off)
        return;
    if (extent <= EXTENT_MAX &&
        range_initialised(x, r->start + r->p->low, extent))
        return;
    for (int i = 0; i < WARP_SIZE; i++) {
        const uint64_t at = request_address(r, i);
        const uint64_t want = byte_bits(at, r->bytes);

        if ((r->mask >> i & 1) &&
            (memory_marks(x->memory, at)->init & want) != want)
            bad |= 1u << i;
    }
    if (!bad)
        return;
    f = found_add_near(x, FINDING_UNINITIALISED_READ, bad,
                       request_address(r, first_lane(bad)), &is_new);
    if (is_new) {
        f->bytes = r->bytes;
        f->at.access = ACCESS_READ;
    }
}

/* Other workers may set other bits of the same word at this moment. */
static void mark_among_others(struct marks *m, uint64_t bits)
{
    if ((__atomic_load_n(&m->init, __ATOMIC_RELAXED) & bits) != bits)
        __atomic_fetch_or(&m->init, bits, __ATOMIC_RELAXED);
    if ((__atomic_load_n(&m->kernel, __ATOMIC_RELAXED) & bits) != bits)
        __atomic_fetch_or(&m->kernel, bits, __ATOMIC_RELAXED);
}

static void mark(const struct worker *x, struct marks *m, uint64_t bits)
{
    if (x->claims->saved) {
        mark_among_others(m, bits);
        return;
    }
    m->init |= bits;
    m->kernel |= bits;
}

void global_mark(struct worker *x, const struct request *r)
{
    if (r->p->unit) {
        const uint64_t end = r->start + r->bytes * (uint64_t)lanes_of(r->mask);
        struct marks *m = memory_marks(x->memory, r->start);
        uint64_t at = r->start;

        for (; at < end; at = (at / 64 + 1) * 64, m++)
            mark(x, m,
                 byte_bits(at, end - at > 64 ? 64 : (uint32_t)(end - at)));
        return;
    }
    for (int i = 0; i < WARP_SIZE; i++) {
        const uint64_t at = request_address(r, i);

        if (r->mask >> i & 1)
            mark(x, memory_marks(x->memory, at), byte_bits(at, r->bytes));
    }
}

/* Counters, samples, footprint and log of a request. */
static void account(struct worker *x, const struct request *r, bool store)
{
    struct tally *const t = &x->tally[x->pc];
    const struct shape *const s = r->s;

    t->requests++;
    t->sectors += s->sectors;
    t->ideal += s->ideal;
    t->bytes += s->bytes;
    x->count[store ? WARP_STORE_SECTORS : WARP_LOAD_SECTORS] += s->sectors;
    if (lanes_of(r->mask) > x->widest[x->pc])
        sample_keep(x, r, store, false);
    if (x->exact)
        exact_access(x, r, store ? ACCESS_WRITE : ACCESS_READ);
    else
        claims_access(x, r, store ? ACCESS_WRITE : ACCESS_READ);
    if (x->warp->log)
        log_request(x, r, s->wavefronts);
}

void global_access(struct worker *x, struct request *r, bool store)
{
    const enum access kind = store ? ACCESS_WRITE : ACCESS_READ;
    const uint32_t all = r->mask, good = global_check(x, r, kind);

    x->block->worked |= r->u->space != SPACE_CONST;
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
    if (r->u->space != SPACE_CONST)
        account(x, r, store);
    else if (x->warp->log)
        log_step(x, good, NULL, 0, 0);
    if (store) {
        lanes_store(x, r, memory_host(x->memory, r->start));
        global_mark(x, r);
        if (x->write_counts)
            write_counts_add(x->write_counts, r,
                             x->s->together && x->s->commutes);
    } else {
        global_initialised(x, r);
        lanes_load(x, r, memory_host(x->memory, r->start));
    }
}

/* A load that is like one before, but for where it starts. */
static inline bool load_again(struct worker *x, const struct uop *u,
                              uint32_t mask, const uint64_t *base)
{
    struct request r;

    if (x->exact || x->patterns[u->pattern].stamp != x->heap_stamp ||
        !request_again(x, u, mask, base, &r))
        return false;
    x->count[WARP_LOAD_SECTORS] += r.s->sectors;
    x->block->worked = true;
    if (!claims_known_read(x->claims, &r))
        claims_access(x, &r, ACCESS_READ);
    if (!r.p->all_initialised)
        global_initialised(x, &r);
    load_rows(x, &r, memory_host(x->memory, r.start));
    return true;
}

void op_load_global(struct worker *x, const struct uop *u, uint32_t mask)
{
    if (load_again(x, u, mask, wide_at(x, u->a)))
        x->polls += u->polls;
    else
        op_load(x, u, mask);
}

void op_load_global_narrow(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint64_t room[WARP_SIZE];

    if (load_again(x, u, mask, narrow_base(x, u, room)))
        x->polls += u->polls;
    else
        op_load(x, u, mask);
}
