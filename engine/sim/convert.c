/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cvt: any number type to any other. One loop; a lane's value is widened to
 * what holds it exactly, then rounded once to the destination.
 */
#include <fenv.h>
#include <math.h>

#include "sim/exec.h"
#include "sim/half.h"

static bool is_float(enum type t)
{
    return t == TYPE_F16 || t == TYPE_BF16 || t == TYPE_F32 || t == TYPE_F64;
}

static bool is_signed(enum type t)
{
    return t == TYPE_S8 || t == TYPE_S16 || t == TYPE_S32 || t == TYPE_S64;
}

static uint64_t read_bits(const struct worker *x, int row, enum type t, int i)
{
    return type_bytes(t) == 8 ? wide_at(x, row)[i] : row_at(x, row)->lane[i];
}

static double float_value(enum type t, uint64_t bits, bool ftz)
{
    uint32_t narrow = (uint32_t)bits;
    float f;
    double d;

    if (t == TYPE_F16 || t == TYPE_BF16)
        return half_value(t, (uint16_t)bits);
    if (t == TYPE_F32) {
        if (ftz && !(narrow & 0x7f800000))
            narrow &= 0x80000000;
        memcpy(&f, &narrow, sizeof f);
        return f;
    }
    memcpy(&d, &bits, sizeof d);
    return d;
}

/* The integer in the low bytes, extended to 64 bits by its own sign. */
static uint64_t extend(enum type t, uint64_t bits)
{
    switch (type_bytes(t)) {
    case 1:
        return is_signed(t) ? (uint64_t)(int64_t)(int8_t)bits : (uint8_t)bits;
    case 2:
        return is_signed(t) ? (uint64_t)(int64_t)(int16_t)bits : (uint16_t)bits;
    case 4:
        return is_signed(t) ? (uint64_t)(int64_t)(int32_t)bits : (uint32_t)bits;
    default:
        return bits;
    }
}

static double round_whole(double v, enum rounding r)
{
    switch (r) {
    case ROUND_NI:
    case ROUND_N:
        return rint(v);
    case ROUND_MI:
    case ROUND_M:
        return floor(v);
    case ROUND_PI:
    case ROUND_P:
        return ceil(v);
    default:
        return trunc(v);
    }
}

/* Float to integer clamps to the range. NaN gives 0, but the top bit alone
   where source or result have 64 bits (PTX ISA, cvt). */
static uint64_t to_integer(enum type t, enum type from, double v,
                           enum rounding r)
{
    int bits = 8 * type_bytes(t);
    double low = is_signed(t) ? -ldexp(1, bits - 1) : 0;
    double high = ldexp(1, is_signed(t) ? bits - 1 : bits);

    if (v != v)
        return bits == 64 || from == TYPE_F64 ? 1ull << (bits - 1) : 0;
    v = round_whole(v, r);
    if (v < low)
        v = low;
    if (v >= high)
        return is_signed(t) ? (1ull << (bits - 1)) - 1
                            : UINT64_MAX >> (64 - bits);
    return is_signed(t) ? (uint64_t)(int64_t)v : (uint64_t)v;
}

static uint64_t clamp_integer(enum type to, enum type from, uint64_t v)
{
    int bits = 8 * type_bytes(to);
    int64_t s = (int64_t)v;

    if (is_signed(to)) {
        int64_t high = (int64_t)(UINT64_MAX >> (65 - bits));

        if (!is_signed(from) && v > (uint64_t)high)
            return (uint64_t)high;
        if (is_signed(from))
            s = s > high ? high : s < -high - 1 ? -high - 1 : s;
        return is_signed(from) ? (uint64_t)s : v;
    }
    if (is_signed(from) && s < 0)
        return 0;
    return v > UINT64_MAX >> (64 - bits) ? UINT64_MAX >> (64 - bits) : v;
}

static int mode_of(enum rounding r)
{
    return r == ROUND_Z   ? FE_TOWARDZERO
           : r == ROUND_M ? FE_DOWNWARD
           : r == ROUND_P ? FE_UPWARD
                          : FE_TONEAREST;
}

/* Kept out of line, so that the conversions stay between the changes of the
   host's rounding mode. */
static __attribute__((noinline)) float narrow_double(double v)
{
    return (float)v;
}

static __attribute__((noinline)) double integer_to_double(uint64_t v, bool s)
{
    return s ? (double)(int64_t)v : (double)v;
}

static __attribute__((noinline)) float integer_to_float(uint64_t v, bool s)
{
    return s ? (float)(int64_t)v : (float)v;
}

static uint64_t float_bits(const struct inst *in, float f)
{
    uint32_t bits;

    if (in->mods & MOD_SAT)
        f = f > 0 ? (f < 1 ? f : 1) : 0;
    memcpy(&bits, &f, sizeof bits);
    if (f != f)
        return 0x7fffffff;
    if ((in->mods & MOD_FTZ) && !(bits & 0x7f800000))
        bits &= 0x80000000;
    return bits;
}

