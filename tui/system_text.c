/* SPDX-License-Identifier: Apache-2.0 */
/* Words for what stands on the axis of time. */
#include <stdio.h>
#include <string.h>

#include "tui/system.h"

void time_text(uint64_t ns, char *out, size_t size)
{
    double v = (double)ns;

    if (ns < 1000)
        snprintf(out, size, "%d ns", (int)ns);
    else if (ns < 1000000)
        snprintf(out, size, "%.3g us", v / 1e3);
    else if (ns < 1000000000)
        snprintf(out, size, "%.3g ms", v / 1e6);
    else
        snprintf(out, size, "%.4g s", v / 1e9);
}

void bytes_text(uint64_t bytes, char *out, size_t size)
{
    static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
    double v = (double)bytes;
    int unit = 0;

    while (v >= 1024 && unit < 4) {
        v /= 1024;
        unit++;
    }
    snprintf(out, size, "%.4g %s", v, units[unit]);
}

static void op_text(const struct trace *t, const struct device_op *op,
                    char *out, size_t size)
{
    static const char *const names[] = {
        [DEVICE_OP_H2D] = "copy in",
        [DEVICE_OP_D2H] = "copy out",
        [DEVICE_OP_D2D] = "copy on the device",
        [DEVICE_OP_MEMSET] = "memset",
    };
    char bytes[32];

    if (op->kind == DEVICE_OP_KERNEL) {
        bool known = op->launch >= 0 && op->launch < t->launch_count;

        snprintf(out, size, "%s",
                 known && t->launches[op->launch].kernel
                     ? t->launches[op->launch].kernel
                     : "a kernel");
        return;
    }
    bytes_text(op->bytes, bytes, sizeof bytes);
    snprintf(out, size, "%s, %s%s", names[op->kind], bytes,
             op->pageable ? ", pageable" : "");
}

void system_bar_text(const struct system *s, const struct system_bar *b,
                     char *out, size_t size)
{
    if (b->kind == SYSTEM_CALL || b->kind == SYSTEM_WAIT)
        snprintf(out, size, "%s%s", s->trace->calls[b->index].name,
                 b->kind == SYSTEM_WAIT ? " (waits)" : "");
    else
        op_text(s->trace, &s->trace->ops[b->index], out, size);
}

/* How many bars start at or before a time. */
static int started(const struct system_row *r, uint64_t ns)
{
    int low = 0, high = r->count;

    while (low < high) {
        int mid = low + (high - low) / 2;

        if (r->bars[mid].start_ns <= ns)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

const struct system_bar *system_bar_at(const struct system_row *r, uint64_t ns,
                                       bool *covers)
{
    int n = started(r, ns);

    /* Of those that overlap, the last to start; far back are none. */
    for (int i = n - 1; i >= 0 && i >= n - 64; i--)
        if (r->bars[i].end_ns > ns) {
            *covers = true;
            return &r->bars[i];
        }
    *covers = false;
    return n ? &r->bars[n - 1] : NULL;
}

void system_gap_text(const struct system *s, const struct system_gap *g,
                     char *out, size_t size)
{
    const struct trace *t = s->trace;
    const struct api_call *call = NULL;
    uint64_t most = 0, in_calls = 0;
    char length[32];

    for (int i = 0; i < t->call_count; i++) {
        const struct api_call *c = &t->calls[i];
        uint64_t start = c->start_ns > g->start_ns ? c->start_ns : g->start_ns;
        uint64_t end = c->end_ns < g->end_ns ? c->end_ns : g->end_ns;

        if (end <= start)
            continue;
        in_calls += end - start;
        if (end - start > most) {
            most = end - start;
            call = c;
        }
    }
    time_text(g->end_ns - g->start_ns, length, sizeof length);
    if (call && in_calls * 2 >= g->end_ns - g->start_ns)
        snprintf(out, size, "The device is idle for %s: the host is in %s.",
                 length, call->name);
    else
        snprintf(out, size,
                 "The device is idle for %s: work is on its way to it, or the "
                 "host does something else.",
                 length);
}

const struct system_gap *system_gap_after(const struct system *s, uint64_t ns)
{
    int low = 0, high = s->gap_count;

    while (low < high) {
        int mid = low + (high - low) / 2;

        if (s->gaps[mid].start_ns <= ns)
            low = mid + 1;
        else
            high = mid;
    }
    return low < s->gap_count ? &s->gaps[low] : NULL;
}

const struct system_gap *system_gap_before(const struct system *s, uint64_t ns)
{
    for (int i = s->gap_count - 1; i >= 0; i--)
        if (s->gaps[i].start_ns < ns)
            return &s->gaps[i];
    return NULL;
}
