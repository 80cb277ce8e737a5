/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics and reductions, lane by lane in lane order, in any space. */
#include <math.h>

#include "sim/access.h"
#include "sim/claims.h"
#include "sim/half.h"
#include "sim/race_global.h"

enum { NOT_SUPPORTED = 801 };

static float as_float(uint64_t v)
{
    uint32_t n = (uint32_t)v;
    float f;

    memcpy(&f, &n, sizeof f);
    return f;
}

static uint64_t of_float(float f)
{
    uint32_t n;

    memcpy(&n, &f, sizeof n);
    return f != f ? 0x7fffffff : n;
}

static double as_double(uint64_t v)
{
    double d;

    memcpy(&d, &v, sizeof d);
    return d;
}

static uint64_t of_double(double d)
{
    uint64_t n;

    memcpy(&n, &d, sizeof n);
    return d != d ? 0x7ff8000000000000ull : n;
}

static uint64_t add_half(enum type t, uint64_t a, uint64_t b)
{
    enum type one = t == TYPE_F16X2    ? TYPE_F16
                    : t == TYPE_BF16X2 ? TYPE_BF16
                                       : t;
    uint64_t low = half_round(
        one, half_value(one, (uint16_t)a) + half_value(one, (uint16_t)b),
        ROUND_N);

    if (one == t)
        return low;
    return low | (uint64_t)half_round(one,
                                      half_value(one, (uint16_t)(a >> 16)) +
                                          half_value(one, (uint16_t)(b >> 16)),
                                      ROUND_N)
                     << 16;
}

static uint64_t add(enum type t, uint64_t a, uint64_t b)
{
    switch (t) {
    case TYPE_F32:
        return of_float(as_float(a) + as_float(b));
    case TYPE_F64:
        return of_double(as_double(a) + as_double(b));
    case TYPE_F16:
    case TYPE_BF16:
    case TYPE_F16X2:
    case TYPE_BF16X2:
        return add_half(t, a, b);
    default:
        return a + b;
    }
}

/* Of each half, the smaller one or the larger; a number rather than NaN. */
static uint64_t pick_half(enum type t, uint64_t a, uint64_t b, bool most)
{
    const enum type one =
        t == TYPE_F16X2 || t == TYPE_F16 ? TYPE_F16 : TYPE_BF16;
    uint64_t out = 0;

    for (int at = 0; at < 8 * type_bytes(t); at += 16) {
        const uint16_t x = (uint16_t)(a >> at), y = (uint16_t)(b >> at);
        const double v = half_value(one, x), w = half_value(one, y);
        const double least = fmin(v, w), largest = fmax(v, w);

        out |= (uint64_t)half_round(one,
                                    v == w ? (signbit(v) ? most ? w : v
                                              : most     ? v
                                                         : w)
                                    : most ? largest
                                           : least,
                                    ROUND_N)
               << at;
    }
    return out;
}

static bool is_half(enum type t)
{
    return t == TYPE_F16 || t == TYPE_BF16 || t == TYPE_F16X2 ||
           t == TYPE_BF16X2;
}

static bool less(enum type t, uint64_t a, uint64_t b)
{
    switch (t) {
    case TYPE_S32:
        return (int32_t)a < (int32_t)b;
    case TYPE_S64:
        return (int64_t)a < (int64_t)b;
    case TYPE_F32:
        return as_float(a) < as_float(b);
    case TYPE_F64:
        return as_double(a) < as_double(b);
    default:
        return a < b;
    }
}

static uint64_t combine(const struct inst *in, uint64_t old, uint64_t b,
                        uint64_t c)
{
    switch (in->sub) {
    case SUB_ADD:
        return add(in->type, old, b);
    case SUB_MIN:
        if (is_half(in->type))
            return pick_half(in->type, old, b, false);
        return less(in->type, b, old) ? b : old;
    case SUB_MAX:
        if (is_half(in->type))
            return pick_half(in->type, old, b, true);
        return less(in->type, old, b) ? b : old;
    case SUB_INC:
        return old >= b ? 0 : old + 1;
    case SUB_DEC:
        return old == 0 || old > b ? b : old - 1;
    case SUB_EXCH:
        return b;
    case SUB_CAS:
        return old == b ? c : old;
    case SUB_AND:
        return old & b;
    case SUB_OR:
        return old | b;
    case SUB_XOR:
        return old ^ b;
    default:
        return old;
    }
}

