/* SPDX-License-Identifier: Apache-2.0 */
/* Comparisons, selections, predicate logic and the carry flag. */
#include <math.h>

#include "sim/exec.h"
#include "sim/half.h"

/* The bit of each lane, in words as wide as what is compared. */
#define FOUR(i) 1u << (i), 1u << (i + 1), 1u << (i + 2), 1u << (i + 3)
#define BITS \
    FOUR(0), FOUR(4), FOUR(8), FOUR(12), FOUR(16), FOUR(20), FOUR(24), FOUR(28)
static const uint32_t bit_uint32_t[WARP_SIZE] = { BITS },
                      bit_float[WARP_SIZE] = { BITS };
static const uint64_t bit_uint64_t[WARP_SIZE] = { BITS },
                      bit_double[WARP_SIZE] = { BITS };

/* The bits of the lanes for which the expression holds. */
#define COMPARE(lane, expr)                     \
    {                                           \
        for (int i = 0; i < WARP_SIZE; i++)     \
            bits |= (expr) ? bit_##lane[i] : 0; \
        return (uint32_t)bits;                  \
    }

/* One function per C type: all ordered comparisons of two rows. */
#define INTEGER(name, lane, cast)                                      \
    static uint32_t name(enum cmp cmp, const lane *ra, const lane *rb) \
    {                                                                  \
        lane bits = 0;                                                 \
                                                                       \
        switch (cmp) {                                                 \
        case CMP_EQ:                                                   \
            COMPARE(lane, (cast)ra[i] == (cast)rb[i])                  \
        case CMP_NE:                                                   \
            COMPARE(lane, (cast)ra[i] != (cast)rb[i])                  \
        case CMP_LT:                                                   \
        case CMP_LO:                                                   \
            COMPARE(lane, (cast)ra[i] < (cast)rb[i])                   \
        case CMP_LE:                                                   \
        case CMP_LS:                                                   \
            COMPARE(lane, (cast)ra[i] <= (cast)rb[i])                  \
        case CMP_GT:                                                   \
        case CMP_HI:                                                   \
            COMPARE(lane, (cast)ra[i] > (cast)rb[i])                   \
        case CMP_GE:                                                   \
        case CMP_HS:                                                   \
            COMPARE(lane, (cast)ra[i] >= (cast)rb[i])                  \
        default:                                                       \
            return 0;                                                  \
        }                                                              \
    }

INTEGER(compare_s32, uint32_t, int32_t)
INTEGER(compare_u32, uint32_t, uint32_t)
INTEGER(compare_s16, uint32_t, int16_t)
INTEGER(compare_u16, uint32_t, uint16_t)
INTEGER(compare_s64, uint64_t, int64_t)
INTEGER(compare_u64, uint64_t, uint64_t)

#define FLOATING(name, lane, word)                                     \
    static uint32_t name(enum cmp cmp, const lane *ra, const lane *rb) \
    {                                                                  \
        word bits = 0;                                                 \
                                                                       \
        switch (cmp) {                                                 \
        case CMP_EQ:                                                   \
            COMPARE(lane, ra[i] == rb[i])                              \
        case CMP_NE:                                                   \
            COMPARE(lane, ra[i]<rb[i] || ra[i]> rb[i])                 \
        case CMP_LT:                                                   \
            COMPARE(lane, ra[i] < rb[i])                               \
        case CMP_LE:                                                   \
            COMPARE(lane, ra[i] <= rb[i])                              \
        case CMP_GT:                                                   \
            COMPARE(lane, ra[i] > rb[i])                               \
        case CMP_GE:                                                   \
            COMPARE(lane, ra[i] >= rb[i])                              \
        case CMP_EQU:                                                  \
            COMPARE(lane, !(ra[i] < rb[i] || ra[i] > rb[i]))           \
        case CMP_NEU:                                                  \
            COMPARE(lane, ra[i] != rb[i])                              \
        case CMP_LTU:                                                  \
            COMPARE(lane, !(ra[i] >= rb[i]))                           \
        case CMP_LEU:                                                  \
            COMPARE(lane, !(ra[i] > rb[i]))                            \
        case CMP_GTU:                                                  \
            COMPARE(lane, !(ra[i] <= rb[i]))                           \
        case CMP_GEU:                                                  \
            COMPARE(lane, !(ra[i] < rb[i]))                            \
        case CMP_NUM:                                                  \
            COMPARE(lane, ra[i] == ra[i] && rb[i] == rb[i])            \
        case CMP_NAN:                                                  \
            COMPARE(lane, ra[i] != ra[i] || rb[i] != rb[i])            \
        default:                                                       \
            return 0;                                                  \
        }                                                              \
    }

