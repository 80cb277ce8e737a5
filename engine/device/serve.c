/* SPDX-License-Identifier: Apache-2.0 */
/* Messages, one by one: read, check, do, answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/device.h"
#include "time/time.h"

enum { GPUS_MAX = 8 };

bool device_open(struct device *d, const struct device_options *o,
                 struct diags *ds)
{
    const int gpus = o->gpus > 1 ? o->gpus : 1;
    uint64_t bytes;

    *d = (struct device){ .options = o, .fd = -1 };
    if (gpus > GPUS_MAX)
        return diag_fail(ds, "at most %d cards can be simulated", GPUS_MAX);
    if (!card_load(&d->arena, o->cards, o->card, &d->card, ds))
        return false;
    bytes = o->vram_bytes ? o->vram_bytes : (uint64_t)d->card.vram_bytes;
    d->memory = memory_open(bytes);
    if (!d->memory)
        return diag_fail(ds, "this machine cannot reserve the address space "
                             "of device memory");
    if (memory_alloc_hosted(d->memory, BUS_STAGE_BYTES, HOSTED_FOR_STAGING,
                            &d->stage) != MEMORY_OK)
        return diag_fail(ds, "this machine has no room for shared memory");
    for (int i = 0; i < gpus; i++) {
        struct device_stream s = {
            .used = true, .blocking = true, .legacy = true, .gpu = i
        };

        ARENA_PUSH(&d->arena, d->streams, d->stream_count, d->stream_capacity,
                   s);
    }
    d->timeline = timeline_open(job_calls(d));
    d->graph.now = -1;
    d->trace.card = d->card.name;
    return true;
}

void device_close(struct device *d)
{
    timeline_close(d->timeline);
    graph_close(&d->graph);
    for (int i = 0; i < d->stream_count; i++)
        clock_release(&d->streams[i].clock);
    for (int i = 0; i < d->event_count; i++)
        clock_release(&d->events[i].clock);
    for (int i = 0; i < d->meeting_count; i++)
        free(d->meetings[i].touched.list);
    while (d->managed_count)
        managed_remove(d, d->managed[0].base);
    clock_release(&d->host);
    free(d->meetings);
    job_free(d->coming);
    if (d->memory)
        memory_close(d->memory);
    buf_release(&d->output);
    arena_clear(&d->arena);
}

/* The device as the program sees it, and what its calls cost. */
static int hello(struct device *d, const struct bus_message *m, struct buf *out)
{
    const struct card *c = &d->card;
    struct bus_device b = {
        .total_memory = memory_usage(d->memory).total,
        .stage = d->stage,
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
        .gpus = d->options->gpus > 1 ? d->options->gpus : 1,
        .has_file = memory_hosted_fd(d->memory) >= 0,
    };

    snprintf(b.name, sizeof b.name, "%s", c->product);
    buf_add(out, &b, sizeof b);
    for (int i = 0; i < CALL_COUNT; i++) {
        uint32_t ns = i ? (uint32_t)time_api_ns(c, bus_call_names[i]) : 0;

        buf_add(out, &ns, sizeof ns);
    }
    return m->arg[0] == BUS_VERSION ? 0 : ERROR_INSUFFICIENT_DRIVER;
}