static uint64_t source(const struct worker *x, const struct uop *u, int row,
                       int lane)
{
    uint64_t v;

    if (row == NO_ROW)
        return 0;
    if (u->bytes == 8)
        return wide_at(x, row)[lane];
    v = row_at(x, row)->lane[lane];
    return u->bytes == 2 ? (uint16_t)v : v;
}

/* Lanes beyond the first at one address, and the most at any one. */
static void contention(const struct request *r, int *beyond, int *most)
{
    uint32_t left = r->mask;

    *beyond = 0;
    *most = r->p->uniform ? lanes_of(r->mask) : 1;
    if (r->p->uniform)
        *beyond = lanes_of(r->mask) - 1;
    while (left && r->p->twice) {
        const uint64_t delta = r->p->delta[first_lane(left)];
        int n = 0;

        for (int i = 0; i < WARP_SIZE; i++)
            if ((left >> i & 1) && r->p->delta[i] == delta) {
                n++;
                left &= ~(1u << i);
            }
        *beyond += n - 1;
        *most = n > *most ? n : *most;
    }
}

/* Among several workers, which change the same words at this moment. */
static void apply_among_others(const struct uop *u, uint64_t b, uint8_t *p)
{
    if (u->bytes == 8) {
        uint64_t *const at = (uint64_t *)(void *)p;
        uint64_t old = __atomic_load_n(at, __ATOMIC_RELAXED);

        while (!__atomic_compare_exchange_n(at, &old, combine(u->in, old, b, 0),
                                            false, __ATOMIC_RELAXED,
                                            __ATOMIC_RELAXED))
            ;
    } else {
        uint32_t *const at = (uint32_t *)(void *)p;
        uint32_t old = __atomic_load_n(at, __ATOMIC_RELAXED);

        while (!__atomic_compare_exchange_n(
            at, &old, (uint32_t)combine(u->in, old, b, 0), false,
            __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            ;
    }
}

/* One element of a lane: k of a vector, whose source rows are in parts. */
static void apply_one(struct worker *x, const struct uop *u, int k, int lane,
                      uint8_t *p, bool among_others)
{
    const int from = u->parts ? u->parts->rows[k] : u->b;
    uint64_t old = 0, now;

    if (among_others) {
        apply_among_others(u, source(x, u, from, lane), p);
        x->writes++;
        return;
    }
    memcpy(&old, p, u->bytes);
    now =
        combine(u->in, old, source(x, u, from, lane), source(x, u, u->c, lane));
    memcpy(p, &now, u->bytes);
    x->writes += memcmp(&now, &old, u->bytes) != 0;
    if (u->in->op == OP_ATOM)
        lane_put(x, u, k, lane, old);
}

/* exch and cas of 128 bits: rows of 64 bits, the low half first. */
static void apply_double(struct worker *x, const struct uop *u, int lane,
                         uint8_t *p)
{
    uint64_t old[2], now[2], expected[2];
    const bool swaps = u->in->sub == SUB_CAS;

    memcpy(old, p, sizeof old);
    for (int k = 0; k < 2; k++) {
        expected[k] = wide_at(x, u->b + 2 * k)[lane];
        now[k] = swaps ? wide_at(x, u->c + 2 * k)[lane] : expected[k];
    }
    if (!swaps || !memcmp(old, expected, sizeof old)) {
        memcpy(p, now, sizeof now);
        x->writes += memcmp(now, old, sizeof now) != 0;
    }
    lane_put(x, u, 0, lane, old[0]);
    lane_put(x, u, 1, lane, old[1]);
}

static void apply(struct worker *x, const struct request *r, uint8_t *memory,
                  bool among_others)
{
    const struct uop *const u = r->u;

    for (int i = 0; i < WARP_SIZE && u->in->type == TYPE_B128; i++)
        if (r->mask >> i & 1)
            apply_double(x, u, i, memory + r->p->delta[i]);
    for (int i = 0; i < WARP_SIZE && u->in->type != TYPE_B128; i++)
        for (int k = 0; k < u->vec && (r->mask >> i & 1); k++)
            apply_one(x, u, k, i, memory + r->p->delta[i] + k * u->bytes,
                      among_others);
}

/* The lanes that may go on; the others get poison. False if there is none. */
static bool narrow(struct worker *x, struct request *r, uint32_t good)
{
    const uint32_t bad = r->mask & ~good;

    if (!bad)
        return true;
    if (r->u->in->op == OP_ATOM)
        lanes_poison(x, r->u, bad);
    if (!good) {
        if (x->warp->log)
            log_step(x, bad, NULL, 0, 0);
        return false;
    }
    request_narrow(x, r, good);
    return true;
}

/* Does the order in which lanes come change the result? */
static bool is_float_sum(const struct inst *in)
{
    switch (in->type) {
    case TYPE_F32:
    case TYPE_F64:
    case TYPE_F16:
    case TYPE_BF16:
    case TYPE_F16X2:
    case TYPE_BF16X2:
        return in->sub == SUB_ADD;
    default:
        return false;
    }
}

static void atom_shared(struct worker *x, struct request *r)
{
    struct tally *const t = &x->tally[x->pc];
    int beyond, most;

    if (!narrow(x, r, shared_check(x, r, ACCESS_ATOMIC)))
        return;
    contention(r, &beyond, &most);
    t->conflicts += (uint64_t)beyond;
    t->shared_atomics += (uint64_t)lanes_of(r->mask);
    if (x->warp->log)
        log_step(x, r->mask, NULL, 0,
                 most > r->s->wavefronts ? most : r->s->wavefronts);
    if (x->block->races)
        race_access(x, r, ACCESS_ATOMIC);
    if (x->exact)
        exact_shared(x, r, ACCESS_ATOMIC);
    shared_initialised(x, r);
    apply(x, r, x->block->shared + r->start, false);
    shared_mark(x, r);
}

static void atom_global(struct worker *x, struct request *r)
{
    struct tally *const t = &x->tally[x->pc];
    int beyond, most;

    if (!narrow(x, r, global_check(x, r, ACCESS_ATOMIC)))
        return;
    contention(r, &beyond, &most);
    t->conflicts += (uint64_t)beyond;
    t->global_atomics += (uint64_t)lanes_of(r->mask);
    hot_add(x, r);
    if (x->exact)
        exact_access(x, r, ACCESS_ATOMIC);
    else
        claims_access(x, r, ACCESS_ATOMIC);
    if (x->warp->log)
        log_request(x, r, most);
    global_initialised(x, r);
    if (is_float_sum(r->u->in))
        float_order_add(x, r);
    apply(x, r, memory_host(x->memory, r->start), x->s->together);
    global_mark(x, r);
    if (x->write_counts)
        write_counts_add(x->write_counts, r, x->s->together && x->s->commutes);
}

/* Local memory has one owner: its atomics are plain reads and writes. */
static void atom_local(struct worker *x, struct request *r)
{
    bool is_new;
    struct finding *f = found_add(x, FINDING_UNSUPPORTED, r->mask, -1, &is_new);

    if (is_new)
        f->detail = "an atomic on local memory";
    access_fail(x, NOT_SUPPORTED);
    x->stop = true;
}

void op_atom(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint64_t room[WARP_SIZE];
    const uint64_t *const base = operand_base(x, u, room);
    const uint64_t offset = (uint64_t)u->offset;
    uint32_t shared = 0, local = 0;
    struct request r;

    x->polls++;
    x->block->worked = true;
    if (u->space == SPACE_SHARED)
        shared = mask;
    for (int i = 0; i < WARP_SIZE && u->space == SPACE_GENERIC; i++) {
        if (base[i] + offset - MEMORY_SHARED < MEMORY_WINDOW_BYTES)
            shared |= mask & 1u << i;
        else if (base[i] + offset - MEMORY_LOCAL < MEMORY_WINDOW_BYTES)
            local |= mask & 1u << i;
    }
    if (mask & ~(shared | local)) {
        request_make(x, u, mask & ~(shared | local), base, offset,
                     (uint32_t)(u->bytes * u->vec), &r);
        atom_global(x, &r);
    }
    if (shared) {
        request_make(x, u, shared, base,
                     offset - (u->space == SPACE_SHARED ? 0 : MEMORY_SHARED),
                     (uint32_t)(u->bytes * u->vec), &r);
        atom_shared(x, &r);
    }
    if (local) {
        request_make(x, u, local, base, offset - MEMORY_LOCAL,
                     (uint32_t)(u->bytes * u->vec), &r);
        atom_local(x, &r);
    }
}
