/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loads and stores. Each access is checked before a byte moves: the faulty
 * lanes are reported and left out (loads give them poison), the others go on,
 * so that one launch shows all that is wrong with it.
 */
#include <limits.h>

#include "sim/exec.h"

enum { NULL_PAGE = 65536, ILLEGAL_ADDRESS = 700, MISALIGNED_ADDRESS = 716 };

#define POISON_WORD 0xdbdbdbdbu

void operand_addresses(const struct worker *x, const struct uop *u,
                       uint64_t *address)
{
    const uint64_t offset = (uint64_t)u->offset;

    if (u->base != BASE_REG) {
        for (int i = 0; i < WARP_SIZE; i++)
            address[i] = offset;
        return;
    }
    if (u->wide_base) {
        const uint64_t *ra = wide_at(x, u->a);

        for (int i = 0; i < WARP_SIZE; i++)
            address[i] = ra[i] + offset;
    } else {
        const struct row *ra = row_at(x, u->a);

        for (int i = 0; i < WARP_SIZE; i++)
            address[i] = ra->lane[i] + offset;
    }
}

static void fail(struct worker *x, int error)
{
    x->failed = true;
    if (!x->error)
        x->error = error;
}

/* What an address outside every live allocation means. */
static enum finding_id fault_of(const struct worker *x, uint64_t address)
{
    const struct allocation *a;

    if (address < NULL_PAGE)
        return FINDING_NULL_POINTER;
    if (address < MEMORY_GLOBAL || address >= MEMORY_FUNCS)
        return FINDING_HOST_POINTER_IN_KERNEL;
    a = memory_nearest(x->memory, address);
    if (a && a->freed && address - a->base < a->bytes)
        return FINDING_USE_AFTER_FREE;
    return FINDING_OOB_GLOBAL;
}

static void report(struct worker *x, enum finding_id id, int lane,
                   uint64_t address, int bytes, enum access kind)
{
    bool is_new;
    struct finding *f = found_add(x, id, 1u << lane, -1, &is_new);

    if (is_new) {
        found_near(x, f, address);
        f->bytes = (uint32_t)bytes;
        f->at.access = kind;
        /* A host address differs from run to run: it is never shown. */
        if (id == FINDING_HOST_POINTER_IN_KERNEL) {
            f->address = 0;
            f->near_bytes = 0;
        }
    }
    fail(x, id == FINDING_MISALIGNED ? MISALIGNED_ADDRESS : ILLEGAL_ADDRESS);
}

/* Lane by lane: who is inside a live allocation, aligned and allowed? */
static uint32_t check_lanes(struct worker *x, const struct uop *u,
                            uint32_t mask, const uint64_t *address, int bytes,
                            enum access kind)
{
    uint32_t good = 0;
    int align = u->bytes * u->vec > 16 ? 16 : bytes;

    for (int i = 0; i < WARP_SIZE; i++) {
        const struct allocation *a;

        if (!(mask >> i & 1))
            continue;
        a = memory_find(x->memory, address[i]);
        if (!a || address[i] - a->base + (uint64_t)bytes > a->bytes)
            report(x, a ? FINDING_OOB_GLOBAL : fault_of(x, address[i]), i,
                   address[i], bytes, kind);
        else if (address[i] % (uint64_t)align)
            report(x, FINDING_MISALIGNED, i, address[i], bytes, kind);
        else if (a->constant && kind != ACCESS_READ)
            report(x, FINDING_OOB_GLOBAL, i, address[i], bytes, kind);
        else
            good |= 1u << i;
    }
    return good;
}

static uint64_t or_of(const uint64_t *address)
{
    uint64_t all = 0;

    for (int i = 0; i < WARP_SIZE; i++)
        all |= address[i];
    return all;
}

