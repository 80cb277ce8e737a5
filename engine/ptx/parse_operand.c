/* SPDX-License-Identifier: Apache-2.0 */
/* One operand, as it is written. */
#include <string.h>

#include "ptx/parse.h"

static const struct {
    const char *text;
    enum special base;
    bool xyz; /* .x .y .z follows */
} specials[] = {
    { "tid", SREG_TID_X, true },
    { "ntid", SREG_NTID_X, true },
    { "ctaid", SREG_CTAID_X, true },
    { "nctaid", SREG_NCTAID_X, true },
    { "laneid", SREG_LANEID, false },
    { "warpid", SREG_WARPID, false },
    { "nwarpid", SREG_NWARPID, false },
    { "smid", SREG_SMID, false },
    { "nsmid", SREG_NSMID, false },
    { "gridid", SREG_GRIDID, false },
    { "lanemask_eq", SREG_LANEMASK_EQ, false },
    { "lanemask_le", SREG_LANEMASK_LE, false },
    { "lanemask_lt", SREG_LANEMASK_LT, false },
    { "lanemask_ge", SREG_LANEMASK_GE, false },
    { "lanemask_gt", SREG_LANEMASK_GT, false },
    { "clock", SREG_CLOCK, false },
    { "clock_hi", SREG_CLOCK_HI, false },
    { "clock64", SREG_CLOCK64, false },
    { "globaltimer", SREG_GLOBALTIMER, false },
    { "globaltimer_lo", SREG_GLOBALTIMER_LO, false },
    { "globaltimer_hi", SREG_GLOBALTIMER_HI, false },
    { "dynamic_smem_size", SREG_DYNAMIC_SMEM_SIZE, false },
    { "total_smem_size", SREG_TOTAL_SMEM_SIZE, false },
    /* SREG_COUNT: PTX has it, the lab does not */
    { "aggr_smem_size", SREG_COUNT, false },
    { "current_graph_exec", SREG_COUNT, false },
    { "is_explicit_cluster", SREG_COUNT, false },
    { "clusterid", SREG_COUNT, true },
    { "nclusterid", SREG_COUNT, true },
    { "cluster_ctaid", SREG_COUNT, true },
    { "cluster_nctaid", SREG_COUNT, true },
    { "cluster_ctarank", SREG_COUNT, false },
    { "cluster_nctarank", SREG_COUNT, false },
    { "reserved_smem_offset_begin", SREG_RESERVED_SMEM, false },
    { "reserved_smem_offset_end", SREG_RESERVED_SMEM, false },
    { "reserved_smem_offset_cap", SREG_RESERVED_SMEM, false },
    { "reserved_smem_offset_0", SREG_RESERVED_SMEM, false },
    { "reserved_smem_offset_1", SREG_RESERVED_SMEM, false },
};

struct operand operand_empty(enum operand_kind kind)
{
    return (struct operand){
        .kind = kind, .reg = -1, .symbol = -1, .func = -1, .target = -1
    };
}

/* %envreg12: the number behind the name; -1 if it is none. */
static int envreg(struct text word)
{
    int n = 0;

    if (word.size < 7 || word.size > 8 || memcmp(word.at, "envreg", 6) != 0)
        return -1;
    for (size_t i = 6; i < word.size; i++) {
        if (word.at[i] < '0' || word.at[i] > '9')
            return -1;
        n = n * 10 + (word.at[i] - '0');
    }
    return n < 32 ? n : -1;
}

/* .x .y .z behind a special register */
static bool parse_axis(struct parser *ps, struct operand *o)
{
    if (parse_is_dot(ps, "y"))
        o->special += 1;
    else if (parse_is_dot(ps, "z"))
        o->special += 2;
    else if (!parse_is_dot(ps, "x"))
        return false;
    parse_next(ps);
    return true;
}

/* %tid.x and friends; false if the name is no special register. */
static bool parse_special(struct parser *ps, struct text name,
                          struct operand *o)
{
    struct text word = { name.at + 1, name.size - 1 };

