/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arithmetic, one whole warp at a time. Each row of alu.def becomes a loop
 * over 32 lanes that the compiler turns into vector code.
 *
 * A float result that is a NaN is made the canonical one, as PTX says for f32;
 * an x86 and an Arm host would otherwise give other bits.
 */
#include "sim/alu_lane.h"
#include "sim/exec.h"
#include "sim/libm.h"

enum form {
    FORM_PLAIN,
    FORM_SAT,
    FORM_LO,
    FORM_HI,
    FORM_WIDE,
    FORM_HI_SAT,
    FORM_WRAP,
    FORM_MIXED, /* factors of different sign */
    FORM_MIXED_LO,
    FORM_MIXED_HI,
    FORM_QUIET,
    FORM_SHIFT,
    FORM_LEFT_WRAP,
    FORM_LEFT_CLAMP,
    FORM_RIGHT_WRAP,
    FORM_RIGHT_CLAMP,
    FORM_F4E,
    FORM_B4E,
    FORM_RC8,
    FORM_ECL,
    FORM_ECR,
    FORM_RC16,
    FORM_SUM,
    FORM_RELU /* no less than zero */
};

typedef uint32_t __attribute__((may_alias)) lane_u32;
typedef uint64_t __attribute__((may_alias)) lane_u64;
typedef float __attribute__((may_alias)) lane_f32;
typedef double __attribute__((may_alias)) lane_f64;

/* The bits of a result, NaNs canonical. */
static inline uint32_t bits_u32(uint32_t v)
{
    return v;
}

static inline uint64_t bits_u64(uint64_t v)
{
    return v;
}

static inline uint32_t bits_f32(float v)
{
    uint32_t bits;

    memcpy(&bits, &v, sizeof bits);
    return v != v ? 0x7fffffff : bits;
}

static inline uint64_t bits_f64(double v)
{
    uint64_t bits;

    memcpy(&bits, &v, sizeof bits);
    return v != v ? 0x7ff8000000000000ull : bits;
}

typedef uint32_t word_u32;
typedef uint64_t word_u64;
typedef uint32_t word_f32;
typedef uint64_t word_f64;

#define DEST_u32(x, i) (row_at(x, i)->lane)
#define DEST_f32(x, i) (row_at(x, i)->lane)
#define DEST_u64(x, i) wide_at(x, i)
#define DEST_f64(x, i) wide_at(x, i)

#define LANES(type, x, i) ((const lane_##type *)(const void *)row_at(x, i))
#define NAME(op, t, form) alu_##op##_##t##_##form
#define BEGIN(op, t, form)                                                \
    static void NAME(op, t, form)(struct worker * x, const struct uop *u, \
                                  uint32_t mask)                          \
    {
/* A destination is a source's very row or does not meet it, so a full warp's
   results can go there at once (ivdep). */
#define RUN(r, locals, expr)                                     \
    word_##r *const d = DEST_##r(x, u->d);                       \
    word_##r out[WARP_SIZE];                                     \
                                                                 \
    if (mask == WARP_FULL) {                                     \
        _Pragma("GCC ivdep") for (int i = 0; i < WARP_SIZE; i++) \
        {                                                        \
            locals d[i] = bits_##r((lane_##r)(expr));            \
        }                                                        \
        return;                                                  \
    }                                                            \
    for (int i = 0; i < WARP_SIZE; i++) {                        \
        locals out[i] = bits_##r((lane_##r)(expr));              \
    }                                                            \
    for (int i = 0; i < WARP_SIZE; i++)                          \
        d[i] = mask >> i & 1 ? out[i] : d[i];                    \
    }

