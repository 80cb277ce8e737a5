/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the text does not say: where diverged lanes meet again, where shared
 * variables lie, how many registers a thread needs, what recurses.
 */
#include <string.h>

#include "ptx/calls.h"
#include "ptx/display.h"
#include "ptx/flow.h"
#include "ptx/live.h"
#include "ptx/parse.h"
#include "ptx/shared.h"

/*
 * Registers of a function = the most live values at any point (see live.h)
 * + REGISTERS_EXTRA, for the stack pointer and what ptxas adds when it reorders
 * instructions; at a call, the values that live across it + the callee's. At
 * least REGISTERS_MIN, below which the figure makes no difference to
 * occupancy, and REGISTERS_CALL with a call that stays one: the convention
 * for calls sets so many aside.
 */
enum {
    REGISTERS_EXTRA = 4,
    REGISTERS_MIN = 16,
    REGISTERS_CALL = 24,
    REGISTERS_MAX = 255
};

/* Functions of the device's runtime. Other functions without a body are of
   the mathematics library, which a linked kernel holds in line. */
static const char *const runtime[] = { "vprintf", "malloc", "free",
                                       "__assertfail", "__assert_fail" };

static bool branches(const struct inst *in)
{
    return in->op == OP_BRX ||
           (in->guard >= 0 && (in->op == OP_BRA || in->op == OP_RET ||
                               in->op == OP_EXIT || in->op == OP_TRAP));
}

static bool goes_back(const struct program *p, int pc)
{
    const struct inst *in = &p->insts[pc];

    if (in->op == OP_BRA && in->target <= pc)
        return true;
    for (int i = 0; i < in->target_count; i++)
        if (p->target_pcs[in->targets + i] <= pc)
            return true;
    return false;
}

/* Control flow and liveness of one function; own: its peak of live values. */
static void lower_func(struct program *p, struct func *f, int *own, int *across)
{
    struct arena scratch = { 0 };
    struct flow g;
    int *post;

    flow_make(&scratch, p, f, &g);
    post = flow_post_dominators(&scratch, &g);
    for (int b = 0; b < g.block_count; b++) {
        int pc = g.blocks[b].end - 1;
        struct inst *in = &p->insts[pc];

        if (branches(in))
            in->reconverge =
                post[b] == g.block_count ? f->end : g.blocks[post[b]].first;
        in->back_edge = goes_back(p, pc);
    }
    *own = live_registers(p, f, &g, across);
    f->file = -1;
    for (int pc = f->first; pc < f->end && !f->line; pc++) {
        f->file = p->insts[pc].file;
        f->line = p->insts[pc].line;
    }
    arena_clear(&scratch);
}

static bool stays_call(const struct program *p, int callee)
{
    if (callee < 0 || !p->funcs[callee].is_extern)
        return true;
    for (size_t i = 0; i < sizeof runtime / sizeof *runtime; i++)
        if (!strcmp(p->funcs[callee].name, runtime[i]))
            return true;
    return false;
}

/* What a function needs where it calls others of other groups. */
static int at_calls(const struct program *p, const struct calls *c, int func,
                    const int *across, const int *need)
{
    const struct func *f = &p->funcs[func];
    int most = 0;

    for (int pc = f->first; pc >= 0 && pc < f->end; pc++) {
        int call = p->insts[pc].call, node;

        if (call < 0)
            continue;
        if (stays_call(p, p->calls[call].func) &&
            most < REGISTERS_CALL - REGISTERS_EXTRA)
            most = REGISTERS_CALL - REGISTERS_EXTRA;
        node = p->calls[call].func < 0 ? p->func_count : p->calls[call].func;
        if (c->group[node] != c->group[func] &&
            across[call] + need[c->group[node]] > most)
            most = across[call] + need[c->group[node]];
    }
    return most;
}

/* Callees first; need[group] grows to what a call into it takes. */
static void set_registers(struct arena *a, struct program *p,
                          const struct calls *c, const int *own,
                          const int *across)
{
    int *need = ARENA_NEW(a, int, (size_t)c->group_count + 1);

    for (int i = 0; i < c->node_count; i++) {
        int node = c->order[i], g = c->group[node], n = 0;

        if (node == p->func_count) {
            for (int k = c->first[node]; k < c->first[node + 1]; k++)
                if (need[c->group[c->edge[k]]] > n)
                    n = need[c->group[c->edge[k]]];
        } else {
            n = at_calls(p, c, node, across, need);
            n = own[node] > n ? own[node] : n;
        }
        n = n > LIVE_TOO_BIG ? LIVE_TOO_BIG : n;
        need[g] = n > need[g] ? n : need[g];
    }
    for (int f = 0; f < p->func_count; f++) {
        int n = need[c->group[f]] + REGISTERS_EXTRA;

        n = n < REGISTERS_MIN ? REGISTERS_MIN : n;
        p->funcs[f].registers = n > REGISTERS_MAX ? REGISTERS_MAX : n;
    }
}

void lower_program(struct arena *a, struct program *p)
{
    struct arena scratch = { 0 };
    struct calls c;
    int *own = ARENA_NEW(&scratch, int, (size_t)p->func_count + 1);
    int *across = ARENA_NEW(&scratch, int, (size_t)p->call_count + 1);

    calls_make(&scratch, p, &c);
    for (int i = 0; i < p->func_count; i++) {
        struct func *f = &p->funcs[i];

        f->display = display_name(a, f->name);
        f->recursive = c.recursive[i];
        if (!f->is_extern)
            lower_func(p, f, &own[i], across);
    }
    shared_place(p, &c);
    set_registers(&scratch, p, &c, own, across);
    arena_clear(&scratch);
}
