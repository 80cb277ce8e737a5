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

/* Reverse post-order numbers of the reversed graph, from the exit. */
struct reverse {
    int *pred_first, *preds; /* edges turned round, by target */
    int *order;              /* nodes in reverse post-order */
    int *number;             /* node -> position in order; -1 unreachable */
    int count;
};

static void turn_round(struct arena *a, const struct flow *f, struct reverse *r)
{
    int nodes = f->block_count + 1, *fill;

    r->pred_first = ARENA_NEW(a, int, (size_t)nodes + 1);
    r->preds = ARENA_NEW(a, int, (size_t)f->succ_count + 1);
    fill = ARENA_NEW(a, int, (size_t)nodes + 1);
    for (int i = 0; i < f->succ_count; i++)
        r->pred_first[f->succs[i] + 1]++;
    for (int i = 0; i < nodes; i++)
        r->pred_first[i + 1] += r->pred_first[i];
    for (int b = 0; b < f->block_count; b++)
        for (int i = 0; i < f->blocks[b].succ_count; i++) {
            int to = f->succs[f->blocks[b].succ_first + i];

            r->preds[r->pred_first[to] + fill[to]++] = b;
        }
}

/* Depth first from the exit along turned edges, without recursion. */
static void number_nodes(struct arena *a, const struct flow *f,
                         struct reverse *r)
{
    int nodes = f->block_count + 1, top = 0, post = 0;
    int *stack = ARENA_NEW(a, int, (size_t)nodes);
    int *next = ARENA_NEW(a, int, (size_t)nodes);
    bool *seen = ARENA_NEW(a, bool, (size_t)nodes);
    int *by_post = ARENA_NEW(a, int, (size_t)nodes);

    r->order = ARENA_NEW(a, int, (size_t)nodes);
    r->number = ARENA_NEW(a, int, (size_t)nodes);
    stack[top++] = f->block_count;
    seen[f->block_count] = true;
    while (top) {
        int node = stack[top - 1];

        if (r->pred_first[node] + next[node] < r->pred_first[node + 1]) {
            int to = r->preds[r->pred_first[node] + next[node]++];

            if (!seen[to]) {
                seen[to] = true;
                stack[top++] = to;
            }
        } else {
            by_post[post++] = node;
            top--;
        }
    }
    r->count = post;
    for (int i = 0; i < nodes; i++)
        r->number[i] = -1;
    for (int i = 0; i < post; i++) {
        r->order[i] = by_post[post - 1 - i];
        r->number[r->order[i]] = i;
    }
}

/* Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001),
   on the reversed graph. */
int *flow_post_dominators(struct arena *a, const struct flow *f)
{
    int exit = f->block_count;
    int *idom = ARENA_NEW(a, int, (size_t)exit + 1);
    struct reverse r = { 0 };
    bool changed = true;

    turn_round(a, f, &r);
    number_nodes(a, f, &r);
    for (int i = 0; i <= exit; i++)
        idom[i] = -1;
    idom[exit] = exit;
    while (changed) {
        changed = false;
        for (int i = 1; i < r.count; i++) {
            int b = r.order[i], best = -1;

            for (int k = 0; k < f->blocks[b].succ_count; k++) {
                int s = f->succs[f->blocks[b].succ_first + k], t = best;

                if (r.number[s] < 0 || idom[s] < 0)
                    continue;
                if (best < 0) {
                    best = s;
                    continue;
                }
                while (s != t)
                    if (r.number[s] > r.number[t])
                        s = idom[s];
                    else
                        t = idom[t];
                best = s;
            }
            if (best >= 0 && idom[b] != best) {
                idom[b] = best;
                changed = true;
            }
        }
    }
    for (int i = 0; i < exit; i++)
        if (idom[i] < 0)
            idom[i] = exit; /* an endless loop never meets anything */
    return idom;
}