static uint64_t double_bits(const struct inst *in, double v)
{
    uint64_t bits;

    if (in->mods & MOD_SAT)
        v = v > 0 ? (v < 1 ? v : 1) : 0;
    if (v != v)
        return 0x7ff8000000000000ull;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static uint64_t from_float(const struct inst *in, double v)
{
    enum type to = in->type;
    bool whole = in->rounding >= ROUND_NI;

    if (!is_float(to))
        return to_integer(to, in->type2, v, in->rounding);
    if (whole)
        v = v == v ? copysign(round_whole(v, in->rounding), v) : v;
    if (to == TYPE_F64)
        return double_bits(in, v);
    if (to == TYPE_F32)
        return float_bits(in, narrow_double(v));
    if (in->mods & MOD_SAT)
        v = v > 0 ? (v < 1 ? v : 1) : 0;
    if ((in->mods & MOD_RELU) && !(v > 0))
        v = v != v ? v : 0;
    return half_round(to, v, in->rounding ? in->rounding : ROUND_N);
}

static uint64_t from_integer(const struct inst *in, uint64_t v)
{
    enum type to = in->type, from = in->type2;
    bool s = is_signed(from);

    if (to == TYPE_F64)
        return double_bits(in, integer_to_double(v, s));
    if (to == TYPE_F32)
        return float_bits(in, integer_to_float(v, s));
    if (is_float(to))
        return half_round(to, integer_to_double(v, s),
                          in->rounding ? in->rounding : ROUND_N);
    return in->mods & MOD_SAT ? clamp_integer(to, from, v) : v;
}

static void op_convert(struct worker *x, const struct uop *u, uint32_t mask)
{
    const struct inst *in = u->in;
    uint64_t out[WARP_SIZE];
    uint32_t low[WARP_SIZE];
    int mode = mode_of(in->rounding);

    if (mode != FE_TONEAREST)
        fesetround(mode);
    for (int i = 0; i < WARP_SIZE; i++) {
        uint64_t bits = read_bits(x, u->a, in->type2, i);

        out[i] = is_float(in->type2)
                     ? from_float(
                           in, float_value(in->type2, bits, in->mods & MOD_FTZ))
                     : from_integer(in, extend(in->type2, bits));
    }
    if (mode != FE_TONEAREST)
        fesetround(FE_TONEAREST);
    if (u->width == 2) { /* of the destination register */
        for (int i = 0; i < WARP_SIZE; i++)
            out[i] = is_float(in->type) ? out[i] : extend(in->type, out[i]);
        wide_store(wide_at(x, u->d), out, mask);
        return;
    }
    for (int i = 0; i < WARP_SIZE; i++)
        low[i] =
            (uint32_t)(is_float(in->type) ? out[i] : extend(in->type, out[i]));
    row_store(row_at(x, u->d), low, mask);
}

/* Widening and narrowing of integers, the most frequent by far. */
static void op_widen_s32(struct worker *x, const struct uop *u, uint32_t mask)
{
    const struct row *ra = row_at(x, u->a);
    uint64_t out[WARP_SIZE];

    for (int i = 0; i < WARP_SIZE; i++)
        out[i] = (uint64_t)(int64_t)(int32_t)ra->lane[i];
    wide_store(wide_at(x, u->d), out, mask);
}

static void op_widen_u32(struct worker *x, const struct uop *u, uint32_t mask)
{
    const struct row *ra = row_at(x, u->a);
    uint64_t out[WARP_SIZE];

    for (int i = 0; i < WARP_SIZE; i++)
        out[i] = ra->lane[i];
    wide_store(wide_at(x, u->d), out, mask);
}

static void op_narrow(struct worker *x, const struct uop *u, uint32_t mask)
{
    const uint64_t *ra = wide_at(x, u->a);
    uint32_t out[WARP_SIZE];

    for (int i = 0; i < WARP_SIZE; i++)
        out[i] = (uint32_t)ra[i];
    row_store(row_at(x, u->d), out, mask);
}

/* cvt.rn.f16x2.f32 d, a, b: a goes to the high half. */
static void op_pack_half(struct worker *x, const struct uop *u, uint32_t mask)
{
    const struct inst *in = u->in;
    enum rounding r = in->rounding ? in->rounding : ROUND_N;
    uint32_t out[WARP_SIZE];

    for (int i = 0; i < WARP_SIZE; i++) {
        double hi = float_value(TYPE_F32, row_at(x, u->a)->lane[i], false);
        double lo = float_value(TYPE_F32, row_at(x, u->b)->lane[i], false);

        if (in->mods & MOD_RELU) {
            hi = hi <= 0 ? 0 : hi;
            lo = lo <= 0 ? 0 : lo;
        }
        out[i] = (uint32_t)half_round(in->type, hi, r) << 16 |
                 half_round(in->type, lo, r);
    }
    row_store(row_at(x, u->d), out, mask);
}

/* cvt.s64.s32 d, a with a 64-bit register a: its low half is the source. */
void op_convert_low(struct worker *x, const struct uop *u, uint32_t mask)
{
    struct uop copy = *u;
    const uint64_t *ra = wide_at(x, u->a);

    copy.a = -1; /* a scratch row */
    for (int i = 0; i < WARP_SIZE; i++)
        row_at(x, copy.a)->lane[i] = (uint32_t)ra[i];
    u->fast(x, &copy, mask);
}

handler convert_handler(const struct inst *in)
{
    bool plain = !in->mods && !in->rounding;

    if (small_float_handler(in))
        return small_float_handler(in);
    if (in->type == TYPE_F16X2 || in->type == TYPE_BF16X2)
        return in->operand_count == 3 ? op_pack_half : NULL;
    if (in->operand_count != 2 || !in->type2 || in->type >= TYPE_B128 ||
        in->type2 >= TYPE_B128 || type_bytes(in->type) > 8 ||
        type_bytes(in->type2) > 8)
        return NULL;
    if (plain && type_bytes(in->type) == 8 && !is_float(in->type)) {
        if (in->type2 == TYPE_S32)
            return op_widen_s32;
        if (in->type2 == TYPE_U32)
            return op_widen_u32;
    }
    if (plain && type_bytes(in->type) == 4 && !is_float(in->type) &&
        type_bytes(in->type2) == 8 && !is_float(in->type2))
        return op_narrow;
    return op_convert;
}
