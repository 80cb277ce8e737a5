/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From struct inst to struct uop: registers become rows of a window, literals
 * and addresses become constant rows, the opcode becomes a handler.
 */
#include <limits.h>
#include <stdlib.h>

#include "base/bug.h"
#include "sim/exec.h"

struct decoder {
    struct arena *arena;
    struct launch_state *s;
    const struct func *f;
    int *slot; /* register -> row, or predicate index */
    struct constant {
        uint64_t bits;
        bool wide;
        int row;
    } * constants;
    int count, capacity; /* of constants */
    int rows;            /* constant rows in use */
};

static bool reg_wide(const struct func *f, int reg)
{
    return type_bytes(f->regs[reg].type) == 8;
}

/* Rows and predicates of a function's registers. */
static void assign_slots(struct decoder *d, int func)
{
    const struct func *f = d->f;
    int rows = 0, preds = 0;

    d->slot = ARENA_NEW(d->arena, int, (size_t)f->reg_count + 1);
    d->s->slots[func] = d->slot;
    for (int r = 0; r < f->reg_count; r++) {
        if (f->regs[r].type == TYPE_PRED) {
            d->slot[r] = preds++;
        } else {
            d->slot[r] = rows;
            rows += (type_bytes(f->regs[r].type) + 3) / 4;
        }
    }
    d->s->window_rows[func] = rows;
    d->s->window_preds[func] = preds;
}

/* The row of a constant; equal ones share it. */
static int constant(struct decoder *d, uint64_t bits, bool wide)
{
    struct constant c = { bits, wide, 0 };

    if (!wide)
        c.bits = bits & UINT32_MAX;
    for (int i = 0; i < d->count; i++)
        if (d->constants[i].bits == c.bits && d->constants[i].wide == wide)
            return d->constants[i].row;
    c.row = -1 - SCRATCH_ROWS - d->rows;
    d->rows += wide ? 2 : 1;
    ARENA_PUSH(d->arena, d->constants, d->count, d->capacity, c);
    return c.row;
}

static void fill_constants(struct decoder *d)
{
    struct launch_state *s = d->s;

    s->konst_count = d->rows;
    s->konst =
        arena_alloc(d->arena, (size_t)d->rows + 1, sizeof(struct row), 64);
    for (int i = 0; i < d->count; i++) {
        const struct constant *c = &d->constants[i];
        struct row *r = &s->konst[-1 - SCRATCH_ROWS - c->row];

        for (int lane = 0; lane < WARP_SIZE; lane++)
            if (c->wide)
                memcpy((char *)r + 8 * lane, &c->bits, 8);
            else
                r->lane[lane] = (uint32_t)c->bits;
    }
}

/* Whether operand i of an instruction is read as 64-bit values. */
static bool reads_wide(const struct inst *in, int i)
{
    int source = i - in->dst_count; /* 0 for a, 1 for b, ... */
    bool big = type_bytes(in->type) == 8;

    switch (in->op) {
    case OP_SHL:
    case OP_SHR:
        return big && source == 0;
    case OP_BFE:
        return big && source == 0;
    case OP_BFI:
        return big && source < 2;
    case OP_MUL:
        return big;
    case OP_MAD:
        return in->mods & MOD_WIDE ? source == 2 : big;
    case OP_CVT:
        return type_bytes(in->type2) == 8;
    case OP_SET:
        return type_bytes(in->type2) == 8;
    case OP_SLCT:
        return big && source < 2;
    case OP_ALLOCA:
        return big && source == 0;
    case OP_SHFL:
    case OP_VOTE:
    case OP_REDUX:
    case OP_BAR:
    case OP_BARRIER:
        return false;
    case OP_MATCH:
        return big && source == 0;
    case OP_CVTA:
        return true;
    case OP_ISSPACEP:
        return true;
    default:
        return big;
    }
}

static uint64_t symbol_address(const struct decoder *d, int symbol)
{
    const struct symbol *sym = &d->s->p->symbols[symbol];

    return sym->is_dynamic ? d->s->dynamic_base : sym->offset;
}