uint32_t global_check(struct worker *x, const struct uop *u, uint32_t mask,
                      const uint64_t *address, int bytes, enum access kind)
{
    struct pattern *p = &x->patterns[x->pc];
    const uint64_t start = address[first_lane(mask)];
    const uint64_t low = start + (uint64_t)p->low;
    const uint64_t high = start + (uint64_t)p->high + (uint64_t)bytes;
    const struct allocation *a = p->allocation;

    if (!a || low < a->base || high > a->base + a->bytes) {
        a = memory_find(x->memory, low);
        if (!a || high > a->base + a->bytes)
            return check_lanes(x, u, mask, address, bytes, kind);
        p->allocation = a;
        p->all_initialised =
            memory_all_initialised(x->memory, a->base, a->bytes);
    }
    /* Sizes are powers of two, but for v3-like vectors of 24 bytes and more,
       whose alignment is that of 16. */
    if (or_of(address) & (uint64_t)((bytes > 16 ? 16 : bytes) - 1) ||
        (a->constant && kind != ACCESS_READ))
        return check_lanes(x, u, mask, address, bytes, kind);
    return mask;
}

static uint64_t bits_of(uint64_t address, int bytes)
{
    return (bytes >= 64 ? UINT64_MAX : (1ull << bytes) - 1) << address % 64;
}

static void check_initialised(struct worker *x, uint32_t mask,
                              const uint64_t *address, int bytes)
{
    const struct pattern *p = &x->patterns[x->pc];
    uint32_t bad = 0;
    bool is_new;
    struct finding *f;

    if (p->all_initialised || x->s->l->checks_off)
        return;
    for (int i = 0; i < WARP_SIZE; i++) {
        const struct marks *m;

        if (!(mask >> i & 1))
            continue;
        m = memory_marks(x->memory, address[i]);
        bad |= (uint32_t)(~m->init & bits_of(address[i], bytes) ? 1 : 0) << i;
    }
    if (!bad)
        return;
    f = found_add(x, FINDING_UNINITIALISED_READ, bad, -1, &is_new);
    if (is_new) {
        found_near(x, f, address[first_lane(bad)]);
        f->bytes = (uint32_t)bytes;
        f->at.access = ACCESS_READ;
    }
}

void sample_keep(struct worker *x, const struct uop *u, uint32_t mask,
                 const uint64_t *address, int bytes, bool store, bool shared)
{
    struct request_sample *s;
    int slot = x->sample_of[x->pc] - 1;

    if (slot < 0) {
        struct request_sample fresh = { .pc = x->pc };

        ARENA_PUSH(x->arena, x->samples, x->sample_count, x->sample_capacity,
                   fresh);
        slot = x->sample_count - 1;
        x->sample_of[x->pc] = slot + 1;
    }
    s = &x->samples[slot];
    if (lanes_of(mask) <= lanes_of(s->active))
        return;
    *s = (struct request_sample){
        .pc = x->pc,
        .line = u->in->line,
        .file = u->in->file >= 0 ? x->p->files[u->in->file] : NULL,
        .text = u->in->text,
        .warp = (uint32_t)x->warp->index,
        .active = mask,
        .bytes = (uint32_t)bytes,
        .is_store = store,
        .is_shared = shared,
    };
    memcpy(s->block, x->block->at, sizeof s->block);
    for (int i = 0; i < WARP_SIZE; i++)
        if (mask >> i & 1)
            s->address[i] = address[i];
}

/* Counters, samples, footprint and log of a request to global memory. */
static void account_global(struct worker *x, const struct uop *u, uint32_t mask,
                           uint64_t *address, int bytes, const struct shape *s,
                           bool store)
{
    struct tally *t = &x->tally[x->pc];
    uint64_t first = address[first_lane(mask)] / 32;

    t->requests++;
    t->sectors += s->sectors;
    t->ideal += s->ideal;
    t->bytes += s->bytes;
    if (lanes_of(mask) > x->widest[x->pc]) {
        x->widest[x->pc] = (uint8_t)lanes_of(mask);
        sample_keep(x, u, mask, address, bytes, store, false);
    }
    touched_add(x->touched, first, s, store);
    if (x->warp->log)
        log_step(x, mask, s, first, 0);
}