FLOATING(compare_f32, float, uint32_t)
FLOATING(compare_f64, double, uint64_t)

static void load_floats(const struct worker *x, int row, bool ftz, float *out)
{
    uint32_t bits[WARP_SIZE];

    memcpy(bits, row_at(x, row)->lane, sizeof bits);
    for (int i = 0; ftz && i < WARP_SIZE; i++)
        bits[i] &= bits[i] & 0x7f800000 ? UINT32_MAX : 0x80000000;
    memcpy(out, bits, sizeof bits);
}

static uint32_t compare(const struct worker *x, const struct uop *u,
                        enum type t)
{
    const enum cmp cmp = u->in->cmp;
    const uint32_t *na = row_at(x, u->a)->lane, *nb = row_at(x, u->b)->lane;
    float fa[WARP_SIZE], fb[WARP_SIZE];
    double da[WARP_SIZE], db[WARP_SIZE];

    switch (t) {
    case TYPE_S32:
        return compare_s32(cmp, na, nb);
    case TYPE_S16:
        return compare_s16(cmp, na, nb);
    case TYPE_U16:
    case TYPE_B16:
        return compare_u16(cmp, na, nb);
    case TYPE_S64:
        return compare_s64(cmp, wide_at(x, u->a), wide_at(x, u->b));
    case TYPE_U64:
    case TYPE_B64:
        return compare_u64(cmp, wide_at(x, u->a), wide_at(x, u->b));
    case TYPE_F32:
        load_floats(x, u->a, u->in->mods & MOD_FTZ, fa);
        load_floats(x, u->b, u->in->mods & MOD_FTZ, fb);
        return compare_f32(cmp, fa, fb);
    case TYPE_F64:
        memcpy(da, wide_at(x, u->a), sizeof da);
        memcpy(db, wide_at(x, u->b), sizeof db);
        return compare_f64(cmp, da, db);
    case TYPE_F16:
    case TYPE_BF16:
        for (int i = 0; i < WARP_SIZE; i++) {
            fa[i] = (float)half_value(t, (uint16_t)na[i]);
            fb[i] = (float)half_value(t, (uint16_t)nb[i]);
        }
        return compare_f32(cmp, fa, fb);
    default:
        return compare_u32(cmp, na, nb);
    }
}

static uint32_t combine(enum bool_op op, uint32_t v, uint32_t c)
{
    switch (op) {
    case BOOL_AND:
        return v & c;
    case BOOL_OR:
        return v | c;
    case BOOL_XOR:
        return v ^ c;
    case BOOL_NONE:
        break;
    }
    return v;
}

static bool is_pair(enum type t)
{
    return t == TYPE_F16X2 || t == TYPE_BF16X2;
}

/* Both halves of packed values compared: bits of the low, of the high ones. */
static void compare_pairs(const struct worker *x, const struct uop *u,
                          enum type t, uint32_t hit[2])
{
    const uint32_t *a = row_at(x, u->a)->lane, *b = row_at(x, u->b)->lane;

    for (int half = 0; half < 2; half++) {
        float fa[WARP_SIZE], fb[WARP_SIZE];

        for (int i = 0; i < WARP_SIZE; i++) {
            fa[i] = (float)half_value(t, (uint16_t)(a[i] >> 16 * half));
            fb[i] = (float)half_value(t, (uint16_t)(b[i] >> 16 * half));
        }
        hit[half] = compare_f32(u->in->cmp, fa, fb);
    }
}

