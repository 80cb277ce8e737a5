/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/uses.h"

static int add(int regs[], int n, int max, int reg)
{
    if (reg >= 0 && n < max)
        regs[n++] = reg;
    return n;
}

/* Registers an operand names: itself, its base, its elements. */
static int add_operand(int regs[], int n, int max, const struct operand *o)
{
    switch (o->kind) {
    case OPERAND_REG:
    case OPERAND_PRED:
        return add(regs, n, max, o->reg);
    case OPERAND_ADDRESS:
        return o->base == BASE_REG ? add(regs, n, max, o->reg) : n;
    case OPERAND_VECTOR:
        for (int i = 0; i < o->vec_count; i++)
            n = add(regs, n, max, o->vec[i]);
        return n;
    case OPERAND_NONE:
    case OPERAND_IMM:
    case OPERAND_SPECIAL:
    case OPERAND_SYMBOL:
    case OPERAND_FUNC:
    case OPERAND_LABEL:
    case OPERAND_SINK:
        return n;
    }
    return n;
}

int inst_reads(const struct inst *in, int regs[], int max)
{
    int n = add(regs, 0, max, in->guard);

    for (int i = in->dst_count; i < in->operand_count; i++)
        n = add_operand(regs, n, max, &in->operand[i]);
    return n;
}

int inst_writes(const struct inst *in, int regs[], int max)
{
    int n = 0;

    for (int i = 0; i < in->dst_count; i++)
        n = add_operand(regs, n, max, &in->operand[i]);
    return n;
}

static enum inst_class by_type(enum type t)
{
    switch (t) {
    case TYPE_F16:
    case TYPE_BF16:
    case TYPE_F16X2:
    case TYPE_BF16X2:
        return CLASS_FP16;
    case TYPE_F32:
    case TYPE_F32X2:
        return CLASS_FP32;
    case TYPE_F64:
        return CLASS_FP64;
    default:
        return CLASS_INT;
    }
}

enum inst_class inst_class(const struct inst *in)
{
    switch (op_table[in->op].unit) {
    case UNIT_ALU:
        if (in->op == OP_SELP || in->op == OP_SLCT)
            return CLASS_OTHER;
        /* set.lt.u32.f32 compares floats */
        return by_type(in->op == OP_SET && in->type2 ? in->type2 : in->type);
    case UNIT_SFU:
        return by_type(in->type);
    case UNIT_MEM:
        return CLASS_MEM;
    case UNIT_BRANCH:
    case UNIT_SYNC:
        return CLASS_CONTROL;
    case UNIT_MOVE:
    case UNIT_CVT:
    case UNIT_SHUFFLE:
    case UNIT_VOTE:
    case UNIT_NONE:
        return CLASS_OTHER;
    }
    return CLASS_OTHER;
}
