/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arithmetic of f16 and bf16, one value or two packed in a register. Values
 * widen exactly to double; a sum that a double cannot hold is made odd in its
 * last place (as if all lower bits were ored into it), so that rounding it
 * again gives what rounding once would have given.
 */
#include <math.h>

#include "sim/exec.h"
#include "sim/half.h"
#include "sim/libm.h"

/* a + b, exact or odd. */
static double add_odd(double a, double b)
{
    const double sum = a + b, part = sum - a;
    const double rest = (a - (sum - part)) + (b - part);
    uint64_t bits;
    double out = sum;

    memcpy(&bits, &sum, sizeof bits);
    if (rest == 0 || rest != rest || (bits & 1))
        return sum;
    /* Towards the rest by one: an even neighbour's neighbour is odd. */
    bits += (rest > 0) == (sum > 0) ? 1 : UINT64_MAX;
    memcpy(&out, &bits, sizeof out);
    return out;
}

static double smaller(double a, double b, bool quiet)
{
    if (a != a || b != b)
        return quiet || (a != a && b != b) ? NAN : a != a ? b : a;
    if (a == b)
        return signbit(a) ? a : b;
    return a < b ? a : b;
}

static double one_value(const struct inst *in, double a, double b, double c)
{
    const bool quiet = in->mods & MOD_NAN;

    switch (in->op) {
    case OP_ADD:
        return add_odd(a, b);
    case OP_SUB:
        return add_odd(a, -b);
    case OP_MUL:
        return a * b;
    case OP_FMA:
        return add_odd(a * b, c);
    case OP_MIN:
        return smaller(a, b, quiet);
    case OP_MAX:
        return -smaller(-a, -b, quiet);
    case OP_NEG:
        return -a;
    case OP_ABS:
        return fabs(a);
    case OP_EX2:
        return libm_ex2((float)a);
    default: /* tanh */
        return libm_tanh_approx((float)a);
    }
}

static uint16_t flush(enum type t, uint16_t bits)
{
    const uint16_t exponent = t == TYPE_F16 ? 0x7c00 : 0x7f80;

    return bits & exponent ? bits : bits & 0x8000;
}

static uint16_t one_half(const struct inst *in, enum type t, uint16_t a,
                         uint16_t b, uint16_t c)
{
    const bool ftz = in->mods & MOD_FTZ;
    double v;
    uint16_t r;

    if (ftz) {
        a = flush(t, a);
        b = flush(t, b);
        c = flush(t, c);
    }
    v = one_value(in, half_value(t, a), half_value(t, b), half_value(t, c));
    if (in->mods & MOD_SAT)
        v = v > 0 ? (v < 1 ? v : 1) : 0;
    r = half_round(t, v, ROUND_N);
    if (ftz)
        r = flush(t, r);
    return in->mods & MOD_RELU && (r & 0x8000) ? 0 : r;
}

static void op_half(struct worker *x, const struct uop *u, uint32_t mask)
{
    const struct inst *in = u->in;
    const bool packed = in->type == TYPE_F16X2 || in->type == TYPE_BF16X2;
    const enum type t =
        in->type == TYPE_BF16 || in->type == TYPE_BF16X2 ? TYPE_BF16 : TYPE_F16;
    const int sources = in->operand_count - 1;
    const struct row *ra = row_at(x, u->a);
    const struct row *rb = sources > 1 ? row_at(x, u->b) : ra;
    const struct row *rc = sources > 2 ? row_at(x, u->c) : ra;
    uint32_t out[WARP_SIZE];

    for (int i = 0; i < WARP_SIZE; i++) {
        const uint32_t a = ra->lane[i], b = rb->lane[i], c = rc->lane[i];

        out[i] = one_half(in, t, (uint16_t)a, (uint16_t)b, (uint16_t)c);
        if (packed)
            out[i] |=
                (uint32_t)one_half(in, t, (uint16_t)(a >> 16),
                                   (uint16_t)(b >> 16), (uint16_t)(c >> 16))
                << 16;
    }
    row_store(row_at(x, u->d), out, mask);
}

handler half_handler(const struct inst *in)
{
    switch (in->op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_FMA:
    case OP_MIN:
    case OP_MAX:
    case OP_NEG:
    case OP_ABS:
    case OP_EX2:
    case OP_TANH:
        return op_half;
    default:
        return NULL;
    }
}
