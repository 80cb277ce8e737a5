/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/flow.h"

#include "base/arena.h"

static bool leaves(const struct inst *in)
{
    return in->op == OP_RET || in->op == OP_EXIT || in->op == OP_TRAP;
}

static bool ends_block(const struct inst *in)
{
    return in->op == OP_BRA || in->op == OP_BRX || leaves(in);
}

static bool inside(const struct func *f, int pc)
{
    return pc >= f->first && pc < f->end;
}

/* leader[pc - first] is true where a block begins. */
static bool *find_leaders(struct arena *a, const struct program *p,
                          const struct func *f)
{
    bool *leader = ARENA_NEW(a, bool, (size_t)(f->end - f->first) + 1);

    leader[0] = true;
    for (int pc = f->first; pc < f->end; pc++) {
        const struct inst *in = &p->insts[pc];

        if (!ends_block(in))
            continue;
        leader[pc + 1 - f->first] = true;
        if (inside(f, in->target))
            leader[in->target - f->first] = true;
        for (int i = 0; i < in->target_count; i++)
            if (inside(f, p->target_pcs[in->targets + i]))
                leader[p->target_pcs[in->targets + i] - f->first] = true;
    }
    return leader;
}

static void add_edges(struct arena *a, const struct program *p,
                      const struct func *f, struct flow *g, int b,
                      int *capacity)
{
    struct flow_block *blk = &g->blocks[b];
    const struct inst *in = &p->insts[blk->end - 1];
    bool falls = true;

    blk->succ_first = g->succ_count;
#define EDGE(to) ARENA_PUSH(a, g->succs, g->succ_count, *capacity, (to))
    if (in->op == OP_BRA) {
        EDGE(inside(f, in->target) ? g->block_of[in->target - f->first]
                                   : g->block_count);
        falls = in->guard >= 0;
    } else if (in->op == OP_BRX) {
        for (int i = 0; i < in->target_count; i++) {
            int pc = p->target_pcs[in->targets + i];

            EDGE(inside(f, pc) ? g->block_of[pc - f->first] : g->block_count);
        }
        falls = in->guard >= 0;
    } else if (leaves(in)) {
        EDGE(g->block_count);
        falls = in->guard >= 0;
    }
    if (falls)
        EDGE(blk->end < f->end ? b + 1 : g->block_count);
#undef EDGE
    blk->succ_count = g->succ_count - blk->succ_first;
}

void flow_make(struct arena *a, const struct program *p, const struct func *f,
               struct flow *out)
{
    int n = f->end - f->first, capacity = 0;
    bool *leader = find_leaders(a, p, f);

    *out = (struct flow){ 0 };
    out->block_of = ARENA_NEW(a, int, (size_t)n + 1);
    for (int i = 0; i < n; i++)
        out->block_count += leader[i];
    out->blocks = ARENA_NEW(a, struct flow_block, (size_t)out->block_count + 1);
    for (int i = 0, b = -1; i < n; i++) {
        if (leader[i])
            out->blocks[++b].first = f->first + i;
        out->block_of[i] = b;
        out->blocks[b].end = f->first + i + 1;
    }
    for (int b = 0; b < out->block_count; b++)
        add_edges(a, p, f, out, b, &capacity);
}
