/* SPDX-License-Identifier: Apache-2.0 */
#include "cudart/submit.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cudart/graph.h"
#include "cudart/handles.h"

/* One staging buffer: one copy at a time goes through it. */
static pthread_mutex_t stage_lock = PTHREAD_MUTEX_INITIALIZER;

int submission_stream(enum bus_kind kind)
{
    switch (kind) {
    case BUS_LAUNCH:
        return 5;
    case BUS_HOST_FUNCTION:
        return 2;
    case BUS_PREFETCH:
        return 3;
    case BUS_EVENT_RECORD:
        return 1;
    default: /* copies, memsets, STREAM_WAIT */
        return 0;
    }
}

/* ---- shapes -------------------------------------------------------------- */

static uint64_t bytes_of(const struct bus_shape *s)
{
    return s->width * s->height * s->depth;
}

/* From the first to behind the last byte of one end. */
static uint64_t span(const struct bus_shape *s, bool dst)
{
    const uint64_t pitch = dst ? s->dst_pitch : s->src_pitch;
    const uint64_t slice = dst ? s->dst_slice : s->src_slice;

    return (s->height - 1) * pitch + (s->depth - 1) * slice + s->width;
}

/* Bytes [first, first + count) of an end in ordinary memory, packed in the
   staging buffer. */
static void pack(const struct bus_shape *s, char *host, uint64_t first,
                 uint64_t count, char *stage, bool in)
{
    const uint64_t pitch = in ? s->src_pitch : s->dst_pitch;
    const uint64_t slice = in ? s->src_slice : s->dst_slice;

    while (count) {
        const uint64_t row = first / s->width, at = first % s->width;
        const uint64_t n = s->width - at < count ? s->width - at : count;
        char *p = host + row / s->height * slice + row % s->height * pitch + at;

        if (in)
            memcpy(stage, p, n);
        else
            memcpy(p, stage, n);
        stage += n;
        first += n;
        count -= n;
    }
}

/* ---- sending ------------------------------------------------------------- */

static int send_parts(const struct submission *s)
{
    char *stage = (char *)(uintptr_t)client_device()->stage;
    const bool in = s->kind == BUS_COPY_IN;
    const uint64_t all = bytes_of(&s->shape);
    uint64_t arg[BUS_ARGS], done = 0;
    int e = 0;

    memcpy(arg, s->arg, sizeof arg);
    pthread_mutex_lock(&stage_lock);
    while (!e && done < all) {
        const uint64_t n =
            all - done < BUS_STAGE_BYTES ? all - done : BUS_STAGE_BYTES;
        const bool last = done + n == all;

        arg[BUS_COPY_FLAGS] = (done ? 0 : BUS_COPY_FIRST) |
                              (last ? BUS_COPY_LAST : 0) |
                              (s->async ? BUS_COPY_ASYNC : 0);
        arg[BUS_COPY_PART] = n;
        if (in)
            pack(&s->shape, s->host, done, n, stage, true);
        e = client_part(s->kind, arg, &s->shape, sizeof s->shape, last);
        if (!e && !in)
            pack(&s->shape, s->host, done, n, stage, false);
        done += n;
    }
    pthread_mutex_unlock(&stage_lock);
    return e;
}

/* Both ends are where the device can reach. What is the host's is closed. */
static int send_copy(const struct submission *s)
{
    const struct bus_shape *shape = &s->shape;
    uint64_t arg[BUS_ARGS];
    uint64_t ticket = 0;

    memcpy(arg, s->arg, sizeof arg);
    arg[BUS_COPY_FLAGS] = s->async ? BUS_COPY_ASYNC : 0;
    if (s->async && s->host) {
        ticket = hosted_close(s->host, span(shape, !s->host_is_source),
                              s->host_is_source);
    }
    arg[BUS_COPY_TICKET] = ticket;
    return client_call(BUS_COPY, arg, shape, sizeof *shape, NULL, NULL, 0);
}

/* To ordinary memory, from within a graph: through a buffer of ours, whose
   contents are delivered when the host has waited. */
static int send_deferred(const struct submission *s)
{
    const uint64_t n = bytes_of(&s->shape);
    struct submission via = *s;
    void *buffer = NULL;
    uint64_t arg[BUS_ARGS];
    int e = hosted_buffer(n, &buffer);

    if (e)
        return e;
    via.kind = BUS_COPY;
    via.shape.dst = (uint64_t)(uintptr_t)buffer;
    via.shape.dst_pitch = s->shape.width;
    via.shape.dst_slice = s->shape.width * s->shape.height;
    memcpy(arg, via.arg, sizeof arg);
    arg[BUS_COPY_FLAGS] = BUS_COPY_ASYNC;
    arg[BUS_COPY_TICKET] = hosted_close(buffer, n, false);
    hosted_deliver_later(arg[BUS_COPY_TICKET], s->host, buffer, n);
    return client_part(BUS_COPY, arg, &via.shape, sizeof via.shape, false);
}

