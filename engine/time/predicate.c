/* SPDX-License-Identifier: Apache-2.0 */
#include "time/predicate.h"

/* Issue slots under a condition, at most: a modelling choice, ptxas' own
   limit is not published. */
enum { BODY_MAX = 12 };

static bool may_be_predicated(const struct uop *u)
{
    return u->kind != UOP_BRANCH && u->kind != UOP_BARRIER &&
           u->kind != UOP_ARRIVE && u->kind != UOP_FENCE &&
           u->kind != UOP_COPY_WAIT && u->kind != UOP_SHUFFLE;
}

static void make_free(struct uop *u)
{
    u->kind = UOP_PLAIN;
    u->pipe = PIPE_FREE;
    u->issues = 0;
    u->latency = 0;
}

/* True if [pc + 1, target) is short and without jumps out of it. Branches
   inside that could be removed have been: later ones come first. */
static bool short_body(const struct program *p, const struct uop *u, int pc,
                       int target)
{
    int issues = 0;

    for (int i = pc + 1; i < target; i++) {
        const struct inst *in = &p->insts[i];

        if (!may_be_predicated(&u[i]))
            return false;
        if (in->op == OP_BRA && in->target > target)
            return false;
        issues += u[i].issues;
    }
    return issues <= BODY_MAX;
}

void predicate_ifs(const struct program *p, const struct func *f, struct uop *u)
{
    for (int pc = f->end - 1; pc >= f->first; pc--) {
        const struct inst *in = &p->insts[pc];

        if (in->op != OP_BRA || in->target <= pc || in->target > f->end)
            continue;
        if (in->target == pc + 1 ||
            (in->guard >= 0 && short_body(p, u, pc, in->target)))
            make_free(&u[pc]);
    }
}