/* The row an operand is read from; NO_ROW if it has none. */
static int source_row(struct decoder *d, const struct inst *in, int i)
{
    const struct operand *o = &in->operand[i];
    bool wide = reads_wide(in, i);

    switch (o->kind) {
    case OPERAND_REG:
        return d->slot[o->reg];
    case OPERAND_IMM:
        return constant(d, o->bits, wide);
    case OPERAND_SYMBOL:
        return constant(d, symbol_address(d, o->symbol) + o->bits, wide);
    case OPERAND_FUNC:
        return constant(d, MEMORY_FUNCS + 16 * (uint64_t)o->func, wide);
    case OPERAND_ADDRESS: /* a memory operand's base register */
        if (o->base == BASE_REG)
            return d->slot[o->reg];
        return constant(d, o->bits, wide);
    default:
        return NO_ROW;
    }
}

static void decode_vector(struct decoder *d, struct uop *u,
                          const struct operand *o, bool wide)
{
    u->vec = (uint8_t)o->vec_count;
    for (int k = 0; k < o->vec_count; k++)
        u->rows[k] = o->vec[k] >= 0    ? d->slot[o->vec[k]]
                     : o->vec[k] == -2 ? constant(d, o->vec_bits[k], wide)
                                       : NO_ROW;
    for (int k = 0; k < o->vec_count; k++)
        if (o->vec[k] >= 0)
            u->width = reg_wide(d->f, o->vec[k]) ? 2 : 1;
}

/* Destination operands: rows, predicates or a vector. */
static void decode_destinations(struct decoder *d, struct uop *u,
                                const struct inst *in)
{
    for (int i = 0; i < in->dst_count; i++) {
        const struct operand *o = &in->operand[i];

        if (o->kind == OPERAND_VECTOR) {
            decode_vector(d, u, o, false);
        } else if (o->kind == OPERAND_REG) {
            u->d = d->slot[o->reg];
            u->width = reg_wide(d->f, o->reg) ? 2 : 1;
            u->rows[0] = u->d;
        } else if (o->kind == OPERAND_PRED) {
            if (i == 0)
                u->p = d->slot[o->reg];
            else
                u->q = d->slot[o->reg];
        }
    }
}

static void decode_sources(struct decoder *d, struct uop *u,
                           const struct inst *in)
{
    int *to[] = { &u->a, &u->b, &u->c, &u->e };
    int n = 0;

    for (int i = in->dst_count; i < in->operand_count && n < 4; i++, n++) {
        const struct operand *o = &in->operand[i];

        if (o->kind == OPERAND_PRED) {
            if (u->sp >= 0) { /* the second predicate of and.pred */
                u->b = d->slot[o->reg];
            } else {
                u->sp = d->slot[o->reg];
                u->sp_not = o->negate;
            }
            continue;
        }
        if (o->kind == OPERAND_ADDRESS) {
            u->base = o->base;
            u->wide_base = o->base == BASE_REG && reg_wide(d->f, o->reg);
            u->offset = (int64_t)o->bits;
            if (o->base == BASE_SYMBOL)
                u->offset += (int64_t)symbol_address(d, o->symbol);
        }
        if (o->kind == OPERAND_VECTOR) {
            if (in->op == OP_ATOM || in->op == OP_RED) /* d is one too */
                u->parts = ARENA_NEW(d->arena, struct uop, 1);
            decode_vector(d, u->parts ? u->parts : u, o, reads_wide(in, i));
            continue;
        }
        *to[n] = source_row(d, in, i);
        if (in->op == OP_ST && o->kind != OPERAND_ADDRESS) {
            u->rows[0] = *to[n];
            u->width = o->kind == OPERAND_REG ? (reg_wide(d->f, o->reg) ? 2 : 1)
                       : reads_wide(in, i)    ? 2
                                              : 1;
        }
    }
}

static handler move_handler(const struct decoder *d, struct uop *u,
                            const struct inst *in)
{
    const struct operand *o = &in->operand[1];

    if (in->type == TYPE_PRED) {
        u->offset = o->kind == OPERAND_IMM && o->bits;
        return op_pred_logic;
    }
    if (o->kind == OPERAND_SPECIAL)
        return op_special;
    if (in->operand[0].kind == OPERAND_VECTOR)
        return op_unpack;
    if (o->kind == OPERAND_VECTOR)
        return op_pack;
    if (o->kind == OPERAND_SYMBOL &&
        d->s->p->symbols[o->symbol].space == SPACE_LOCAL) {
        u->offset = (int64_t)(symbol_address(d, o->symbol) + o->bits);
        return op_local_address;
    }
    if (o->kind == OPERAND_ADDRESS && o->base == BASE_FRAME) {
        u->offset = (int64_t)o->bits;
        return op_frame_address;
    }
    return alu_handler(in);
}

