/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the text does not say: where diverged lanes meet again, where shared
 * and local variables lie, how many registers a thread needs, what recurses.
 */
#include <string.h>

#include "ptx/display.h"
#include "ptx/flow.h"
#include "ptx/live.h"
#include "ptx/parse.h"

/*
 * ptxas keeps addresses and constants in registers that PTX does not name, and
 * reserves a few: modelled as this many on top of the live values. No kernel
 * gets fewer than 16: the smallest amount a card hands out makes no
 * difference to occupancy below that.
 */
enum { REGISTERS_EXTRA = 4, REGISTERS_MIN = 16, REGISTERS_MAX = 255 };

static int align_up(int n, int align)
{
    return (n + align - 1) / align * align;
}

/* Give a variable the next place of an area and move the area's top; an area
   that grew absurd stays where it is, and the launch is refused by its size. */
static void place(struct symbol *s, int *top)
{
    enum { AREA_MAX = 1 << 28 };

    s->offset = (uint64_t)align_up(*top, s->align);
    if (s->bytes < AREA_MAX && s->offset + s->bytes < AREA_MAX)
        *top = (int)(s->offset + s->bytes);
    else
        *top = AREA_MAX - (1 << 17);
}

/* Functions that a function may call, itself included, transitively. */
struct reach {
    const struct program *p;
    bool *seen;
    bool indirect; /* calls through a pointer: any function */
};

static void reach_from(struct arena *a, struct reach *r, int func)
{
    int *stack = ARENA_NEW(a, int, (size_t)r->p->func_count + 1), top = 0;

    stack[top++] = func;
    r->seen[func] = true;
    while (top) {
        const struct func *f = &r->p->funcs[stack[--top]];

        for (int pc = f->first; pc >= 0 && pc < f->end; pc++) {
            const struct inst *in = &r->p->insts[pc];
            int callee = in->call >= 0 ? r->p->calls[in->call].func : -1;

            if (in->call < 0)
                continue;
            if (callee < 0)
                r->indirect = true;
            for (int i = 0; i < r->p->func_count; i++)
                if ((callee < 0 ? !r->p->funcs[i].is_entry : i == callee) &&
                    !r->seen[i]) {
                    r->seen[i] = true;
                    stack[top++] = i;
                }
        }
    }
}

static void set_reconvergence(struct arena *a, struct program *p,
                              struct func *f)
{
    struct flow g;
    int *post;

    flow_make(a, p, f, &g);
    post = flow_post_dominators(a, &g);
    for (int b = 0; b < g.block_count; b++) {
        int pc = g.blocks[b].end - 1;
        struct inst *in = &p->insts[pc];
        bool branches =
            in->op == OP_BRX ||
            (in->guard >= 0 && (in->op == OP_BRA || in->op == OP_RET ||
                                in->op == OP_EXIT || in->op == OP_TRAP));

        if (branches)
            in->reconverge =
                post[b] == g.block_count ? f->end : g.blocks[post[b]].first;
        if (in->op == OP_BRA)
            in->back_edge = in->target <= pc;
        for (int i = 0; i < in->target_count; i++)
            in->back_edge =
                in->back_edge || p->target_pcs[in->targets + i] <= pc;
    }
    f->registers = live_registers(p, f, &g);
}

/* Does the function name the symbol in any operand? */
static bool names_symbol(const struct program *p, const struct func *f,
                         int symbol)
{
    for (int pc = f->first; pc >= 0 && pc < f->end; pc++)
        for (int i = 0; i < p->insts[pc].operand_count; i++)
            if (p->insts[pc].operand[i].symbol == symbol)
                return true;
    return false;
}

/*
 * .shared variables. The offset of one is fixed in the program, so variables
 * of functions that no entry shares lie over each other from 0, and those that
 * several entries use (module scope, device functions) come first, each in a
 * place of its own.
 */
static void place_shared(struct program *p, bool **reach)
{
    int common = 0, *own_top;
    struct arena a = { 0 };

    own_top = ARENA_NEW(&a, int, (size_t)p->func_count + 1);
    for (int pass = 0; pass < 2; pass++)
        for (int s = 0; s < p->symbol_count; s++) {
            struct symbol *sym = &p->symbols[s];
            bool own = sym->func >= 0 && p->funcs[sym->func].is_entry;

            if (sym->space != SPACE_SHARED || sym->is_dynamic ||
                own != (pass == 1))
                continue;
            if (own) {
                int *top = &own_top[sym->func];

                if (*top < common)
                    *top = common;
                place(sym, top);
            } else {
                place(sym, &common);
            }
        }
    for (int e = 0; e < p->func_count; e++)
        for (int s = 0; s < p->symbol_count; s++) {
            const struct symbol *sym = &p->symbols[s];
            bool used = false;

            if (sym->space != SPACE_SHARED)
                continue;
            for (int i = 0; i < p->func_count && !used; i++)
                used = reach[e][i] && names_symbol(p, &p->funcs[i], s);
            if (used && sym->is_dynamic)
                p->funcs[e].dynamic_shared = true;
            else if (used &&
                     (int)(sym->offset + sym->bytes) > p->funcs[e].shared_bytes)
                p->funcs[e].shared_bytes = (int)(sym->offset + sym->bytes);
        }
    arena_clear(&a);
}

static void place_local(struct program *p)
{
    for (int s = 0; s < p->symbol_count; s++) {
        struct symbol *sym = &p->symbols[s];
        struct func *f = sym->func >= 0 ? &p->funcs[sym->func] : NULL;

        if (sym->space != SPACE_LOCAL || !f)
            continue;
        place(sym, &f->local_bytes);
        f->local_bytes = align_up(f->local_bytes, 16);
    }
}

static void set_registers(struct program *p, bool **reach)
{
    struct arena a = { 0 };
    int *own = ARENA_NEW(&a, int, (size_t)p->func_count + 1);

    for (int i = 0; i < p->func_count; i++)
        own[i] = p->funcs[i].registers;
    for (int i = 0; i < p->func_count; i++) {
        int most = own[i], callees = 0;

        for (int k = 0; k < p->func_count; k++)
            if (k != i && reach[i][k] && own[k] > callees)
                callees = own[k];
        most += callees + REGISTERS_EXTRA;
        most = most < REGISTERS_MIN ? REGISTERS_MIN : most;
        p->funcs[i].registers = most > REGISTERS_MAX ? REGISTERS_MAX : most;
    }
    arena_clear(&a);
}

void lower_program(struct arena *a, struct program *p)
{
    struct arena scratch = { 0 };
    bool **reach = ARENA_NEW(&scratch, bool *, (size_t)p->func_count + 1);

    for (int i = 0; i < p->func_count; i++) {
        struct func *f = &p->funcs[i];
        struct reach r = { .p = p };

        f->display = display_name(a, f->name);
        r.seen = ARENA_NEW(&scratch, bool, (size_t)p->func_count + 1);
        reach[i] = r.seen;
        if (f->is_extern)
            continue;
        f->file = p->insts[f->first].file;
        f->line = p->insts[f->first].line;
        set_reconvergence(&scratch, p, f);
        reach_from(&scratch, &r, i);
    }
    for (int i = 0; i < p->func_count; i++)
        for (int pc = p->funcs[i].first; pc >= 0 && pc < p->funcs[i].end;
             pc++) {
            int call = p->insts[pc].call;
            int callee = call >= 0 ? p->calls[call].func : -1;

            if (call >= 0 && (callee < 0 || reach[callee][i]))
                p->funcs[i].recursive = true;
        }
    place_shared(p, reach);
    place_local(p);
    set_registers(p, reach);
    arena_clear(&scratch);
}