#define U1(op, t, form, r, s, expr)               \
    BEGIN(op, t, form)                            \
    const lane_##s *const ra = LANES(s, x, u->a); \
    RUN(r, const lane_##s a = ra[i];, expr)
#define U2(op, t, form, r, s, expr)               \
    BEGIN(op, t, form)                            \
    const lane_##s *const ra = LANES(s, x, u->a); \
    const lane_##s *const rb = LANES(s, x, u->b); \
    RUN(r, const lane_##s a = ra[i]; const lane_##s b = rb[i];, expr)
#define U3(op, t, form, r, s, expr)                            \
    BEGIN(op, t, form)                                         \
    const lane_##s *const ra = LANES(s, x, u->a);              \
    const lane_##s *const rb = LANES(s, x, u->b);              \
    const lane_##s *const rc = LANES(s, x, u->c);              \
    RUN(r, const lane_##s a = ra[i]; const lane_##s b = rb[i]; \
        const lane_##s c = rc[i];, expr)
#define U4(op, t, form, r, s, expr)                            \
    BEGIN(op, t, form)                                         \
    const lane_##s *const ra = LANES(s, x, u->a);              \
    const lane_##s *const rb = LANES(s, x, u->b);              \
    const lane_##s *const rc = LANES(s, x, u->c);              \
    const lane_##s *const re = LANES(s, x, u->e);              \
    RUN(r, const lane_##s a = ra[i]; const lane_##s b = rb[i]; \
        const lane_##s c = rc[i]; const lane_##s e = re[i];, expr)
/* mad.wide: narrow factors, wide addend */
#define UW(op, t, form, expr)                                    \
    BEGIN(op, t, form)                                           \
    const lane_u32 *const ra = LANES(u32, x, u->a);              \
    const lane_u32 *const rb = LANES(u32, x, u->b);              \
    const lane_u64 *const rc = LANES(u64, x, u->c);              \
    RUN(u64, const lane_u32 a = ra[i]; const lane_u32 b = rb[i]; \
        const lane_u64 c = rc[i];, expr)
/* 64-bit shifts take a 32-bit count */
#define US(op, t, form, expr)                       \
    BEGIN(op, t, form)                              \
    const lane_u64 *const ra = LANES(u64, x, u->a); \
    const lane_u32 *const rb = LANES(u32, x, u->b); \
    RUN(u64, const lane_u64 a = ra[i]; const lane_u32 b = rb[i];, expr)
/* bfe of 64 bits */
#define UB(op, t, form, expr)                                    \
    BEGIN(op, t, form)                                           \
    const lane_u64 *const ra = LANES(u64, x, u->a);              \
    const lane_u32 *const rb = LANES(u32, x, u->b);              \
    const lane_u32 *const rc = LANES(u32, x, u->c);              \
    RUN(u64, const lane_u64 a = ra[i]; const lane_u32 b = rb[i]; \
        const lane_u32 c = rc[i];, expr)
/* bfi of 64 bits */
#define UI(op, t, form, expr)                                    \
    BEGIN(op, t, form)                                           \
    const lane_u64 *const ra = LANES(u64, x, u->a);              \
    const lane_u64 *const rb = LANES(u64, x, u->b);              \
    const lane_u32 *const rc = LANES(u32, x, u->c);              \
    const lane_u32 *const re = LANES(u32, x, u->e);              \
    RUN(u64, const lane_u64 a = ra[i]; const lane_u64 b = rb[i]; \
        const lane_u32 c = rc[i]; const lane_u32 e = re[i];, expr)
#include "sim/alu.def"
#undef U1
#undef U2
#undef U3
#undef U4
#undef UW
#undef US
#undef UB
#undef UI

static const struct alu_row {
    enum op op;
    enum type type;
    enum form form;
    handler run;
} rows[] = {
#define ROW(op, t, f) { OP_##op, TYPE_##t, FORM_##f, NAME(op, t, f) },

#define U1(op, t, form, r, s, expr) ROW(op, t, form)
#define U2(op, t, form, r, s, expr) ROW(op, t, form)
#define U3(op, t, form, r, s, expr) ROW(op, t, form)
#define U4(op, t, form, r, s, expr) ROW(op, t, form)
#define UW(op, t, form, expr)       ROW(op, t, form)
#define US(op, t, form, expr)       ROW(op, t, form)
#define UB(op, t, form, expr)       ROW(op, t, form)
#define UI(op, t, form, expr)       ROW(op, t, form)
#include "sim/alu.def"
};

static enum form form_of(const struct inst *in)
{
    bool left = in->sub == SUB_LEFT, wrap = in->mods & MOD_WRAP;

    switch (in->op) {
    case OP_SHF:
        return left ? (wrap ? FORM_LEFT_WRAP : FORM_LEFT_CLAMP)
                    : (wrap ? FORM_RIGHT_WRAP : FORM_RIGHT_CLAMP);
    case OP_PRMT:
        return in->sub ? FORM_F4E + (enum form)(in->sub - SUB_F4E) : FORM_PLAIN;
    case OP_BFIND:
        return in->mods & MOD_SHIFTAMT ? FORM_SHIFT : FORM_PLAIN;
    case OP_BMSK:
    case OP_SZEXT:
        return wrap ? FORM_WRAP : FORM_PLAIN;
    case OP_VABSDIFF2:
    case OP_VABSDIFF4:
        return in->sub == SUB_ADD ? FORM_SUM : FORM_PLAIN;
    case OP_DP4A:
        return in->type == in->type2 ? FORM_PLAIN : FORM_MIXED;
    case OP_DP2A:
        if (in->type == in->type2)
            return in->mods & MOD_HI ? FORM_HI : FORM_LO;
        return in->mods & MOD_HI ? FORM_MIXED_HI : FORM_MIXED_LO;
    case OP_MIN:
    case OP_MAX:
        if (in->mods & MOD_RELU)
            return FORM_RELU;
        return in->mods & MOD_NAN ? FORM_QUIET : FORM_PLAIN;
    default:
        break;
    }
    if (in->mods & MOD_WIDE)
        return FORM_WIDE;
    if (in->mods & MOD_HI)
        return in->mods & MOD_SAT ? FORM_HI_SAT : FORM_HI;
    if (in->mods & MOD_LO)
        return FORM_LO;
    if ((in->mods & MOD_SAT) && in->type == TYPE_S32)
        return FORM_SAT;
    return FORM_PLAIN;
}

/* Types that are computed alike: one row serves them. */
static enum type row_type(enum op op, enum type t)
{
    bool bits = op == OP_AND || op == OP_OR || op == OP_XOR || op == OP_NOT ||
                op == OP_MOV || op == OP_SHL;

    switch (t) {
    case TYPE_U32:
    case TYPE_S32:
    case TYPE_F32:
    case TYPE_F16X2:
    case TYPE_BF16X2:
        return bits ? TYPE_B32 : t;
    case TYPE_U64:
    case TYPE_S64:
    case TYPE_F64:
        return bits ? TYPE_B64 : t;
    case TYPE_U16:
    case TYPE_S16:
    case TYPE_F16:
    case TYPE_BF16:
        return bits ? TYPE_B16 : t;
    case TYPE_B32:
        return op == OP_SHR ? TYPE_U32 : t;
    case TYPE_B64:
        return op == OP_SHR ? TYPE_U64 : t;
    case TYPE_B16:
        return op == OP_SHR ? TYPE_U16 : t;
    case TYPE_B8:
    case TYPE_U8:
    case TYPE_S8:
        return bits ? TYPE_B16 : t;
    default:
        return t;
    }
}

handler alu_handler(const struct inst *in)
{
    enum form form = form_of(in);
    enum type type = row_type(in->op, in->type);

    for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++)
        if (rows[i].op == in->op && rows[i].type == type &&
            rows[i].form == form)
            return rows[i].run;
    return NULL;
}
