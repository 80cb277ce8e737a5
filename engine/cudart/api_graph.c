/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs: made by hand, looked at, changed, launched. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cudart/api.h"
#include "cudart/graph.h"
#include "cudart/launch.h"

/* ---- graphs -------------------------------------------------------------- */

API(cudaGraphCreate, (struct graph * *out, unsigned flags))
{
    int e = client_open();

    if (!e && (!out || flags))
        e = cudaErrorInvalidValue;
    if (!e)
        *out = graph_new();
    return client_error(e);
}

API(cudaGraphDestroy, (struct graph * g))
{
    if (!graph_is(g))
        return client_error(cudaErrorInvalidValue);
    graph_free(g);
    return 0;
}

API(cudaGraphClone, (struct graph * *out, struct graph *g))
{
    if (!graph_is(g) || !out)
        return client_error(cudaErrorInvalidValue);
    *out = graph_clone(g);
    return 0;
}

API(cudaGraphNodeFindInClone,
    (struct graph_node * *out, struct graph_node *n, struct graph *clone))
{
    if (!node_is(n) || !graph_is(clone) || !out)
        return client_error(cudaErrorInvalidValue);
    for (int i = 0; i < clone->count; i++)
        if (clone->nodes[i] && clone->nodes[i]->original == n) {
            *out = clone->nodes[i];
            return 0;
        }
    return client_error(cudaErrorInvalidValue);
}

/* ---- what a node does ---------------------------------------------------- */

static int set_kernel(struct graph_node *n,
                      const struct cudaKernelNodeParams *p)
{
    const struct launch_shape l = {
        { p->gridDim.x, p->gridDim.y, p->gridDim.z },
        { p->blockDim.x, p->blockDim.y, p->blockDim.z },
        p->sharedMemBytes,
        false
    };
    struct submission s;
    struct kernel *k;
    int e;

    if (!p->kernelParams && p->extra)
        return cudaErrorNotSupported;
    e = client_kernel(p->func, &k);
    if (!e && !p->kernelParams && k->info.params)
        e = cudaErrorInvalidValue;
    if (!e)
        e = launch_work(p->func, &l, p->kernelParams, &s);
    if (e)
        return e;
    node_set_work(n, &s);
    free(s.bytes);
    n->kernel = *p;
    free(n->kernel_args);
    n->kernel_args = calloc((size_t)k->info.params + 1, sizeof(void *));
    for (int i = 0; n->kernel_args && i < k->info.params; i++)
        n->kernel_args[i] = (char *)n->work.bytes + k->layout[2 * i];
    n->kernel.kernelParams = n->kernel_args;
    n->kernel.extra = NULL;
    return 0;
}

static char *corner(const struct cudaPitchedPtr *p, const struct cudaPos *at)
{
    return (char *)p->ptr + at->z * p->pitch * p->ysize + at->y * p->pitch +
           at->x;
}

static int set_copy(struct graph_node *n, const struct cudaMemcpy3DParms *p)
{
    const struct bus_shape shape = {
        .width = p->extent.width,
        .height = p->extent.height,
        .depth = p->extent.depth,
        .dst_pitch = p->dstPtr.pitch,
        .src_pitch = p->srcPtr.pitch,
        .dst_slice = p->dstPtr.pitch * p->dstPtr.ysize,
        .src_slice = p->srcPtr.pitch * p->srcPtr.ysize,
    };
    struct submission s;
    int e;

    if (p->srcArray || p->dstArray)
        return cudaErrorNotSupported;
    e = submission_copy(&s, &shape, corner(&p->dstPtr, &p->dstPos),
                        corner(&p->srcPtr, &p->srcPos), (int)p->kind, true);
    if (e)
        return e;
    if (s.kind == BUS_LOOK)
        return cudaErrorInvalidValue;
    node_set_work(n, &s);
    n->copy = *p;
    return 0;
}

static struct cudaMemcpy3DParms flat_copy(void *dst, const void *src,
                                          size_t bytes, int kind)
{
    return (struct cudaMemcpy3DParms){
        .srcPtr = { (void *)(uintptr_t)src, bytes, bytes, 1 },
        .dstPtr = { dst, bytes, bytes, 1 },
        .extent = { bytes, 1, 1 },
        .kind = (enum cudaMemcpyKind)kind,
    };
}

