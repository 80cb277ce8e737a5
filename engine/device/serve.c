/* SPDX-License-Identifier: Apache-2.0 */
/* Messages, one by one: read, check, do, answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/device.h"
#include "time/time.h"

enum {
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    INVALID_HANDLE = 400,
    NOT_READY = 600,
    STREAMS_MAX = 4096,
    EVENTS_MAX = 1 << 20
};

bool device_open(struct device *d, const struct device_options *o,
                 struct diags *ds)
{
    uint64_t bytes;
    struct device_stream first = { .used = true };

    *d = (struct device){ .options = o };
    if (!card_load(&d->arena, o->cards, o->card, &d->card, ds))
        return false;
    bytes = o->vram_bytes ? o->vram_bytes : (uint64_t)d->card.vram_bytes;
    d->memory = memory_open(bytes);
    if (!d->memory)
        return diag_fail(ds, "this machine cannot reserve the address space "
                             "of device memory");
    ARENA_PUSH(&d->arena, d->streams, d->stream_count, d->stream_capacity,
               first);
    d->trace.card = d->card.name;
    return true;
}

void device_close(struct device *d)
{
    if (d->memory)
        memory_close(d->memory);
    buf_release(&d->output);
    arena_clear(&d->arena);
}

static int hello(struct device *d, const struct bus_message *m, struct buf *out)
{
    const struct card *c = &d->card;
    struct bus_device b = {
        .total_memory = memory_usage(d->memory).total,
        .major = (int32_t)c->cc_major,
        .minor = (int32_t)c->cc_minor,
        .sm_count = (int32_t)c->sm_count,
        .clock_khz = (int32_t)(c->clock_mhz * 1000),
        .l2_bytes = (int32_t)c->l2_bytes,
        .shared_per_block = (int32_t)c->block_shared_bytes,
        .shared_per_block_optin = (int32_t)c->block_shared_optin_bytes,
        .shared_per_sm = (int32_t)c->sm_shared_bytes,
        .registers_per_block = (int32_t)c->sm_registers,
        .threads_per_sm = (int32_t)c->sm_threads_max,
        .blocks_per_sm = (int32_t)c->sm_blocks_max,
    };

    snprintf(b.name, sizeof b.name, "%s", c->product);
    buf_add(out, &b, sizeof b);
    return m->arg[0] == BUS_VERSION ? 0 : 35;
}

static void report_memory(struct device *d, enum finding_id id,
                          uint64_t address)
{
    const struct allocation *a = memory_nearest(d->memory, address);
    struct finding f = { .id = id,
                         .launch = -1,
                         .count = 1,
                         .address = address,
                         .at = { .pc = -1 },
                         .other = { .pc = -1 } };

    if (a && address >= a->base && address < a->base + a->bytes) {
        f.near_base = a->base;
        f.near_bytes = a->bytes;
        f.near_serial = a->serial;
        f.near_offset = (int64_t)(address - a->base);
    }
    record_finding(d, &f);
}

static int allocate(struct device *d, uint64_t bytes, uint64_t *address)
{
    enum memory_status s;

    if (bytes == 0) { /* as CUDA: no error, a null pointer */
        *address = 0;
        return 0;
    }
    s = memory_alloc(d->memory, bytes, address);
    if (s == MEMORY_HOST_FULL)
        report_memory(d, FINDING_HOST_MEMORY_FULL, 0);
    return s == MEMORY_OK ? 0 : OUT_OF_MEMORY;
}

static int release(struct device *d, uint64_t address)
{
    if (!address || memory_free(d->memory, address) == MEMORY_OK)
        return 0;
    report_memory(d, FINDING_INVALID_FREE, address);
    return INVALID_VALUE;
}

static void wait_all(struct device *d)
{
    for (int i = 0; i < d->stream_count; i++)
        if (d->streams[i].end_ns > d->host_ns)
            d->host_ns = d->streams[i].end_ns;
}

static int wait_stream(struct device *d, uint64_t handle)
{
    struct device_stream *s = device_stream(d, handle);

    if (!s)
        return INVALID_HANDLE;
    if (s == &d->streams[0])
        wait_all(d);
    else if (s->end_ns > d->host_ns)
        d->host_ns = s->end_ns;
    return 0;
}

