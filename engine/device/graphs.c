/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A graph, as it is launched: the client sends its nodes one after the other,
 * each with the nodes it waits for. They are queued behind the stream's work,
 * and the stream goes on behind them all.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "device/device.h"
#include "time/time.h"

enum { NODES_MAX = 1 << 20 };

void graph_close(struct graph_run *g)
{
    for (int i = 0; i < g->count; i++)
        clock_release(&g->clocks[i]);
    clock_release(&g->clock);
    free(g->nodes);
    free(g->clocks);
    free(g->has_next);
    free(g->after);
    *g = (struct graph_run){ .now = -1 };
}

int graph_begin(struct device *d, const struct bus_message *m)
{
    struct device_stream *s = device_stream(d, m, m->arg[0]);
    struct graph_run *g = &d->graph;
    const uint64_t n = m->arg[1];
    struct job *j;

    graph_close(g);
    if (!s)
        return ERROR_INVALID_HANDLE;
    if (n > NODES_MAX)
        return ERROR_INVALID_VALUE;
    j = job_new(d, JOB_MARK, m);
    g->begin =
        stream_queue(d, s, j, d->host_ns + time_launch_latency_ns(&d->card));
    clock_copy(&g->clock, &s->clock);
    g->stream = (int)(s - d->streams);
    g->count = (int)n;
    g->now = -1;
    g->nodes = calloc(n + 1, sizeof *g->nodes);
    g->clocks = calloc(n + 1, sizeof *g->clocks);
    g->has_next = calloc(n + 1, sizeof *g->has_next);
    if (!g->nodes || !g->clocks || !g->has_next)
        DIE("out of memory");
    g->active = true;
    return 0;
}

/* The next message is this node. */
int graph_node(struct device *d, const struct bus_message *m,
               const uint8_t *bytes)
{
    struct graph_run *g = &d->graph;
    const size_t n = m->bytes / sizeof *g->after;

    if (!g->active || m->arg[0] >= (uint64_t)g->count)
        return ERROR_INVALID_VALUE;
    free(g->after);
    g->after = malloc(m->bytes + 1);
    if (!g->after)
        DIE("out of memory");
    memcpy(g->after, bytes, n * sizeof *g->after);
    g->after_count = (int)n;
    g->now = (int)m->arg[0];
    for (size_t i = 0; i < n; i++)
        if (g->after[i] >= (uint32_t)g->count || !g->nodes[g->after[i]]) {
            g->now = -1;
            return ERROR_INVALID_VALUE;
        }
    return 0;
}

int graph_end(struct device *d, const struct bus_message *m)
{
    struct graph_run *g = &d->graph;
    struct device_stream *s;
    struct work w = { 0 };
    struct job *j;
    int n = 0;

    if (!g->active)
        return ERROR_INVALID_VALUE;
    s = &d->streams[g->stream];
    j = job_new(d, JOB_MARK, m);
    j->stream = g->stream;
    j->gpu = s->gpu;
    j->number = ++s->count;
    w = (struct work){ .issue_ns = d->host_ns, .gpu = s->gpu, .what = j };
    for (int i = 0; i < g->count; i++) {
        if (g->nodes[i])
            clock_join(&s->clock, &g->clocks[i]);
        if (g->nodes[i] && !g->has_next[i])
            g->nodes[n++] = g->nodes[i];
    }
    g->nodes[n++] = g->begin;
    clock_copy(&j->clock, &s->clock);
    clock_see(&s->clock, j->stream, j->number);
    s->last = timeline_add(d->timeline, &w, g->nodes, n);
    graph_close(g);
    return 0;
}