/* setp.cmp{.op} p|q, a, b{, c}: p = (a cmp b) op c, q = !(a cmp b) op c */
void op_setp(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint32_t v, other, c = 0, hit[2];

    if (is_pair(u->in->type)) {
        compare_pairs(x, u, u->in->type, hit);
        v = hit[0];
        other = hit[1];
    } else {
        v = compare(x, u, u->in->type);
        other = ~v;
    }
    if (u->sp >= 0)
        c = pred_read(x, u->sp, u->sp_not);
    if (u->p >= 0)
        pred_write(x, u->p, combine(u->in->bool_op, v, c), mask);
    if (u->q >= 0)
        pred_write(x, u->q, combine(u->in->bool_op, other, c), mask);
}

/* What set writes where the comparison holds. */
static uint32_t one_of(enum type t)
{
    switch (t) {
    case TYPE_F32:
        return 0x3f800000;
    case TYPE_F16:
    case TYPE_F16X2:
        return 0x3c00;
    case TYPE_BF16:
    case TYPE_BF16X2:
        return 0x3f80;
    case TYPE_U16:
    case TYPE_S16:
        return 0xffff;
    default:
        return UINT32_MAX;
    }
}

static void set_pairs(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint32_t hit[2], out[WARP_SIZE];
    const uint32_t one = one_of(u->in->type) & 0xffff;

    compare_pairs(x, u, u->in->type2, hit);
    for (int k = 0; k < 2 && u->sp >= 0; k++)
        hit[k] =
            combine(u->in->bool_op, hit[k], pred_read(x, u->sp, u->sp_not));
    for (int i = 0; i < WARP_SIZE; i++)
        out[i] =
            (hit[0] >> i & 1 ? one : 0) | (hit[1] >> i & 1 ? one << 16 : 0);
    row_store(row_at(x, u->d), out, mask);
}

void op_set(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint32_t v, out[WARP_SIZE];
    const uint32_t one = one_of(u->in->type);

    if (is_pair(u->in->type2)) {
        set_pairs(x, u, mask);
        return;
    }
    v = compare(x, u, u->in->type2);
    if (u->sp >= 0)
        v = combine(u->in->bool_op, v, pred_read(x, u->sp, u->sp_not));
    for (int i = 0; i < WARP_SIZE; i++)
        out[i] = v >> i & 1 ? one : 0;
    row_store(row_at(x, u->d), out, mask);
}

void op_selp(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint32_t choose = pred_read(x, u->sp, u->sp_not);

    if (u->width == 2) {
        const uint64_t *ra = wide_at(x, u->a), *rb = wide_at(x, u->b);
        uint64_t out[WARP_SIZE];

        for (int i = 0; i < WARP_SIZE; i++)
            out[i] = choose >> i & 1 ? ra[i] : rb[i];
        wide_store(wide_at(x, u->d), out, mask);
    } else {
        const struct row *ra = row_at(x, u->a), *rb = row_at(x, u->b);
        uint32_t out[WARP_SIZE];

        for (int i = 0; i < WARP_SIZE; i++)
            out[i] = choose >> i & 1 ? ra->lane[i] : rb->lane[i];
        row_store(row_at(x, u->d), out, mask);
    }
}

/* slct: c >= 0 ? a : b, with c an s32 or f32 */
void op_slct(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint32_t choose = 0;

    for (int i = 0; i < WARP_SIZE; i++) {
        uint32_t c = row_at(x, u->c)->lane[i];
        bool take;

        if (u->in->type2 == TYPE_F32)
            take = (c & 0x7fffffff) <= 0x7f800000 &&
                   (!(c >> 31) || !(c & 0x7fffffff));
        else
            take = !(c >> 31);
        choose |= (uint32_t)take << i;
    }
    for (int i = 0; i < WARP_SIZE; i++) {
        if (!(mask >> i & 1))
            continue;
        int from = choose >> i & 1 ? u->a : u->b;

        if (u->width == 2)
            wide_at(x, u->d)[i] = wide_at(x, from)[i];
        else
            row_at(x, u->d)->lane[i] = row_at(x, from)->lane[i];
    }
}