int submission_send(const struct submission *s, bool in_graph)
{
    int e;

    switch (s->kind) {
    case BUS_COPY_OUT:
        return in_graph ? send_deferred(s) : send_parts(s);
    case BUS_COPY_IN:
        return send_parts(s);
    case BUS_COPY:
        return send_copy(s);
    case BUS_MEMSET:
        return client_call(s->kind, s->arg, &s->shape, sizeof s->shape, NULL,
                           NULL, 0);
    case BUS_LOOK:
        return 0;
    default:
        e = client_call(s->kind, s->arg, s->bytes, s->size, NULL, NULL, 0);
        if (!e && s->kind == BUS_LAUNCH)
            hosted_close_managed();
        return e;
    }
}

int submit(const struct submission *s, void *stream)
{
    struct submission now = *s;
    struct stream_info *info;
    int e = client_open();

    if (e)
        return e;
    info = stream_info(stream);
    if (!info)
        return cudaErrorInvalidResourceHandle;
    if (info->capture)
        return capture_add(info, s);
    if (stream_number(stream) == BUS_STREAM_LEGACY && capture_is_implicit()) {
        capture_spoil();
        return cudaErrorStreamCaptureImplicit;
    }
    now.arg[submission_stream(s->kind)] = stream_number(stream);
    return submission_send(&now, false);
}

void submit_look(void)
{
    if (client_is_open())
        client_call(BUS_LOOK, NULL, NULL, 0, NULL, NULL, 0);
}

/* ---- copies -------------------------------------------------------------- */

/* What cudaMemcpyKind says of an end, against what it is. */
static bool kind_fits(int kind, bool to_device, bool from_device, bool to_both,
                      bool from_both)
{
    const bool to =
        kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const bool from =
        kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;

    if (kind == cudaMemcpyDefault)
        return true;
    return (to_both || to == to_device) && (from_both || from == from_device);
}

/* A pointer that only the device can use: its memory, or registered memory by
   the device's address. */
static bool is_for_device(const void *p, const struct hosted *h)
{
    return is_device_address(p) ||
           (is_hosted_address(p) && h->kind == HOSTED_NONE);
}

int submission_copy(struct submission *s, const struct bus_shape *shape,
                    void *dst, const void *src, int kind, bool async)
{
    const struct hosted to = hosted_find(dst), from = hosted_find(src);
    const bool to_device = is_for_device(dst, &to);
    const bool from_device = is_for_device(src, &from);

    *s = (struct submission){ .kind = BUS_LOOK, .shape = *shape };
    s->async = async;
    if (kind < 0 || kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if (!shape->width || !shape->height || !shape->depth)
        return 0;
    if (!dst || !src)
        return cudaErrorInvalidValue;
    if (!kind_fits(kind, to_device, from_device, to.kind == HOSTED_MANAGED,
                   from.kind == HOSTED_MANAGED)) {
        const int real = to_device ? (from_device ? cudaMemcpyDeviceToDevice
                                                  : cudaMemcpyHostToDevice)
                                   : (from_device ? cudaMemcpyDeviceToHost
                                                  : cudaMemcpyHostToHost);

        client_report("copy-direction", (uint64_t)kind, (uint64_t)real, 1,
                      NULL);
        return cudaErrorInvalidValue;
    }
    s->shape.dst = to_device ? (uint64_t)(uintptr_t)dst : hosted_device(dst);
    s->shape.src = from_device ? (uint64_t)(uintptr_t)src : hosted_device(src);
    s->shape.host = (uint64_t)(uintptr_t)(to_device ? src : dst);
    s->host_is_source = to.kind == HOSTED_NONE;
    if (s->shape.dst && s->shape.src &&
        (to_device || from_device || to.kind == HOSTED_MANAGED ||
         from.kind == HOSTED_MANAGED)) {
        s->kind = BUS_COPY;
        s->host = to.kind != HOSTED_NONE     ? dst
                  : from.kind != HOSTED_NONE ? (char *)(uintptr_t)src
                                             : NULL;
    } else if (s->shape.dst && !s->shape.src && (to_device || !from_device) &&
               (to_device || to.kind == HOSTED_MANAGED)) {
        s->kind = BUS_COPY_IN;
        s->host = (char *)(uintptr_t)src;
    } else if (s->shape.src && !s->shape.dst &&
               (from_device || from.kind == HOSTED_MANAGED)) {
        s->kind = BUS_COPY_OUT;
        s->host = dst;
    } else { /* between two places of ordinary memory */
        for (uint64_t z = 0; z < shape->depth; z++)
            for (uint64_t y = 0; y < shape->height; y++)
                memmove((char *)dst + z * shape->dst_slice +
                            y * shape->dst_pitch,
                        (const char *)src + z * shape->src_slice +
                            y * shape->src_pitch,
                        shape->width);
    }
    return 0;
}