/* A value of `bytes` at p, extended as the instruction says. */
static uint64_t read_value(const struct uop *u, const uint8_t *p)
{
    uint64_t v = 0;

    memcpy(&v, p, u->bytes);
    if (!u->sign)
        return v;
    return u->bytes == 1   ? (uint64_t)(int64_t)(int8_t)v
           : u->bytes == 2 ? (uint64_t)(int64_t)(int16_t)v
           : u->bytes == 4 ? (uint64_t)(int64_t)(int32_t)v
                           : v;
}

static void put_lane(struct worker *x, const struct uop *u, int k, int lane,
                     uint64_t v)
{
    if (u->rows[k] == INT_MIN)
        return;
    if (u->width == 2)
        wide_at(x, u->rows[k])[lane] = v;
    else
        row_at(x, u->rows[k])->lane[lane] = (uint32_t)v;
}

static uint64_t get_lane(const struct worker *x, const struct uop *u, int k,
                         int lane)
{
    if (u->rows[k] == INT_MIN)
        return 0;
    return u->width == 2 ? wide_at(x, u->rows[k])[lane]
                         : row_at(x, u->rows[k])->lane[lane];
}

/* Move the elements of each lane from memory that begins at `memory`, whose
   byte 0 has address `origin`. */
static void load_lanes(struct worker *x, const struct uop *u, uint32_t mask,
                       const uint64_t *address, const uint8_t *memory,
                       uint64_t origin)
{
    if (u->bytes == 4 && u->vec == 1 && u->width == 1 && mask == WARP_FULL &&
        u->rows[0] != INT_MIN) {
        uint32_t out[WARP_SIZE];

        for (int i = 0; i < WARP_SIZE; i++)
            memcpy(&out[i], memory + (address[i] - origin), 4);
        memcpy(row_at(x, u->rows[0])->lane, out, sizeof out);
        return;
    }
    for (int k = 0; k < u->vec; k++)
        for (int i = 0; i < WARP_SIZE; i++)
            if (mask >> i & 1)
                put_lane(x, u, k, i,
                         read_value(u, memory + (address[i] - origin) +
                                           k * u->bytes));
}

static void store_lanes(struct worker *x, const struct uop *u, uint32_t mask,
                        const uint64_t *address, uint8_t *memory,
                        uint64_t origin)
{
    for (int i = 0; i < WARP_SIZE; i++)
        for (int k = 0; k < u->vec && (mask >> i & 1); k++) {
            uint64_t v = get_lane(x, u, k, i);

            memcpy(memory + (address[i] - origin) + k * u->bytes, &v, u->bytes);
        }
}

static void poison_lanes(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint64_t v = (uint64_t)POISON_WORD << 32 | POISON_WORD;

    if (u->bytes < 8)
        v &= (1ull << 8 * u->bytes) - 1;
    for (int k = 0; k < u->vec; k++)
        for (int i = 0; i < WARP_SIZE; i++)
            if (mask >> i & 1)
                put_lane(x, u, k, i, v);
}

static void global_load(struct worker *x, const struct uop *u, uint32_t mask,
                        uint64_t *address)
{
    int bytes = u->bytes * u->vec;
    const struct shape *s = pattern_find(x, u, mask, address, bytes, false);
    uint32_t good = global_check(x, u, mask, address, bytes, ACCESS_READ);

    account_global(x, u, mask, address, bytes, s, false);
    if (good != mask)
        poison_lanes(x, u, mask & ~good);
    if (!good)
        return;
    check_initialised(x, good, address, bytes);
    load_lanes(x, u, good, address, x->memory->content, MEMORY_GLOBAL);
}

