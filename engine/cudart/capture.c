/* SPDX-License-Identifier: Apache-2.0 */
/* Streams that are being captured: their work becomes nodes of a graph. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cudart/api.h"
#include "cudart/graph.h"

static struct capture *captures;
static unsigned long long last_id;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int thread_mode = cudaStreamCaptureModeGlobal;

static enum cudaGraphNodeType type_of(enum bus_kind kind)
{
    switch (kind) {
    case BUS_LAUNCH:
        return cudaGraphNodeTypeKernel;
    case BUS_COPY:
    case BUS_COPY_IN:
    case BUS_COPY_OUT:
        return cudaGraphNodeTypeMemcpy;
    case BUS_MEMSET:
        return cudaGraphNodeTypeMemset;
    case BUS_HOST_FUNCTION:
        return cudaGraphNodeTypeHost;
    default:
        return cudaGraphNodeTypeEmpty;
    }
}

int capture_add(struct stream_info *s, const struct submission *work)
{
    struct graph_node *n;

    if (s->capture->spoilt)
        return cudaErrorStreamCaptureInvalidated;
    if (!work->async) {
        s->capture->spoilt = true;
        return cudaErrorStreamCaptureUnsupported;
    }
    n = graph_add(s->capture->graph, type_of(work->kind), s->tail,
                  (size_t)s->tail_count);
    if (!n)
        return cudaErrorInvalidValue;
    node_set_work(n, work);
    tail_copy(&s->tail, &s->tail_count, &n, 1);
    return 0;
}

/* The legacy stream waits for blocking streams: a captured one cannot be. */
bool capture_is_implicit(void)
{
    bool found = false;

    pthread_mutex_lock(&lock);
    for (struct capture *c = captures; c; c = c->next) {
        const struct stream_info *s = stream_info(c->origin);

        found |= s && !(s->flags & cudaStreamNonBlocking);
    }
    pthread_mutex_unlock(&lock);
    return found;
}

void capture_spoil(void)
{
    pthread_mutex_lock(&lock);
    for (struct capture *c = captures; c; c = c->next)
        c->spoilt = true;
    pthread_mutex_unlock(&lock);
}

int capture_allows(void)
{
    int e = 0;

    pthread_mutex_lock(&lock);
    for (struct capture *c = captures; c; c = c->next)
        if (c->mode == cudaStreamCaptureModeGlobal &&
            thread_mode == cudaStreamCaptureModeGlobal) {
            c->spoilt = true;
            e = cudaErrorStreamCaptureUnsupported;
        }
    pthread_mutex_unlock(&lock);
    return e;
}

int capture_record(struct event_info *e, struct stream_info *s)
{
    e->capture = s->capture;
    tail_copy(&e->tail, &e->tail_count, s->tail, s->tail_count);
    return s->capture->spoilt ? cudaErrorStreamCaptureInvalidated : 0;
}

int capture_wait(struct stream_info *s, struct event_info *e)
{
    struct graph_node **all;
    int n;

    if (s->capture && s->capture != e->capture) {
        s->capture->spoilt = true;
        return e->capture ? cudaErrorStreamCaptureMerge
                          : cudaErrorStreamCaptureIsolation;
    }
    s->capture = e->capture; /* it joins, if it was not part of it */
    n = s->tail_count + e->tail_count;
    all = malloc(((size_t)n + 1) * sizeof(void *));
    if (!all)
        return cudaErrorMemoryAllocation;
    for (int i = 0; i < s->tail_count; i++)
        all[i] = s->tail[i];
    n = s->tail_count;
    for (int i = 0; i < e->tail_count; i++) {
        bool have = false;

        for (int k = 0; k < n; k++)
            have |= all[k] == e->tail[i];
        if (!have)
            all[n++] = e->tail[i];
    }
    tail_copy(&s->tail, &s->tail_count, all, n);
    free(all);
    return 0;
}

/* ---- the API ------------------------------------------------------------- */

static int begin(void *stream, struct graph *g, int mode,
                 struct graph_node *const *after, size_t count)
{
    struct stream_info *s = stream_info(stream);
    struct capture *c;

    if (!s)
        return cudaErrorInvalidResourceHandle;
    if (stream_number(stream) == BUS_STREAM_LEGACY)
        return cudaErrorStreamCaptureUnsupported;
    if (s->capture || mode < 0 || mode > cudaStreamCaptureModeRelaxed)
        return s->capture ? cudaErrorIllegalState : cudaErrorInvalidValue;
    c = calloc(1, sizeof *c);
    if (!c)
        return cudaErrorMemoryAllocation;
    pthread_mutex_lock(&lock);
    *c = (struct capture){ captures, g, stream, ++last_id, mode, false };
    captures = c;
    pthread_mutex_unlock(&lock);
    s->capture = c;
    tail_copy(&s->tail, &s->tail_count, after, (int)count);
    return 0;
}

