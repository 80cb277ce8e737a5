/* SPDX-License-Identifier: Apache-2.0 */
#include "time/fuse.h"

#include "base/arena.h"
#include "ptx/uses.h"

enum { DEF_NONE = -1, DEF_MANY = -2, ROUNDS_MAX = 64 };

/* What is known of a register of the function. */
struct reg_use {
    int def;    /* the pc of its only write, or DEF_* */
    int uses;   /* reads */
    int reader; /* the pc of the last */
    int sums;   /* of those, by adds of its width */
    bool high;  /* a reader needs its upper 32 bits */
};

static bool is_64_bit(const struct inst *in)
{
    return in->type == TYPE_B64 || in->type == TYPE_U64 || in->type == TYPE_S64;
}

static bool is_32_bit(const struct inst *in)
{
    return in->type == TYPE_B32 || in->type == TYPE_U32 || in->type == TYPE_S32;
}

/* The width of what it writes is that of an integer of 64 bits. */
static bool writes_64_bit(const struct inst *in)
{
    return is_64_bit(in) || (in->mods & MOD_WIDE && is_32_bit(in));
}

static int result_of(const struct inst *in)
{
    return in->dst_count == 1 && in->operand[0].kind == OPERAND_REG
               ? in->operand[0].reg
               : -1;
}

static void find_uses(const struct program *p, const struct func *f,
                      struct reg_use *use)
{
    for (int i = 0; i < f->reg_count; i++)
        use[i].def = DEF_NONE;
    for (int pc = f->first; pc < f->end; pc++) {
        const struct inst *in = &p->insts[pc];
        int regs[USES_MAX], n = inst_reads(in, regs, USES_MAX);

        for (int i = 0; i < n; i++) {
            use[regs[i]].uses++;
            use[regs[i]].reader = pc;
            use[regs[i]].sums += in->op == OP_ADD && in->guard < 0;
        }
        n = inst_writes(in, regs, USES_MAX);
        for (int i = 0; i < n; i++)
            use[regs[i]].def =
                use[regs[i]].def == DEF_NONE && in->guard < 0 ? pc : DEF_MANY;
    }
}

/* Addresses in these windows are 32 bits wide. */
static bool is_small_space(enum space s)
{
    return s == SPACE_SHARED || s == SPACE_CONST || s == SPACE_LOCAL;
}

/* True if the low half of its result depends on low halves only. */
static bool low_from_low(const struct inst *in)
{
    switch (in->op) {
    case OP_ADD:
    case OP_SUB:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_NOT:
    case OP_NEG:
    case OP_SHL:
    case OP_SELP:
    case OP_MOV:
    case OP_CVTA:
        return is_64_bit(in);
    case OP_MUL:
    case OP_MAD:
        return is_64_bit(in) && !(in->mods & (MOD_HI | MOD_WIDE));
    default:
        return false;
    }
}

static bool needs_high(const struct inst *in, const struct operand *o,
                       const struct reg_use *use)
{
    int to = result_of(in);

    if (o->kind == OPERAND_ADDRESS)
        return !is_small_space(in->space);
    if (in->op == OP_CVT)
        return is_64_bit(in) ? to < 0 || use[to].high
                             : in->type == TYPE_F32 || in->type == TYPE_F64;
    return !low_from_low(in) || to < 0 || use[to].high;
}

static bool mark_high(const struct inst *in, struct reg_use *use)
{
    bool changed = false;

    for (int i = in->dst_count; i < in->operand_count; i++) {
        const struct operand *o = &in->operand[i];
        bool reg = o->kind == OPERAND_REG ||
                   (o->kind == OPERAND_ADDRESS && o->base == BASE_REG);

        if (reg && !use[o->reg].high && needs_high(in, o, use))
            use[o->reg].high = changed = true;
        for (int k = 0; o->kind == OPERAND_VECTOR && k < o->vec_count; k++) {
            if (o->vec[k] >= 0 && !use[o->vec[k]].high)
                use[o->vec[k]].high = changed = true;
        }
    }
    return changed;
}

/* Until it settles; where it does not, all upper halves count. */
static void find_high(const struct program *p, const struct func *f,
                      struct reg_use *use)
{
    bool changed = true;

    for (int round = 0; changed && round < ROUNDS_MAX; round++) {
        changed = false;
        for (int pc = f->end - 1; pc >= f->first; pc--)
            changed |= mark_high(&p->insts[pc], use);
    }
    for (int i = 0; changed && i < f->reg_count; i++)
        use[i].high = true;
}

