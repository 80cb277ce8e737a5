/* SPDX-License-Identifier: Apache-2.0 */
/* Streams, events, and functions of the host that a stream calls. */
#include <stdlib.h>
#include <string.h>

#include "cudart/api.h"
#include "cudart/graph.h"

/* Priorities run from 0, the least, to -5, as on cards since Volta. */
enum { LEAST = 0, GREATEST = -5 };

static int create_stream(void **out, unsigned flags, int priority)
{
    uint64_t arg[BUS_ARGS], value[BUS_VALUES] = { 0 };
    int e = client_open();

    if (!out || flags & ~(unsigned)cudaStreamNonBlocking)
        return client_error(cudaErrorInvalidValue);
    priority = priority > LEAST ? LEAST : priority;
    priority = priority < GREATEST ? GREATEST : priority;
    memset(arg, 0, sizeof arg);
    arg[0] = flags;
    arg[1] = (uint64_t)(int64_t)priority;
    if (!e)
        e = client_call(BUS_STREAM_CREATE, arg, NULL, 0, value, NULL, 0);
    *out = e ? NULL : (void *)(uintptr_t)value[0];
    if (!e)
        stream_known(*out, flags, priority, client_gpu());
    return client_error(e);
}

API(cudaStreamCreate, (void **out))
{
    ENTER(cudaStreamCreate);
    return create_stream(out, 0, 0);
}

API(cudaStreamCreateWithFlags, (void **out, unsigned flags))
{
    ENTER(cudaStreamCreateWithFlags);
    return create_stream(out, flags, 0);
}

API(cudaStreamCreateWithPriority, (void **out, unsigned flags, int priority))
{
    ENTER(cudaStreamCreateWithPriority);
    return create_stream(out, flags, priority);
}

API(cudaDeviceGetStreamPriorityRange, (int *least, int *greatest))
{
    int e = client_open();

    if (least)
        *least = LEAST;
    if (greatest)
        *greatest = GREATEST;
    return client_error(e);
}

/* A stream for a call that wants one: 0 or the error. */
static int find(const void *stream, struct stream_info **out)
{
    int e = client_open();

    *out = e ? NULL : stream_info(stream);
    return client_error(e ? e : *out ? 0 : cudaErrorInvalidResourceHandle);
}

API(cudaStreamDestroy, (void *stream))
{
    ENTER(cudaStreamDestroy);
    uint64_t arg[BUS_ARGS] = { stream_number(stream) };
    struct stream_info *s;
    int e = find(stream, &s);

    if (e)
        return e;
    if (arg[0] <= BUS_STREAM_THREAD)
        return client_error(cudaErrorInvalidResourceHandle);
    if (s->capture)
        s->capture->spoilt = true;
    s->used = false;
    return client_error(
        client_call(BUS_STREAM_DESTROY, arg, NULL, 0, NULL, NULL, 0));
}

/* A wait for the stream; a captured one cannot be waited for. */
static int look_at_stream(enum bus_kind kind, void *stream)
{
    uint64_t arg[BUS_ARGS] = { stream_number(stream) };
    struct stream_info *s;
    int e = find(stream, &s);

    if (e)
        return e;
    if (s->capture) {
        s->capture->spoilt = true;
        return client_error(cudaErrorStreamCaptureUnsupported);
    }
    e = client_call(kind, arg, NULL, 0, NULL, NULL, 0);
    return e == cudaErrorNotReady ? e : client_error(e);
}

API(cudaStreamSynchronize, (void *stream))
{
    ENTER(cudaStreamSynchronize);
    return look_at_stream(BUS_STREAM_SYNC, stream);
}

API(cudaStreamQuery, (void *stream))
{
    ENTER(cudaStreamQuery);
    return look_at_stream(BUS_STREAM_QUERY, stream);
}

API(cudaStreamGetPriority, (void *stream, int *priority))
{
    struct stream_info *s;
    int e = find(stream, &s);

    if (!e && !priority)
        return client_error(cudaErrorInvalidValue);
    if (!e)
        *priority = s->priority;
    return e;
}