    if (name.size < 2 || name.at[0] != '%')
        return false;
    o->kind = OPERAND_SPECIAL;
    if (envreg(word) >= 0) {
        o->special = SREG_ENVREG;
        o->bits = (uint64_t)envreg(word);
        return true;
    }
    for (int i = 0; i < (int)(sizeof specials / sizeof *specials); i++) {
        if (!text_is(word, specials[i].text))
            continue;
        o->special = specials[i].base;
        if (specials[i].xyz && !parse_axis(ps, o))
            return false;
        if (specials[i].base == SREG_COUNT)
            ps->unsupported = name;
        return true;
    }
    return false;
}

/* "+ 4", "+ -4", "- 4", "+ 4*8" behind a name */
static bool parse_offset(struct parser *ps, struct operand *o)
{
    uint64_t n;

    if (parse_is(ps, '+'))
        parse_next(ps);
    else if (!parse_is(ps, '-'))
        return true;
    if (!parse_expression(ps, &n))
        return false;
    o->bits += n;
    return true;
}

static void set_from_name(const struct parser *ps, const struct name *n,
                          int index, struct operand *o)
{
    switch (n->kind) {
    case NAME_REG:
    case NAME_RANGE:
        o->kind = ps->p->funcs[ps->func].regs[index].type == TYPE_PRED
                      ? OPERAND_PRED
                      : OPERAND_REG;
        o->reg = index;
        break;
    case NAME_SYMBOL:
        o->kind = OPERAND_SYMBOL;
        o->symbol = index;
        break;
    case NAME_FUNC:
        o->kind = OPERAND_FUNC;
        o->func = index;
        break;
    case NAME_KPARAM:
    case NAME_FRAME:
        o->kind = OPERAND_ADDRESS;
        o->base = n->kind == NAME_KPARAM ? BASE_KPARAM : BASE_FRAME;
        o->bits = (uint64_t)index;
        break;
    case NAME_LABEL:
    case NAME_TARGETS:
        o->kind = OPERAND_LABEL;
        break;
    }
}

static bool parse_named(struct parser *ps, struct operand *o)
{
    struct text name = ps->tok.text;
    const struct name *n;
    int index = -1;

    parse_next(ps);
    if (text_is(name, "_")) {
        o->kind = OPERAND_SINK;
        return true;
    }
    if (text_is(name, "WARP_SZ")) {
        o->kind = OPERAND_IMM;
        o->bits = 32;
        return true;
    }
    n = names_find(&ps->names, name, &index);
    if (!n && parse_special(ps, name, o))
        return true;
    if (!n)
        n = names_find(&ps->funcs, name, &index);
    if (!n)
        return parse_error(ps, "unknown name '%.*s'", NAME_TEXT(name));
    set_from_name(ps, n, index, o);
    if (o->kind == OPERAND_LABEL)
        return parse_error(ps, "'%.*s' is a label, not a value",
                           NAME_TEXT(name));
    if (o->kind == OPERAND_SYMBOL || o->kind == OPERAND_ADDRESS)
        return parse_offset(ps, o);
    return true;
}

/* A float literal as the bits of a type. Bits pass through unchanged where no
   conversion is due, so that NaN payloads survive. */
static uint64_t float_as(enum token_kind kind, uint64_t bits, enum type t)
{
    uint32_t narrow = (uint32_t)bits;
    double d;
    float f;

    if (kind == TOKEN_F32 && t == TYPE_F64) {
        memcpy(&f, &narrow, sizeof f);
        d = (double)f;
        memcpy(&bits, &d, sizeof bits);
    } else if (kind == TOKEN_F64 && t == TYPE_F32) {
        memcpy(&d, &bits, sizeof d);
        f = (float)d;
        memcpy(&narrow, &f, sizeof narrow);
        bits = narrow;
    }
    return bits;
}

