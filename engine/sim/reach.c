/* SPDX-License-Identifier: Apache-2.0 */
/* Which functions a launch may come to: only these are decoded. */
#include "sim/exec.h"

static bool reach(struct launch_state *s, int func)
{
    if (func < 0 || s->reached[func])
        return false;
    s->reached[func] = true;
    return true;
}

/* A pointer may lead to any function of the module that is no kernel. */
static bool reach_all(struct launch_state *s)
{
    bool any = false;

    for (int i = 0; i < s->p->func_count; i++)
        if (!s->p->funcs[i].is_entry)
            any |= reach(s, i);
    return any;
}

static bool reach_callees(struct launch_state *s, const struct func *f)
{
    bool any = false;

    for (int pc = f->first; pc < f->end && !f->is_extern; pc++) {
        const struct inst *in = &s->p->insts[pc];

        if (in->call < 0)
            continue;
        any |= s->p->calls[in->call].func < 0
                   ? reach_all(s)
                   : reach(s, s->p->calls[in->call].func);
    }
    return any;
}

void find_reached(struct arena *a, struct launch_state *s)
{
    bool again = true;

    s->reached = ARENA_NEW(a, bool, (size_t)s->p->func_count + 1);
    reach(s, s->l->func);
    while (again) {
        again = false;
        for (int i = 0; i < s->p->func_count; i++)
            if (s->reached[i])
                again |= reach_callees(s, &s->p->funcs[i]);
    }
}
