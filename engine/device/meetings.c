/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two pieces of work that no order connects, or a piece of work and the host
 * that did not wait for it, may not touch one byte if one of them writes.
 * Decided by order, not by time: another run may come out the other way.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "device/device.h"

static void forget(struct device *d, int i)
{
    free(d->meetings[i].touched.list);
    d->meetings[i] = d->meetings[--d->meeting_count];
}

void meetings_forget(struct device *d)
{
    for (int i = d->meeting_count; i-- > 0;)
        if (clock_knows(&d->host, d->meetings[i].stream, d->meetings[i].number))
            forget(d, i);
}

/* With one stream, or only such as wait for each other, all is in order. */
static bool streams_can_meet(const struct device *d)
{
    int free_ones = 0, blocking = 0;

    for (int i = 0; i < d->stream_count; i++) {
        const struct device_stream *s = &d->streams[i];

        if (!s->count || s->legacy)
            continue;
        blocking += s->blocking;
        free_ones += !s->blocking;
    }
    return free_ones + blocking > 1 || (free_ones && d->streams[0].count);
}

bool meetings_matter(const struct device *d)
{
    return !d->options->checks_off && streams_can_meet(d);
}

static void name_allocation(struct device *d, struct finding *f, uint64_t at)
{
    const struct allocation *a = memory_nearest(d->memory, at);

    if (!a || at < a->base || at >= a->base + a->bytes)
        return;
    f->near_base = a->base;
    f->near_bytes = a->bytes;
    f->near_serial = a->serial;
    f->near_offset = (int64_t)(at - a->base);
    if (a->name)
        f->near_name = arena_strdup(&d->arena, a->name);
}

static bool said_before(const struct device *d, const struct finding *f)
{
    for (int i = 0; i < d->trace.finding_count; i++) {
        const struct finding *g = &d->trace.findings[i];

        if (g->id == f->id && g->at.site == f->at.site &&
            g->other.site == f->other.site && g->near_base == f->near_base) {
            d->trace.findings[i].count++;
            return true;
        }
    }
    return false;
}

static void report_streams(struct device *d, const struct job *j,
                           const struct meeting *m,
                           const struct extent_clash *c)
{
    struct finding f = {
        .id = FINDING_STREAM_RACE,
        .launch = j->launch >= 0 ? j->launch : m->launch,
        .count = 1,
        .address = c->at,
        .bytes = c->bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)c->bytes,
        .at = { .pc = -1, .site = j->site, .access = c->second },
        .other = { .pc = -1, .site = m->site, .access = c->first },
        .value = j->stream,
        .limit = m->stream,
    };

    name_allocation(d, &f, c->at);
    if (!said_before(d, &f))
        record_finding(d, &f);
}

void meeting_add(struct device *d, const struct job *j, bool queued,
                 struct footprint *f)
{
    struct extent_clash clash;
    struct meeting m = {
        .stream = j->stream,
        .number = j->number,
        .ticket = j->kind == JOB_COPY ? j->m.arg[BUS_COPY_TICKET] : 0,
        .site = j->site,
        .launch = j->launch,
        .queued = queued,
        .touched = *f,
    };

    for (int i = 0; i < d->meeting_count && !f->cut && !queued; i++) {
        const struct meeting *old = &d->meetings[i];

        if (!old->queued && !clock_knows(&j->clock, old->stream, old->number) &&
            !(old->stream == j->stream && old->number == j->number) &&
            !old->touched.cut &&
            footprint_clash(&old->touched, f, false, &clash))
            report_streams(d, j, old, &clash);
    }
    *f = (struct footprint){ 0 };
    if (d->meeting_count == d->meeting_capacity) {
        d->meeting_capacity =
            d->meeting_capacity ? 2 * d->meeting_capacity : 16;
        d->meetings = realloc(d->meetings, (size_t)d->meeting_capacity *
                                               sizeof *d->meetings);
        if (!d->meetings)
            DIE("out of memory");
    }
    d->meetings[d->meeting_count++] = m;
}

bool meeting_with_host(struct device *d, uint64_t address, bool write)
{
    struct extent at = { address, address + 1,
                         write ? ACCESS_WRITE : ACCESS_READ };
    struct footprint host = { .list = &at, .count = 1 };
    struct extent_clash clash;

    for (int i = 0; i < d->meeting_count; i++) {
        const struct meeting *m = &d->meetings[i];
        struct finding f = {
            .id = FINDING_HOST_RACE,
            .launch = m->launch,
            .count = 1,
            .address = address,
            .at = { .pc = -1, .site = d->site, .access = at.access },
            .other = { .pc = -1, .site = m->site },
            .value = m->stream,
        };

        if (!footprint_clash(&m->touched, &host, true, &clash))
            continue;
        f.other.access = clash.first;
        name_allocation(d, &f, address);
        if (!said_before(d, &f))
            record_finding(d, &f);
        return true;
    }
    return false;
}

bool ticket_is_open(const struct device *d, uint64_t ticket)
{
    for (int i = 0; i < d->meeting_count; i++)
        if (d->meetings[i].ticket == ticket)
            return true;
    return false;
}
