/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics whose old value nobody reads: compilers write atom for them, too. */
#include <stdlib.h>

#include "base/bug.h"
#include "sim/exec.h"

enum { READS_MAX = 64 };

static bool is_read(const bool *read, const struct operand *o)
{
    return o->kind != OPERAND_REG || read[o->reg];
}

void find_blind(struct launch_state *s, const struct func *f)
{
    bool *read = calloc((size_t)f->reg_count + 1, sizeof *read);
    int regs[READS_MAX];

    if (!read)
        DIE("out of memory for a program");
    for (int pc = f->first; pc < f->end; pc++)
        for (int n = inst_reads(&s->p->insts[pc], regs, READS_MAX); n-- > 0;)
            read[regs[n]] = true;
    for (int pc = f->first; pc < f->end; pc++) {
        const struct inst *const in = &s->p->insts[pc];

        if (in->op == OP_ATOM)
            s->uops[pc].blind = !is_read(read, &in->operand[0]);
    }
    free(read);
}