static int create_stream(struct device *d, uint64_t *handle)
{
    struct device_stream s = { .used = true, .end_ns = d->host_ns };

    if (d->stream_count == STREAMS_MAX)
        return OUT_OF_MEMORY;
    ARENA_PUSH(&d->arena, d->streams, d->stream_count, d->stream_capacity, s);
    *handle = (uint64_t)d->stream_count + 1; /* index + 2 */
    return 0;
}

static int create_event(struct device *d, uint64_t *handle)
{
    struct device_event e = { .used = true };

    if (d->event_count == EVENTS_MAX)
        return OUT_OF_MEMORY;
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

static int event_call(struct device *d, const struct bus_message *m,
                      uint64_t value[BUS_VALUES])
{
    struct device_event *e =
        event_of(d, m->arg[m->kind == BUS_STREAM_WAIT ? 1 : 0]);
    struct device_event *end = event_of(d, m->arg[1]);
    struct device_stream *s;

    if (!e)
        return INVALID_HANDLE;
    switch (m->kind) {
    case BUS_EVENT_RECORD:
        s = device_stream(d, m->arg[1]);
        if (!s)
            return INVALID_HANDLE;
        e->recorded = true;
        e->at_ns = s->end_ns > d->host_ns ? s->end_ns : d->host_ns;
        return 0;
    case BUS_EVENT_SYNC:
        if (e->recorded && e->at_ns > d->host_ns)
            d->host_ns = e->at_ns;
        return 0;
    case BUS_EVENT_QUERY:
        return e->recorded && e->at_ns > d->host_ns ? NOT_READY : 0;
    case BUS_EVENT_ELAPSED:
        if (!end || !e->recorded || !end->recorded)
            return INVALID_HANDLE;
        if (end->at_ns > d->host_ns)
            return NOT_READY;
        value[0] = end->at_ns > e->at_ns ? end->at_ns - e->at_ns : 0;
        return 0;
    case BUS_STREAM_WAIT:
        s = device_stream(d, m->arg[0]);
        if (!s)
            return INVALID_HANDLE;
        if (e->recorded && e->at_ns > s->end_ns)
            s->end_ns = e->at_ns;
        return 0;
    default:
        e->used = false;
        return 0;
    }
}

/* A finding that only the host's side can see. */
static int client_finding(struct device *d, const struct bus_message *m,
                          const char *text)
{
    struct finding f = { .launch = -1,
                         .count = 1,
                         .at = { .pc = -1 },
                         .other = { .pc = -1 },
                         .value = (int64_t)m->arg[1],
                         .limit = (int64_t)m->arg[2] };
    size_t n = m->arg[0] < m->bytes ? (size_t)m->arg[0] : m->bytes;

    for (int i = 0; i < FINDING_COUNT; i++)
        if (strlen(finding_table[i].text) == n &&
            !memcmp(finding_table[i].text, text, n)) {
            f.id = (enum finding_id)i;
            if (f.id == FINDING_DEVICE_POINTER_ON_HOST)
                f.address = m->arg[1];
            if (m->bytes > n + 2)
                f.detail =
                    arena_strndup(&d->arena, text + n + 2, m->bytes - n - 2);
            record_finding(d, &f);
        }
    return 0;
}

static int handle(struct device *d, const struct bus_message *m,
                  const char *bytes, struct bus_reply *r, struct buf *out)
{
    const uint8_t *data = (const uint8_t *)bytes;
    struct memory_usage use;

    switch ((enum bus_kind)m->kind) { /* lint: dispatch switch */
    case BUS_HELLO:
        return hello(d, m, out);
    case BUS_MODULE:
        return device_module(d, (struct text){ bytes, m->bytes }, out,
                             r->value);
    case BUS_MALLOC:
        return allocate(d, m->arg[0], &r->value[0]);
    case BUS_FREE:
        wait_all(d);
        return release(d, m->arg[0]);
    case BUS_COPY_IN:
        return device_copy_in(d, m, data);
    case BUS_COPY_OUT:
        return device_copy_out(d, m, out);
    case BUS_COPY_DEVICE:
        return device_copy_device(d, m);
    case BUS_MEMSET:
        return device_memset(d, m);
    case BUS_LAUNCH:
        d->host_ns += time_api_ns(&d->card, "cudaLaunchKernel");
        return device_launch(d, m, data);
    case BUS_DEVICE_SYNC:
        wait_all(d);
        return 0;
    case BUS_STREAM_SYNC:
        return wait_stream(d, m->arg[0]);
    case BUS_STREAM_CREATE:
        return create_stream(d, &r->value[0]);
    case BUS_STREAM_DESTROY:
        return 0;
    case BUS_EVENT_CREATE:
        return create_event(d, &r->value[0]);
    case BUS_STREAM_WAIT:
    case BUS_EVENT_DESTROY:
    case BUS_EVENT_RECORD:
    case BUS_EVENT_SYNC:
    case BUS_EVENT_QUERY:
    case BUS_EVENT_ELAPSED:
        return event_call(d, m, r->value);
    case BUS_MEM_INFO:
        use = memory_usage(d->memory);
        r->value[0] = use.total - use.used;
        r->value[1] = use.total;
        return 0;
    case BUS_REPORT:
        return client_finding(d, m, bytes);
    case BUS_COUNT:
        break;
    }
    return INVALID_VALUE;
}

/* Once work has failed, every call that looks at the device says so. */
static bool is_refused(const struct device *d, const struct bus_message *m)
{
    return d->pending && m->kind != BUS_REPORT && m->kind != BUS_HELLO &&
           m->kind != BUS_DEVICE_SYNC && m->kind != BUS_STREAM_SYNC;
}

static bool answer(struct device *d, int fd, struct bus_reply *r,
                   struct buf *out)
{
    bool ok;

    r->pending = d->pending;
    r->output_bytes = (uint32_t)d->output.size;
    r->bytes = (uint32_t)out->size;
    ok = bus_send(fd, r, sizeof *r) &&
         bus_send(fd, d->output.at, d->output.size) &&
         bus_send(fd, out->at, out->size);
    d->output.size = 0;
    return ok;
}

/* Does the host wait for queued work in this call? A blocking copy waits for
   its own; a copy of many parts is one call; cudaFree waits only if something
   was queued since the last wait. Counted by order, not by modelled time. */
static bool waits_for_work(struct device *d, const struct bus_message *m)
{
    bool queued = d->queued;

    switch ((enum bus_kind)m->kind) {
    case BUS_LAUNCH:
    case BUS_MEMSET:
    case BUS_COPY_DEVICE:
        d->queued = true;
        return false;
    case BUS_COPY_IN:
    case BUS_COPY_OUT:
        if (!(m->arg[3] & BUS_COPY_FIRST))
            return false;
        d->queued = (m->arg[3] & BUS_COPY_ASYNC) != 0;
        return !(m->arg[3] & BUS_COPY_ASYNC) || !(m->arg[3] & BUS_COPY_PINNED);
    case BUS_FREE:
        d->queued = false;
        return queued;
    case BUS_DEVICE_SYNC:
        d->queued = false;
        return true;
    default:
        return bus_table[m->kind].waits;
    }
}

static bool serve_one(struct device *d, int fd, const struct bus_message *m,
                      const char *bytes)
{
    struct bus_reply r = { 0 };
    struct buf out = { 0 };
    uint64_t start = d->host_ns;
    bool ok = true, waits = waits_for_work(d, m);

    if (is_refused(d, m))
        r.error = d->pending;
    else
        r.error = handle(d, m, bytes, &r, &out);
    if (m->kind != BUS_LAUNCH)
        d->host_ns += time_api_ns(&d->card, bus_table[m->kind].api);
    if (m->kind != BUS_DEVICE_SYNC || m->arg[0] != BUS_SYNC_AT_EXIT)
        record_call(d, (enum bus_kind)m->kind, start, waits, r.error);
    if (bus_table[m->kind].answer == BUS_SYNC)
        ok = answer(d, fd, &r, &out);
    else if (r.error && !d->pending && m->kind != BUS_REPORT)
        d->pending = r.error;
    buf_release(&out);
    return ok;
}

bool device_serve(struct device *d, int fd)
{
    struct bus_message m;
    bool good = true;

    while (bus_receive(fd, &m, sizeof m)) {
        char *bytes;

        if (m.kind >= BUS_COUNT || m.bytes > BUS_BYTES_MAX) {
            good = false;
            break;
        }
        bytes = malloc((size_t)m.bytes + 1);
        if (!bytes || !bus_receive(fd, bytes, m.bytes)) {
            free(bytes);
            break;
        }
        bytes[m.bytes] = '\0';
        good = serve_one(d, fd, &m, bytes);
        free(bytes);
        if (!good)
            break;
    }
    wait_all(d);
    d->trace.end_ns = d->host_ns;
    d->trace.complete = good;
    d->trace.peak_device_bytes = memory_usage(d->memory).peak;
    return good;
}