API(cudaStreamGetFlags, (void *stream, unsigned *flags))
{
    struct stream_info *s;
    int e = find(stream, &s);

    if (!e && !flags)
        return client_error(cudaErrorInvalidValue);
    if (!e)
        *flags = s->flags;
    return e;
}

API(cudaStreamGetId, (void *stream, unsigned long long *id))
{
    struct stream_info *s;
    int e = find(stream, &s);

    if (!e && !id)
        return client_error(cudaErrorInvalidValue);
    if (!e)
        *id = stream_number(stream);
    return e;
}

API(cudaStreamGetDevice, (void *stream, int *device))
{
    struct stream_info *s;
    int e = find(stream, &s);

    if (!e && !device)
        return client_error(cudaErrorInvalidValue);
    if (!e)
        *device = stream_number(stream) <= BUS_STREAM_THREAD ? (int)client_gpu()
                                                             : (int)s->gpu;
    return e;
}

/* ---- functions of the host ----------------------------------------------- */

API(cudaLaunchHostFunc, (void *stream, cudaHostFn_t function, void *data))
{
    ENTER(cudaLaunchHostFunc);
    struct submission s = { .kind = BUS_HOST_FUNCTION, .async = true };

    if (!function)
        return client_error(cudaErrorInvalidValue);
    s.arg[0] = (uint64_t)(uintptr_t)function;
    s.arg[1] = (uint64_t)(uintptr_t)data;
    return client_error(submit(&s, stream));
}

struct callback {
    void (*function)(void *stream, int status, void *data);
    void *stream, *data;
};

static void run_callback(void *argument)
{
    struct callback *c = argument;

    c->function(c->stream, 0, c->data);
    free(c);
}

API(cudaStreamAddCallback, (void *stream, void (*function)(void *, int, void *),
                            void *data, unsigned flags))
{
    ENTER(cudaStreamAddCallback);
    struct submission s = { .kind = BUS_HOST_FUNCTION, .async = true };
    struct stream_info *info;
    struct callback *c;
    int e = find(stream, &info);

    if (e)
        return e;
    if (info->capture)
        return client_error(cudaErrorStreamCaptureUnsupported);
    if (!function || flags)
        return client_error(cudaErrorInvalidValue);
    c = malloc(sizeof *c);
    if (!c)
        return client_error(cudaErrorMemoryAllocation);
    *c = (struct callback){ function, stream, data };
    s.arg[0] = (uint64_t)(uintptr_t)run_callback;
    s.arg[1] = (uint64_t)(uintptr_t)c;
    return client_error(submit(&s, stream));
}

/* ---- events -------------------------------------------------------------- */

static int create_event(void **out, unsigned flags)
{
    uint64_t arg[BUS_ARGS] = { flags }, value[BUS_VALUES] = { 0 };
    int e = client_open();

    if (!out || flags & ~7u)
        return client_error(cudaErrorInvalidValue);
    if (!e)
        e = client_call(BUS_EVENT_CREATE, arg, NULL, 0, value, NULL, 0);
    *out = e ? NULL : (void *)(uintptr_t)value[0];
    if (!e)
        event_known(*out, flags);
    return client_error(e);
}

API(cudaEventCreate, (void **out))
{
    ENTER(cudaEventCreate);
    return create_event(out, 0);
}

API(cudaEventCreateWithFlags, (void **out, unsigned flags))
{
    ENTER(cudaEventCreateWithFlags);
    return create_event(out, flags);
}

static int find_event(const void *event, struct event_info **out)
{
    int e = client_open();

    *out = e ? NULL : event_info(event);
    return client_error(e ? e : *out ? 0 : cudaErrorInvalidResourceHandle);
}

