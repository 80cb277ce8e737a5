/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/shared.h"

#include <stdlib.h>

#include "base/arena.h"

/* Beyond this much work every variable gets a place of its own. */
enum { WORK_MAX = 1 << 25 };

/* Lists by function or by entry of indices into symbols. */
struct uses {
    int *first, *symbol; /* symbols that function f names */
};

struct layout {
    struct arena arena; /* scratch */
    struct program *p;
    const struct calls *calls;
    struct uses by_func;
    int **entry_symbols; /* by entry: what it and its callees name */
    int *entry_count;
    int **symbol_entries; /* by symbol: entries that reach it */
    int *symbol_count, *symbol_capacity;
    long work;
};

static bool is_static_shared(const struct symbol *s)
{
    return s->space == SPACE_SHARED && !s->is_dynamic;
}

/* Shared symbols that each function names, each once. */
static void find_uses(struct layout *l)
{
    const struct program *p = l->p;
    int capacity = 0, n = 0;
    int *seen = ARENA_NEW(&l->arena, int, (size_t)p->symbol_count + 1);

    l->by_func.first = ARENA_NEW(&l->arena, int, (size_t)p->func_count + 1);
    for (int f = 0; f < p->func_count; f++) {
        l->by_func.first[f] = n;
        for (int pc = p->funcs[f].first; pc >= 0 && pc < p->funcs[f].end; pc++)
            for (int i = 0; i < p->insts[pc].operand_count; i++) {
                int s = p->insts[pc].operand[i].symbol;

                if (s < 0 || seen[s] == f + 1 ||
                    p->symbols[s].space != SPACE_SHARED)
                    continue;
                seen[s] = f + 1;
                ARENA_PUSH(&l->arena, l->by_func.symbol, n, capacity, s);
            }
    }
    l->by_func.first[p->func_count] = n;
}

/* Static shared symbols of an entry and all it may call. */
static void find_reach(struct layout *l, int entry, int *seen_node,
                       int *seen_symbol, int *stack)
{
    const struct calls *c = l->calls;
    int top = 0, capacity = 0;

    stack[top++] = entry;
    seen_node[entry] = entry + 1;
    while (top) {
        int node = stack[--top];

        for (int i = c->first[node]; i < c->first[node + 1]; i++, l->work++)
            if (seen_node[c->edge[i]] != entry + 1) {
                seen_node[c->edge[i]] = entry + 1;
                stack[top++] = c->edge[i];
            }
        if (node == l->p->func_count)
            continue; /* the node of pointers */
        for (int i = l->by_func.first[node]; i < l->by_func.first[node + 1];
             i++, l->work++) {
            int s = l->by_func.symbol[i];

            if (!is_static_shared(&l->p->symbols[s]) ||
                seen_symbol[s] == entry + 1)
                continue;
            seen_symbol[s] = entry + 1;
            ARENA_PUSH(&l->arena, l->entry_symbols[entry],
                       l->entry_count[entry], capacity, s);
            ARENA_PUSH(&l->arena, l->symbol_entries[s], l->symbol_count[s],
                       l->symbol_capacity[s], entry);
        }
    }
}

static void find_all_reach(struct layout *l)
{
    size_t funcs = (size_t)l->p->func_count + 1;
    size_t symbols = (size_t)l->p->symbol_count + 1;
    int *seen_node = ARENA_NEW(&l->arena, int, funcs);
    int *seen_symbol = ARENA_NEW(&l->arena, int, symbols);
    int *stack = ARENA_NEW(&l->arena, int, funcs);

    l->entry_symbols = ARENA_NEW(&l->arena, int *, funcs);
    l->entry_count = ARENA_NEW(&l->arena, int, funcs);
    l->symbol_entries = ARENA_NEW(&l->arena, int *, symbols);
    l->symbol_count = ARENA_NEW(&l->arena, int, symbols);
    l->symbol_capacity = ARENA_NEW(&l->arena, int, symbols);
    for (int f = 0; f < l->p->func_count && l->work < WORK_MAX; f++)
        if (l->p->funcs[f].is_entry)
            find_reach(l, f, seen_node, seen_symbol, stack);
}

struct range {
    uint64_t from, to;
};

static int range_order(const void *a, const void *b)
{
    const struct range *x = a, *y = b;

    return (x->from > y->from) - (x->from < y->from);
}

