/* SPDX-License-Identifier: Apache-2.0 */
#include "time/uop.h"

#include <string.h>

#include "base/arena.h"
#include "ptx/uses.h"

enum issue_class {
    CLASS_ANY,
    CLASS_I32,
    CLASS_I64,
    CLASS_F16,
    CLASS_F32,
    CLASS_F64,
    CLASS_APPROX,
    CLASS_SREG
};

static const struct issue {
    enum op op;
    enum issue_class class;
    enum pipe pipe;
    uint16_t taken, issues, latency;
} issue_table[] = {
#define ISSUE(op, class, pipe, issues, latency) \
    ISSUE_PART(op, class, pipe, issues, issues, latency)
#define ISSUE_PART(op, class, pipe, taken, issues, latency) \
    { OP_##op, CLASS_##class, PIPE_##pipe, taken, issues, latency },
#include "time/issue.def"
#undef ISSUE_PART
#undef ISSUE
};

static enum issue_class type_class(enum type t)
{
    switch (t) {
    case TYPE_F16:
    case TYPE_BF16:
    case TYPE_F16X2:
    case TYPE_BF16X2:
        return CLASS_F16;
    case TYPE_F32:
    case TYPE_F32X2:
        return CLASS_F32;
    case TYPE_F64:
        return CLASS_F64;
    case TYPE_B64:
    case TYPE_U64:
    case TYPE_S64:
    case TYPE_B128:
    case TYPE_E4M3X2:
    case TYPE_E5M2X2:
    case TYPE_TF32:
        return CLASS_I64;
    case TYPE_NONE:
    case TYPE_PRED:
    case TYPE_B8:
    case TYPE_U8:
    case TYPE_S8:
    case TYPE_B16:
    case TYPE_U16:
    case TYPE_S16:
    case TYPE_B32:
    case TYPE_U32:
    case TYPE_S32:
    case TYPE_S16X2:
    case TYPE_U16X2:
    case TYPE_COUNT:
        break;
    }
    return CLASS_I32;
}

static bool has_class(const struct inst *in, enum issue_class want)
{
    enum issue_class have = type_class(in->type);

    switch (want) {
    case CLASS_ANY:
        return true;
    case CLASS_APPROX:
        return in->mods & (MOD_APPROX | MOD_FULL) && have != CLASS_F64;
    case CLASS_SREG:
        return in->operand_count > 1 && in->operand[1].kind == OPERAND_SPECIAL;
    case CLASS_I64:
        /* mul.wide names its source's type. */
        return have == want && !(in->mods & MOD_WIDE);
    case CLASS_I32:
    case CLASS_F16:
    case CLASS_F32:
    case CLASS_F64:
        return have == want;
    }
    return false;
}

enum { ISSUE_COUNT = sizeof issue_table / sizeof *issue_table };

/* first[op]: the first row of an opcode; rows of one opcode are together. */
static const struct issue *issue_find(const struct inst *in,
                                      const uint8_t first[])
{
    for (int i = first[in->op]; i < ISSUE_COUNT; i++) {
        if (issue_table[i].op != in->op)
            break;
        if (has_class(in, issue_table[i].class))
            return &issue_table[i];
    }
    return &issue_table[0];
}

static enum pipe alu_pipe(const struct inst *in)
{
    enum issue_class c = type_class(in->type);

    if (c == CLASS_F64)
        return PIPE_FP64;
    return c == CLASS_F32 || c == CLASS_F16 ? PIPE_FP32 : PIPE_INT;
}

/* Conversions between integers are moves or one integer instruction; those
   from and to 64-bit floats go no faster than double arithmetic (CUDA C++
   Programming Guide, throughput of native instructions: 16 a cycle and SM, 2
   where there are two double lanes). */
static void lower_cvt(const struct card *c, const struct inst *in,
                      struct uop *u)
{
    enum issue_class to = type_class(in->type), from = type_class(in->type2);
    bool to_int = to == CLASS_I32 || to == CLASS_I64;
    bool from_int = from == CLASS_I32 || from == CLASS_I64;
    bool wide = to == CLASS_F64 || from == CLASS_F64;

    if (wide && c->fp64_lanes < c->sfu_lanes) {
        u->pipe = PIPE_FP64;
        u->latency = 0;
    }
    if (!to_int || !from_int)
        return;
    if (in->type == TYPE_U64 || in->type == TYPE_B64 || from == CLASS_I64) {
        u->pipe = PIPE_FREE;
        u->issues = 0;
    } else {
        u->pipe = PIPE_INT;
        u->issues = 1;
    }
    u->latency = 0;
}

/* True if a load's address is known when the code is made. */
static bool operand_is_fixed(const struct inst *in)
{
    for (int i = 0; i < in->operand_count; i++) {
        if (in->operand[i].kind == OPERAND_ADDRESS)
            return in->operand[i].base == BASE_SYMBOL ||
                   in->operand[i].base == BASE_NONE;
    }
    return false;
}

static void lower_memory(const struct inst *in, struct uop *u)
{
    bool atomic = in->op == OP_ATOM || in->op == OP_RED;
    bool store = in->op == OP_ST;

    u->bytes = (uint8_t)(type_bytes(in->type) * (in->vec > 1 ? in->vec : 1));
    u->may_generic_shared =
        in->space == SPACE_GENERIC || in->space == SPACE_NONE;
    u->is_float = type_class(in->type) >= CLASS_F16;
    if (in->space == SPACE_PARAM) { /* a constant bank, or registers */
        u->pipe = PIPE_FREE;
        u->issues = 0;
    } else if (in->space == SPACE_CONST) {
        u->pipe = PIPE_CONST;
        if (operand_is_fixed(in)) { /* c[bank][offset]: an operand */
            u->pipe = PIPE_FREE;
            u->issues = 0;
        }
    } else if (in->space == SPACE_SHARED) {
        u->kind = atomic ? UOP_SHARED_ATOMIC : UOP_SHARED;
    } else {
        u->kind = atomic ? UOP_ATOMIC : store ? UOP_STORE : UOP_LOAD;
    }
}

static void lower_barrier(const struct inst *in, struct uop *u)
{
    int id = in->dst_count, count = id + 1;

    if (in->text && strstr(in->text, ".warp.")) {
        u->pipe = PIPE_INT; /* lanes of one warp: WARPSYNC */
        u->kind = UOP_PLAIN;
        return;
    }
    u->kind = in->sub == SUB_ARRIVE ? UOP_ARRIVE : UOP_BARRIER;
    if (in->op != OP_BAR && in->op != OP_BARRIER)
        return;
    if (in->operand_count > count && in->operand[count].kind == OPERAND_IMM)
        u->barrier_warps = (int16_t)(in->operand[count].bits / 32);
}

static void lower_kind(const struct card *c, const struct program *p,
                       const struct inst *in, struct uop *u)
{
    switch (in->op) {
    case OP_LD:
    case OP_LDU:
    case OP_ST:
    case OP_ATOM:
    case OP_RED:
        lower_memory(in, u);
        break;
    case OP_PREFETCH:
    case OP_PREFETCHU:
        u->kind = UOP_LOAD;
        break;
    case OP_CP_ASYNC:
        u->kind = UOP_COPY_ASYNC;
        if (in->sub == SUB_WAIT_GROUP || in->sub == SUB_WAIT_ALL)
            u->kind = UOP_COPY_WAIT;
        if (in->sub == SUB_COMMIT_GROUP)
            u->kind = UOP_PLAIN;
        u->pipe = u->kind == UOP_COPY_ASYNC ? PIPE_LSU : PIPE_INT;
        break;
    case OP_SHFL:
        u->kind = UOP_SHUFFLE;
        break;
    case OP_BAR:
    case OP_BARRIER:
        lower_barrier(in, u);
        break;
    case OP_MEMBAR:
    case OP_FENCE:
        u->kind = in->scope == SCOPE_CTA ? UOP_PLAIN : UOP_FENCE;
        break;
    case OP_CALL:
        u->kind = UOP_BRANCH;
        if (in->call >= 0 && in->call < p->call_count &&
            p->calls[in->call].func >= 0 &&
            p->funcs[p->calls[in->call].func].is_extern) {
            /* A library function, which has no PTX here: about the length
               of a single-precision elementary function. */
            u->pipe = PIPE_FP32;
            u->issues = 20;
            u->latency = 80;
        }
        break;
    case OP_BRA:
    case OP_BRX:
    case OP_RET:
    case OP_EXIT:
        u->kind = UOP_BRANCH;
        break;
    case OP_CVT:
        lower_cvt(c, in, u);
        break;
    default:
        break;
    }
}

/* Registers of all functions, laid end to end over the scoreboard. */
static uint16_t slot_of(int base, int reg)
{
    return (uint16_t)(SLOT_FIRST + (base + reg) % (SLOTS_MAX - SLOT_FIRST));
}

static void add_read(struct uop *u, uint16_t slot)
{
    if (u->read_count < UOP_READS_MAX)
        u->reads[u->read_count++] = slot;
}

static void add_write(struct uop *u, uint16_t slot)
{
    if (u->write_count < UOP_WRITES_MAX)
        u->writes[u->write_count++] = slot;
}

static void lower_registers(const struct inst *in, int base, struct uop *u)
{
    int regs[USES_MAX], n = inst_reads(in, regs, USES_MAX);

    for (int i = 0; i < n; i++)
        add_read(u, slot_of(base, regs[i]));
    n = inst_writes(in, regs, USES_MAX);
    for (int i = 0; i < n; i++)
        add_write(u, slot_of(base, regs[i]));
    /* Arguments and results of a call go through the frame. */
    for (int i = 0; i < in->operand_count; i++) {
        if (in->operand[i].kind == OPERAND_ADDRESS &&
            in->operand[i].base == BASE_FRAME)
            add_read(u, SLOT_FRAME);
    }
    if (in->op == OP_CALL)
        add_read(u, SLOT_FRAME);
    if (in->op == OP_CALL || (in->op == OP_ST && in->space == SPACE_PARAM))
        add_write(u, SLOT_FRAME);
    if (u->kind == UOP_COPY_ASYNC)
        add_write(u, SLOT_ASYNC);
    if (u->kind == UOP_COPY_WAIT)
        add_read(u, SLOT_ASYNC);
}

static uint16_t pipe_latency(const struct card *c, enum pipe p)
{
    switch (p) {
    case PIPE_FP64:
        return (uint16_t)c->fp64_latency;
    case PIPE_SFU:
        return (uint16_t)c->sfu_latency;
    case PIPE_CONST:
        return (uint16_t)c->const_latency;
    case PIPE_ALU:
    case PIPE_INT:
    case PIPE_FP32:
    case PIPE_BRANCH:
    case PIPE_SYNC:
        return (uint16_t)c->alu_latency;
    case PIPE_FREE:
    case PIPE_LSU:
    case PIPE_COUNT:
        break;
    }
    return 0;
}

static struct uop lower(const struct card *c, const struct program *p,
                        const struct inst *in, const struct issue *row,
                        int base)
{
    struct uop u = { .pipe = (uint8_t)row->pipe,
                     .issues = row->issues,
                     .latency = row->latency,
                     .space = (uint8_t)in->space };

    if (u.pipe == PIPE_ALU)
        u.pipe = (uint8_t)alu_pipe(in);
    lower_kind(c, p, in, &u);
    u.taken =
        u.pipe == row->pipe && row->taken < u.issues ? row->taken : u.issues;
    if (!u.latency)
        u.latency = pipe_latency(c, (enum pipe)u.pipe);
    /* A subroutine's first instructions overlap nothing: its latency counts
       from its first issue and cannot be below its issue slots. */
    if (u.latency < u.issues)
        u.latency = u.issues;
    lower_registers(in, base, &u);
    return u;
}

struct uops uops_new(struct arena *a, const struct card *c,
                     const struct program *p)
{
    struct uops out = { ARENA_NEW(a, struct uop, p->inst_count + 1),
                        SLOT_FIRST };
    uint8_t first[OP_COUNT] = { 0 };
    int base = 0;

    for (int i = ISSUE_COUNT - 1; i >= 0; i--)
        first[issue_table[i].op] = (uint8_t)i;

    for (int f = 0; f < p->func_count; f++) {
        const struct func *fn = &p->funcs[f];

        for (int pc = fn->first; pc < fn->end; pc++)
            out.at[pc] = lower(c, p, &p->insts[pc],
                               issue_find(&p->insts[pc], first), base);
        base += fn->reg_count;
    }
    out.slot_count = SLOT_FIRST + base;
    if (out.slot_count > SLOTS_MAX)
        out.slot_count = SLOTS_MAX;
    return out;
}
