/* SPDX-License-Identifier: Apache-2.0 */
#include "time/merge.h"

#include <string.h>

#include "base/arena.h"

enum { WIDE_BYTES = 16, ROUNDS_MAX = 64 };

static int low_zeros(uint64_t v)
{
    return v ? __builtin_ctzll(v) : 64;
}

static int min_int(int a, int b)
{
    return a < b ? a : b;
}

static int operand_zeros(const struct program *p, const uint8_t *bits,
                         const struct operand *o)
{
    switch (o->kind) {
    case OPERAND_REG:
        return o->reg >= 0 ? bits[o->reg] : 0;
    case OPERAND_IMM:
        return low_zeros(o->bits);
    case OPERAND_SYMBOL:
        if (o->symbol < 0 || p->symbols[o->symbol].space != SPACE_SHARED)
            return 0;
        return low_zeros(p->symbols[o->symbol].offset + o->bits);
    case OPERAND_NONE:
    case OPERAND_PRED:
    case OPERAND_SPECIAL:
    case OPERAND_VECTOR:
    case OPERAND_ADDRESS:
    case OPERAND_FUNC:
    case OPERAND_LABEL:
    case OPERAND_SINK:
        break;
    }
    return 0;
}

/* Zero bits of the result of an integer instruction. */
static int result_zeros(const struct program *p, const uint8_t *bits,
                        const struct inst *in)
{
    int z[4] = { 0, 0, 0, 0 };

    for (int i = 0; i < 3 && 1 + i < in->operand_count; i++)
        z[i] = operand_zeros(p, bits, &in->operand[1 + i]);
    switch (in->op) {
    case OP_MOV:
    case OP_CVTA:
        return z[0];
    case OP_CVT:
        return type_bytes(in->type) < 4 ? 0 : z[0];
    case OP_ADD:
    case OP_SUB:
    case OP_OR:
    case OP_XOR:
    case OP_SELP:
        return min_int(z[0], z[1]);
    case OP_AND:
        return z[0] > z[1] ? z[0] : z[1];
    case OP_SHL:
        if (in->operand_count < 3 || in->operand[2].kind != OPERAND_IMM)
            return z[0];
        return min_int(64, z[0] + (int)min_int(64, (int)in->operand[2].bits));
    case OP_MUL:
        return in->mods & MOD_HI ? 0 : min_int(64, z[0] + z[1]);
    case OP_MAD:
        return in->mods & MOD_HI ? 0 : min_int(min_int(64, z[0] + z[1]), z[2]);
    default:
        return 0;
    }
}

static bool is_integer(enum type t)
{
    return (t >= TYPE_B16 && t <= TYPE_S16) ||
           (t >= TYPE_B32 && t <= TYPE_S32) || (t >= TYPE_B64 && t <= TYPE_S64);
}

uint8_t *merge_zero_bits(struct arena *a, const struct program *p,
                         const struct func *f)
{
    uint8_t *bits = ARENA_NEW(a, uint8_t, f->reg_count + 1);
    bool changed = true;

    /* Start from "all bits are 0" and take back what some write denies. */
    memset(bits, 64, (size_t)f->reg_count);
    for (int round = 0; changed && round < ROUNDS_MAX; round++) {
        changed = false;
        for (int pc = f->first; pc < f->end; pc++) {
            const struct inst *in = &p->insts[pc];
            const struct operand *d = &in->operand[0];

            if (in->dst_count < 1 || d->kind != OPERAND_REG || d->reg < 0)
                continue;
            int z = is_integer(in->type) ? result_zeros(p, bits, in) : 0;

            if (z < bits[d->reg]) {
                bits[d->reg] = (uint8_t)z;
                changed = true;
            }
        }
    }
    if (changed) /* did not settle: believe nothing */
        memset(bits, 0, (size_t)f->reg_count);
    return bits;
}

