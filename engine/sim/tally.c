/* SPDX-License-Identifier: Apache-2.0 */
/* Counters kept in short while a launch runs. */
#include "sim/access.h"

/* Requests that were only counted by their shape. */
static void settle_shapes(struct worker *x)
{
    for (int pc = 0; pc < x->p->inst_count; pc++) {
        const struct uop *const u = &x->s->uops[pc];
        struct shape *const shapes = u->run && u->class == CLASS_MEM
                                         ? x->patterns[u->pattern].shapes
                                         : NULL;

        for (int i = 0; shapes && i < SHAPES; i++)
            shape_settle(x, u, pc, &shapes[i]);
    }
}

void tally_settle(struct worker *x)
{
    struct run_count sum = { 0 };

    for (int pc = 0; pc < x->p->inst_count; pc++) {
        sum.inst += x->runs[pc].inst;
        sum.thread_inst += x->runs[pc].thread_inst;
        x->tally[pc].inst += sum.inst;
        x->tally[pc].thread_inst += sum.thread_inst;
        x->runs[pc] = (struct run_count){ 0 };
    }
    x->runs[x->p->inst_count] = (struct run_count){ 0 };
    settle_shapes(x);
}