API(cudaEventDestroy, (void *event))
{
    ENTER(cudaEventDestroy);
    uint64_t arg[BUS_ARGS] = { (uint64_t)(uintptr_t)event };
    struct event_info *i;
    int e = find_event(event, &i);

    if (e)
        return e;
    i->used = false;
    return client_error(
        client_call(BUS_EVENT_DESTROY, arg, NULL, 0, NULL, NULL, 0));
}

static int record(void *event, void *stream, unsigned flags)
{
    struct submission work = { .kind = BUS_EVENT_RECORD, .async = true };
    struct event_info *i;
    struct stream_info *s;
    int e = find_event(event, &i);

    if (e)
        return e;
    s = stream_info(stream);
    if (!s || flags & ~1u)
        return client_error(s ? cudaErrorInvalidValue
                              : cudaErrorInvalidResourceHandle);
    if (s->capture && !(flags & cudaEventRecordExternal))
        return client_error(capture_record(i, s));
    i->capture = NULL;
    i->recorded = true;
    work.arg[0] = (uint64_t)(uintptr_t)event;
    return client_error(submit(&work, stream));
}

API(cudaEventRecord, (void *event, void *stream))
{
    ENTER(cudaEventRecord);
    return record(event, stream, 0);
}

API(cudaEventRecordWithFlags, (void *event, void *stream, unsigned flags))
{
    ENTER(cudaEventRecordWithFlags);
    return record(event, stream, flags);
}

API(cudaStreamWaitEvent, (void *stream, void *event, unsigned flags))
{
    ENTER(cudaStreamWaitEvent);
    struct submission work = { .kind = BUS_STREAM_WAIT, .async = true };
    struct event_info *i;
    struct stream_info *s;
    int e = find_event(event, &i);

    if (e)
        return e;
    s = stream_info(stream);
    if (!s || flags & ~1u)
        return client_error(s ? cudaErrorInvalidValue
                              : cudaErrorInvalidResourceHandle);
    if (i->capture || (s->capture && !(flags & cudaEventWaitExternal)))
        return client_error(capture_wait(s, i));
    work.arg[1] = (uint64_t)(uintptr_t)event;
    return client_error(submit(&work, stream));
}

static int look_at_event(enum bus_kind kind, void *event)
{
    uint64_t arg[BUS_ARGS] = { (uint64_t)(uintptr_t)event };
    struct event_info *i;
    int e = find_event(event, &i);

    if (e)
        return e;
    if (i->capture) {
        i->capture->spoilt = true;
        return client_error(cudaErrorCapturedEvent);
    }
    e = client_call(kind, arg, NULL, 0, NULL, NULL, 0);
    return e == cudaErrorNotReady ? e : client_error(e);
}

API(cudaEventSynchronize, (void *event))
{
    ENTER(cudaEventSynchronize);
    return look_at_event(BUS_EVENT_SYNC, event);
}

API(cudaEventQuery, (void *event))
{
    ENTER(cudaEventQuery);
    return look_at_event(BUS_EVENT_QUERY, event);
}

static int elapsed(float *ms, void *start, void *end)
{
    uint64_t arg[BUS_ARGS] = { (uint64_t)(uintptr_t)start,
                               (uint64_t)(uintptr_t)end };
    uint64_t value[BUS_VALUES] = { 0 };
    int e = client_open();

    if (!e && !ms)
        e = cudaErrorInvalidValue;
    if (!e && (!event_info(start) || !event_info(end)))
        e = cudaErrorInvalidResourceHandle;
    if (!e)
        e = client_call(BUS_EVENT_ELAPSED, arg, NULL, 0, value, NULL, 0);
    if (!e)
        *ms = (float)((double)(int64_t)value[0] / 1e6);
    return e == cudaErrorNotReady ? e : client_error(e);
}

API(cudaEventElapsedTime, (float *ms, void *start, void *end))
{
    ENTER(cudaEventElapsedTime);
    return elapsed(ms, start, end);
}

API(cudaEventElapsedTime_v2, (float *ms, void *start, void *end))
{
    ENTER(cudaEventElapsedTime);
    return elapsed(ms, start, end);
}