static int set_memset(struct graph_node *n, const struct cudaMemsetParams *p)
{
    struct submission s = { .kind = BUS_MEMSET, .async = true };
    const size_t width = p->width * p->elementSize;

    if (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4)
        return cudaErrorInvalidValue;
    if (!width || !p->height || (p->height > 1 && p->pitch < width))
        return cudaErrorInvalidValue;
    s.shape = (struct bus_shape){ .width = width,
                                  .height = p->height,
                                  .depth = 1,
                                  .dst_pitch = p->pitch,
                                  .dst_slice = p->pitch * p->height };
    s.shape.dst = is_device_address(p->dst) || is_hosted_address(p->dst)
                      ? (uint64_t)(uintptr_t)p->dst
                      : hosted_device(p->dst);
    if (!s.shape.dst)
        return cudaErrorInvalidValue;
    s.arg[BUS_COPY_VALUE] = p->value;
    s.arg[BUS_COPY_SIZE] = p->elementSize;
    node_set_work(n, &s);
    n->set = *p;
    return 0;
}

static int set_host(struct graph_node *n, const struct cudaHostNodeParams *p)
{
    struct submission s = { .kind = BUS_HOST_FUNCTION, .async = true };

    if (!p->fn)
        return cudaErrorInvalidValue;
    s.arg[0] = (uint64_t)(uintptr_t)p->fn;
    s.arg[1] = (uint64_t)(uintptr_t)p->userData;
    node_set_work(n, &s);
    n->host = *p;
    return 0;
}

static int set_event(struct graph_node *n, void *event)
{
    const bool record = n->type == cudaGraphNodeTypeEventRecord;
    struct submission s = { .kind = record ? BUS_EVENT_RECORD : BUS_STREAM_WAIT,
                            .async = true };

    if (!event_info(event))
        return cudaErrorInvalidResourceHandle;
    s.arg[record ? 0 : 1] = (uint64_t)(uintptr_t)event;
    node_set_work(n, &s);
    n->event = event;
    return 0;
}

/* ---- adding nodes -------------------------------------------------------- */

typedef struct graph_node *const *node_list;

static int add(struct graph_node **out, struct graph *g, node_list after,
               size_t count, enum cudaGraphNodeType type)
{
    int e = client_open();

    if (e)
        return e;
    if (!out || !graph_is(g) || (count && !after))
        return cudaErrorInvalidValue;
    *out = graph_add(g, type, after, count);
    return *out ? 0 : cudaErrorInvalidValue;
}

/* A node that could not be filled in is not there. */
static int keep(struct graph_node **out, int e)
{
    if (e) {
        graph_remove(*out);
        *out = NULL;
    }
    return client_error(e);
}

API(cudaGraphAddEmptyNode,
    (struct graph_node * *out, struct graph *g, node_list after, size_t count))
{
    return client_error(add(out, g, after, count, cudaGraphNodeTypeEmpty));
}

API(cudaGraphAddKernelNode,
    (struct graph_node * *out, struct graph *g, node_list after, size_t count,
     const struct cudaKernelNodeParams *p))
{
    int e = p ? add(out, g, after, count, cudaGraphNodeTypeKernel)
              : cudaErrorInvalidValue;

    return e ? client_error(e) : keep(out, set_kernel(*out, p));
}

API(cudaGraphAddMemcpyNode,
    (struct graph_node * *out, struct graph *g, node_list after, size_t count,
     const struct cudaMemcpy3DParms *p))
{
    int e = p ? add(out, g, after, count, cudaGraphNodeTypeMemcpy)
              : cudaErrorInvalidValue;

    return e ? client_error(e) : keep(out, set_copy(*out, p));
}

API(cudaGraphAddMemcpyNode1D,
    (struct graph_node * *out, struct graph *g, node_list after, size_t count,
     void *dst, const void *src, size_t bytes, int kind))
{
    const struct cudaMemcpy3DParms p = flat_copy(dst, src, bytes, kind);
    int e = add(out, g, after, count, cudaGraphNodeTypeMemcpy);

    return e ? client_error(e) : keep(out, set_copy(*out, &p));
}