static void report_memory(struct device *d, enum finding_id id,
                          uint64_t address)
{
    const struct allocation *a = memory_nearest(d->memory, address);
    struct finding f = { .id = id,
                         .launch = -1,
                         .count = 1,
                         .address = address,
                         .at = { .pc = -1, .site = d->site },
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
    if (s != MEMORY_OK)
        return ERROR_MEMORY_ALLOCATION;
    record_allocation(d, memory_find(d->memory, *address)->serial);
    return 0;
}

static int host_allocate(struct device *d, const struct bus_message *m,
                         uint64_t *address)
{
    const bool managed = m->arg[1] != 0;
    enum memory_status s;

    if (!m->arg[0])
        return ERROR_INVALID_VALUE;
    s = memory_alloc_hosted(d->memory, m->arg[0],
                            managed ? HOSTED_FOR_MANAGED : HOSTED_FOR_PINNED,
                            address);
    if (s != MEMORY_OK) {
        report_memory(d, FINDING_HOST_MEMORY_FULL, 0);
        return ERROR_MEMORY_ALLOCATION;
    }
    if (managed)
        managed_add(d, *address, m->arg[0]);
    record_allocation(d, memory_find(d->memory, *address)->serial);
    return 0;
}

static int release(struct device *d, const struct bus_message *m)
{
    const uint64_t address = m->arg[0];
    const struct allocation *a = memory_find(d->memory, address);
    struct device_stream *s = NULL;

    if (!address)
        return 0;
    d->frees++;
    if (m->arg[1]) { /* in the order of a stream */
        s = device_stream(d, m, m->arg[1]);
        if (!s)
            return ERROR_INVALID_HANDLE;
        if (!a || a->base != address) {
            report_memory(d, FINDING_INVALID_FREE, address);
            return ERROR_INVALID_VALUE;
        }
        stream_queue(d, s, job_new(d, JOB_FREE, m), d->host_ns);
        return 0;
    }
    host_wait_all(d);
    if (a && a->managed && a->base == address) {
        managed_remove(d, address);
        return memory_free_hosted(d->memory, address) == MEMORY_OK
                   ? 0
                   : ERROR_INVALID_VALUE;
    }
    if (memory_free(d->memory, address) == MEMORY_OK)
        return 0;
    report_memory(d, FINDING_INVALID_FREE, address);
    return ERROR_INVALID_VALUE;
}

/* A finding that only the host's side can see. */
static int client_finding(struct device *d, const struct bus_message *m,
                          const char *text)
{
    struct finding f = { .launch = -1,
                         .count = m->arg[3] ? m->arg[3] : 1,
                         .at = { .pc = -1, .site = d->site },
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

/* The host went to a page of pinned or managed memory that was closed to it. */
static int touch(struct device *d, const struct bus_message *m,
                 uint64_t value[BUS_VALUES])
{
    const struct allocation *a = memory_find(d->memory, m->arg[0]);
    const uint64_t group = 2ull << 20, from = m->arg[0] / group * group;
    uint64_t moved;

    if (!a || !a->hosted)
        return ERROR_INVALID_VALUE;
    if (a->managed) /* only what has run can say what it touches */
        for (int i = 0; i < d->stream_count; i++)
            timeline_wait(d->timeline, d->streams[i].last);
    value[0] = meeting_with_host(d, m->arg[0], m->arg[1] != 0);
    moved = managed_move(d, from, group, false);
    if (moved)
        d->host_ns += time_migration_ns(&d->card, moved, false);
    return 0;
}

/* Which of some copies are over for the host: a byte each. */
static int settled(struct device *d, const struct bus_message *m,
                   const uint8_t *bytes, struct buf *out)
{
    for (size_t i = 0; i + 8 <= m->bytes; i += 8) {
        uint64_t ticket;
        uint8_t over;

        memcpy(&ticket, bytes + i, sizeof ticket);
        over = !ticket_is_open(d, ticket);
        buf_add(out, &over, 1);
    }
    return 0;
}

static int host_function(struct device *d, const struct bus_message *m)
{
    struct device_stream *s = device_stream(d, m, m->arg[2]);

    if (!s)
        return ERROR_INVALID_HANDLE;
    stream_queue(d, s, job_new(d, JOB_HOST, m), d->host_ns);
    return 0;
}

static int mark(struct device *d, const struct bus_message *m)
{
    struct device_stream *s = device_stream(d, m, m->arg[0]);

    if (!s)
        return ERROR_INVALID_HANDLE;
    stream_queue(d, s, job_new(d, JOB_MARK, m), d->host_ns);
    return 0;
}

static int prefetch(struct device *d, const struct bus_message *m)
{
    struct device_stream *s = device_stream(d, m, m->arg[3]);
    const struct allocation *a = memory_find(d->memory, m->arg[0]);

    if (!s)
        return ERROR_INVALID_HANDLE;
    if (!a || !a->managed || m->arg[1] > a->bytes - (m->arg[0] - a->base))
        return ERROR_INVALID_VALUE;
    stream_queue(d, s, job_new(d, JOB_PREFETCH, m), d->host_ns);
    return 0;
}

/* Wait until the queue is short enough for more. */
static int make_room(struct device *d)
{
    while (timeline_open_count(d->timeline) > BUS_QUEUE_MAX / 2)
        if (!timeline_next(d->timeline))
            break;
    d->host_ns = later(d->host_ns, timeline_now(d->timeline));
    return 0;
}

/* All that the program allocated goes; what it loaded stays. */
static int reset(struct device *d)
{
    const struct allocation *a = memory_next(d->memory, 0);

    host_wait_all(d);
    while (a) {
        const uint64_t base = a->base, end = base + a->bytes;

        if (a->managed) {
            managed_remove(d, base);
            memory_free_hosted(d->memory, base);
        } else if (!a->hosted && a->serial) {
            memory_free(d->memory, base);
        }
        a = memory_next(d->memory, end);
    }
    d->pending = 0;
    return 0;
}

static int set_peer(struct device *d, const struct bus_message *m)
{
    const uint32_t bit = m->arg[0] < GPUS_MAX ? 1u << m->arg[0] : 0;
    uint32_t *peers;

    if (!device_stream(d, m, 0) || !bit || m->arg[0] == m->gpu ||
        m->arg[0] >= (uint64_t)(d->options->gpus > 1 ? d->options->gpus : 1))
        return ERROR_INVALID_DEVICE;
    peers = &d->peers[m->gpu];
    if (m->arg[1] && (*peers & bit))
        return ERROR_PEER_ALREADY_ENABLED;
    if (!m->arg[1] && !(*peers & bit))
        return ERROR_PEER_NOT_ENABLED;
    *peers ^= bit;
    return 0;
}

static int stream_call(struct device *d, const struct bus_message *m)
{
    struct device_stream *s = device_stream(d, m, m->arg[0]);

    if (!s)
        return ERROR_INVALID_HANDLE;
    if (m->kind == BUS_STREAM_QUERY)
        return stream_query(d, s);
    host_wait_stream(d, s);
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
        return device_module(d, (struct text){ bytes, m->bytes },
                             m->arg[1] ? m->arg[1] : m->bytes, out, r->value);
    case BUS_MALLOC:
        return allocate(d, m->arg[0], &r->value[0]);
    case BUS_FREE:
        return release(d, m);
    case BUS_HOST_ALLOC:
        return host_allocate(d, m, &r->value[0]);
    case BUS_HOST_FREE:
        host_wait_all(d);
        return memory_free_hosted(d->memory, m->arg[0]) == MEMORY_OK
                   ? 0
                   : ERROR_INVALID_VALUE;
    case BUS_COPY:
        return device_copy(d, m, data);
    case BUS_COPY_IN:
    case BUS_COPY_OUT:
        return device_copy_part(d, m, data);
    case BUS_MEMSET:
        return device_memset(d, m, data);
    case BUS_LAUNCH:
        return device_launch(d, m, data);
    case BUS_HOST_FUNCTION:
        return host_function(d, m);
    case BUS_MARK:
        return mark(d, m);
    case BUS_PREFETCH:
        return prefetch(d, m);
    case BUS_DEVICE_SYNC:
        host_wait_all(d);
        return 0;
    case BUS_STREAM_SYNC:
    case BUS_STREAM_QUERY:
        return stream_call(d, m);
    case BUS_STREAM_CREATE:
        return stream_create(d, m, &r->value[0]);
    case BUS_STREAM_DESTROY:
        return stream_destroy(d, m);
    case BUS_STREAM_WAIT:
    case BUS_EVENT_CREATE:
    case BUS_EVENT_DESTROY:
    case BUS_EVENT_RECORD:
    case BUS_EVENT_SYNC:
    case BUS_EVENT_QUERY:
    case BUS_EVENT_ELAPSED:
        return event_call(d, m, r->value);
    case BUS_GRAPH_BEGIN:
        return graph_begin(d, m);
    case BUS_GRAPH_NODE:
        return graph_node(d, m, data);
    case BUS_GRAPH_END:
        return graph_end(d, m);
    case BUS_ROOM:
        return make_room(d);
    case BUS_TOUCH:
        return touch(d, m, r->value);
    case BUS_SETTLED:
        return settled(d, m, data, out);
    case BUS_MEM_INFO:
        use = memory_usage(d->memory);
        r->value[0] = use.total - use.used;
        r->value[1] = use.total;
        return 0;
    case BUS_PEER:
        return set_peer(d, m);
    case BUS_RESET:
        return reset(d);
    case BUS_LOOK:
    case BUS_HOST_DONE:
        return 0;
    case BUS_RANGE_BEGIN:
        range_begin(d, m, bytes);
        return 0;
    case BUS_RANGE_END:
        range_end(d, m);
        return 0;
    case BUS_REPORT:
        return client_finding(d, m, bytes);
    case BUS_COUNT:
        break;
    }
    return ERROR_INVALID_VALUE;
}

/* Once work has failed, every call that looks at the device says so. */
static bool is_refused(const struct device *d, const struct bus_message *m)
{
    switch ((enum bus_kind)m->kind) {
    case BUS_HELLO:
    case BUS_REPORT:
    case BUS_RANGE_BEGIN:
    case BUS_RANGE_END:
    case BUS_LOOK:
    case BUS_DEVICE_SYNC:
    case BUS_STREAM_SYNC:
    case BUS_EVENT_SYNC:
    case BUS_RESET:
    case BUS_TOUCH:
    case BUS_SETTLED:
    case BUS_HOST_DONE:
        return false;
    default:
        return d->pending != 0;
    }
}

static bool answer(struct device *d, struct bus_reply *r, struct buf *out,
                   int file)
{
    bool ok;

    r->pending = d->pending;
    r->output_bytes = (uint32_t)d->output.size;
    r->bytes = (uint32_t)out->size;
    r->host_ns = d->host_ns;
    ok = bus_send_file(d->fd, r, sizeof *r, file) &&
         bus_send(d->fd, d->output.at, d->output.size) &&
         bus_send(d->fd, out->at, out->size);
    d->output.size = 0;
    return ok;
}

void device_call_host(struct device *d, uint64_t function, uint64_t argument)
{
    struct bus_reply r = { .kind = BUS_REPLY_CALL,
                           .value = { function, argument } };
    struct buf none = { 0 };
    struct bus_message m;

    if (d->broken)
        return;
    d->broken = !answer(d, &r, &none, -1) ||
                !bus_receive(d->fd, &m, sizeof m) || m.kind != BUS_HOST_DONE ||
                m.bytes;
}

/* Does the host wait for queued work in this call? A blocking copy waits for
   its own; a copy of many parts is one call; cudaFree waits only if something
   was queued since the last wait. Counted by order, not by modelled time. */
static bool waits_for_work(struct device *d, const struct bus_message *m)
{
    const uint64_t flags = m->arg[BUS_COPY_FLAGS];
    const bool queued = d->queued;

    switch ((enum bus_kind)m->kind) {
    case BUS_LAUNCH:
    case BUS_MEMSET:
    case BUS_GRAPH_BEGIN:
    case BUS_HOST_FUNCTION:
    case BUS_PREFETCH:
        d->queued = true;
        return false;
    case BUS_COPY_IN:
    case BUS_COPY_OUT:
        if (!(flags & BUS_COPY_FIRST))
            return false;
        d->queued = false;
        return true;
    case BUS_FREE:
        d->queued = m->arg[1] != 0 && queued;
        return queued && !m->arg[1];
    case BUS_DEVICE_SYNC:
        d->queued = false;
        return true;
    case BUS_STREAM_SYNC:
    case BUS_EVENT_SYNC:
        return true;
    default:
        return false;
    }
}

/* Calls that queue something cost their time before it can start; others have
   waited when theirs begins to count. */
static bool costs_first(enum bus_kind kind)
{
    switch (kind) {
    case BUS_LAUNCH:
    case BUS_GRAPH_BEGIN:
    case BUS_EVENT_RECORD:
    case BUS_STREAM_WAIT:
    case BUS_HOST_FUNCTION:
    case BUS_MEMSET:
        return true;
    default:
        return false;
    }
}

static bool serve_one(struct device *d, const struct bus_message *m,
                      const char *bytes)
{
    const uint64_t cost = m->call && m->call < CALL_COUNT
                              ? time_api_ns(&d->card, bus_call_names[m->call])
                              : 0;
    const bool first = costs_first((enum bus_kind)m->kind);
    bool waits = waits_for_work(d, m);
    struct bus_reply r = { 0 };
    struct buf out = { 0 };
    uint64_t start;
    bool ok = true;

    /* The host's clock never goes back. */
    d->host_ns = start = later(d->host_ns, m->host_ns);
    d->site = record_site(d, m->site);
    if (m->gpu < GPUS_MAX)
        memory_use_card(d->memory, (int)m->gpu);
    if (first)
        d->host_ns += cost;
    if (is_refused(d, m)) {
        r.error = d->pending;
        if (d->pending_told && m->call && !d->sticky++)
            d->sticky_site = d->site;
    } else {
        r.error = handle(d, m, bytes, &r, &out);
    }
    if (m->kind == BUS_COPY) {
        waits = d->waited && !r.error;
        d->queued = !waits;
    }
    if (!first)
        d->host_ns += cost;
    if (m->kind == BUS_COPY_IN || m->kind == BUS_COPY_OUT) {
        /* One call of many messages: the last one names it. */
        if (m->arg[BUS_COPY_FLAGS] & BUS_COPY_FIRST) {
            d->parts_start_ns = start;
            d->parts_wait = waits;
        }
        start = d->parts_start_ns;
        waits = d->parts_wait;
    }
    if (m->kind != BUS_DEVICE_SYNC || !m->arg[0])
        record_call(d, m, start, waits, r.error);
    if (bus_answers[m->kind] == BUS_SYNC && m->call && d->pending)
        d->pending_told = true;
    if (m->kind == BUS_DEVICE_SYNC && m->arg[0] == BUS_SYNC_AT_EXIT)
        d->ended_well = true;
    if (bus_answers[m->kind] == BUS_SYNC)
        ok = answer(d, &r, &out,
                    m->kind == BUS_HELLO ? memory_hosted_fd(d->memory) : -1);
    buf_release(&out);
    return ok && !d->broken;
}

bool device_serve(struct device *d, int fd)
{
    struct bus_message m;
    bool good = true;

    d->fd = fd;
    while (good && bus_receive(fd, &m, sizeof m)) {
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
        good = serve_one(d, &m, bytes);
        free(bytes);
    }
    d->broken = true; /* nobody is there for host functions any more */
    host_wait_all(d);
    report_endings(d);
    d->trace.end_ns = d->host_ns;
    d->trace.complete = good;
    d->trace.peak_device_bytes = memory_usage(d->memory).peak;
    return good;
}