static uint64_t align_up(uint64_t n, int align)
{
    return (n + (uint64_t)align - 1) / (uint64_t)align * (uint64_t)align;
}

/* The lowest place of a symbol among placed ones of its entries. */
static void place(struct layout *l, int symbol, const bool *placed)
{
    struct symbol *s = &l->p->symbols[symbol];
    struct range *taken = NULL;
    int count = 0, capacity = 0;

    for (int i = 0; i < l->symbol_count[symbol]; i++) {
        int e = l->symbol_entries[symbol][i];

        for (int k = 0; k < l->entry_count[e]; k++, l->work++) {
            int other = l->entry_symbols[e][k];
            struct range r = { l->p->symbols[other].offset,
                               l->p->symbols[other].offset +
                                   l->p->symbols[other].bytes };

            if (placed[other])
                ARENA_PUSH(&l->arena, taken, count, capacity, r);
        }
    }
    if (count)
        qsort(taken, (size_t)count, sizeof *taken, range_order);
    s->offset = 0;
    for (int i = 0; i < count; i++) {
        if (s->offset + s->bytes <= taken[i].from)
            break;
        if (taken[i].to > s->offset)
            s->offset = align_up(taken[i].to, s->align);
    }
}

struct wish {
    int symbol, entries;
};

static int wish_order(const void *a, const void *b)
{
    const struct wish *x = a, *y = b;

    if (x->entries != y->entries)
        return x->entries < y->entries ? 1 : -1;
    return (x->symbol > y->symbol) - (x->symbol < y->symbol);
}

/* Every variable behind the one before it. */
static void place_in_order(struct program *p)
{
    uint64_t top = 0;

    for (int s = 0; s < p->symbol_count; s++)
        if (is_static_shared(&p->symbols[s])) {
            p->symbols[s].offset = align_up(top, p->symbols[s].align);
            top = p->symbols[s].offset + p->symbols[s].bytes;
        }
}

static void place_all(struct layout *l)
{
    struct program *p = l->p;
    size_t symbols = (size_t)p->symbol_count + 1;
    struct wish *wishes = ARENA_NEW(&l->arena, struct wish, symbols);
    bool *placed = ARENA_NEW(&l->arena, bool, symbols);
    int n = 0;

    for (int s = 0; s < p->symbol_count; s++)
        if (is_static_shared(&p->symbols[s]))
            wishes[n++] = (struct wish){ s, l->symbol_count[s] };
    if (n)
        qsort(wishes, (size_t)n, sizeof *wishes, wish_order);
    for (int i = 0; i < n && l->work < WORK_MAX; i++) {
        place(l, wishes[i].symbol, placed);
        placed[wishes[i].symbol] = true;
    }
    if (l->work >= WORK_MAX)
        place_in_order(p);
}

/* What functions need, callees first. */
static void fill_funcs(struct layout *l)
{
    const struct calls *c = l->calls;
    struct program *p = l->p;
    size_t groups = (size_t)c->group_count + 1;
    int *bytes = ARENA_NEW(&l->arena, int, groups);
    bool *dynamic = ARENA_NEW(&l->arena, bool, groups);

    for (int i = 0; i < c->node_count; i++) {
        int node = c->order[i], g = c->group[node];

        for (int k = c->first[node]; k < c->first[node + 1]; k++) {
            int h = c->group[c->edge[k]];

            bytes[g] = bytes[h] > bytes[g] ? bytes[h] : bytes[g];
            dynamic[g] = dynamic[g] || dynamic[h];
        }
        if (node == p->func_count)
            continue;
        for (int k = l->by_func.first[node]; k < l->by_func.first[node + 1];
             k++) {
            const struct symbol *s = &p->symbols[l->by_func.symbol[k]];
            int end = (int)(s->offset + s->bytes);

            if (s->is_dynamic)
                dynamic[g] = true;
            else if (end > bytes[g])
                bytes[g] = end;
        }
    }
    for (int f = 0; f < p->func_count; f++) {
        p->funcs[f].shared_bytes = bytes[c->group[f]];
        p->funcs[f].dynamic_shared = dynamic[c->group[f]];
    }
}

void shared_place(struct program *p, const struct calls *c)
{
    struct layout l = { .p = p, .calls = c };

    find_uses(&l);
    find_all_reach(&l);
    place_all(&l);
    fill_funcs(&l);
    arena_clear(&l.arena);
}