/* The bytes of a variable, for a copy. */
static int of_variable(const void *symbol, size_t bytes, size_t offset,
                       void **at)
{
    struct variable *v;
    int e = client_variable(symbol, &v);

    if (!e && (offset > v->bytes || bytes > v->bytes - offset))
        e = cudaErrorInvalidValue;
    if (!e)
        *at =
            (v->managed ? (char *)*v->managed : (char *)(uintptr_t)v->address) +
            offset;
    return e;
}

API(cudaGraphAddMemcpyNodeToSymbol,
    (struct graph_node * *out, struct graph *g, node_list after, size_t count,
     const void *symbol, const void *src, size_t bytes, size_t offset,
     int kind))
{
    struct cudaMemcpy3DParms p;
    void *at = NULL;
    int e = of_variable(symbol, bytes, offset, &at);

    if (!e)
        e = add(out, g, after, count, cudaGraphNodeTypeMemcpy);
    p = flat_copy(at, src, bytes, kind);
    return e ? client_error(e) : keep(out, set_copy(*out, &p));
}

API(cudaGraphAddMemcpyNodeFromSymbol,
    (struct graph_node * *out, struct graph *g, node_list after, size_t count,
     void *dst, const void *symbol, size_t bytes, size_t offset, int kind))
{
    struct cudaMemcpy3DParms p;
    void *at = NULL;
    int e = of_variable(symbol, bytes, offset, &at);

    if (!e)
        e = add(out, g, after, count, cudaGraphNodeTypeMemcpy);
    p = flat_copy(dst, at, bytes, kind);
    return e ? client_error(e) : keep(out, set_copy(*out, &p));
}

API(cudaGraphAddMemsetNode,
    (struct graph_node * *out, struct graph *g, node_list after, size_t count,
     const struct cudaMemsetParams *p))
{
    int e = p ? add(out, g, after, count, cudaGraphNodeTypeMemset)
              : cudaErrorInvalidValue;

    return e ? client_error(e) : keep(out, set_memset(*out, p));
}

API(cudaGraphAddHostNode,
    (struct graph_node * *out, struct graph *g, node_list after, size_t count,
     const struct cudaHostNodeParams *p))
{
    int e = p ? add(out, g, after, count, cudaGraphNodeTypeHost)
              : cudaErrorInvalidValue;

    return e ? client_error(e) : keep(out, set_host(*out, p));
}

API(cudaGraphAddChildGraphNode,
    (struct graph_node * *out, struct graph *g, node_list after, size_t count,
     struct graph *child))
{
    int e = graph_is(child) && child != g
                ? add(out, g, after, count, cudaGraphNodeTypeGraph)
                : cudaErrorInvalidValue;

    if (!e)
        (*out)->child = graph_clone(child);
    return client_error(e);
}

API(cudaGraphAddEventRecordNode, (struct graph_node * *out, struct graph *g,
                                  node_list after, size_t count, void *event))
{
    int e = add(out, g, after, count, cudaGraphNodeTypeEventRecord);

    return e ? client_error(e) : keep(out, set_event(*out, event));
}

API(cudaGraphAddEventWaitNode, (struct graph_node * *out, struct graph *g,
                                node_list after, size_t count, void *event))
{
    int e = add(out, g, after, count, cudaGraphNodeTypeWaitEvent);

    return e ? client_error(e) : keep(out, set_event(*out, event));
}

