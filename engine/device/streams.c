/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streams and events. The legacy stream of a card waits for all its blocking
 * streams, and they for it; a non-blocking stream waits for nobody.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "device/device.h"
#include "time/time.h"

enum { STREAMS_MAX = 4096, EVENTS_MAX = 1 << 20, NON_BLOCKING = 1 };
enum { EVENT_NO_TIMING = 2 };

static struct device_stream *of_thread(struct device *d,
                                       const struct bus_message *m)
{
    struct device_stream s = { .used = true,
                               .blocking = true,
                               .of_thread = true,
                               .gpu = (int)m->gpu,
                               .thread = m->thread };

    for (int i = 0; i < d->stream_count; i++)
        if (d->streams[i].of_thread && d->streams[i].thread == m->thread &&
            d->streams[i].gpu == (int)m->gpu)
            return &d->streams[i];
    if (d->stream_count == STREAMS_MAX)
        return NULL;
    ARENA_PUSH(&d->arena, d->streams, d->stream_count, d->stream_capacity, s);
    return &d->streams[d->stream_count - 1];
}

struct device_stream *
device_stream(struct device *d, const struct bus_message *m, uint64_t handle)
{
    const int gpus = d->options->gpus > 1 ? d->options->gpus : 1;
    uint64_t i = handle - BUS_STREAM_FIRST;

    if ((int)m->gpu >= gpus)
        return NULL;
    if (handle == BUS_STREAM_LEGACY || handle == 0)
        return &d->streams[m->gpu];
    if (handle == BUS_STREAM_THREAD)
        return of_thread(d, m);
    if (handle < BUS_STREAM_FIRST || i >= (uint64_t)d->stream_count ||
        !d->streams[i].used || d->streams[i].legacy || d->streams[i].of_thread)
        return NULL;
    return &d->streams[i];
}

int stream_create(struct device *d, const struct bus_message *m,
                  uint64_t *handle)
{
    struct device_stream s = { .used = true,
                               .blocking = !(m->arg[0] & NON_BLOCKING),
                               .priority = (int)(int32_t)m->arg[1],
                               .gpu = (int)m->gpu };

    if (!device_stream(d, m, 0))
        return ERROR_INVALID_DEVICE;
    if (d->stream_count == STREAMS_MAX)
        return ERROR_MEMORY_ALLOCATION;
    ARENA_PUSH(&d->arena, d->streams, d->stream_count, d->stream_capacity, s);
    *handle = (uint64_t)d->stream_count - 1 + BUS_STREAM_FIRST;
    return 0;
}

/* What is queued is still done, as CUDA says. */
int stream_destroy(struct device *d, const struct bus_message *m)
{
    struct device_stream *s = device_stream(d, m, m->arg[0]);

    if (!s || s->legacy || s->of_thread)
        return ERROR_INVALID_HANDLE;
    s->used = false;
    return 0;
}

/* ---- order --------------------------------------------------------------- */

/* Whose last work must be over before new work of s starts? */
static bool comes_after(const struct device_stream *s,
                        const struct device_stream *other)
{
    if (s == other)
        return true;
    if (s->gpu != other->gpu)
        return false;
    return (s->legacy && other->blocking) || (s->blocking && other->legacy);
}

static uint32_t queue_in_graph(struct device *d, struct job *j,
                               const struct work *w)
{
    struct graph_run *g = &d->graph;
    uint32_t room[64], *after = room, id;
    int n = 0;

    if (g->after_count > 64)
        after = ARENA_NEW(&d->arena, uint32_t, (size_t)g->after_count);
    clock_copy(&j->clock, &g->clock);
    for (int i = 0; i < g->after_count; i++) {
        after[n++] = g->nodes[g->after[i]];
        clock_join(&j->clock, &g->clocks[g->after[i]]);
        g->has_next[g->after[i]] = true;
    }
    if (!n)
        after[n++] = g->begin;
    id = timeline_add(d->timeline, w, after, n);
    g->nodes[g->now] = id;
    clock_copy(&g->clocks[g->now], &j->clock);
    clock_see(&g->clocks[g->now], j->stream, j->number);
    g->now = -1;
    return id;
}

uint32_t stream_queue(struct device *d, struct device_stream *s,
                      struct job *job, uint64_t issue_ns)
{
    const int index = (int)(s - d->streams);
    struct work w = { .issue_ns = issue_ns,
                      .gpu = s->gpu,
                      .priority = s->priority,
                      .what = job };
    uint32_t *after;
    int n = 0;

    job->stream = index;
    job->gpu = s->gpu;
    job->number = ++s->count;
    if (d->graph.active && d->graph.now >= 0) {
        job->in_graph = true;
        return queue_in_graph(d, job, &w);
    }
    if (job->kind == JOB_LAUNCH)
        w.gap_ns = time_launch_gap_ns();
    after = malloc(((size_t)d->stream_count + 1) * sizeof *after);
    if (!after)
        DIE("out of memory");
    clock_join(&s->clock, &d->host);
    for (int i = 0; i < d->stream_count; i++)
        if (comes_after(s, &d->streams[i]) && d->streams[i].last) {
            after[n++] = d->streams[i].last;
            clock_join(&s->clock, &d->streams[i].clock);
        }
    clock_copy(&job->clock, &s->clock);
    clock_see(&s->clock, index, job->number);
    s->last = timeline_add(d->timeline, &w, after, n);
    free(after);
    return s->last;
}

/* ---- waits --------------------------------------------------------------- */

