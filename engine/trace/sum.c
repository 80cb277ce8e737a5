/* SPDX-License-Identifier: Apache-2.0 */
/* Many equal launches as one record. */
#include <string.h>

#include "trace/trace.h"

uint64_t trace_launches(const struct trace *t)
{
    uint64_t n = 0;

    for (int i = 0; i < t->launch_count; i++)
        n += launch_count(&t->launches[i]);
    return n;
}

bool launch_equal(const struct trace_launch *a, const struct trace_launch *b)
{
    return !memcmp(a->grid, b->grid, sizeof a->grid) &&
           !memcmp(a->block, b->block, sizeof a->block) &&
           a->shared_static == b->shared_static &&
           a->shared_dynamic == b->shared_dynamic &&
           a->registers == b->registers && a->sm_count == b->sm_count &&
           !strcmp(a->kernel, b->kernel);
}

struct trace_launch launch_sum_of(const struct trace_launch *first)
{
    struct trace_launch s = *first;

    s.insts = NULL;
    s.samples = NULL;
    s.time.rows = NULL;
    s.lanes = (struct lane_path){ 0 };
    s.warps.listed = NULL;
    s.inst_count = s.sample_count = s.time.row_count = 0;
    s.warps.listed_count = 0;
    s.sum =
        (struct launch_sum){ .launches = 1, .last_issue_ns = first->issue_ns };
    s.end_ns = s.start_ns;
    return s;
}

static uint64_t more(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void add_warps(struct warp_counts *s, const struct warp_counts *w)
{
    if (!w->warps)
        return;
    for (int i = 0; i < WARP_COUNTERS; i++) {
        if (!s->warps || w->least[i] < s->least[i])
            s->least[i] = w->least[i];
        s->most[i] = more(s->most[i], w->most[i]);
        s->total[i] += w->total[i];
    }
    s->warps += w->warps;
}

/* The mean of a share of `was` of time and one of `now`. */
static double mean(double a, double was, double b, double now)
{
    return was + now > 0 ? (a * was + b * now) / (was + now) : a;
}

static void add_time(struct launch_time *s, const struct launch_time *t)
{
    const double was = s->time_us, now = t->time_us;

#define MEAN(field) s->field = mean(s->field, was, t->field, now)
    MEAN(occupancy_theoretical_pct);
    MEAN(occupancy_achieved_pct);
    MEAN(compute_pct);
    MEAN(memory_pct);
    MEAN(l1_hit_pct);
    MEAN(l2_hit_pct);
    for (int i = 0; i < WARP_STATE_COUNT; i++)
        MEAN(stall_pct[i]);
#undef MEAN
    s->cycles += t->cycles;
    s->time_us += t->time_us;
    s->dram_bytes += t->dram_bytes;
    s->blocks_timed += t->blocks_timed;
}

void launch_sum_add(struct trace_launch *sum, const struct trace_launch *l)
{
#define COUNTER(name) sum->total.name += l->total.name;
#include "trace/counters.def"
#undef COUNTER
    sum->max_writes_per_element =
        l->max_writes_per_element > sum->max_writes_per_element
            ? l->max_writes_per_element
            : sum->max_writes_per_element;
    sum->blocks_worked = more(sum->blocks_worked, l->blocks_worked);
    add_warps(&sum->warps, &l->warps);
    add_time(&sum->time, &l->time);
    if (l->hot.requests > sum->hot.requests)
        sum->hot = l->hot;
    sum->sum.launches++;
    sum->sum.last_issue_ns = more(sum->sum.last_issue_ns, l->issue_ns);
}

void launch_set_times(struct trace_launch *l, uint64_t start_ns,
                      uint64_t end_ns)
{
    const uint64_t ns = end_ns > start_ns ? end_ns - start_ns : 0;

    if (!l->sum.launches) {
        l->start_ns = start_ns;
        l->end_ns = end_ns;
        return;
    }
    l->sum.busy_ns += ns;
    if (ns > l->sum.slowest_ns) {
        l->sum.slowest_ns = ns;
        l->sum.slowest_start_ns = start_ns;
    }
    l->start_ns = start_ns < l->start_ns ? start_ns : l->start_ns;
    l->end_ns = more(l->end_ns, end_ns);
}
