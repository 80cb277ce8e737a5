/* SPDX-License-Identifier: Apache-2.0 */
#include "report/advice_host.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "report/advice_rules.h"
#include "report/advise.h"
#include "report/explain.h"

/* What all calls from one place did. */
struct calls {
    const struct api_call *first;
    uint64_t count, ns;
    uint64_t launches_between; /* launches since its last call, summed */
    int32_t launches_before;   /* at its last call */
    uint64_t useful; /* waits in which something came back to the host */
};

struct host {
    struct arena *a;
    struct report *r;
    int *capacity;
    const struct trace *t;
};

static double us(uint64_t ns)
{
    return (double)ns / 1000;
}

static void say(struct host *h, enum finding_id id, int32_t site,
                const char *kernel, uint64_t count, const char *text)
{
    const struct call_site *s =
        site > 0 && site <= h->t->site_count ? &h->t->sites[site - 1] : NULL;
    struct report_finding f = {
        .id = id,
        .severity = SEVERITY_ADVICE,
        .kernel = kernel,
        .count = count,
        .message = text,
        .advice = explain_advice(id),
        .lesson = finding_table[id].lesson,
    };

    if (s && s->file) {
        f.file = report_file(h->r->program, s->file);
        f.line = s->line;
    }
    ARENA_PUSH(h->a, h->r->findings, h->r->finding_count, *h->capacity, f);
}

static bool is_call(const struct api_call *c, const char *start)
{
    return !strncmp(c->name, start, strlen(start));
}

static bool is_async(const struct api_call *c)
{
    return strstr(c->name, "Async") != NULL;
}

/* ---- launches ------------------------------------------------------------ */

/* The call that asked for a launch: the last one that began before. */
static const struct api_call *call_of_launch(const struct trace *t,
                                             uint64_t issue_ns)
{
    int low = 0, high = t->call_count;

    while (low < high) {
        const int mid = low + (high - low) / 2;

        if (t->calls[mid].start_ns <= issue_ns)
            low = mid + 1;
        else
            high = mid;
    }
    while (low-- > 0)
        if (strstr(t->calls[low].name, "Launch"))
            return &t->calls[low];
    return NULL;
}

/* Launches of one kernel, as far as they are listed. */
struct kernel_sum {
    const char *name;
    uint64_t count, busy_ns, first_issue, last_issue;
};

/*
 * Kernels that take about as long as it takes to ask for them: the host does
 * nothing but ask (else something else is the matter), and half of the time
 * or more would go with the launches.
 */
static void advise_launches(struct host *h, const struct kernel_sum *k)
{
    const struct api_call *c = call_of_launch(h->t, k->first_issue);
    const uint64_t each = c ? c->end_ns - c->start_ns : 0;
    const uint64_t asked = k->count * each;

    if (k->count < LIMIT_TINY_LAUNCHES_LEAST || k->busy_ns >= 2 * asked ||
        k->last_issue - k->first_issue > 2 * asked)
        return;
    say(h, FINDING_LAUNCH_BOUND, c ? c->site : 0, k->name, k->count,
        arena_printf(h->a,
                     "%" PRIu64 " launches of %s, each of %.1f us; asking for "
                     "one takes the host %.1f us (modelled)",
                     k->count, k->name, us(k->busy_ns / k->count), us(each)));
}

static void advise_all_launches(struct host *h)
{
    struct kernel_sum *list = NULL;
    int n = 0, room = 0;

    for (int i = 0; i < h->t->launch_count; i++) {
        const struct trace_launch *l = &h->t->launches[i];
        struct kernel_sum fresh = { .name = l->kernel,
                                    .first_issue = l->issue_ns };
        int k = 0;

        while (k < n && strcmp(list[k].name, l->kernel))
            k++;
        if (k == n)
            ARENA_PUSH(h->a, list, n, room, fresh);
        list[k].count += launch_count(l);
        list[k].busy_ns +=
            l->sum.launches ? l->sum.busy_ns : l->end_ns - l->start_ns;
        list[k].last_issue =
            l->sum.launches ? l->sum.last_issue_ns : l->issue_ns;
    }
    for (int i = 0; i < n; i++)
        advise_launches(h, &list[i]);
}

/* ---- calls of one line --------------------------------------------------- */

