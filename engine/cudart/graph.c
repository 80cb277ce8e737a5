/* SPDX-License-Identifier: Apache-2.0 */
#include "cudart/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *grab(size_t bytes)
{
    void *p = calloc(1, bytes ? bytes : 1);

    if (!p) {
        fputs("warplings: out of memory\n", stderr);
        abort();
    }
    return p;
}

bool graph_is(const struct graph *g)
{
    return g && (uintptr_t)g % sizeof(void *) == 0 && g->magic == GRAPH_MAGIC;
}

bool node_is(const struct graph_node *n)
{
    return n && (uintptr_t)n % sizeof(void *) == 0 && n->magic == NODE_MAGIC;
}

bool exec_is(const struct graph_exec *e)
{
    return e && (uintptr_t)e % sizeof(void *) == 0 && e->magic == EXEC_MAGIC;
}

struct graph *graph_new(void)
{
    struct graph *g = grab(sizeof *g);

    g->magic = GRAPH_MAGIC;
    return g;
}

static void node_free(struct graph_node *n)
{
    if (!n)
        return;
    n->magic = 0;
    free(n->work.bytes);
    free(n->kernel_args);
    free(n->after);
    if (n->child)
        graph_free(n->child);
    free(n);
}

void graph_free(struct graph *g)
{
    if (!g)
        return;
    g->magic = 0;
    for (int i = 0; i < g->count; i++)
        node_free(g->nodes[i]);
    free(g->nodes);
    free(g);
}

static void add_node(struct graph *g, struct graph_node *n)
{
    if (g->count == g->capacity) {
        g->capacity = g->capacity ? 2 * g->capacity : 16;
        g->nodes = realloc(g->nodes, (size_t)g->capacity * sizeof(void *));
        if (!g->nodes)
            abort();
    }
    n->graph = g;
    n->index = g->count;
    g->nodes[g->count++] = n;
}

struct graph_node *graph_add(struct graph *g, enum cudaGraphNodeType type,
                             struct graph_node *const *after, size_t count)
{
    struct graph_node *n;

    for (size_t i = 0; i < count; i++)
        if (!node_is(after[i]) || after[i]->graph != g)
            return NULL;
    n = grab(sizeof *n);
    n->magic = NODE_MAGIC;
    n->type = type;
    n->enabled = true;
    n->work.kind = BUS_LOOK;
    tail_copy(&n->after, &n->after_count, after, (int)count);
    add_node(g, n);
    return n;
}

void graph_remove(struct graph_node *n)
{
    struct graph *g = n->graph;

    for (int i = 0; i < g->count; i++)
        for (int k = 0; g->nodes[i] && k < g->nodes[i]->after_count; k++)
            if (g->nodes[i]->after[k] == n)
                g->nodes[i]->after[k--] =
                    g->nodes[i]->after[--g->nodes[i]->after_count];
    g->nodes[n->index] = NULL;
    node_free(n);
}

void node_set_work(struct graph_node *n, const struct submission *s)
{
    void *bytes = grab(s->size);

    if (s->size)
        memcpy(bytes, s->bytes, s->size);
    free(n->work.bytes);
    n->work = *s;
    n->work.bytes = bytes;
    n->work.async = true;
}

static struct graph_node *node_clone(const struct graph_node *n)
{
    struct graph_node *c = grab(sizeof *c);

    *c = *n;
    c->original = (struct graph_node *)(uintptr_t)n;
    c->after = NULL;
    c->after_count = 0;
    c->work.bytes = NULL;
    c->kernel_args = NULL;
    node_set_work(c, &n->work);
    c->child = n->child ? graph_clone(n->child) : NULL;
    return c;
}

struct graph *graph_clone(const struct graph *g)
{
    struct graph *c = graph_new();

    for (int i = 0; i < g->count; i++) {
        struct graph_node *n = g->nodes[i] ? node_clone(g->nodes[i]) : NULL;

        if (n) {
            add_node(c, n);
            continue;
        }
        n = grab(sizeof *n); /* holds the place */
        add_node(c, n);
        c->nodes[i] = NULL;
        free(n);
    }
    for (int i = 0; i < g->count; i++)
        if (g->nodes[i]) {
            struct graph_node *n = c->nodes[i];

            tail_copy(&n->after, &n->after_count, g->nodes[i]->after,
                      g->nodes[i]->after_count);
            for (int k = 0; k < n->after_count; k++)
                n->after[k] = c->nodes[n->after[k]->index];
        }
    return c;
}

struct graph_node **graph_order(const struct graph *g, int *count)
{
    struct graph_node **order = grab(((size_t)g->count + 1) * sizeof(void *));
    bool *done = grab((size_t)g->count + 1), moved = true;
    int n = 0, all = 0;