/* Cut a value to a type's width; a predicate is 0 or 1. */
static uint64_t bits_as(uint64_t bits, enum type t)
{
    int size = type_bytes(t);

    if (t == TYPE_PRED)
        return bits != 0;
    return size && size < 8 ? bits & ((1ull << 8 * size) - 1) : bits;
}

/* A float with its sign; false, and nothing is read, if there is none. */
static bool accept_float(struct parser *ps, enum type t, uint64_t *bits)
{
    struct lexer lexer = ps->lexer;
    struct token tok = ps->tok;
    bool minus = parse_accept(ps, '-');
    enum token_kind kind = ps->tok.kind;
    bool wide = t == TYPE_F64 || (kind == TOKEN_F64 && t != TYPE_F32);

    if (kind != TOKEN_F32 && kind != TOKEN_F64) {
        ps->lexer = lexer;
        ps->tok = tok;
        return false;
    }
    *bits = float_as(kind, ps->tok.bits, t);
    if (minus)
        *bits ^= 1ull << (wide ? 63 : 31);
    parse_next(ps);
    return true;
}

static bool parse_literal(struct parser *ps, enum type t, struct operand *o)
{
    o->kind = OPERAND_IMM;
    if (!accept_float(ps, t, &o->bits) && !parse_expression(ps, &o->bits))
        return false;
    o->bits = bits_as(o->bits, t);
    return true;
}

/* {a, b, ...}; the current token is behind the '{'. */
static bool parse_vector(struct parser *ps, enum type t, struct operand *o)
{
    o->kind = OPERAND_VECTOR;
    do {
        struct operand e = operand_empty(OPERAND_NONE);

        if (o->vec_count == VECTOR_MAX)
            return parse_error(ps, "a vector of more than %d", VECTOR_MAX);
        if (ps->tok.kind == TOKEN_NAME ? !parse_named(ps, &e)
                                       : !parse_literal(ps, t, &e))
            return false;
        if (e.kind == OPERAND_IMM) {
            o->vec_bits[o->vec_count] = e.bits;
            o->vec[o->vec_count++] = -2;
        } else if (e.kind == OPERAND_REG || e.kind == OPERAND_SINK) {
            o->vec[o->vec_count++] = e.kind == OPERAND_REG ? e.reg : -1;
        } else {
            return parse_error(ps, "a vector holds registers");
        }
    } while (parse_accept(ps, ','));
    return parse_expect(ps, '}');
}

/* [base + offset]; the current token is behind the '['. */
bool parse_memory(struct parser *ps, struct operand *o)
{
    if (ps->tok.kind == TOKEN_NAME ? !parse_named(ps, o)
                                   : !parse_literal(ps, TYPE_B64, o))
        return false;
    if (o->kind == OPERAND_REG) {
        int size = type_bytes(ps->p->funcs[ps->func].regs[o->reg].type);

        if (size != 4 && size != 8)
            return parse_error(ps, "an address has 32 or 64 bits");
        o->base = BASE_REG;
        if (!parse_offset(ps, o))
            return false;
    } else if (o->kind == OPERAND_SYMBOL) {
        o->base = BASE_SYMBOL;
    } else if (o->kind != OPERAND_ADDRESS && o->kind != OPERAND_IMM) {
        return parse_error(ps, "that is no address");
    }
    o->kind = OPERAND_ADDRESS;
    return parse_expect(ps, ']');
}

bool parse_operand(struct parser *ps, enum type t, struct operand *o)
{
    *o = operand_empty(OPERAND_NONE);
    if (parse_accept(ps, '{'))
        return parse_vector(ps, t, o);
    if (parse_accept(ps, '!')) {
        if (ps->tok.kind != TOKEN_NAME || !parse_named(ps, o) ||
            o->kind != OPERAND_PRED)
            return parse_error(ps, "expected a predicate after '!'");
        o->negate = true;
        return true;
    }
    if (ps->tok.kind == TOKEN_NAME)
        return parse_named(ps, o);
    return parse_literal(ps, t, o);
}
