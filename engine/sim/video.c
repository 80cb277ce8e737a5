/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scalar video instructions: arithmetic on bytes, halves and words of
 * registers, then saturation, and a second operation or a merge (PTX ISA,
 * scalar video instructions). Values are kept in 64 bits, which hold each
 * intermediate result but vmad's, which takes 128.
 */
#include "sim/exec.h"

static int64_t extend(uint32_t v, int bits, bool sign)
{
    const uint64_t kept = bits == 32 ? v : v & ((1u << bits) - 1);

    return sign && kept >> (bits - 1) ? (int64_t)(kept - (1ull << bits))
                                      : (int64_t)kept;
}

static int part_bits(uint8_t part)
{
    return part == PART_WORD ? 32 : part <= PART_B3 ? 8 : 16;
}

static int part_shift(uint8_t part)
{
    return part == PART_WORD ? 0
           : part <= PART_B3 ? 8 * (part - PART_B0)
                             : 16 * (part - PART_H0);
}

static int64_t select_part(uint32_t v, uint8_t part, enum type t)
{
    return extend(v >> part_shift(part), part_bits(part), t == TYPE_S32);
}

static int64_t clamp(int64_t v, int bits, bool sign)
{
    const int64_t low = sign ? -(1ll << (bits - 1)) : 0;
    const int64_t high = (1ll << (sign ? bits - 1 : bits)) - 1;

    return v < low ? low : v > high ? high : v;
}

static bool compares(enum cmp c, int64_t a, int64_t b)
{
    switch (c) {
    case CMP_EQ:
        return a == b;
    case CMP_NE:
        return a != b;
    case CMP_LT:
        return a < b;
    case CMP_LE:
        return a <= b;
    case CMP_GT:
        return a > b;
    default:
        return a >= b;
    }
}

/* A shift's count is cut to its five bits, or stops at 32. */
static int64_t shift(const struct inst *in, int64_t a, int64_t count)
{
    const int n = in->mods & MOD_WRAP ? (int)(count & 31)
                  : count > 32        ? 32
                                      : (int)count;

    return in->op == OP_VSHL ? (int64_t)((uint64_t)a << n) : a >> n;
}

static int64_t operate(const struct inst *in, int64_t a, int64_t b)
{
    switch (in->op) {
    case OP_VADD:
        return a + b;
    case OP_VSUB:
        return a - b;
    case OP_VABSDIFF:
        return a > b ? a - b : b - a;
    case OP_VMIN:
        return a < b ? a : b;
    case OP_VMAX:
        return a > b ? a : b;
    case OP_VSET:
        return compares(in->cmp, a, b);
    default:
        return shift(in, a, b);
    }
}

static uint32_t second(const struct inst *in, int64_t v, uint32_t c, bool sign)
{
    const int64_t cut = extend((uint32_t)v, 32, sign);
    const int64_t other = extend(c, 32, sign);

    switch (in->sub) {
    case SUB_ADD:
        return (uint32_t)v + c;
    case SUB_MIN:
        return (uint32_t)(cut < other ? cut : other);
    case SUB_MAX:
        return (uint32_t)(cut > other ? cut : other);
    default:
        return (uint32_t)v;
    }
}

static uint32_t one(const struct inst *in, uint32_t ra, uint32_t rb,
                    uint32_t rc)
{
    const struct video *const o = &in->video;
    const bool set = in->op == OP_VSET; /* it names two types only */
    const bool sign = !set && in->type == TYPE_S32;
    const int64_t a = select_part(ra, o->part[0], set ? in->type : in->type2);
    const int64_t b = select_part(rb, o->part[1], set ? in->type2 : o->type);
    const int bits = part_bits(o->to), at = part_shift(o->to);
    int64_t v = operate(in, a, b);
    uint32_t keep;

    if (in->mods & MOD_SAT)
        v = clamp(v, bits, sign);
    if (o->to == PART_WORD)
        return second(in, v, rc, sign);
    keep = ((1u << bits) - 1) << at;
    return (rc & ~keep) | ((uint32_t)v << at & keep);
}

/* a * b + c, negated and scaled as it says, rounded by a one below (.po). */
static uint32_t product(const struct inst *in, uint32_t ra, uint32_t rb,
                        uint32_t rc)
{
    const struct video *const o = &in->video;
    const bool negate = o->minus[0] != o->minus[1];
    const bool sign =
        in->type2 == TYPE_S32 || o->type == TYPE_S32 || negate || o->minus[2];
    const int scale = in->mods & MOD_SHR7 ? 7 : in->mods & MOD_SHR15 ? 15 : 0;
    __extension__ typedef __int128 wide;
    wide v = (wide)select_part(ra, o->part[0], in->type2) *
             (wide)select_part(rb, o->part[1], o->type);
    wide c = extend(rc, 32, sign);

    v = negate ? -v : v;
    v += o->minus[2] && !negate ? -c : c;
    v += in->mods & MOD_PO ? 1 : 0;
    v >>= scale;
    if (in->mods & MOD_SAT) {
        const wide low = sign ? INT32_MIN : 0;
        const wide high = sign ? (wide)INT32_MAX : (wide)UINT32_MAX;

        v = v < low ? low : v > high ? high : v;
    }
    return (uint32_t)v;
}

void op_video(struct worker *x, const struct uop *u, uint32_t mask)
{
    const struct inst *const in = u->in;
    const struct row *const ra = row_at(x, u->a), *const rb = row_at(x, u->b);
    const struct row *const rc = u->c == NO_ROW ? ra : row_at(x, u->c);
    uint32_t out[WARP_SIZE];

    for (int i = 0; i < WARP_SIZE; i++)
        out[i] = (in->op == OP_VMAD ? product : one)(in, ra->lane[i],
                                                     rb->lane[i], rc->lane[i]);
    row_store(row_at(x, u->d), out, mask);
}