static bool is_logic(const struct inst *in)
{
    return in->op == OP_AND || in->op == OP_OR || in->op == OP_XOR ||
           in->op == OP_NOT;
}

static bool uses_carry(const struct inst *in)
{
    return (in->mods & MOD_CC) || in->op == OP_ADDC || in->op == OP_SUBC ||
           in->op == OP_MADC;
}

/* One half of a copy: elements of 4 bytes by way of scratch rows. */
static void decode_half_copy(struct decoder *d, struct uop *u,
                             const struct inst *in, int operand)
{
    const struct operand *o = &in->operand[operand];

    u->in = in;
    u->bytes = 4;
    u->vec = (uint8_t)(in->operand[2].bits / 4);
    u->width = 1;
    u->class = CLASS_MEM;
    u->space = operand ? SPACE_GLOBAL : SPACE_SHARED;
    u->pattern = d->s->pattern_count++;
    u->a = source_row(d, in, operand);
    u->base = o->base;
    u->wide_base = o->base == BASE_REG && reg_wide(d->f, o->reg);
    u->offset = (int64_t)o->bits;
    if (o->base == BASE_SYMBOL)
        u->offset += (int64_t)symbol_address(d, o->symbol);
    for (int k = 0; k < u->vec; k++)
        u->rows[k] = -1 - k;
}

static handler decode_copy(struct decoder *d, struct uop *u,
                           const struct inst *in)
{
    u->parts = ARENA_NEW(d->arena, struct uop, 2);
    decode_half_copy(d, &u->parts[0], in, 1);
    decode_half_copy(d, &u->parts[1], in, 0);
    u->vec = (uint8_t)(in->operand[2].bits / 4);
    if (in->operand_count > 3) /* bytes to read; the rest becomes zero */
        u->e = source_row(d, in, 3);
    return op_copy_async;
}

static handler load_handler(const struct uop *u)
{
    if (u->base != BASE_REG)
        return op_load;
    if (u->space == SPACE_SHARED)
        return u->wide_base ? op_load_shared : op_load_shared_narrow;
    if (u->space == SPACE_GLOBAL || u->space == SPACE_GENERIC)
        return u->wide_base ? op_load_global : op_load_global_narrow;
    return op_load;
}

/* Handlers and flow of what is no plain arithmetic. */
static handler other_handler(struct decoder *d, struct uop *u,
                             const struct inst *in)
{
    switch (in->op) { /* lint: dispatch switch */
    case OP_MOV:
        return move_handler(d, u, in);
    case OP_CVT:
        return convert_handler(in);
    case OP_CVTA:
        return op_cvta;
    case OP_ISSPACEP:
        return op_isspacep;
    case OP_SETP:
        return op_setp;
    case OP_SET:
        return op_set;
    case OP_SELP:
        return op_selp;
    case OP_SLCT:
        return op_slct;
    case OP_TESTP:
        return op_testp;
    case OP_LD:
    case OP_LDU:
        return load_handler(u);
    case OP_ST:
        return op_store;
    case OP_VADD:
    case OP_VSUB:
    case OP_VABSDIFF:
    case OP_VMIN:
    case OP_VMAX:
    case OP_VSHL:
    case OP_VSHR:
    case OP_VMAD:
    case OP_VSET:
        return op_video;
    case OP_CREATEPOLICY:
        return op_policy;
    case OP_ALLOCA:
        return op_alloca;
    case OP_STACKSAVE:
        return op_stack_save;
    case OP_STACKRESTORE:
        return op_stack_restore;
    case OP_ATOM:
    case OP_RED:
        return op_atom;
    case OP_CP_ASYNC:
        return in->sub ? op_nothing : decode_copy(d, u, in);
    case OP_PREFETCH:
    case OP_PREFETCHU:
    case OP_DISCARD:
    case OP_APPLYPRIORITY:
    case OP_PMEVENT:
    case OP_GRIDDEPCONTROL:
        return op_nothing;
    case OP_MEMBAR:
    case OP_FENCE:
        return op_fence;
    case OP_NANOSLEEP:
        u->flow = FLOW_SLEEP;
        return op_nothing;
    case OP_BRA:
        u->flow = FLOW_BRANCH;
        return op_nothing;
    case OP_BRX:
        u->flow = FLOW_INDEX;
        return op_nothing;
    case OP_CALL:
        u->flow = FLOW_CALL;
        return op_nothing;
    case OP_RET:
        u->flow = FLOW_RET;
        return op_nothing;
    case OP_EXIT:
        u->flow = FLOW_EXIT;
        return op_nothing;
    case OP_TRAP:
    case OP_BRKPT:
        u->flow = FLOW_STOP;
        return op_nothing;
    case OP_BAR:
    case OP_BARRIER:
        u->flow = in->sub == SUB_WARP ? FLOW_SYNC : FLOW_BARRIER;
        return op_nothing;
    case OP_SHFL:
        u->flow = in->mods & MOD_SYNC ? FLOW_SYNC : FLOW_NEXT;
        return op_shfl;
    case OP_VOTE:
        u->flow = in->mods & MOD_SYNC ? FLOW_SYNC : FLOW_NEXT;
        return op_vote;
    case OP_MATCH:
        u->flow = FLOW_SYNC;
        return op_match;
    case OP_REDUX:
        u->flow = FLOW_SYNC;
        return op_redux;
    case OP_ELECT:
        u->flow = FLOW_SYNC;
        return op_elect;
    case OP_ACTIVEMASK:
        return op_activemask;
    default:
        return alu_handler(in);
    }
}