static void advise_waits(struct host *h, const struct calls *c)
{
    /* A wait for each launch or two, and nothing looked at in between. */
    if (c->count < LIMIT_SYNCS_LEAST || c->launches_between < c->count / 2 ||
        c->useful > c->count / 2 ||
        (strcmp(c->first->name, "cudaDeviceSynchronize") &&
         strcmp(c->first->name, "cudaStreamSynchronize")))
        return;
    say(h, FINDING_SYNC_BOUND, c->first->site, NULL, c->count,
        arena_printf(h->a,
                     "%" PRIu64 " calls of %s between launches, in which the "
                     "host waited %.1f us (modelled); the device had nothing "
                     "queued meanwhile",
                     c->count, c->first->name, us(c->ns)));
}

static void advise_allocations(struct host *h, const struct calls *c)
{
    if (c->count < LIMIT_ALLOCATIONS_LEAST ||
        c->launches_between < c->count / 2 ||
        !(is_call(c->first, "cudaMalloc") ||
          is_call(c->first, "cudaHostAlloc") ||
          is_call(c->first, "cudaFree")) ||
        is_async(c->first))
        return;
    say(h, FINDING_ALLOC_IN_LOOP, c->first->site, NULL, c->count,
        arena_printf(h->a,
                     "%" PRIu64 " calls of %s with launches between them, "
                     "%.1f us in all (modelled)",
                     c->count, c->first->name, us(c->ns)));
}

static void advise_pageable(struct host *h, const struct calls *c,
                            uint64_t pageable)
{
    if (pageable < LIMIT_PAGEABLE_COPIES_LEAST ||
        !is_call(c->first, "cudaMemcpy") || !is_async(c->first))
        return;
    say(h, FINDING_PAGEABLE_ASYNC, c->first->site, NULL, pageable,
        arena_printf(h->a,
                     "%" PRIu64 " of %" PRIu64 " calls of %s move ordinary "
                     "host memory: they are staged, the host waits for them "
                     "(%.1f us, modelled), and nothing overlaps",
                     pageable, c->count, c->first->name, us(c->ns)));
}

/* ---- copies -------------------------------------------------------------- */

static bool is_copy(const struct device_op *o)
{
    return o->kind == DEVICE_OP_H2D || o->kind == DEVICE_OP_D2H;
}

/* The copy that a call made: the first one that starts in or after it. */
static const struct device_op *copy_of(const struct trace *t,
                                       const struct api_call *c, int *at)
{
    while (*at < t->op_count &&
           (!is_copy(&t->ops[*at]) || t->ops[*at].end_ns < c->start_ns))
        ++*at;
    return *at < t->op_count ? &t->ops[(*at)++] : NULL;
}

/* Did a copy to the host end since the last wait? */
static bool brought_back(const struct trace *t, const struct api_call *c,
                         int *at)
{
    bool found = false;

    for (; *at < t->op_count && t->ops[*at].end_ns <= c->end_ns; ++*at)
        found |= t->ops[*at].kind == DEVICE_OP_D2H;
    return found;
}

struct copies {
    struct calls *of;
    uint64_t pageable, small, ns;
};

static void advise_small(struct host *h, const struct calls *c,
                         const struct copies *k)
{
    if (k->small < LIMIT_SMALL_COPIES_LEAST)
        return;
    say(h, FINDING_SMALL_COPIES, c->first->site, NULL, k->small,
        arena_printf(h->a,
                     "%" PRIu64 " copies of at most %d bytes each: %.1f us "
                     "(modelled), nearly all of it the fixed cost of a copy",
                     k->small, (int)LIMIT_SMALL_COPY_BYTES_LEAST, us(k->ns)));
}

/* Data that goes to the device, is worked on, and comes back, again and
   again: count the turns. */
static void advise_round_trips(struct host *h, const struct calls *in,
                               const struct calls *out, uint64_t turns,
                               uint64_t ns)
{
    if (turns < LIMIT_COPIES_IN_LOOP_LEAST || !in || !out)
        return;
    say(h, FINDING_COPY_IN_LOOP, in->first->site, NULL, turns,
        arena_printf(h->a,
                     "data goes to the device and comes back %" PRIu64
                     " times, with a kernel between: %.1f us of copies "
                     "(modelled)",
                     turns, us(ns)));
}

