/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies and memsets. Where one end is ordinary host memory its bytes go
 * through the staging buffer, part by part, while the call lasts: that is how
 * pageable memory is copied, and why it is never really asynchronous.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "device/device.h"
#include "time/time.h"

enum {
    DOWNLOADS_MAX = 256 << 20,
    /* Up to here a copy from pageable memory is taken over at once (CUDA
       runtime API, "API synchronization behavior"). */
    STAGED_AT_ONCE = 64 << 10
};
#define ROWS_MAX (1ull << 40)

static uint64_t shape_bytes(const struct bus_shape *s)
{
    return s->width * s->height * s->depth;
}

/* From the first to behind the last byte of one end; 0 if it makes no sense. */
static uint64_t span(const struct bus_shape *s, uint64_t pitch, uint64_t slice)
{
    uint64_t rows, slices;

    if (!s->width || !s->height || !s->depth || s->height > ROWS_MAX ||
        s->depth > ROWS_MAX || s->width > MEMORY_GLOBAL_BYTES)
        return 0;
    if (__builtin_mul_overflow(s->height - 1, pitch, &rows) ||
        __builtin_mul_overflow(s->depth - 1, slice, &slices) ||
        rows > MEMORY_GLOBAL_BYTES || slices > MEMORY_GLOBAL_BYTES)
        return 0;
    return rows + slices + s->width;
}

static void report_overrun(struct device *d, uint64_t address, uint64_t bytes,
                           bool write)
{
    const struct allocation *a = memory_nearest(d->memory, address);
    struct finding f = {
        .id = FINDING_COPY_OVERRUN,
        .launch = -1,
        .count = 1,
        .address = address,
        .at = { .pc = -1,
                .site = d->site,
                .access = write ? ACCESS_WRITE : ACCESS_READ },
        .other = { .pc = -1 },
        .value = (int64_t)bytes,
    };

    if (a) {
        f.near_base = a->base;
        f.near_bytes = a->bytes;
        f.near_offset = (int64_t)(address - a->base);
        f.near_serial = a->serial;
        f.near_name = a->name ? arena_strdup(&d->arena, a->name) : NULL;
        f.limit = (int64_t)a->bytes;
    }
    record_finding(d, &f);
}

/* The whole range of a copy must lie in one allocation. */
static bool is_range(struct device *d, uint64_t address, uint64_t bytes,
                     bool write)
{
    if (bytes && memory_at(d->memory, address, bytes))
        return true;
    report_overrun(d, address, bytes, write);
    return false;
}

/* Rows, and slices, that do not lie over each other. */
static bool are_apart(const struct bus_shape *s, uint64_t pitch, uint64_t slice)
{
    return (s->height == 1 || pitch >= s->width) &&
           (s->depth == 1 || slice / s->height >= s->width);
}

static bool is_good(struct device *d, const struct bus_shape *s)
{
    if (!shape_bytes(s) ||
        (s->dst && !are_apart(s, s->dst_pitch, s->dst_slice)) ||
        (s->src && !are_apart(s, s->src_pitch, s->src_slice)))
        return false;
    if (s->dst &&
        !is_range(d, s->dst, span(s, s->dst_pitch, s->dst_slice), true))
        return false;
    if (s->src &&
        !is_range(d, s->src, span(s, s->src_pitch, s->src_slice), false))
        return false;
    return (s->dst || s->src) && shape_bytes(s) <= MEMORY_GLOBAL_BYTES;
}

/* Is it the host's own memory, that the device can reach? */
static bool is_hosted(struct device *d, uint64_t at)
{
    const struct allocation *a = at ? memory_find(d->memory, at) : NULL;

    return a && a->hosted;
}

static bool on_host(struct device *d, uint64_t at)
{
    const struct allocation *a = at ? memory_find(d->memory, at) : NULL;

    return !at || (a && a->hosted && !a->managed);
}

static enum op_kind op_of(struct device *d, const struct bus_shape *s)
{
    const bool from = on_host(d, s->src), to = on_host(d, s->dst);

    return from ? DEVICE_OP_H2D : to ? DEVICE_OP_D2H : DEVICE_OP_D2D;
}

static void touch(const struct bus_shape *s, uint64_t at, uint64_t pitch,
                  uint64_t slice, enum access how, struct footprint *f)
{
    for (uint64_t z = 0; z < s->depth; z++)
        for (uint64_t y = 0; y < s->height; y++)
            footprint_piece(f, at + z * slice + y * pitch,
                            at + z * slice + y * pitch + s->width, how);
}

static int by_address(const void *a, const void *b)
{
    const struct extent *x = a, *y = b;

    return x->at < y->at ? -1 : x->at > y->at;
}

static struct footprint touched_by(const struct bus_shape *s)
{
    struct footprint f = { 0 };

    if (s->src)
        touch(s, s->src, s->src_pitch, s->src_slice, ACCESS_READ, &f);
    if (s->dst)
        touch(s, s->dst, s->dst_pitch, s->dst_slice, ACCESS_WRITE, &f);
    if (f.count > 1)
        qsort(f.list, (size_t)f.count, sizeof *f.list, by_address);
    return f;
}