static bool is_half(enum type t)
{
    return t == TYPE_F16 || t == TYPE_BF16 || t == TYPE_F16X2 ||
           t == TYPE_BF16X2;
}

/* mov.b128: registers, and vectors of two without literals. */
static bool moves_double(const struct inst *in)
{
    for (int i = 0; i < in->operand_count; i++) {
        const struct operand *const o = &in->operand[i];

        if (o->kind != OPERAND_REG &&
            (o->kind != OPERAND_VECTOR || o->vec_count != 2 ||
             o->vec[0] == -2 || o->vec[1] == -2))
            return false;
    }
    return true;
}

/* Registers of 128 bits are two of 64 side by side, and memory accesses to
   them two elements. Literals have no such form. */
static handler decode_double(struct uop *u, const struct inst *in)
{
    const int value = in->op == OP_ST ? u->rows[0] : u->d;

    if (in->op == OP_MOV)
        return moves_double(in) ? op_move_double : NULL;
    for (int i = in->dst_count; i < in->operand_count; i++)
        if (in->operand[i].kind != OPERAND_REG &&
            in->operand[i].kind != OPERAND_ADDRESS)
            return NULL;
    if (in->vec != 1 || value < 0 ||
        (in->op == OP_ATOM && in->sub != SUB_EXCH && in->sub != SUB_CAS) ||
        (in->op != OP_LD && in->op != OP_ST && in->op != OP_ATOM))
        return NULL;
    u->bytes = 8;
    u->vec = u->width = 2;
    u->rows[0] = value;
    u->rows[1] = value + 2;
    return in->op == OP_LD   ? load_handler(u)
           : in->op == OP_ST ? op_store
                             : op_atom;
}

static handler pick_handler(struct decoder *d, struct uop *u,
                            const struct inst *in)
{
    if (is_logic(in) && in->type == TYPE_PRED)
        return op_pred_logic;
    if (uses_carry(in))
        return type_bytes(in->type) >= 4 ? op_carry : NULL;
    if (in->type == TYPE_B128)
        return decode_double(u, in);
    if (is_half(in->type) && half_handler(in))
        return half_handler(in);
    if (in->type == TYPE_F32X2)
        return float_pair_handler(in);
    return other_handler(d, u, in);
}

/* Rounding, flushing or saturation that the fast rows do not have. */
static bool wants_slow(const struct inst *in)
{
    bool fp = in->type == TYPE_F32 || in->type == TYPE_F64;
    enum unit unit = op_table[in->op].unit;

    if (!fp || (unit != UNIT_ALU && unit != UNIT_SFU) || in->op == OP_SETP ||
        in->op == OP_SELP || in->op == OP_SLCT || in->op == OP_SET ||
        in->op == OP_TESTP || in->op == OP_COPYSIGN)
        return false;
    return (in->mods & (MOD_FTZ | MOD_SAT)) || in->rounding == ROUND_Z ||
           in->rounding == ROUND_M || in->rounding == ROUND_P;
}