/* ---- streams ------------------------------------------------------------- */

/* Several streams with work in each, of which no two pieces ever overlap. */
static void advise_streams(struct host *h)
{
    enum { MANY = 64 };
    uint64_t count[MANY] = { 0 }, overlap = 0, latest = 0;
    int streams = 0, last = -1;
    bool pinned = true;

    for (int i = 0; i < h->t->op_count; i++) {
        const struct device_op *o = &h->t->ops[i];

        if (o->stream < 0 || o->stream >= MANY)
            return;
        count[o->stream]++;
        overlap += o->start_ns < latest && o->stream != last;
        latest = o->end_ns > latest ? o->end_ns : latest;
        last = o->stream;
        pinned &= !o->pageable;
    }
    for (int i = 1; i < MANY; i++)
        streams += count[i] >= LIMIT_STREAM_OPS_LEAST;
    if (streams < 2 || overlap || !pinned)
        return;
    say(h, FINDING_SERIALISED_STREAMS, 0, NULL, (uint64_t)streams,
        arena_printf(h->a,
                     "work was given to %d streams, but no two pieces ever ran "
                     "at the same time",
                     streams));
}

/* ---- all calls ----------------------------------------------------------- */

static struct calls *calls_of(struct host *h, struct calls **list, int *n,
                              int *room, const struct api_call *c)
{
    const struct calls fresh = { .first = c, .launches_before = -1 };

    for (int i = 0; i < *n; i++)
        if ((*list)[i].first->site == c->site &&
            !strcmp((*list)[i].first->name, c->name))
            return &(*list)[i];
    ARENA_PUSH(h->a, *list, *n, *room, fresh);
    return &(*list)[*n - 1];
}

static void add_copy(const struct device_op *o, struct copies *k)
{
    if (!o)
        return;
    k->pageable += o->pageable;
    if (o->bytes <= LIMIT_SMALL_COPY_BYTES_LEAST) {
        k->small++;
        k->ns += o->end_ns - o->start_ns;
    }
}

void advise_host(struct arena *a, struct report *r, int *capacity)
{
    struct host h = { a, r, capacity, r->trace };
    struct calls *list = NULL;
    struct copies *copies;
    int n = 0, room = 0, op = 0, seen = 0;
    int32_t launches = 0, launches_in = -1;
    uint64_t turns = 0, turn_ns = 0;
    const struct api_call *in = NULL, *out = NULL;

    for (int i = 0; i < r->trace->call_count; i++) /* how many places */
        calls_of(&h, &list, &n, &room, &r->trace->calls[i]);
    copies = ARENA_NEW(a, struct copies, (size_t)n + 1);
    for (int i = 0; i < r->trace->call_count; i++) {
        const struct api_call *c = &r->trace->calls[i];
        struct calls *s = calls_of(&h, &list, &n, &room, c);

        s->count++;
        s->useful += c->waits && brought_back(r->trace, c, &seen);
        s->ns += c->end_ns - c->start_ns;
        if (s->launches_before >= 0)
            s->launches_between += launches > s->launches_before;
        s->launches_before = launches;
        launches += strstr(c->name, "Launch") != NULL;
        if (!is_call(c, "cudaMemcpy") || c->error)
            continue;
        const struct device_op *o = copy_of(r->trace, c, &op);

        add_copy(o, &copies[s - list]);
        if (o && o->kind == DEVICE_OP_H2D) {
            in = c;
            launches_in = launches;
        } else if (o && in && launches_in >= 0 && launches > launches_in) {
            out = c;
            turns++;
            turn_ns += o->end_ns - o->start_ns;
            launches_in = -1;
        }
    }
    advise_all_launches(&h);
    for (int i = 0; i < n; i++) {
        advise_waits(&h, &list[i]);
        advise_allocations(&h, &list[i]);
        advise_pageable(&h, &list[i], copies[i].pageable);
        advise_small(&h, &list[i], &copies[i]);
    }
    if (in && out)
        advise_round_trips(&h, calls_of(&h, &list, &n, &room, in),
                           calls_of(&h, &list, &n, &room, out), turns, turn_ns);
    advise_streams(&h);
}