/* ---- when it starts ------------------------------------------------------ */

static void keep_download(struct device *d, uint64_t host, uint64_t address,
                          const uint8_t *from, uint64_t bytes)
{
    struct download dl = { .host = host, .bytes = bytes };

    if (!d->options->downloads || d->download_bytes + bytes > DOWNLOADS_MAX)
        return;
    d->download_bytes += bytes;
    dl.from_kernel = memory_all_from_kernel(d->memory, address, bytes);
    dl.data =
        (const uint8_t *)arena_strndup(&d->arena, (const char *)from, bytes);
    ARENA_PUSH(&d->arena, d->trace.downloads, d->trace.download_count,
               d->download_capacity, dl);
}

/* A row of a copy, on the device's side of things. packed: where the bytes of
   ordinary host memory are, or NULL. */
static void copy_row(struct device *d, const struct bus_shape *s, uint64_t y,
                     uint64_t z, uint64_t from, uint64_t count, uint8_t *packed)
{
    const uint64_t dst = s->dst + z * s->dst_slice + y * s->dst_pitch + from;
    const uint64_t src = s->src + z * s->src_slice + y * s->src_pitch + from;
    uint8_t *to = s->dst ? memory_at(d->memory, dst, count) : packed;
    const uint8_t *at = s->src ? memory_at(d->memory, src, count) : packed;

    if (!to || !at) /* freed since it was queued */
        return;
    memmove(to, at, count);
    if (s->dst && s->src)
        memory_copy_marks(d->memory, dst, src, count);
    else if (s->dst)
        memory_mark(d->memory, dst, count, false);
    if (!s->dst || (on_host(d, s->dst) && s->src))
        keep_download(d, s->host + y * s->dst_pitch + z * s->dst_slice + from,
                      src, at, count);
}

/* Bytes [first, first + count) of the copy, row by row. */
static void copy_bytes(struct device *d, const struct bus_shape *s,
                       uint64_t first, uint64_t count, uint8_t *packed)
{
    while (count) {
        const uint64_t row = first / s->width, in = first % s->width;
        const uint64_t n = s->width - in < count ? s->width - in : count;

        copy_row(d, s, row % s->height, row / s->height, in, n, packed);
        first += n;
        count -= n;
        packed = packed ? packed + n : NULL;
    }
}

/* Between two cards: over the bus, as nothing is said of another link. */
static bool is_between_cards(struct device *d, const struct bus_shape *s)
{
    const struct allocation *to = memory_find(d->memory, s->dst);
    const struct allocation *from = memory_find(d->memory, s->src);

    return to && from && !to->hosted && !from->hosted && to->card != from->card;
}

struct work_cost copy_start(struct device *d, struct job *j)
{
    const uint64_t bytes = shape_bytes(&j->shape);
    struct work_cost c = {
        .ns = time_copy_ns(&d->card, j->op, bytes, j->pageable),
        .engine = 3 * j->gpu + (j->op == DEVICE_OP_H2D   ? 0
                                : j->op == DEVICE_OP_D2H ? 1
                                                         : 2),
    };

    if (j->op == DEVICE_OP_D2D && is_between_cards(d, &j->shape))
        c.ns = time_copy_ns(&d->card, DEVICE_OP_H2D, bytes, false);
    if (!j->done_before)
        copy_bytes(d, &j->shape, 0, bytes, j->bytes);
    if (is_hosted(d, j->shape.dst))
        managed_move(d, j->shape.dst, bytes, true);
    if (meetings_matter(d)) {
        struct footprint f = touched_by(&j->shape);

        meeting_add(d, j, false, &f);
    }
    return c;
}

struct work_cost set_start(struct device *d, struct job *j)
{
    const struct bus_shape *s = &j->shape;
    const size_t size = (size_t)j->m.arg[BUS_COPY_SIZE];
    uint8_t value[8];

    memcpy(value, &j->m.arg[BUS_COPY_VALUE], sizeof value);
    for (uint64_t row = 0; row < s->height * s->depth; row++) {
        const uint64_t at = s->dst + row % s->height * s->dst_pitch +
                            row / s->height * s->dst_slice;
        uint8_t *to = memory_at(d->memory, at, s->width);

        if (!to)
            continue;
        if (size == 1)
            memset(to, value[0], s->width);
        for (uint64_t i = 0; size > 1 && i < s->width; i++)
            to[i] = value[i % size];
        memory_mark(d->memory, at, s->width, false);
    }
    if (meetings_matter(d)) {
        struct footprint f = touched_by(s);

        meeting_add(d, j, false, &f);
    }
    return (struct work_cost){
        .ns = time_memset_ns(&d->card, shape_bytes(s)),
        .engine = ENGINE_NONE,
    };
}

/* ---- when it is asked for ------------------------------------------------ */

static bool read_shape(const struct bus_message *m, const uint8_t *bytes,
                       struct bus_shape *s)
{
    if (m->bytes != sizeof *s)
        return false;
    memcpy(s, bytes, sizeof *s);
    return true;
}