/* and.pred, or.pred, xor.pred, not.pred, mov.pred */
void op_pred_logic(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint32_t a = u->sp >= 0 ? pred_read(x, u->sp, u->sp_not) : 0;
    uint32_t b = 0;

    if (u->b >= 0)
        b = pred_read(x, u->b, u->in->operand[2].negate);
    switch (u->in->op) {
    case OP_AND:
        a &= b;
        break;
    case OP_OR:
        a |= b;
        break;
    case OP_XOR:
        a ^= b;
        break;
    case OP_NOT:
        a = ~a;
        break;
    default: /* mov.pred p, literal: c holds it */
        if (u->sp < 0)
            a = u->offset ? WARP_FULL : 0;
        break;
    }
    pred_write(x, u->p, a, mask);
}

/* testp */
void op_testp(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint32_t bits = 0;

    for (int i = 0; i < WARP_SIZE; i++) {
        bool wide = u->in->type == TYPE_F64, r = false;
        uint64_t v = wide ? wide_at(x, u->a)[i] : row_at(x, u->a)->lane[i];
        uint64_t exponent = wide ? v >> 52 & 0x7ff : v >> 23 & 0xff;
        uint64_t fraction = wide ? v & 0xfffffffffffffull : v & 0x7fffff;
        uint64_t top = wide ? 0x7ff : 0xff;

        switch (u->in->sub) {
        case SUB_FINITE:
            r = exponent != top;
            break;
        case SUB_INFINITE:
            r = exponent == top && !fraction;
            break;
        case SUB_NUMBER:
            r = exponent != top || !fraction;
            break;
        case SUB_NOTANUMBER:
            r = exponent == top && fraction;
            break;
        case SUB_NORMAL:
            r = exponent && exponent != top;
            break;
        case SUB_SUBNORMAL:
            r = !exponent && fraction;
            break;
        default:
            break;
        }
        bits |= (uint32_t)r << i;
    }
    pred_write(x, u->p, bits, mask);
}

/* add.cc, addc, sub.cc, subc, mad.cc, madc: 32 and 64 bits */
void op_carry(struct worker *x, const struct uop *u, uint32_t mask)
{
    __extension__ typedef unsigned __int128 wide;
    const enum op op = u->in->op;
    const bool big = u->in->type == TYPE_U64 || u->in->type == TYPE_S64;
    const bool in = op == OP_ADDC || op == OP_SUBC || op == OP_MADC;
    const bool sub = op == OP_SUB || op == OP_SUBC;
    const uint64_t ones = big ? UINT64_MAX : UINT32_MAX;
    uint32_t carry = x->warp->carry;

    for (int i = 0; i < WARP_SIZE; i++) {
        uint64_t a = big ? wide_at(x, u->a)[i] : row_at(x, u->a)->lane[i];
        uint64_t b = big ? wide_at(x, u->b)[i] : row_at(x, u->b)->lane[i];
        uint64_t c = in ? carry >> i & 1 : 0, r;
        bool out;

        if (!(mask >> i & 1))
            continue;
        if (op == OP_MAD || op == OP_MADC) {
            wide product = (wide)a * b;
            uint64_t addend =
                big ? wide_at(x, u->c)[i] : row_at(x, u->c)->lane[i];
            bool high = u->in->mods & MOD_HI;

            if (!big && high && u->in->type == TYPE_S32)
                product = (uint64_t)((int64_t)(int32_t)a * (int32_t)b);
            a = (uint64_t)(high ? product >> (big ? 64 : 32) : product) & ones;
            b = addend;
        }
        if (sub) {
            r = (a - b - c) & ones;
            out = (wide)a < (wide)b + c;
        } else {
            r = (a + b + c) & ones;
            out = (wide)a + b + c > ones;
        }
        if (big)
            wide_at(x, u->d)[i] = r;
        else
            row_at(x, u->d)->lane[i] = (uint32_t)r;
        if (u->in->mods & MOD_CC)
            carry = (carry & ~(1u << i)) | (uint32_t)out << i;
    }
    x->warp->carry = carry;
}
