/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic of .f32x2: two floats in a 64-bit register (sm_100 and later). */
#include <fenv.h>
#include <math.h>

#include "sim/exec.h"

static float value_of(uint32_t bits, bool ftz)
{
    float f;

    if (ftz && !(bits & 0x7f800000))
        bits &= 0x80000000;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint32_t one_float(const struct inst *in, uint32_t ab, uint32_t bb,
                          uint32_t cb)
{
    const bool ftz = in->mods & MOD_FTZ;
    /* read each time: no result may move across the change of rounding */
    const volatile float a = value_of(ab, ftz), b = value_of(bb, ftz);
    const volatile float c = value_of(cb, ftz);
    volatile float r;
    float value;
    uint32_t bits;

    switch (in->op) {
    case OP_ADD:
        r = a + b;
        break;
    case OP_SUB:
        r = a - b;
        break;
    case OP_MUL:
        r = a * b;
        break;
    default:
        r = fmaf(a, b, c);
        break;
    }
    value = r;
    memcpy(&bits, &value, sizeof bits);
    if (value != value)
        return 0x7fffffff;
    return ftz && !(bits & 0x7f800000) ? bits & 0x80000000 : bits;
}

static int host_rounding(enum rounding r)
{
    switch (r) {
    case ROUND_Z:
        return FE_TOWARDZERO;
    case ROUND_M:
        return FE_DOWNWARD;
    case ROUND_P:
        return FE_UPWARD;
    default:
        return FE_TONEAREST;
    }
}

static void op_float_pair(struct worker *x, const struct uop *u, uint32_t mask)
{
    const struct inst *in = u->in;
    const uint64_t *ra = wide_at(x, u->a), *rb = wide_at(x, u->b);
    const uint64_t *rc = in->operand_count > 3 ? wide_at(x, u->c) : ra;
    uint64_t out[WARP_SIZE];

    fesetround(host_rounding(in->rounding));
    for (int i = 0; i < WARP_SIZE; i++)
        out[i] =
            (uint64_t)one_float(in, (uint32_t)(ra[i] >> 32),
                                (uint32_t)(rb[i] >> 32),
                                (uint32_t)(rc[i] >> 32))
                << 32 |
            one_float(in, (uint32_t)ra[i], (uint32_t)rb[i], (uint32_t)rc[i]);
    fesetround(FE_TONEAREST);
    wide_store(wide_at(x, u->d), out, mask);
}

handler float_pair_handler(const struct inst *in)
{
    if (in->mods & (MOD_SAT | MOD_RELU))
        return NULL;
    switch (in->op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_FMA:
        return op_float_pair;
    default:
        return NULL;
    }
}
