/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cvt from and to pairs of 8-bit floats, and to tf32.
 *
 *   e4m3   1 4 3 bits, bias 7, no infinity, NaN 0x7f, largest 448
 *   e5m2   1 5 2 bits, bias 15, as IEEE 754, largest 57344
 *   tf32   an f32 of which 10 bits of the fraction are used
 *
 * The pairs always saturate to the largest value; NaN stays NaN (PTX ISA, cvt;
 * formats as in the OCP 8-bit floating point specification).
 */
#include <math.h>

#include "sim/exec.h"
#include "sim/half.h"

struct small {
    int fraction, bias;
    uint8_t most; /* the largest finite value */
    double largest;
};

static struct small small_of(enum type t)
{
    return t == TYPE_E4M3X2 ? (struct small){ 3, 7, 0x7e, 448 }
                            : (struct small){ 2, 15, 0x7b, 57344 };
}

static double small_value(enum type t, uint8_t bits)
{
    const struct small f = small_of(t);
    const int code = bits & 0x7f, exponent = code >> f.fraction;
    const int part = code & ((1 << f.fraction) - 1);
    double v;

    if (code > f.most)
        v = t == TYPE_E5M2X2 && !part ? INFINITY : NAN;
    else if (!exponent)
        v = ldexp(part, 1 - f.bias - f.fraction);
    else
        v = ldexp(part + (1 << f.fraction), exponent - f.bias - f.fraction);
    return bits & 0x80 ? -v : v;
}

/* To nearest, ties to even. */
static uint8_t small_round(enum type t, double value, bool relu)
{
    const struct small f = small_of(t);
    const uint8_t sign = signbit(value) ? 0x80 : 0;
    const double v = fabs(value);
    const int lowest = 1 - f.bias - f.fraction;
    int e, unit;
    unsigned code;

    if (value != value)
        return 0x7f;
    if (relu && sign)
        return 0;
    if (v >= f.largest)
        return sign | f.most;
    frexp(v, &e);
    unit = v > 0 && e - 1 - f.fraction > lowest ? e - 1 - f.fraction : lowest;
    /* A carry into the exponent is right as it falls. */
    code = (unsigned)rint(ldexp(v, -unit)) +
           ((unsigned)(unit - lowest) << f.fraction);
    return sign | (uint8_t)(code > f.most ? f.most : code);
}

static double float_of(uint32_t bits)
{
    float f;

    memcpy(&f, &bits, sizeof f);
    return f;
}

/* To a pair: from two f32, the first one above, or from f16x2. */
static void op_to_small(struct worker *x, const struct uop *u, uint32_t mask)
{
    const struct inst *in = u->in;
    const bool relu = in->mods & MOD_RELU;
    uint32_t out[WARP_SIZE];

    for (int i = 0; i < WARP_SIZE; i++) {
        const uint32_t a = row_at(x, u->a)->lane[i];
        double high, low;

        if (in->type2 == TYPE_F32) {
            high = float_of(a);
            low = float_of(row_at(x, u->b)->lane[i]);
        } else {
            high = half_value(TYPE_F16, (uint16_t)(a >> 16));
            low = half_value(TYPE_F16, (uint16_t)a);
        }
        out[i] = (uint32_t)small_round(in->type, high, relu) << 8 |
                 small_round(in->type, low, relu);
    }
    row_store(row_at(x, u->d), out, mask);
}

static uint16_t half_of(const struct inst *in, uint8_t bits)
{
    const double v = small_value(in->type2, bits);

    if ((in->mods & MOD_RELU) && signbit(v) && v == v)
        return 0;
    return half_round(TYPE_F16, v, ROUND_N);
}

static void op_from_small(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint32_t out[WARP_SIZE];

    for (int i = 0; i < WARP_SIZE; i++) {
        const uint32_t a = row_at(x, u->a)->lane[i];

        out[i] = (uint32_t)half_of(u->in, (uint8_t)(a >> 8)) << 16 |
                 half_of(u->in, (uint8_t)a);
    }
    row_store(row_at(x, u->d), out, mask);
}

static uint32_t tf32_of(const struct inst *in, uint32_t bits)
{
    const uint32_t low = 0x1fff, infinity = 0x7f800000;
    uint32_t v = bits & 0x7fffffff;

    if (v > infinity)
        return 0x7fffffff;
    if ((in->mods & MOD_RELU) && bits >> 31)
        return 0;
    if (v < infinity && in->rounding == ROUND_NA)
        v += 0x1000;
    else if (v < infinity && in->rounding == ROUND_N)
        v += 0xfff + (v >> 13 & 1);
    v &= ~low;
    if ((in->mods & MOD_SAT) && v >= infinity)
        v = 0x7f7fe000;
    return v | (bits & 0x80000000);
}

static void op_to_tf32(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint32_t out[WARP_SIZE];

    for (int i = 0; i < WARP_SIZE; i++)
        out[i] = tf32_of(u->in, row_at(x, u->a)->lane[i]);
    row_store(row_at(x, u->d), out, mask);
}

static bool is_small(enum type t)
{
    return t == TYPE_E4M3X2 || t == TYPE_E5M2X2;
}

handler small_float_handler(const struct inst *in)
{
    const int sources = in->operand_count - 1;

    if (in->type == TYPE_TF32)
        return in->type2 == TYPE_F32 && sources == 1 &&
                       (in->rounding == ROUND_N || in->rounding == ROUND_Z ||
                        in->rounding == ROUND_NA)
                   ? op_to_tf32
                   : NULL;
    if (is_small(in->type) && in->rounding == ROUND_N && (in->mods & MOD_SAT))
        return (in->type2 == TYPE_F32 && sources == 2) ||
                       (in->type2 == TYPE_F16X2 && sources == 1)
                   ? op_to_small
                   : NULL;
    return in->type == TYPE_F16X2 && is_small(in->type2) && sources == 1 &&
                   in->rounding == ROUND_N
               ? op_from_small
               : NULL;
}