/* The parameters of any node. */
static int set_any(struct graph_node *n, const struct cudaGraphNodeParams *p)
{
    struct cudaKernelNodeParams kernel;
    struct cudaMemsetParams set;
    struct cudaHostNodeParams host;

    switch (p->type) {
    case cudaGraphNodeTypeKernel:
        kernel = (struct cudaKernelNodeParams){
            p->kernel.func,         p->kernel.gridDim,
            p->kernel.blockDim,     p->kernel.sharedMemBytes,
            p->kernel.kernelParams, p->kernel.extra
        };
        return set_kernel(n, &kernel);
    case cudaGraphNodeTypeMemcpy:
        return set_copy(n, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
        memcpy(&set, &p->memset, sizeof set);
        return set_memset(n, &set);
    case cudaGraphNodeTypeHost:
        memcpy(&host, &p->host, sizeof host);
        return set_host(n, &host);
    case cudaGraphNodeTypeEventRecord:
        return set_event(n, p->eventRecord.event);
    case cudaGraphNodeTypeWaitEvent:
        return set_event(n, p->eventWait.event);
    case cudaGraphNodeTypeGraph:
        if (!graph_is((struct graph *)p->graph.graph))
            return cudaErrorInvalidValue;
        if (n->child)
            graph_free(n->child);
        n->child = graph_clone((struct graph *)p->graph.graph);
        return 0;
    case cudaGraphNodeTypeEmpty:
        return 0;
    default:
        return cudaErrorNotSupported;
    }
}

API(cudaGraphAddNode,
    (struct graph_node * *out, struct graph *g, node_list after,
     const void *edges, size_t count, const struct cudaGraphNodeParams *p))
{
    int e = p ? add(out, g, after, count, p->type) : cudaErrorInvalidValue;

    (void)edges;
    return e ? client_error(e) : keep(out, set_any(*out, p));
}

/* ---- looking at nodes and changing them ---------------------------------- */

static int is_of(const struct graph_node *n, enum cudaGraphNodeType type,
                 const void *p)
{
    return node_is(n) && n->type == type && p ? 0 : cudaErrorInvalidValue;
}

/* name, type, the parameters' type, the field, how to set them */
#define PARAMS(name, TYPE, type, field, set)                               \
    API(cudaGraph##name##NodeGetParams, (struct graph_node * n, type * p)) \
    {                                                                      \
        int e = is_of(n, cudaGraphNodeType##TYPE, p);                      \
                                                                           \
        if (!e)                                                            \
            *p = n->field;                                                 \
        return client_error(e);                                            \
    }                                                                      \
                                                                           \
    API(cudaGraph##name##NodeSetParams,                                    \
        (struct graph_node * n, const type *p))                            \
    {                                                                      \
        int e = is_of(n, cudaGraphNodeType##TYPE, p);                      \
                                                                           \
        return client_error(e ? e : set(n, p));                            \
    }                                                                      \
                                                                           \
    API(cudaGraphExec##name##NodeSetParams,                                \
        (struct graph_exec * x, struct graph_node * n, const type *p))     \
    {                                                                      \
        struct graph_node *m = in_exec(x, n);                              \
        int e = is_of(m, cudaGraphNodeType##TYPE, p);                      \
                                                                           \
        return client_error(e ? e : set(m, p));                            \
    }

/* The node of an executable graph that was made from n. */
static struct graph_node *in_exec(const struct graph_exec *x,
                                  const struct graph_node *n)
{
    if (!exec_is(x) || !node_is(n) || n->index >= x->graph->count)
        return NULL;
    return x->graph->nodes[n->index];
}

PARAMS(Kernel, Kernel, struct cudaKernelNodeParams, kernel, set_kernel)
PARAMS(Memcpy, Memcpy, struct cudaMemcpy3DParms, copy, set_copy)
PARAMS(Memset, Memset, struct cudaMemsetParams, set, set_memset)
PARAMS(Host, Host, struct cudaHostNodeParams, host, set_host)
#undef PARAMS

API(cudaGraphMemcpyNodeSetParams1D,
    (struct graph_node * n, void *dst, const void *src, size_t bytes, int kind))
{
    const struct cudaMemcpy3DParms p = flat_copy(dst, src, bytes, kind);
    int e = is_of(n, cudaGraphNodeTypeMemcpy, &p);

    return client_error(e ? e : set_copy(n, &p));
}

API(cudaGraphExecMemcpyNodeSetParams1D,
    (struct graph_exec * x, struct graph_node *n, void *dst, const void *src,
     size_t bytes, int kind))
{
    const struct cudaMemcpy3DParms p = flat_copy(dst, src, bytes, kind);
    struct graph_node *m = in_exec(x, n);
    int e = is_of(m, cudaGraphNodeTypeMemcpy, &p);

    return client_error(e ? e : set_copy(m, &p));
}

API(cudaGraphEventRecordNodeGetEvent, (struct graph_node * n, void **out))
{
    int e = is_of(n, cudaGraphNodeTypeEventRecord, out);

    if (!e)
        *out = n->event;
    return client_error(e);
}

API(cudaGraphEventRecordNodeSetEvent, (struct graph_node * n, void *event))
{
    int e = is_of(n, cudaGraphNodeTypeEventRecord, event);

    return client_error(e ? e : set_event(n, event));
}

API(cudaGraphEventWaitNodeGetEvent, (struct graph_node * n, void **out))
{
    int e = is_of(n, cudaGraphNodeTypeWaitEvent, out);

    if (!e)
        *out = n->event;
    return client_error(e);
}

API(cudaGraphEventWaitNodeSetEvent, (struct graph_node * n, void *event))
{
    int e = is_of(n, cudaGraphNodeTypeWaitEvent, event);

    return client_error(e ? e : set_event(n, event));
}

API(cudaGraphExecEventRecordNodeSetEvent,
    (struct graph_exec * x, struct graph_node *n, void *event))
{
    struct graph_node *m = in_exec(x, n);
    int e = is_of(m, cudaGraphNodeTypeEventRecord, event);

    return client_error(e ? e : set_event(m, event));
}

API(cudaGraphExecEventWaitNodeSetEvent,
    (struct graph_exec * x, struct graph_node *n, void *event))
{
    struct graph_node *m = in_exec(x, n);
    int e = is_of(m, cudaGraphNodeTypeWaitEvent, event);

    return client_error(e ? e : set_event(m, event));
}

API(cudaGraphNodeSetParams,
    (struct graph_node * n, const struct cudaGraphNodeParams *p))
{
    int e = p && node_is(n) && n->type == p->type ? 0 : cudaErrorInvalidValue;

    return client_error(e ? e : set_any(n, p));
}

API(cudaGraphExecNodeSetParams, (struct graph_exec * x, struct graph_node *n,
                                 const struct cudaGraphNodeParams *p))
{
    struct graph_node *m = in_exec(x, n);
    int e = p && m && m->type == p->type ? 0 : cudaErrorInvalidValue;

    return client_error(e ? e : set_any(m, p));
}

API(cudaGraphChildGraphNodeGetGraph,
    (struct graph_node * n, struct graph **out))
{
    int e = is_of(n, cudaGraphNodeTypeGraph, out);

    if (!e)
        *out = n->child;
    return client_error(e);
}

API(cudaGraphExecChildGraphNodeSetParams,
    (struct graph_exec * x, struct graph_node *n, struct graph *child))
{
    struct graph_node *m = in_exec(x, n);
    int e = is_of(m, cudaGraphNodeTypeGraph, child);

    if (!e && !graph_is(child))
        e = cudaErrorInvalidValue;
    if (e)
        return client_error(e);
    graph_free(m->child);
    m->child = graph_clone(child);
    return 0;
}

API(cudaGraphNodeGetType, (struct graph_node * n, int *type))
{
    if (!node_is(n) || !type)
        return client_error(cudaErrorInvalidValue);
    *type = (int)n->type;
    return 0;
}

API(cudaGraphNodeSetEnabled,
    (struct graph_exec * x, struct graph_node *n, unsigned enabled))
{
    struct graph_node *m = in_exec(x, n);

    if (!m || (m->type != cudaGraphNodeTypeKernel &&
               m->type != cudaGraphNodeTypeMemcpy &&
               m->type != cudaGraphNodeTypeMemset))
        return client_error(cudaErrorInvalidValue);
    m->enabled = enabled != 0;
    return 0;
}

API(cudaGraphNodeGetEnabled,
    (struct graph_exec * x, struct graph_node *n, unsigned *enabled))
{
    const struct graph_node *m = in_exec(x, n);

    if (!m || !enabled)
        return client_error(cudaErrorInvalidValue);
    *enabled = m->enabled;
    return 0;
}

API(cudaGraphDestroyNode, (struct graph_node * n))
{
    if (!node_is(n))
        return client_error(cudaErrorInvalidValue);
    graph_remove(n);
    return 0;
}

/* ---- the shape of a graph ------------------------------------------------ */

/* Hand out a list: as many as the caller has room for, and how many there
   are. */
struct listing {
    struct graph_node **out;
    size_t room, count;
};

static void list_node(struct listing *l, struct graph_node *n)
{
    if (l->out && l->count < l->room)
        l->out[l->count] = n;
    l->count++;
}

static void list_end(struct listing *l, size_t *count)
{
    for (size_t i = l->count; l->out && i < l->room; i++)
        l->out[i] = NULL;
    *count = l->out && l->count > l->room ? l->room : l->count;
}

API(cudaGraphGetNodes,
    (struct graph * g, struct graph_node **out, size_t *count))
{
    struct listing l = { out, count ? *count : 0, 0 };

    if (!graph_is(g) || !count)
        return client_error(cudaErrorInvalidValue);
    for (int i = 0; i < g->count; i++)
        if (g->nodes[i])
            list_node(&l, g->nodes[i]);
    list_end(&l, count);
    return 0;
}

API(cudaGraphGetRootNodes,
    (struct graph * g, struct graph_node **out, size_t *count))
{
    struct listing l = { out, count ? *count : 0, 0 };

    if (!graph_is(g) || !count)
        return client_error(cudaErrorInvalidValue);
    for (int i = 0; i < g->count; i++)
        if (g->nodes[i] && !g->nodes[i]->after_count)
            list_node(&l, g->nodes[i]);
    list_end(&l, count);
    return 0;
}

API(cudaGraphNodeGetDependencies,
    (struct graph_node * n, struct graph_node **out, void *edges,
     size_t *count))
{
    struct listing l = { out, count ? *count : 0, 0 };

    (void)edges;
    if (!node_is(n) || !count)
        return client_error(cudaErrorInvalidValue);
    for (int i = 0; i < n->after_count; i++)
        list_node(&l, n->after[i]);
    list_end(&l, count);
    return 0;
}

API(cudaGraphNodeGetDependentNodes,
    (struct graph_node * n, struct graph_node **out, void *edges,
     size_t *count))
{
    struct listing l = { out, count ? *count : 0, 0 };

    (void)edges;
    if (!node_is(n) || !count)
        return client_error(cudaErrorInvalidValue);
    for (int i = 0; i < n->graph->count; i++)
        for (int k = 0;
             n->graph->nodes[i] && k < n->graph->nodes[i]->after_count; k++)
            if (n->graph->nodes[i]->after[k] == n)
                list_node(&l, n->graph->nodes[i]);
    list_end(&l, count);
    return 0;
}

API(cudaGraphGetEdges, (struct graph * g, struct graph_node **from,
                        struct graph_node **to, void *edges, size_t *count))
{
    struct listing a = { from, count ? *count : 0, 0 };
    struct listing b = { to, count ? *count : 0, 0 };

    (void)edges;
    if (!graph_is(g) || !count)
        return client_error(cudaErrorInvalidValue);
    for (int i = 0; i < g->count; i++)
        for (int k = 0; g->nodes[i] && k < g->nodes[i]->after_count; k++) {
            list_node(&a, g->nodes[i]->after[k]);
            list_node(&b, g->nodes[i]);
        }
    list_end(&b, count);
    list_end(&a, count);
    return 0;
}

static int edge_of(const struct graph *g, const struct graph_node *from,
                   const struct graph_node *to)
{
    if (!node_is(from) || !node_is(to) || from->graph != g || to->graph != g ||
        from == to)
        return -2;
    for (int i = 0; i < to->after_count; i++)
        if (to->after[i] == from)
            return i;
    return -1;
}

API(cudaGraphAddDependencies, (struct graph * g, node_list from, node_list to,
                               const void *edges, size_t count))
{
    (void)edges;
    if (!graph_is(g))
        return client_error(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; i++) {
        struct graph_node **all;
        struct graph_node *n = to[i];

        if (edge_of(g, from[i], n) != -1)
            return client_error(cudaErrorInvalidValue);
        all = malloc(((size_t)n->after_count + 1) * sizeof(void *));
        if (!all)
            return client_error(cudaErrorMemoryAllocation);
        for (int k = 0; k < n->after_count; k++)
            all[k] = n->after[k];
        all[n->after_count] = from[i];
        tail_copy(&n->after, &n->after_count, all, n->after_count + 1);
        free(all);
    }
    return 0;
}

API(cudaGraphRemoveDependencies,
    (struct graph * g, node_list from, node_list to, const void *edges,
     size_t count))
{
    (void)edges;
    if (!graph_is(g))
        return client_error(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; i++) {
        const int at = edge_of(g, from[i], to[i]);

        if (at < 0)
            return client_error(cudaErrorInvalidValue);
        to[i]->after[at] = to[i]->after[--to[i]->after_count];
    }
    return 0;
}

/* ---- executable graphs --------------------------------------------------- */

static int instantiate(struct graph_exec **out, struct graph *g,
                       unsigned long long flags, struct graph_node **bad)
{
    int e = client_open();

    if (!e && (!out || !graph_is(g)))
        e = cudaErrorInvalidValue;
    if (!e)
        e = exec_new(g, flags, out, bad);
    return client_error(e);
}

API(cudaGraphInstantiate,
    (struct graph_exec * *out, struct graph *g, unsigned long long flags))
{
    return instantiate(out, g, flags, NULL);
}

API(cudaGraphInstantiateWithFlags,
    (struct graph_exec * *out, struct graph *g, unsigned long long flags))
{
    return instantiate(out, g, flags, NULL);
}

API(cudaGraphInstantiateWithParams,
    (struct graph_exec * *out, struct graph *g, cudaGraphInstantiateParams *p))
{
    int e = p ? instantiate(out, g, p->flags, NULL) : cudaErrorInvalidValue;

    if (p)
        p->result_out =
            e ? cudaGraphInstantiateError : cudaGraphInstantiateSuccess;
    return client_error(e);
}

API(cudaGraphExecGetFlags, (struct graph_exec * x, unsigned long long *flags))
{
    if (!exec_is(x) || !flags)
        return client_error(cudaErrorInvalidValue);
    *flags = x->flags;
    return 0;
}

API(cudaGraphExecDestroy, (struct graph_exec * x))
{
    if (!exec_is(x))
        return client_error(cudaErrorInvalidValue);
    exec_free(x);
    return 0;
}

API(cudaGraphUpload, (struct graph_exec * x, void *stream))
{
    int e = client_open();

    if (!e && (!exec_is(x) || !stream_info(stream)))
        e = cudaErrorInvalidValue;
    return client_error(e);
}

API(cudaGraphLaunch, (struct graph_exec * x, void *stream))
{
    ENTER(cudaGraphLaunch);
    const struct stream_info *s;
    int e = client_open();

    if (e)
        return client_error(e);
    s = stream_info(stream);
    if (!exec_is(x) || !s)
        return client_error(s ? cudaErrorInvalidValue
                              : cudaErrorInvalidResourceHandle);
    if (s->capture)
        return client_error(cudaErrorNotSupported);
    return client_error(exec_launch(x, stream));
}

/* The same nodes behind the same others? */
static enum cudaGraphExecUpdateResult compare(const struct graph *a,
                                              const struct graph *b)
{
    if (a->count != b->count)
        return cudaGraphExecUpdateErrorTopologyChanged;
    for (int i = 0; i < a->count; i++) {
        const struct graph_node *x = a->nodes[i], *y = b->nodes[i];

        if (!x != !y || (x && x->after_count != y->after_count))
            return cudaGraphExecUpdateErrorTopologyChanged;
        if (x && x->type != y->type)
            return cudaGraphExecUpdateErrorNodeTypeChanged;
        for (int k = 0; x && k < x->after_count; k++)
            if (x->after[k]->index != y->after[k]->index)
                return cudaGraphExecUpdateErrorTopologyChanged;
    }
    return cudaGraphExecUpdateSuccess;
}

API(cudaGraphExecUpdate, (struct graph_exec * x, struct graph *g,
                          cudaGraphExecUpdateResultInfo *info))
{
    enum cudaGraphExecUpdateResult r;

    if (!exec_is(x) || !graph_is(g))
        return client_error(cudaErrorInvalidValue);
    r = compare(x->graph, g);
    if (info)
        *info = (cudaGraphExecUpdateResultInfo){ .result = r };
    if (r != cudaGraphExecUpdateSuccess)
        return client_error(cudaErrorGraphExecUpdateFailure);
    graph_free(x->graph);
    x->graph = graph_clone(g);
    return 0;
}
