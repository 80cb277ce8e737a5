/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as PTX: no crash, no hang, bounded memory; and what is accepted
 * holds together as far as the simulator relies on it.
 */
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/diag.h"
#include "base/text.h"
#include "ptx/print.h"
#include "ptx/program.h"
#include "ptx/uses.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define HOLDS(x)                       \
    do {                               \
        if (!(x))                      \
            BUG("does not hold: " #x); \
    } while (0)

static void check_operand(const struct program *p, const struct func *f,
                          const struct inst *in, const struct operand *o)
{
    HOLDS(o->reg >= -1 && o->reg < f->reg_count);
    HOLDS(o->symbol >= -1 && o->symbol < p->symbol_count);
    HOLDS(o->func >= -1 && o->func < p->func_count);
    if (o->kind == OPERAND_REG)
        HOLDS(f->regs[o->reg].type != TYPE_PRED);
    if (o->kind == OPERAND_PRED)
        HOLDS(f->regs[o->reg].type == TYPE_PRED);
    if (o->kind == OPERAND_SPECIAL)
        HOLDS(o->special < SREG_COUNT && in->op == OP_MOV);
    if (o->kind == OPERAND_VECTOR)
        for (int i = 0; i < o->vec_count; i++)
            HOLDS(o->vec[i] >= -2 && o->vec[i] < f->reg_count);
    if (o->kind == OPERAND_LABEL)
        HOLDS(o->target >= f->first && o->target <= f->end);
}

static void check_inst(const struct program *p, const struct func *f, int pc)
{
    const struct inst *in = &p->insts[pc];
    int regs[USES_MAX], n = inst_reads(in, regs, USES_MAX);

    HOLDS(in->text && in->op < OP_COUNT && in->guard < f->reg_count);
    HOLDS(in->operand_count <= OPERANDS_MAX);
    HOLDS(in->dst_count <= in->operand_count);
    HOLDS((in->op == OP_UNSUPPORTED) == (in->unsupported != NULL));
    HOLDS((in->op == OP_CALL) == (in->call >= 0));
    HOLDS(in->call < p->call_count);
    HOLDS(in->op != OP_BRA || (in->target >= f->first && in->target < f->end));
    HOLDS(in->reconverge == -1 ||
          (in->reconverge >= f->first && in->reconverge <= f->end));
    HOLDS(in->file < p->file_count);
    n += inst_writes(in, regs + n, USES_MAX - n);
    for (int i = 0; i < n; i++)
        HOLDS(regs[i] >= 0 && regs[i] < f->reg_count);
    for (int i = 0; i < in->target_count; i++) {
        int to = p->target_pcs[in->targets + i];

        HOLDS(to >= f->first && to < f->end);
    }
    for (int i = 0; i < in->operand_count; i++)
        check_operand(p, f, in, &in->operand[i]);
    inst_class(in);
}

static void check_program(const struct program *p)
{
    int end = 0;

    for (int i = 0; i < p->func_count; i++) {
        const struct func *f = &p->funcs[i];

        HOLDS(f->name && f->display);
        if (f->is_extern)
            continue;
        HOLDS(f->first >= 0 && f->first < f->end && f->end <= p->inst_count);
        HOLDS(f->registers >= 16 && f->registers <= 255);
        for (int pc = f->first; pc < f->end; pc++)
            check_inst(p, f, pc);
        end += f->end - f->first;
    }
    HOLDS(end == p->inst_count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    struct diags ds = { .arena = &a };
    struct program p;
    struct buf b = { 0 };
    bool ok = ptx_load(&a, (struct text){ (const char *)data, size }, &p, &ds);

    HOLDS(ok == (ds.count == 0));
    if (ok) {
        check_program(&p);
        ptx_print(&p, &b);
    }
    buf_release(&b);
    arena_clear(&a);
    return 0;
}
