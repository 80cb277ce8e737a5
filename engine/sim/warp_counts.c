/* SPDX-License-Identifier: Apache-2.0 */
/* Counters by warp: taken as a warp ends, summed up over a launch. */
#include "sim/exec.h"

/* More instructions, or as many and earlier in the launch. */
static bool is_heavier(const struct warp_count *a, const struct warp_count *b)
{
    if (a->count[WARP_INST] != b->count[WARP_INST])
        return a->count[WARP_INST] > b->count[WARP_INST];
    if (a->block != b->block)
        return a->block < b->block;
    return a->warp < b->warp;
}

static void list(struct warp_totals *t, const struct warp_count *c)
{
    int at = t->listed_count;

    if (at == WARPS_LISTED && !is_heavier(c, &t->listed[at - 1]))
        return;
    if (at < WARPS_LISTED)
        t->listed_count++;
    else
        at--;
    for (; at > 0 && is_heavier(c, &t->listed[at - 1]); at--)
        t->listed[at] = t->listed[at - 1];
    t->listed[at] = *c;
}

void warp_counts_add(struct warp_totals *t, uint64_t block,
                     const struct warp *w)
{
    struct warp_count c = { .block = block, .warp = (uint32_t)w->index };

    for (int i = 0; i < WARP_COUNTERS; i++) {
        const uint64_t n = c.count[i] = w->count[i];

        t->total[i] += n;
        t->least[i] = t->warps && t->least[i] < n ? t->least[i] : n;
        t->most[i] = t->most[i] > n ? t->most[i] : n;
    }
    t->warps++;
    list(t, &c);
}

void warp_counts_join(struct warp_totals *to, const struct warp_totals *from)
{
    if (!from->warps)
        return;
    for (int i = 0; i < WARP_COUNTERS; i++) {
        to->total[i] += from->total[i];
        to->least[i] = to->warps && to->least[i] < from->least[i]
                           ? to->least[i]
                           : from->least[i];
        to->most[i] = to->most[i] > from->most[i] ? to->most[i] : from->most[i];
    }
    to->warps += from->warps;
    for (int i = 0; i < from->listed_count; i++)
        list(to, &from->listed[i]);
}

void warp_counts_fill(struct arena *a, const struct warp_totals *t,
                      struct warp_counts *out)
{
    *out = (struct warp_counts){ .warps = t->warps,
                                 .listed_count = t->listed_count };
    memcpy(out->least, t->least, sizeof out->least);
    memcpy(out->most, t->most, sizeof out->most);
    memcpy(out->total, t->total, sizeof out->total);
    out->listed = ARENA_NEW(a, struct warp_count, (size_t)t->listed_count + 1);
    memcpy(out->listed, t->listed,
           (size_t)t->listed_count * sizeof *out->listed);
}