/* The address of a scalar load from shared memory; NULL if it is none. */
static const struct operand *address_of(const struct inst *in,
                                        const struct uop *u)
{
    const struct operand *o = &in->operand[1];

    if (in->op != OP_LD || u->kind != UOP_SHARED || in->vec > 1 ||
        u->write_count != 1 || in->guard >= 0 || in->operand_count < 2 ||
        (u->bytes != 4 && u->bytes != 8) || in->mods & MOD_VOLATILE ||
        o->kind != OPERAND_ADDRESS)
        return NULL;
    return o->base == BASE_REG || o->base == BASE_SYMBOL ? o : NULL;
}

static bool is_aligned(const struct program *p, const uint8_t *bits,
                       const struct operand *o, int bytes)
{
    int z = o->base == BASE_REG ? bits[o->reg]
                                : low_zeros(p->symbols[o->symbol].offset);

    return min_int(z, low_zeros(o->bits)) >= low_zeros((uint64_t)bytes);
}

static bool mentions(const uint16_t *at, int n, uint16_t slot)
{
    for (int i = 0; i < n; i++) {
        if (at[i] == slot)
            return true;
    }
    return false;
}

/* True if the load at pc `to` may be done at `from` already. */
static bool can_move_up(const struct uop *u, int from, int to)
{
    for (int i = from + 1; i < to; i++) {
        bool writes_shared =
            (u[i].kind == UOP_SHARED && !u[i].write_count) ||
            u[i].kind == UOP_SHARED_ATOMIC || u[i].pipe == PIPE_SYNC ||
            ((u[i].kind == UOP_STORE || u[i].kind == UOP_ATOMIC) &&
             u[i].may_generic_shared);

        if (writes_shared ||
            mentions(u[i].reads, u[i].read_count, u[to].writes[0]) ||
            mentions(u[i].writes, u[i].write_count, u[to].writes[0]))
            return false;
        for (int r = 0; r < u[to].read_count; r++) {
            if (mentions(u[i].writes, u[i].write_count, u[to].reads[r]))
                return false;
        }
    }
    return true;
}

/* Find the load of the bytes `offset` behind those of `pc`; -1 none. */
static int neighbour(const struct program *p, const struct uop *u, int pc,
                     int end, int offset)
{
    const struct operand *a = address_of(&p->insts[pc], &u[pc]);

    for (int i = pc + 1; i < end; i++) {
        const struct operand *b = address_of(&p->insts[i], &u[i]);

        if (b && b->base == a->base && b->reg == a->reg &&
            b->symbol == a->symbol && u[i].bytes == u[pc].bytes &&
            b->bits == a->bits + (uint64_t)offset)
            return can_move_up(u, pc, i) ? i : -1;
    }
    return -1;
}

static bool merge_at(const struct program *p, const uint8_t *bits, int pc,
                     int end, int bytes, struct uop *u)
{
    const struct operand *a = address_of(&p->insts[pc], &u[pc]);
    int each = u[pc].bytes, count = bytes / each, at[WIDE_BYTES / 4];

    if (count < 2 || !is_aligned(p, bits, a, bytes))
        return false;
    for (int i = 1; i < count; i++) {
        at[i] = neighbour(p, u, pc, end, i * each);
        if (at[i] < 0)
            return false;
    }
    for (int i = 1; i < count; i++) {
        u[pc].writes[u[pc].write_count++] = u[at[i]].writes[0];
        u[at[i]] = (struct uop){ .pipe = PIPE_FREE };
    }
    u[pc].bytes = (uint8_t)bytes;
    return true;
}

void merge_loads(const struct program *p, const uint8_t *zero_bits, int first,
                 int end, struct uop *u)
{
    for (int bytes = WIDE_BYTES; bytes >= 8; bytes /= 2) {
        for (int pc = first; pc < end; pc++) {
            if (address_of(&p->insts[pc], &u[pc]))
                merge_at(p, zero_bits, pc, end, bytes, u);
        }
    }
}
