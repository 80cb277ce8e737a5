/* SPDX-License-Identifier: Apache-2.0 */
/* Counters kept in short while a launch runs. */
#include "sim/exec.h"

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
}