/* What the host may not touch meanwhile, from now on. */
static void close_host_end(struct device *d, struct job *j)
{
    struct bus_shape end = j->shape;
    struct footprint f;

    if (!j->m.arg[BUS_COPY_TICKET])
        return;
    if (!is_hosted(d, end.dst))
        end.dst = 0;
    if (!is_hosted(d, end.src))
        end.src = 0;
    f = touched_by(&end);
    meeting_add(d, j, true, &f);
}

int device_copy(struct device *d, const struct bus_message *m,
                const uint8_t *bytes)
{
    struct device_stream *s = device_stream(d, m, m->arg[BUS_COPY_STREAM]);
    struct bus_shape shape;
    struct job *j;
    uint32_t id;

    if (!s)
        return ERROR_INVALID_HANDLE;
    if (!read_shape(m, bytes, &shape) || !shape.dst || !shape.src ||
        !is_good(d, &shape))
        return ERROR_INVALID_VALUE;
    j = job_new(d, JOB_COPY, m);
    j->shape = shape;
    j->op = op_of(d, &shape);
    id = stream_queue(d, s, j, d->host_ns);
    close_host_end(d, j);
    /* Between two places of the device nobody waits. */
    d->waited =
        !(m->arg[BUS_COPY_FLAGS] & BUS_COPY_ASYNC) && j->op != DEVICE_OP_D2D;
    if (d->waited)
        host_wait(d, s, id);
    return 0;
}

/* The first part of a copy from or to ordinary host memory. */
static int begin_parts(struct device *d, const struct bus_message *m,
                       const uint8_t *bytes)
{
    struct device_stream *s = device_stream(d, m, m->arg[BUS_COPY_STREAM]);
    struct bus_shape shape;

    if (!s)
        return ERROR_INVALID_HANDLE;
    if (!read_shape(m, bytes, &shape) ||
        (m->kind == BUS_COPY_IN ? !shape.dst || shape.src
                                : shape.dst || !shape.src) ||
        !is_good(d, &shape))
        return ERROR_INVALID_VALUE;
    job_free(d->coming);
    d->coming = job_new(d, JOB_COPY, m);
    d->coming->shape = shape;
    d->coming->op = m->kind == BUS_COPY_IN ? DEVICE_OP_H2D : DEVICE_OP_D2H;
    d->coming->pageable = true;
    d->come = 0;
    if (m->kind == BUS_COPY_IN && shape_bytes(&shape) <= STAGED_AT_ONCE) {
        d->coming->size = (size_t)shape_bytes(&shape);
        d->coming->bytes = malloc(d->coming->size);
        if (!d->coming->bytes)
            DIE("out of memory");
        return 0;
    }
    d->coming->done_before = true;
    host_wait_stream(d, s);
    return d->pending;
}

/* The last part is over: the copy takes its place in time. */
static void end_parts(struct device *d)
{
    struct job *j = d->coming;
    struct device_stream *s = &d->streams[j->stream];
    const bool held = j->bytes != NULL;
    uint32_t id;

    s = device_stream(d, &j->m, j->m.arg[BUS_COPY_STREAM]);
    d->coming = NULL;
    if (!s) {
        job_free(j);
        return;
    }
    id = stream_queue(d, s, j, d->host_ns);
    if (!held)
        host_wait(d, s, id);
}

int device_copy_part(struct device *d, const struct bus_message *m,
                     const uint8_t *bytes)
{
    const uint64_t count = m->arg[BUS_COPY_PART];
    uint8_t *stage;
    struct job *j;
    int e = 0;

    if (m->arg[BUS_COPY_FLAGS] & BUS_COPY_FIRST)
        e = begin_parts(d, m, bytes);
    j = d->coming;
    if (e || !j || j->m.kind != m->kind || count > BUS_STAGE_BYTES ||
        count > shape_bytes(&j->shape) - d->come) {
        job_free(j);
        d->coming = NULL;
        return e ? e : ERROR_INVALID_VALUE;
    }
    stage = memory_at(d->memory, d->stage, BUS_STAGE_BYTES);
    if (!stage)
        return ERROR_INVALID_VALUE;
    if (j->bytes)
        memcpy(j->bytes + d->come, stage, count);
    else
        copy_bytes(d, &j->shape, d->come, count, stage);
    d->come += count;
    if (d->come == shape_bytes(&j->shape))
        end_parts(d);
    return 0;
}

int device_memset(struct device *d, const struct bus_message *m,
                  const uint8_t *bytes)
{
    struct device_stream *s = device_stream(d, m, m->arg[BUS_COPY_STREAM]);
    const uint64_t size = m->arg[BUS_COPY_SIZE];
    struct bus_shape shape;
    struct job *j;

    if (!s)
        return ERROR_INVALID_HANDLE;
    if (!read_shape(m, bytes, &shape) || !shape.dst || shape.src ||
        (size != 1 && size != 2 && size != 4) || !is_good(d, &shape))
        return ERROR_INVALID_VALUE;
    j = job_new(d, JOB_SET, m);
    j->shape = shape;
    j->op = DEVICE_OP_MEMSET;
    stream_queue(d, s, j, d->host_ns);
    return 0;
}