API(cudaStreamBeginCapture, (void *stream, int mode))
{
    struct graph *g;
    int e = client_open();

    if (e)
        return client_error(e);
    g = graph_new();
    e = begin(stream, g, mode, NULL, 0);
    if (e)
        graph_free(g);
    return client_error(e);
}

API(cudaStreamBeginCaptureToGraph,
    (void *stream, struct graph *g, struct graph_node *const *after,
     const void *edges, size_t count, int mode))
{
    int e = client_open();

    (void)edges;
    if (!e && !graph_is(g))
        e = cudaErrorInvalidValue;
    for (size_t i = 0; i < count && !e; i++)
        if (!node_is(after[i]) || after[i]->graph != g)
            e = cudaErrorInvalidValue;
    return client_error(e ? e : begin(stream, g, mode, after, count));
}

/* Is there work of the capture that the origin does not come after? */
static bool has_loose_ends(const struct capture *c, const struct stream_info *s)
{
    const struct graph *g = c->graph;

    for (int i = 0; i < g->count; i++) {
        bool has_next = false;

        for (int k = 0; k < g->count; k++)
            for (int j = 0; j < g->nodes[k]->after_count; j++)
                has_next |= g->nodes[k]->after[j] == g->nodes[i];
        for (int k = 0; k < s->tail_count; k++)
            has_next |= s->tail[k] == g->nodes[i];
        if (!has_next)
            return true;
    }
    return false;
}

API(cudaStreamEndCapture, (void *stream, struct graph **out))
{
    struct stream_info *s = stream_info(stream);
    struct capture *c = s ? s->capture : NULL;
    int e = 0;

    if (out)
        *out = NULL;
    if (!c)
        return client_error(s ? cudaErrorIllegalState
                              : cudaErrorInvalidResourceHandle);
    if (c->origin != stream)
        return client_error(cudaErrorStreamCaptureUnmatched);
    if (c->spoilt)
        e = cudaErrorStreamCaptureInvalidated;
    else if (has_loose_ends(c, s))
        e = cudaErrorStreamCaptureUnjoined;
    streams_leave_capture(c);
    pthread_mutex_lock(&lock);
    for (struct capture **link = &captures; *link; link = &(*link)->next)
        if (*link == c) {
            *link = c->next;
            break;
        }
    pthread_mutex_unlock(&lock);
    if (!e && out)
        *out = c->graph;
    else
        graph_free(c->graph);
    free(c);
    return client_error(e);
}

static int status_of(const struct stream_info *s)
{
    return !s->capture          ? cudaStreamCaptureStatusNone
           : s->capture->spoilt ? cudaStreamCaptureStatusInvalidated
                                : cudaStreamCaptureStatusActive;
}

API(cudaStreamIsCapturing, (void *stream, int *status))
{
    const struct stream_info *s = stream_info(stream);

    if (!s || !status)
        return client_error(s ? cudaErrorInvalidValue
                              : cudaErrorInvalidResourceHandle);
    *status = status_of(s);
    return 0;
}

API(cudaStreamGetCaptureInfo,
    (void *stream, int *status, unsigned long long *id, struct graph **graph,
     struct graph_node *const **after, const void **edges, size_t *count))
{
    const struct stream_info *s = stream_info(stream);

    if (!s || !status)
        return client_error(s ? cudaErrorInvalidValue
                              : cudaErrorInvalidResourceHandle);
    *status = status_of(s);
    if (!s->capture)
        return 0;
    if (id)
        *id = s->capture->id;
    if (graph)
        *graph = s->capture->graph;
    if (after)
        *after = s->tail;
    if (edges)
        *edges = NULL;
    if (count)
        *count = (size_t)s->tail_count;
    return 0;
}

API(cudaStreamUpdateCaptureDependencies,
    (void *stream, struct graph_node **after, const void *edges, size_t count,
     unsigned flags))
{
    struct stream_info *s = stream_info(stream);
    struct graph_node **all;
    size_t n = 0;

    (void)edges;
    if (!s || !s->capture)
        return client_error(s ? cudaErrorIllegalState
                              : cudaErrorInvalidResourceHandle);
    all = malloc(((size_t)s->tail_count + count + 1) * sizeof(void *));
    if (!all)
        return client_error(cudaErrorMemoryAllocation);
    for (int i = 0; !(flags & 1) && i < s->tail_count; i++)
        all[n++] = s->tail[i];
    for (size_t i = 0; i < count; i++)
        all[n++] = after[i];
    tail_copy(&s->tail, &s->tail_count, all, (int)n);
    free(all);
    return 0;
}

API(cudaThreadExchangeStreamCaptureMode, (int *mode))
{
    const int old = thread_mode;

    if (!mode || *mode < 0 || *mode > cudaStreamCaptureModeRelaxed)
        return client_error(cudaErrorInvalidValue);
    thread_mode = *mode;
    *mode = old;
    return 0;
}