    for (int i = 0; i < g->count; i++)
        all += g->nodes[i] != NULL;
    while (moved && n < all) {
        moved = false;
        for (int i = 0; i < g->count; i++) {
            bool free_to_go = g->nodes[i] && !done[i];

            for (int k = 0; free_to_go && k < g->nodes[i]->after_count; k++)
                free_to_go = done[g->nodes[i]->after[k]->index];
            if (free_to_go) {
                order[n++] = g->nodes[i];
                done[i] = moved = true;
            }
        }
    }
    free(done);
    *count = n;
    if (n == all)
        return order;
    free(order);
    return NULL;
}

/* ---- ready to run -------------------------------------------------------- */

int exec_new(struct graph *g, unsigned long long flags, struct graph_exec **out,
             struct graph_node **bad)
{
    struct graph_exec *e;
    struct graph_node **order;
    int n;

    if (bad)
        *bad = NULL;
    order = graph_order(g, &n);
    if (!order)
        return cudaErrorInvalidValue;
    free(order);
    e = grab(sizeof *e);
    e->magic = EXEC_MAGIC;
    e->graph = graph_clone(g);
    e->flags = flags;
    *out = e;
    return 0;
}

void exec_free(struct graph_exec *e)
{
    e->magic = 0;
    graph_free(e->graph);
    free(e);
}

/* Numbers for the nodes of a graph and of the graphs inside it. A child graph
   takes one for its begin, then those of its nodes. */
static int count_nodes(const struct graph *g)
{
    int n = 0;

    for (int i = 0; i < g->count; i++)
        if (g->nodes[i])
            n += 1 +
                 (g->nodes[i]->child ? 1 + count_nodes(g->nodes[i]->child) : 0);
    return n;
}

struct sending {
    uint64_t stream;
    uint32_t next; /* the number of the next node */
    int error;
};

/* One node that comes after others, by number. */
static uint32_t send_node(struct sending *s, const struct submission *work,
                          const uint32_t *after, size_t count)
{
    uint64_t arg[BUS_ARGS] = { s->next };
    struct submission now = { .kind = BUS_LOOK };

    if (!s->error)
        s->error = client_part(BUS_GRAPH_NODE, arg, after,
                               count * sizeof *after, false);
    if (work)
        now = *work;
    if (now.kind == BUS_LOOK) /* only an order */
        now = (struct submission){ .kind = BUS_MARK };
    now.arg[submission_stream(now.kind)] = s->stream;
    now.async = true;
    if (!s->error)
        s->error = submission_send(&now, true);
    return s->next++;
}

/* All nodes of a graph; roots come after `first`, if that is one. The numbers
   of those that nobody comes after go to last[]. */
static void send_graph(struct sending *s, const struct graph *g,
                       const uint32_t *first, uint32_t **last, int *last_count)
{
    int n;
    struct graph_node **order = graph_order(g, &n);
    uint32_t *number = grab(((size_t)g->count + 1) * sizeof *number);
    uint32_t *after = grab(((size_t)g->count + 2) * sizeof *after);
    bool *has_next = grab((size_t)g->count + 1);

    for (int i = 0; order && i < n; i++) {
        const struct graph_node *node = order[i];
        size_t count = 0;

        for (int k = 0; k < node->after_count; k++) {
            after[count++] = number[node->after[k]->index];
            has_next[node->after[k]->index] = true;
        }
        if (!count && first)
            after[count++] = *first;
        if (node->child) {
            uint32_t begin = send_node(s, NULL, after, count), *ends = NULL;
            int end_count = 0;

            send_graph(s, node->child, &begin, &ends, &end_count);
            number[node->index] = send_node(s, NULL, end_count ? ends : &begin,
                                            end_count ? (size_t)end_count : 1);
            free(ends);
            continue;
        }
        number[node->index] =
            send_node(s, node->enabled ? &node->work : NULL, after, count);
    }
    *last_count = 0;
    *last = grab(((size_t)g->count + 1) * sizeof **last);
    for (int i = 0; order && i < n; i++)
        if (!has_next[order[i]->index])
            (*last)[(*last_count)++] = number[order[i]->index];
    free(order);
    free(number);
    free(after);
    free(has_next);
}

int exec_launch(struct graph_exec *e, void *stream)
{
    struct sending s = { .stream = stream_number(stream) };
    uint64_t arg[BUS_ARGS] = { s.stream, (uint64_t)count_nodes(e->graph) };
    uint32_t *last;
    int count;

    s.error = client_part(BUS_GRAPH_BEGIN, arg, NULL, 0, true);
    send_graph(&s, e->graph, NULL, &last, &count);
    free(last);
    if (!s.error)
        s.error = client_part(BUS_GRAPH_END, NULL, NULL, 0, false);
    return s.error;
}
