/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether an operand fits its place in the opcode's pattern. After this the
 * simulator can trust kinds and widths.
 */
#include <string.h>

#include "ptx/parse.h"

static enum type wider(enum type t)
{
    switch (t) {
    case TYPE_U16:
        return TYPE_U32;
    case TYPE_S16:
        return TYPE_S32;
    case TYPE_U32:
        return TYPE_U64;
    case TYPE_S32:
        return TYPE_S64;
    default:
        return t;
    }
}

/* The type of the place that a letter of a pattern stands for. */
static enum type slot_type(const struct inst *in, char c)
{
    switch (c) {
    case 'w':
    case 'c':
        return in->mods & MOD_WIDE ? wider(in->type) : in->type;
    case 'i':
    case 'n':
        return TYPE_B32;
    case 'P':
    case 'p':
    case 'q':
        return TYPE_PRED;
    case 'b':
        return in->type2;
    case 'g':
        return TYPE_B64;
    default:
        return in->type;
    }
}

static bool is_destination(char c)
{
    return strchr("dwiPpD", c) != NULL;
}

/* A register of `have` bytes in a place for `want`; 8 bits live in 16. */
static bool width_fits(const struct inst *in, int have, int want)
{
    if (in->op == OP_LD || in->op == OP_LDU || in->op == OP_ST ||
        in->op == OP_CVT)
        return have >= want && (have < 16 || want == 16);
    return have == want || (want == 1 && have == 2);
}

static bool check_register(struct parser *ps, const struct inst *in, int reg,
                           enum type t)
{
    const struct reg *r = &ps->p->funcs[ps->func].regs[reg];

    if (t == TYPE_NONE || width_fits(in, type_bytes(r->type), type_bytes(t)))
        return true;
    return parse_error(ps, "'%s' has %d bits, '%s' wants %d here", r->name,
                       8 * type_bytes(r->type), op_table[in->op].text,
                       8 * type_bytes(t));
}

/* Elements of a vector, each of `bytes`, all in registers of one size. */
static bool check_vector(struct parser *ps, const struct inst *in, char c,
                         const struct operand *o)
{
    const struct reg *regs = ps->p->funcs[ps->func].regs;
    bool moves = in->op == OP_MOV;
    int bytes = type_bytes(in->type), size = 0;
    int count = moves ? o->vec_count : in->vec;

    if ((c != 'D' && c != 'A') || in->type == TYPE_PRED)
        return parse_error(ps, "'%s' takes no vector here",
                           op_table[in->op].text);
    if (o->vec_count != count || (moves && (count > 4 || bytes % count)))
        return parse_error(ps, "a vector of %d does not fit", o->vec_count);
    bytes = moves ? bytes / count : bytes;
    for (int i = 0; i < count; i++) {
        int have;

        if (o->vec[i] == -2 && c == 'D')
            return parse_error(ps, "a literal cannot be written");
        if (o->vec[i] < 0)
            continue;
        have = type_bytes(regs[o->vec[i]].type);
        if ((size && have != size) ||
            (moves ? have != bytes && !(bytes == 1 && have == 2)
                   : have < bytes))
            return parse_error(ps, "'%s' does not fit the vector",
                               regs[o->vec[i]].name);
        size = have;
    }
    return true;
}

/* Something that only mov may name goes through a register of its own. */
static bool through_register(struct parser *ps, struct operand *o, enum type t)
{
    struct inst mov = inst_empty(OP_MOV);
    int reg;

    if (t == TYPE_NONE)
        t = TYPE_B64;
    if (t != TYPE_PRED)
        t = type_bytes(t) == 8 ? TYPE_B64 : TYPE_B32;
    reg = parse_add_register(ps, "%(value)", t);
    if (reg < 0)
        return false;
    mov.type = t;
    mov.dst_count = 1;
    mov.operand_count = 2;
    mov.operand[0] = operand_empty(t == TYPE_PRED ? OPERAND_PRED : OPERAND_REG);
    mov.operand[0].reg = reg;
    mov.operand[1] = *o;
    *o = mov.operand[0];
    return parse_push(ps, &mov);
}

static bool check_destination(struct parser *ps, const struct inst *in,
                              enum type t, struct operand *o)
{
    if (o->kind == OPERAND_SINK) { /* a register nobody reads */
        o->reg = parse_add_register(ps, "_", t == TYPE_NONE ? TYPE_B32 : t);
        o->kind = t == TYPE_PRED ? OPERAND_PRED : OPERAND_REG;
        return o->reg >= 0;
    }
    if (o->kind != (t == TYPE_PRED ? OPERAND_PRED : OPERAND_REG) || o->negate)
        return parse_error(ps, "'%s' writes a %s", op_table[in->op].text,
                           t == TYPE_PRED ? "predicate" : "register");
    return t == TYPE_PRED || check_register(ps, in, o->reg, t);
}

static bool check_source(struct parser *ps, const struct inst *in, char c,
                         enum type t, struct operand *o)
{
    bool names_all = in->op == OP_MOV;
    bool names_address = names_all || in->op == OP_CVTA;

    if (o->negate && c != 'q')
        return parse_error(ps, "'!' is not allowed here");
    switch (o->kind) {
    case OPERAND_REG:
        if (t != TYPE_PRED)
            return check_register(ps, in, o->reg, t);
        break;
    case OPERAND_PRED:
        if (t == TYPE_PRED)
            return true;
        break;
    case OPERAND_IMM:
        return t != TYPE_PRED || names_all || through_register(ps, o, t);
    case OPERAND_SPECIAL:
        if (t != TYPE_PRED)
            return names_all || through_register(ps, o, t);
        break;
    case OPERAND_SYMBOL:
    case OPERAND_FUNC:
    case OPERAND_ADDRESS:
        if (t == TYPE_NONE || type_bytes(t) >= 4)
            return names_address || through_register(ps, o, t);
        break;
    case OPERAND_NONE:
    case OPERAND_VECTOR:
    case OPERAND_LABEL:
    case OPERAND_SINK:
        break;
    }
    return parse_error(ps, "'%s' wants a %s here", op_table[in->op].text,
                       t == TYPE_PRED ? "predicate" : "value");
}

bool parse_slot(struct parser *ps, struct inst *in, char c)
{
    struct operand o = operand_empty(OPERAND_NONE);
    enum type t = slot_type(in, c);
    bool ok;

    if (in->operand_count == OPERANDS_MAX)
        return parse_error(ps, "'%s' has too many operands",
                           op_table[in->op].text);
    if (c == 'm')
        ok = parse_expect(ps, '[') && parse_memory(ps, &o);
    else
        ok = parse_operand(ps, t, &o);
    if (!ok)
        return false;
    if (o.kind == OPERAND_VECTOR)
        ok = check_vector(ps, in, c, &o);
    else if ((c == 'D' || c == 'A') && in->vec > 1)
        ok = parse_error(ps, "'%s' wants a vector here", op_table[in->op].text);
    else if (is_destination(c))
        ok = check_destination(ps, in, t, &o);
    else if (c != 'm')
        ok = check_source(ps, in, c, t, &o);
    if (is_destination(c))
        in->dst_count++;
    in->operand[in->operand_count++] = o;
    return ok;
}
