/* SPDX-License-Identifier: Apache-2.0 */
/* What is known only when the program has ended: leaks, errors that stuck. */
#include "device/device.h"

enum { SITES_MAX = 64, FEW = 2 };

/* Allocations of one line that are still there. */
struct left {
    int32_t site;
    uint64_t count, bytes;
};

static void report(struct device *d, enum finding_id id, int32_t site,
                   uint64_t count, int64_t value)
{
    const struct finding f = { .id = id,
                               .launch = -1,
                               .count = count,
                               .at = { .pc = -1, .site = site },
                               .other = { .pc = -1 },
                               .value = value };

    record_finding(d, &f);
}

static bool had_errors(const struct device *d)
{
    for (int i = 0; i < d->trace.call_count; i++)
        if (d->trace.calls[i].error)
            return true;
    return d->pending != 0;
}

static int32_t site_of(const struct device *d, const struct allocation *a)
{
    return a->serial > 0 && a->serial <= d->trace.allocation_count
               ? d->trace.allocations[a->serial - 1]
               : 0;
}

/*
 * Memory goes when a program ends, and many small programs leave it at that.
 * It is a leak if a line lost more than one allocation.
 */
static void report_leaks(struct device *d)
{
    struct left list[SITES_MAX];
    int n = 0;

    for (const struct allocation *a = memory_next(d->memory, 0); a;
         a = memory_next(d->memory, a->base + a->bytes)) {
        const int32_t site = site_of(d, a);
        int i = 0;

        if (!a->serial || (a->hosted && !a->managed))
            continue;
        while (i < n && list[i].site != site)
            i++;
        if (i == SITES_MAX)
            continue;
        if (i == n)
            list[n++] = (struct left){ .site = site };
        list[i].count++;
        list[i].bytes += a->bytes;
    }
    for (int i = 0; i < n; i++)
        if (list[i].count >= FEW)
            report(d, FINDING_LEAK, list[i].site, list[i].count,
                   (int64_t)list[i].bytes);
}

void report_endings(struct device *d)
{
    if (d->sticky)
        report(d, FINDING_STICKY_ERROR, d->sticky_site, d->sticky, d->pending);
    if (d->ended_well && !had_errors(d))
        report_leaks(d);
}