static void make_free(struct uop *u)
{
    u->pipe = PIPE_FREE;
    u->issues = u->taken = u->latency = 0;
}

static void make_one(struct uop *u)
{
    u->issues = u->taken = 1;
}

/* A product or shift by a literal whose every reader adds it. */
static bool is_scaled(const struct inst *in, const struct reg_use *use)
{
    bool shift = in->op == OP_SHL && in->operand_count == 3 &&
                 in->operand[2].kind == OPERAND_IMM;
    bool wide = in->op == OP_MUL && in->mods & MOD_WIDE && is_32_bit(in);
    int to = result_of(in);

    return (shift || wide) && in->guard < 0 && to >= 0 &&
           use[to].def != DEF_MANY && use[to].uses > 0 &&
           use[to].uses == use[to].sums;
}

/* An add that its only reader, an add of the same width, takes along: three
   operands at most are summed at once. */
static bool joins_sum(const struct program *p, int pc,
                      const struct reg_use *use, const struct uop *u)
{
    const struct inst *in = &p->insts[pc];
    const struct reg_use *to;

    if (in->op != OP_ADD || !is_32_bit(in) || in->guard >= 0)
        return false;
    for (int i = 1; i < in->operand_count; i++) {
        const struct operand *o = &in->operand[i];
        int def = o->kind == OPERAND_REG ? use[o->reg].def : DEF_NONE;

        if (def >= 0 && u[def].pipe == PIPE_FREE && p->insts[def].op != OP_MOV)
            return false; /* it has taken another along */
    }
    to = &use[result_of(in)];
    return to->def == pc && to->uses == 1 && to->sums == 1 && to->reader > pc;
}

/* True if a comparison made one of its operands. */
static bool of_comparison(const struct program *p, const struct inst *in,
                          const struct reg_use *use)
{
    for (int i = 1; i < in->operand_count; i++) {
        const struct operand *o = &in->operand[i];
        int def = o->kind == OPERAND_REG || o->kind == OPERAND_PRED
                      ? use[o->reg].def
                      : DEF_NONE;

        if (def >= 0 && p->insts[def].op == OP_SETP && use[o->reg].uses == 1)
            return true;
    }
    return false;
}

static bool is_logic(enum op op)
{
    return op == OP_AND || op == OP_OR || op == OP_XOR;
}

static void fuse_one(const struct program *p, int pc, const struct reg_use *use,
                     struct uop *u)
{
    const struct inst *in = &p->insts[pc];
    int to = result_of(in);

    if (!u[pc].issues || u[pc].pipe == PIPE_LSU)
        return;
    if (in->type == TYPE_PRED) {
        if (in->op == OP_NOT || (is_logic(in->op) && of_comparison(p, in, use)))
            make_free(&u[pc]);
        return;
    }
    if (to < 0)
        return;
    if (is_scaled(in, use) || joins_sum(p, pc, use, u))
        make_free(&u[pc]);
    else if (low_from_low(in) && !use[to].high && u[pc].issues > 1)
        make_one(&u[pc]);
}

/* An add.s64 of a product from mul.wide is the IMAD.WIDE. */
static void join_product(const struct program *p, int pc,
                         const struct reg_use *use, struct uop *u)
{
    const struct inst *in = &p->insts[pc];

    if (in->op != OP_ADD || !is_64_bit(in))
        return;
    for (int i = 1; i < in->operand_count; i++) {
        const struct operand *o = &in->operand[i];
        int def = o->kind == OPERAND_REG ? use[o->reg].def : DEF_NONE;

        if (def >= 0 && p->insts[def].op == OP_MUL &&
            writes_64_bit(&p->insts[def]) && u[def].pipe == PIPE_FREE)
            make_one(&u[pc]);
    }
}

void fuse_func(struct arena *a, const struct program *p, const struct func *f,
               struct uop *u)
{
    struct reg_use *use = ARENA_NEW(a, struct reg_use, f->reg_count + 1);

    find_uses(p, f, use);
    find_high(p, f, use);
    for (int pc = f->first; pc < f->end; pc++)
        fuse_one(p, pc, use, u);
    for (int pc = f->first; pc < f->end; pc++)
        join_product(p, pc, use, u);
}
