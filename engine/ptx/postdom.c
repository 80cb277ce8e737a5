/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Post-dominators by Lengauer and Tarjan, "A Fast Algorithm for Finding
 * Dominators in a Flowgraph" (1979), the simple version, on the reversed
 * graph from the exit. O(m log n), without recursion.
 *
 * Nodes are blocks and the exit; numbers are 1 + the order of a depth-first
 * walk, 0 for not reached.
 */
#include "base/arena.h"
#include "ptx/flow.h"

struct walk {
    const struct flow *f;
    int nodes, count;
    int *pred_first, *preds; /* edges turned round, by target */
    bool *to_exit;           /* blocks with an edge to the exit put in */
    int *number, *vertex;    /* node -> number, number -> node */
    int *parent, *semi, *idom, *ancestor, *label; /* by number */
    int *bucket, *bucket_next;
    int *path;
};

static int *new_ints(struct arena *a, int n)
{
    return ARENA_NEW(a, int, (size_t)n + 2);
}

static void walk_init(struct arena *a, const struct flow *f, struct walk *w)
{
    int n = f->block_count + 1, *fill = new_ints(a, n);

    *w = (struct walk){ .f = f, .nodes = n };
    w->pred_first = new_ints(a, n + 1);
    w->preds = new_ints(a, f->succ_count);
    w->to_exit = ARENA_NEW(a, bool, (size_t)n);
    w->number = new_ints(a, n);
    w->vertex = new_ints(a, n);
    w->parent = new_ints(a, n);
    w->semi = new_ints(a, n);
    w->idom = new_ints(a, n);
    w->ancestor = new_ints(a, n);
    w->label = new_ints(a, n);
    w->bucket = new_ints(a, n);
    w->bucket_next = new_ints(a, n);
    w->path = new_ints(a, n);
    for (int i = 0; i < f->succ_count; i++)
        w->pred_first[f->succs[i] + 1]++;
    for (int i = 0; i < n; i++)
        w->pred_first[i + 1] += w->pred_first[i];
    for (int b = 0; b < f->block_count; b++)
        for (int i = 0; i < f->blocks[b].succ_count; i++) {
            int to = f->succs[f->blocks[b].succ_first + i];

            w->preds[w->pred_first[to] + fill[to]++] = b;
        }
}

static void visit(struct walk *w, int node, int parent)
{
    int n = ++w->count;

    w->number[node] = n;
    w->vertex[n] = node;
    w->parent[n] = parent;
    w->semi[n] = w->label[n] = n;
}

/* Number what is reached from a node along turned edges. */
static void walk_from(struct walk *w, int node, int *stack, int *next)
{
    int top = 0;

    stack[top++] = node;
    while (top) {
        int v = stack[top - 1];
        int at = w->pred_first[v] + next[v];

        if (at == w->pred_first[v + 1]) {
            top--;
            continue;
        }
        next[v]++;
        if (!w->number[w->preds[at]]) {
            visit(w, w->preds[at], w->number[v]);
            stack[top++] = w->preds[at];
        }
    }
}

static void number_nodes(struct arena *a, struct walk *w)
{
    int exit = w->nodes - 1;
    int *stack = new_ints(a, w->nodes), *next = new_ints(a, w->nodes);

    visit(w, exit, 0);
    walk_from(w, exit, stack, next);
    for (int b = exit - 1; b >= 0; b--)
        if (!w->number[b]) { /* in or before a loop without an end */
            w->to_exit[b] = true;
            visit(w, b, w->number[exit]);
            walk_from(w, b, stack, next);
        }
}

/* The number with the least semi-dominator on the way up to the root of v's
   tree in the forest; shortens the way. */
static int eval(struct walk *w, int v)
{
    int top = 0;

    if (!w->ancestor[v])
        return v;
    for (int u = v; w->ancestor[w->ancestor[u]]; u = w->ancestor[u])
        w->path[top++] = u;
    while (top) {
        int u = w->path[--top], up = w->ancestor[u];

        if (w->semi[w->label[up]] < w->semi[w->label[u]])
            w->label[u] = w->label[up];
        w->ancestor[u] = w->ancestor[up];
    }
    return w->label[v];
}

/* Settle the nodes whose semi-dominator is p. */
static void empty_bucket(struct walk *w, int p)
{
    for (int v = w->bucket[p]; v; v = w->bucket_next[v]) {
        int u = eval(w, v);

        w->idom[v] = w->semi[u] < w->semi[v] ? u : p;
    }
    w->bucket[p] = 0;
}

static void lower_semi(struct walk *w, int n, int through)
{
    int u = eval(w, through);

    if (w->semi[u] < w->semi[n])
        w->semi[n] = w->semi[u];
}

int *flow_post_dominators(struct arena *a, const struct flow *f)
{
    struct walk w;
    int *out = new_ints(a, f->block_count);

    walk_init(a, f, &w);
    number_nodes(a, &w);
    for (int n = w.count; n > 1; n--) {
        const struct flow_block *b = &f->blocks[w.vertex[n]];

        for (int i = 0; i < b->succ_count; i++)
            lower_semi(&w, n, w.number[f->succs[b->succ_first + i]]);
        if (w.to_exit[w.vertex[n]])
            lower_semi(&w, n, 1);
        w.bucket_next[n] = w.bucket[w.semi[n]];
        w.bucket[w.semi[n]] = n;
        w.ancestor[n] = w.parent[n];
        empty_bucket(&w, w.parent[n]);
    }
    for (int n = 2; n <= w.count; n++)
        if (w.idom[n] != w.semi[n])
            w.idom[n] = w.idom[w.idom[n]];
    for (int b = 0; b < f->block_count; b++)
        out[b] = w.vertex[w.idom[w.number[b]]];
    return out;
}