static void decode_inst(struct decoder *d, int pc)
{
    const struct inst *in = &d->s->p->insts[pc];
    struct uop *u = &d->s->uops[pc];

    *u = (struct uop){
        .d = NO_ROW,
        .a = NO_ROW,
        .b = NO_ROW,
        .c = NO_ROW,
        .e = NO_ROW,
        .p = -1,
        .q = -1,
        .sp = -1,
        .guard = -1,
        .width = 1,
        .vec = (uint8_t)in->vec,
        .bytes = (uint8_t)type_bytes(in->type),
        .space = (uint8_t)(in->space ? in->space : SPACE_GENERIC),
        .pattern = d->s->pattern_count,
        .in = in,
        .polls = in->mods & (MOD_VOLATILE | MOD_RELAXED | MOD_ACQUIRE),
        .class = (uint8_t)inst_class(in),
        .sign =
            in->type == TYPE_S8 || in->type == TYPE_S16 || in->type == TYPE_S32,
    };
    if (in->call >= 0 && d->s->p->calls[in->call].reg >= 0)
        d->s->call_rows[in->call] = d->slot[d->s->p->calls[in->call].reg];
    if (u->class == CLASS_MEM)
        d->s->pattern_count++;
    if (in->guard >= 0) {
        u->guard = d->slot[in->guard];
        u->guard_not = in->guard_not;
    }
    if (in->op == OP_UNSUPPORTED) {
        u->flow = FLOW_STOP;
        u->run = op_nothing;
        return;
    }
    decode_destinations(d, u, in);
    decode_sources(d, u, in);
    u->run = pick_handler(d, u, in);
    if (u->run && wants_slow(in)) {
        u->fast = u->run;
        u->run = fp_slow;
    }
    if (u->run && in->op == OP_CVT && in->operand_count == 2 &&
        in->operand[1].kind == OPERAND_REG &&
        reg_wide(d->f, in->operand[1].reg) && type_bytes(in->type2) < 8) {
        u->fast = u->run;
        u->run = op_convert_low;
    }
    /* A result nobody keeps goes to a scratch row. */
    if (u->d == NO_ROW && u->p < 0 && in->dst_count)
        u->d = -1 - 12;
    if (!u->run) {
        u->flow = FLOW_STOP;
        u->run = op_nothing;
    }
}

/* Does the instruction end a run: does it look at the count of steps, or may
   it stop the launch? */
static bool ends_run(const struct inst *in)
{
    return in->op == OP_ATOM || in->op == OP_RED || in->op == OP_ALLOCA ||
           (in->op == OP_MOV && in->operand[1].kind == OPERAND_SPECIAL);
}

/* How many instructions from each on have no guard and just follow each
   other: they are executed and counted together. */
static void find_runs(struct launch_state *s, const struct func *f)
{
    for (int pc = f->end - 1; pc >= f->first; pc--) {
        struct uop *const u = &s->uops[pc];

        if (u->flow != FLOW_NEXT || u->guard >= 0)
            continue;
        u->plain = 1;
        if (pc + 1 < f->end && !ends_run(u->in))
            u->plain += s->uops[pc + 1].plain;
    }
}

void decode_program(struct arena *a, struct launch_state *s)
{
    const struct program *p = s->p;
    struct decoder d = { .arena = a, .s = s };

    s->uops = calloc((size_t)p->inst_count + 1, sizeof *s->uops);
    if (!s->uops)
        DIE("out of memory for a program");
    find_reached(a, s);
    s->window_rows = ARENA_NEW(a, int, (size_t)p->func_count + 1);
    s->call_rows = ARENA_NEW(a, int, (size_t)p->call_count + 1);
    s->slots = ARENA_NEW(a, int *, (size_t)p->func_count + 1);
    s->window_preds = ARENA_NEW(a, int, (size_t)p->func_count + 1);
    for (int i = 0; i < p->func_count; i++) {
        d.f = &p->funcs[i];
        if (d.f->is_extern || !s->reached[i])
            continue;
        assign_slots(&d, i);
        for (int pc = d.f->first; pc < d.f->end; pc++)
            decode_inst(&d, pc);
        find_runs(s, d.f);
        find_copies(s, d.f);
        find_blind(s, d.f);
    }
    fill_constants(&d);
}
