/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics and reductions, lane by lane in lane order, in any space. */
#include <limits.h>
#include <math.h>

#include "sim/exec.h"
#include "sim/half.h"

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
        return less(in->type, b, old) ? b : old;
    case SUB_MAX:
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

    if (row == INT_MIN)
        return 0;
    if (u->bytes == 8)
        return wide_at(x, row)[lane];
    v = row_at(x, row)->lane[lane];
    return u->bytes == 2 ? (uint16_t)v : v;
}

/* Lanes beyond the first at one address, and the most at any one. */
static void contention(uint32_t mask, const uint64_t *address, int *beyond,
                       int *most)
{
    uint32_t left = mask;

    *beyond = 0;
    *most = 0;
    while (left) {
        uint64_t at = address[first_lane(left)];
        int n = 0;

        for (int i = 0; i < WARP_SIZE; i++)
            if ((left >> i & 1) && address[i] == at) {
                n++;
                left &= ~(1u << i);
            }
        *beyond += n - 1;
        *most = n > *most ? n : *most;
    }
}

static void apply(struct worker *x, const struct uop *u, uint32_t mask,
                  const uint64_t *address, uint8_t *memory, uint64_t origin)
{
    for (int i = 0; i < WARP_SIZE; i++) {
        uint64_t old = 0, now;
        uint8_t *p;

        if (!(mask >> i & 1))
            continue;
        p = memory + (address[i] - origin);
        memcpy(&old, p, u->bytes);
        now = combine(u->in, old, source(x, u, u->b, i), source(x, u, u->c, i));
        memcpy(p, &now, u->bytes);
        if (u->in->op == OP_ATOM && u->d != INT_MIN) {
            if (u->width == 2)
                wide_at(x, u->d)[i] = old;
            else
                row_at(x, u->d)->lane[i] = (uint32_t)old;
        }
    }
}

static void atom_shared(struct worker *x, const struct uop *u, uint32_t mask,
                        uint64_t *address)
{
    const struct shape *s = pattern_find(x, u, mask, address, u->bytes, true);
    uint32_t good = shared_check(x, u, mask, address, u->bytes, ACCESS_ATOMIC);
    uint32_t offset[WARP_SIZE];
    int beyond, most;

    contention(mask, address, &beyond, &most);
    x->tally[x->pc].conflicts += (uint64_t)beyond;
    x->shared_atomics += (uint64_t)lanes_of(mask);
    if (x->warp->log)
        log_step(x, mask, NULL, 0, most > s->wavefronts ? most : s->wavefronts);
    for (int i = 0; i < WARP_SIZE; i++)
        offset[i] = (uint32_t)address[i];
    if (!good)
        return;
    if (!x->s->l->checks_off)
        race_access(x, good, offset, u->bytes, ACCESS_ATOMIC, NULL);
    apply(x, u, good, address, x->block->shared, 0);
    for (int i = 0; i < WARP_SIZE; i++)
        if (good >> i & 1)
            x->block->shared_init[address[i] / 64] |= ((1ull << u->bytes) - 1)
                                                      << address[i] % 64;
}

static void atom_global(struct worker *x, const struct uop *u, uint32_t mask,
                        uint64_t *address)
{
    const struct shape *s = pattern_find(x, u, mask, address, u->bytes, false);
    uint64_t first = address[first_lane(mask)] / 32;
    uint32_t good = global_check(x, u, mask, address, u->bytes, ACCESS_ATOMIC);
    int beyond, most;

    contention(mask, address, &beyond, &most);
    x->tally[x->pc].conflicts += (uint64_t)beyond;
    x->global_atomics += (uint64_t)lanes_of(mask);
    touched_add(x->touched, first, s, true);
    if (x->warp->log)
        log_step(x, mask, s, first, most);
    if (!good)
        return;
    apply(x, u, good, address, x->memory->content, MEMORY_GLOBAL);
    for (int i = 0; i < WARP_SIZE; i++)
        if (good >> i & 1)
            memory_marks(x->memory, address[i])->kernel |=
                ((1ull << u->bytes) - 1) << address[i] % 64;
}

void op_atom(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint64_t address[WARP_SIZE];
    uint32_t shared = 0;

    operand_addresses(x, u, address);
    if (u->space == SPACE_SHARED) {
        atom_shared(x, u, mask, address);
        return;
    }
    for (int i = 0; i < WARP_SIZE && u->space != SPACE_GLOBAL; i++)
        if (address[i] - MEMORY_SHARED < MEMORY_WINDOW_BYTES)
            shared |= 1u << i;
    shared &= mask;
    if (mask & ~shared) {
        uint64_t copy[WARP_SIZE];

        memcpy(copy, address, sizeof copy);
        atom_global(x, u, mask & ~shared, copy);
    }
    if (shared) {
        for (int i = 0; i < WARP_SIZE; i++)
            address[i] -= MEMORY_SHARED;
        atom_shared(x, u, shared, address);
    }
}