static void mark_stored(struct worker *x, uint32_t mask,
                        const uint64_t *address, int bytes)
{
    for (int i = 0; i < WARP_SIZE; i++)
        if (mask >> i & 1) {
            struct marks *m = memory_marks(x->memory, address[i]);
            uint64_t bits = bits_of(address[i], bytes);

            m->init |= bits;
            m->kernel |= bits;
        }
}

static void global_store(struct worker *x, const struct uop *u, uint32_t mask,
                         uint64_t *address)
{
    int bytes = u->bytes * u->vec;
    const struct shape *s = pattern_find(x, u, mask, address, bytes, false);
    uint32_t good = global_check(x, u, mask, address, bytes, ACCESS_WRITE);

    account_global(x, u, mask, address, bytes, s, true);
    if (!good)
        return;
    store_lanes(x, u, good, address, x->memory->content, MEMORY_GLOBAL);
    mark_stored(x, good, address, bytes);
}

uint32_t shared_check(struct worker *x, const struct uop *u, uint32_t mask,
                      const uint64_t *address, int bytes, enum access kind)
{
    const struct pattern *p = &x->patterns[x->pc];
    const uint64_t start = address[first_lane(mask)];
    const uint64_t size = x->block->shared_bytes;
    uint32_t good = 0;

    if (start + (uint64_t)p->low <= size &&
        start + (uint64_t)p->high + (uint64_t)bytes <= size &&
        !(or_of(address) & (uint64_t)((bytes > 16 ? 16 : bytes) - 1)))
        return mask;
    for (int i = 0; i < WARP_SIZE; i++) {
        bool is_new, out;
        struct finding *f;

        if (!(mask >> i & 1))
            continue;
        out = address[i] > size || size - address[i] < (uint64_t)bytes;
        if (!out && address[i] % (uint64_t)(bytes > 16 ? 16 : bytes) == 0) {
            good |= 1u << i;
            continue;
        }
        f = found_add(x, out ? FINDING_OOB_SHARED : FINDING_MISALIGNED, 1u << i,
                      -1, &is_new);
        if (is_new) {
            f->address = address[i];
            f->bytes = (uint32_t)bytes;
            f->at.access = kind;
            f->near_bytes = size;
            f->near_offset = (int64_t)address[i];
            f->near_name = "shared memory of the block";
        }
        fail(x, out ? ILLEGAL_ADDRESS : MISALIGNED_ADDRESS);
    }
    (void)u;
    return good;
}

static void account_shared(struct worker *x, const struct uop *u, uint32_t mask,
                           const uint64_t *address, int bytes,
                           const struct shape *s, bool store)
{
    struct tally *t = &x->tally[x->pc];

    t->requests++;
    t->sectors += s->wavefronts;
    t->ideal += s->wavefronts_ideal;
    if (lanes_of(mask) > x->widest[x->pc]) {
        x->widest[x->pc] = (uint8_t)lanes_of(mask);
        sample_keep(x, u, mask, address, bytes, store, true);
    }
    if (x->warp->log)
        log_step(x, mask, NULL, 0, s->wavefronts);
}

static void shared_race(struct worker *x, const struct uop *u, uint32_t mask,
                        const uint64_t *address, int bytes, bool store)
{
    uint32_t offset[WARP_SIZE];
    uint64_t value[WARP_SIZE] = { 0 };

    if (x->s->l->checks_off)
        return;
    for (int i = 0; i < WARP_SIZE; i++) {
        offset[i] = (uint32_t)address[i];
        if (store && (mask >> i & 1))
            value[i] = get_lane(x, u, 0, i);
    }
    race_access(x, mask, offset, bytes, store ? ACCESS_WRITE : ACCESS_READ,
                store ? value : NULL);
}

