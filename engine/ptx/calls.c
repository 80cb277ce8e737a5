/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/calls.h"

#include "base/arena.h"

static int callee_node(const struct program *p, const struct inst *in)
{
    int callee = p->calls[in->call].func;

    return callee < 0 ? p->func_count : callee;
}

/* Functions whose address is taken, in operands or initial values. */
static bool *find_taken(struct arena *a, const struct program *p)
{
    bool *taken = ARENA_NEW(a, bool, (size_t)p->func_count + 1);

    for (int pc = 0; pc < p->inst_count; pc++)
        for (int i = 0; i < p->insts[pc].operand_count; i++)
            if (p->insts[pc].operand[i].kind == OPERAND_FUNC)
                taken[p->insts[pc].operand[i].func] = true;
    for (int s = 0; s < p->symbol_count; s++)
        for (int i = 0; i < p->symbols[s].reloc_count; i++)
            if (p->symbols[s].relocs[i].func >= 0)
                taken[p->symbols[s].relocs[i].func] = true;
    return taken;
}

static void add_edges(struct arena *a, const struct program *p, struct calls *c)
{
    const bool *taken = find_taken(a, p);
    int n = 0;

    c->edge =
        ARENA_NEW(a, int, (size_t)p->inst_count + (size_t)p->func_count + 1);
    for (int f = 0; f < p->func_count; f++) {
        c->first[f] = n;
        for (int pc = p->funcs[f].first; pc >= 0 && pc < p->funcs[f].end; pc++)
            if (p->insts[pc].call >= 0)
                c->edge[n++] = callee_node(p, &p->insts[pc]);
    }
    c->first[p->func_count] = n;
    for (int f = 0; f < p->func_count; f++)
        if (taken[f] && !p->funcs[f].is_entry)
            c->edge[n++] = f;
    c->first[p->func_count + 1] = n;
}

/* Tarjan, "Depth-first search and linear graph algorithms" (1972), with a
   stack of our own in place of recursion. */
struct search {
    struct calls *c;
    int *number, *low, *next; /* by node; number 0: not seen */
    int *path, path_count;    /* nodes being visited, root first */
    int *open, open_count;    /* seen, group not known yet */
    bool *is_open;
    int seen, ordered;
};

static void enter(struct search *s, int node)
{
    s->number[node] = s->low[node] = ++s->seen;
    s->next[node] = s->c->first[node];
    s->path[s->path_count++] = node;
    s->open[s->open_count++] = node;
    s->is_open[node] = true;
}

/* All callees of the node are done: it may close a group. */
static void leave(struct search *s, int node)
{
    int size = 0, member;

    s->path_count--;
    if (s->path_count) {
        int caller = s->path[s->path_count - 1];

        if (s->low[node] < s->low[caller])
            s->low[caller] = s->low[node];
    }
    if (s->low[node] != s->number[node])
        return;
    do {
        member = s->open[--s->open_count];
        s->is_open[member] = false;
        s->c->group[member] = s->c->group_count;
        s->c->order[s->ordered++] = member;
        size++;
    } while (member != node);
    s->c->group_count++;
    for (int i = s->ordered - size; i < s->ordered && size > 1; i++)
        s->c->recursive[s->c->order[i]] = true;
}

static void search_from(struct search *s, int root)
{
    enter(s, root);
    while (s->path_count) {
        int node = s->path[s->path_count - 1], callee;

        if (s->next[node] == s->c->first[node + 1]) {
            leave(s, node);
            continue;
        }
        callee = s->c->edge[s->next[node]++];
        if (callee == node)
            s->c->recursive[node] = true;
        if (!s->number[callee])
            enter(s, callee);
        else if (s->is_open[callee] && s->number[callee] < s->low[node])
            s->low[node] = s->number[callee];
    }
}

void calls_make(struct arena *a, const struct program *p, struct calls *out)
{
    size_t n = (size_t)p->func_count + 1;
    struct search s = { .c = out };

    *out = (struct calls){ .node_count = p->func_count + 1 };
    out->first = ARENA_NEW(a, int, n + 1);
    out->group = ARENA_NEW(a, int, n);
    out->order = ARENA_NEW(a, int, n);
    out->recursive = ARENA_NEW(a, bool, n);
    add_edges(a, p, out);
    s.number = ARENA_NEW(a, int, n);
    s.low = ARENA_NEW(a, int, n);
    s.next = ARENA_NEW(a, int, n);
    s.path = ARENA_NEW(a, int, n);
    s.open = ARENA_NEW(a, int, n);
    s.is_open = ARENA_NEW(a, bool, n);
    for (int i = 0; i < out->node_count; i++)
        if (!s.number[i])
            search_from(&s, i);
}