static void host_at(struct device *d, uint64_t ns)
{
    d->host_ns = later(d->host_ns, ns);
}

void host_wait(struct device *d, struct device_stream *s, uint32_t work)
{
    host_at(d, timeline_wait(d->timeline, work));
    clock_join(&d->host, &s->clock);
    meetings_forget(d);
}

void host_wait_stream(struct device *d, struct device_stream *s)
{
    for (int i = 0; i < d->stream_count; i++)
        if (comes_after(s, &d->streams[i])) {
            /* A graph's nodes end before its end. */
            host_at(d, timeline_wait(d->timeline, d->streams[i].last));
            clock_join(&d->host, &d->streams[i].clock);
        }
    meetings_forget(d);
}

void host_wait_all(struct device *d)
{
    for (int i = 0; i < d->stream_count; i++) {
        host_at(d, timeline_wait(d->timeline, d->streams[i].last));
        clock_join(&d->host, &d->streams[i].clock);
    }
    meetings_forget(d);
}

int stream_query(struct device *d, struct device_stream *s)
{
    timeline_advance(d->timeline, d->host_ns);
    for (int i = 0; i < d->stream_count; i++)
        if (comes_after(s, &d->streams[i]) &&
            !timeline_done(d->timeline, d->streams[i].last))
            return ERROR_NOT_READY;
    host_wait_stream(d, s);
    return 0;
}

/* ---- events -------------------------------------------------------------- */

static int create_event(struct device *d, uint64_t flags, uint64_t *handle)
{
    struct device_event e = { .used = true,
                              .timed = !(flags & EVENT_NO_TIMING) };

    if (d->event_count == EVENTS_MAX)
        return ERROR_MEMORY_ALLOCATION;
    ARENA_PUSH(&d->arena, d->events, d->event_count, d->event_capacity, e);
    *handle = (uint64_t)d->event_count; /* index + 1 */
    return 0;
}

static struct device_event *event_of(struct device *d, uint64_t handle)
{
    if (handle == 0 || handle > (uint64_t)d->event_count ||
        !d->events[handle - 1].used)
        return NULL;
    return &d->events[handle - 1];
}

static int record(struct device *d, const struct bus_message *m,
                  struct device_event *e, struct device_stream *s)
{
    struct job *j = job_new(d, JOB_MARK, m);

    e->work = stream_queue(d, s, j, d->host_ns);
    e->recorded = true;
    clock_copy(&e->clock, &j->clock);
    clock_see(&e->clock, j->stream, j->number);
    return 0;
}

static int wait_event(struct device *d, const struct bus_message *m,
                      struct device_event *e, struct device_stream *s)
{
    struct work w = { .issue_ns = d->host_ns, .gpu = s->gpu };
    uint32_t after[2] = { e->work, s->last };
    struct job *j;

    if (!e->recorded)
        return 0;
    /* A mark that waits for both; the stream goes on behind it. */
    j = job_new(d, JOB_MARK, m);
    j->stream = (int)(s - d->streams);
    j->gpu = s->gpu;
    j->number = ++s->count;
    w.what = j;
    clock_join(&s->clock, &e->clock);
    clock_copy(&j->clock, &s->clock);
    clock_see(&s->clock, j->stream, j->number);
    s->last = timeline_add(d->timeline, &w, after, 2);
    return 0;
}

static int elapsed(struct device *d, const struct device_event *from,
                   const struct device_event *to, uint64_t *ns)
{
    uint64_t a, b;

    if (!to || !from->recorded || !to->recorded || !from->timed || !to->timed)
        return ERROR_INVALID_HANDLE;
    timeline_advance(d->timeline, d->host_ns);
    if (!timeline_done(d->timeline, to->work) ||
        !timeline_done(d->timeline, from->work))
        return ERROR_NOT_READY;
    a = timeline_end(d->timeline, from->work);
    b = timeline_end(d->timeline, to->work);
    *ns = b - a; /* negative, as two's complement, if the other way round */
    return 0;
}

int event_call(struct device *d, const struct bus_message *m,
               uint64_t value[BUS_VALUES])
{
    const bool second = m->kind == BUS_STREAM_WAIT;
    struct device_event *e = event_of(d, m->arg[second ? 1 : 0]);
    struct device_stream *s = NULL;

    if (m->kind == BUS_EVENT_CREATE)
        return create_event(d, m->arg[0], &value[0]);
    if (m->kind == BUS_EVENT_RECORD || second)
        s = device_stream(d, m, m->arg[second ? 0 : 1]);
    if (!e || ((m->kind == BUS_EVENT_RECORD || second) && !s))
        return ERROR_INVALID_HANDLE;
    switch ((enum bus_kind)m->kind) {
    case BUS_EVENT_RECORD:
        return record(d, m, e, s);
    case BUS_STREAM_WAIT:
        return wait_event(d, m, e, s);
    case BUS_EVENT_SYNC:
        host_at(d, timeline_wait(d->timeline, e->work));
        break;
    case BUS_EVENT_QUERY:
        timeline_advance(d->timeline, d->host_ns);
        if (!timeline_done(d->timeline, e->work))
            return ERROR_NOT_READY;
        break;
    case BUS_EVENT_ELAPSED:
        return elapsed(d, e, event_of(d, m->arg[1]), &value[0]);
    default:
        e->used = false;
        clock_release(&e->clock);
        return 0;
    }
    clock_join(&d->host, &e->clock);
    meetings_forget(d);
    return 0;
}
