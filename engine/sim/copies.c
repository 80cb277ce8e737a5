/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loads whose value is only stored again. Compilers copy structs whole: with
 * their padding, with fields that nobody set, with the one byte of an empty
 * class. To copy what was never written is no mistake; to compute with it is.
 */
#include <stdlib.h>

#include "base/bug.h"
#include "ptx/uses.h"
#include "sim/exec.h"

/* Moves of bits: setting one bit-field moves its neighbours along. */
static bool moves_bits(enum op op)
{
    switch (op) {
    case OP_MOV:
    case OP_CVT:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_NOT:
    case OP_SHL:
    case OP_SHR:
    case OP_BFE:
    case OP_BFI:
    case OP_PRMT:
        return true;
    default:
        return false;
    }
}

/* Does the instruction only pass on what it reads from the register? What goes
   to global or shared memory is a result. */
static bool passes_on(const struct inst *in, int reg, const bool *used)
{
    if (in->guard == reg)
        return false;
    if (moves_bits(in->op) && in->dst_count == 1 &&
        in->operand[0].kind == OPERAND_REG)
        return !used[in->operand[0].reg];
    return in->op == OP_ST && in->operand[0].reg != reg &&
           in->space != SPACE_GLOBAL && in->space != SPACE_SHARED;
}

static void mark_used(const struct launch_state *s, const struct func *f,
                      bool *used)
{
    bool again = true;

    while (again) {
        again = false;
        for (int pc = f->first; pc < f->end; pc++) {
            const struct inst *in = &s->p->insts[pc];
            int regs[USES_MAX], n = inst_reads(in, regs, USES_MAX);

            for (int i = 0; i < n; i++)
                if (!used[regs[i]] && !passes_on(in, regs[i], used))
                    used[regs[i]] = again = true;
        }
    }
}

void find_copies(struct launch_state *s, const struct func *f)
{
    bool *used = calloc((size_t)f->reg_count + 1, sizeof *used);

    if (!used)
        DIE("out of memory for a program");
    mark_used(s, f, used);
    for (int pc = f->first; pc < f->end; pc++) {
        struct uop *const u = &s->uops[pc];
        int regs[USES_MAX], n;
        bool copies = u->in && u->in->op == OP_LD;

        if (!copies)
            continue;
        n = inst_writes(u->in, regs, USES_MAX);
        for (int i = 0; i < n; i++)
            copies &= !used[regs[i]];
        u->copies = copies;
    }
    free(used);
}