static void shared_initialised(struct worker *x, uint32_t mask,
                               const uint64_t *address, int bytes)
{
    uint32_t bad = 0;
    bool is_new;
    struct finding *f;

    if (x->s->l->checks_off)
        return;
    for (int i = 0; i < WARP_SIZE; i++)
        if (mask >> i & 1)
            bad |= (uint32_t)(~x->block->shared_init[address[i] / 64] &
                                      bits_of(address[i], bytes)
                                  ? 1
                                  : 0)
                   << i;
    if (!bad)
        return;
    f = found_add(x, FINDING_UNINITIALISED_READ, bad, -1, &is_new);
    if (is_new) {
        f->address = address[first_lane(bad)];
        f->bytes = (uint32_t)bytes;
        f->at.access = ACCESS_READ;
        f->near_bytes = x->block->shared_bytes;
        f->near_offset = (int64_t)f->address;
        f->near_name = "shared memory of the block";
    }
}

static void shared_access(struct worker *x, const struct uop *u, uint32_t mask,
                          uint64_t *address, bool store)
{
    int bytes = u->bytes * u->vec;
    const struct shape *s = pattern_find(x, u, mask, address, bytes, true);
    uint32_t good = shared_check(x, u, mask, address, bytes,
                                 store ? ACCESS_WRITE : ACCESS_READ);

    account_shared(x, u, mask, address, bytes, s, store);
    if (!store && good != mask)
        poison_lanes(x, u, mask & ~good);
    if (!good)
        return;
    shared_race(x, u, good, address, bytes, store);
    if (store) {
        store_lanes(x, u, good, address, x->block->shared, 0);
        for (int i = 0; i < WARP_SIZE; i++)
            if (good >> i & 1)
                x->block->shared_init[address[i] / 64] |=
                    bits_of(address[i], bytes);
    } else {
        shared_initialised(x, good, address, bytes);
        load_lanes(x, u, good, address, x->block->shared, 0);
    }
}

/* Local memory and param frames: bytes of one lane. */
static void private_access(struct worker *x, const struct uop *u, uint32_t mask,
                           const uint64_t *address, bool store, bool local)
{
    const struct warp *w = x->warp;
    const struct frame *f =
        frame_of(x->warp, first_lane(mask), x->split->depth);
    const struct func *fn = &x->p->funcs[f->func];
    int bytes = u->bytes * u->vec;
    uint64_t top = local ? (uint64_t)(f->local + fn->local_bytes)
                         : (uint64_t)(f->frame + fn->frame_bytes);
    uint8_t *memory = local ? w->local_bytes : w->frame_bytes;
    uint64_t stride = (uint64_t)(local ? w->local_capacity : w->frame_capacity);

    for (int i = 0; i < WARP_SIZE; i++) {
        uint64_t at = address[i] + (uint64_t)i * stride;
        uint64_t one[WARP_SIZE];
        bool is_new;

        if (!(mask >> i & 1))
            continue;
        if (address[i] > top || top - address[i] < (uint64_t)bytes) {
            struct finding *g =
                found_add(x, FINDING_OOB_LOCAL, 1u << i, -1, &is_new);

            if (is_new) {
                g->address = address[i];
                g->bytes = (uint32_t)bytes;
                g->at.access = store ? ACCESS_WRITE : ACCESS_READ;
                g->near_bytes = (uint64_t)fn->local_bytes;
                g->near_offset =
                    (int64_t)address[i] - (local ? f->local : f->frame);
                g->near_name = "local memory of the thread";
            }
            fail(x, ILLEGAL_ADDRESS);
            if (!store)
                poison_lanes(x, u, 1u << i);
            continue;
        }
        one[i] = at;
        if (store)
            store_lanes(x, u, 1u << i, one, memory, 0);
        else
            load_lanes(x, u, 1u << i, one, memory, 0);
    }
    if (local)
        x->local_traffic += (uint64_t)(bytes * lanes_of(mask));
    if (x->warp->log)
        log_step(x, mask, NULL, 0, 0);
}

/* Kernel parameters: the same for all lanes. */
static void param_load(struct worker *x, const struct uop *u, uint32_t mask,
                       const uint64_t *address)
{
    const struct launch *l = x->s->l;
    uint64_t bytes = (uint64_t)(u->bytes * u->vec);

    for (int i = 0; i < WARP_SIZE; i++) {
        bool fits = address[i] <= l->params_bytes &&
                    l->params_bytes - address[i] >= bytes;

        if (!(mask >> i & 1))
            continue;
        for (int k = 0; k < u->vec; k++)
            put_lane(x, u, k, i,
                     fits ? read_value(u, l->params + address[i] + k * u->bytes)
                          : 0);
    }
    if (x->warp->log)
        log_step(x, mask, NULL, 0, 0);
}

static bool in_entry(const struct worker *x, uint32_t mask)
{
    const struct frame *f =
        frame_of(x->warp, first_lane(mask), x->split->depth);

    return x->p->funcs[f->func].is_entry;
}

static void access_space(struct worker *x, const struct uop *u, uint32_t mask,
                         uint64_t *address, enum space space, bool store)
{
    switch (space) {
    case SPACE_SHARED:
        shared_access(x, u, mask, address, store);
        break;
    case SPACE_LOCAL:
        private_access(x, u, mask, address, store, true);
        break;
    case SPACE_PARAM:
        if (u->base == BASE_FRAME ||
            (u->base == BASE_REG && !in_entry(x, mask)))
            private_access(x, u, mask, address, store, false);
        else if (!store)
            param_load(x, u, mask, address);
        break;
    default:
        if (store)
            global_store(x, u, mask, address);
        else
            global_load(x, u, mask, address);
    }
}

/* Lanes of a generic access by where their address points. */
static void access_generic(struct worker *x, const struct uop *u, uint32_t mask,
                           uint64_t *address, bool store)
{
    uint64_t copy[WARP_SIZE];
    uint32_t shared = 0, local = 0;

    for (int i = 0; i < WARP_SIZE; i++) {
        if (!(mask >> i & 1))
            continue;
        if (address[i] - MEMORY_SHARED < MEMORY_WINDOW_BYTES)
            shared |= 1u << i;
        else if (address[i] - MEMORY_LOCAL < MEMORY_WINDOW_BYTES)
            local |= 1u << i;
    }
    if (shared) {
        for (int i = 0; i < WARP_SIZE; i++)
            copy[i] = address[i] - MEMORY_SHARED;
        access_space(x, u, shared, copy, SPACE_SHARED, store);
    }
    if (local) {
        for (int i = 0; i < WARP_SIZE; i++)
            copy[i] = address[i] - MEMORY_LOCAL;
        access_space(x, u, local, copy, SPACE_LOCAL, store);
    }
    mask &= ~(shared | local);
    if (mask)
        access_space(x, u, mask, address, SPACE_GLOBAL, store);
}

static void access_memory(struct worker *x, const struct uop *u, uint32_t mask,
                          bool store)
{
    uint64_t address[WARP_SIZE];

    operand_addresses(x, u, address);
    if (u->space == SPACE_PARAM && u->base == BASE_FRAME) {
        const struct frame *f =
            frame_of(x->warp, first_lane(mask), x->split->depth);

        for (int i = 0; i < WARP_SIZE; i++)
            address[i] += (uint64_t)f->frame;
    } else if (u->space == SPACE_LOCAL && u->base == BASE_SYMBOL) {
        const struct frame *f =
            frame_of(x->warp, first_lane(mask), x->split->depth);

        for (int i = 0; i < WARP_SIZE; i++)
            address[i] += (uint64_t)f->local;
    }
    if (u->space == SPACE_NONE || u->space == SPACE_GENERIC)
        access_generic(x, u, mask, address, store);
    else
        access_space(x, u, mask, address, (enum space)u->space, store);
}

void op_load(struct worker *x, const struct uop *u, uint32_t mask)
{
    access_memory(x, u, mask, false);
}

void op_store(struct worker *x, const struct uop *u, uint32_t mask)
{
    access_memory(x, u, mask, true);
}
