/* SPDX-License-Identifier: Apache-2.0 */
#include "tui/pair.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

static const struct trace *trace_of(const struct comparison *c, int side)
{
    return side ? &c->trace_b : &c->trace_a;
}

static const struct report *report_of(const struct comparison *c, int side)
{
    return side ? &c->b : &c->a;
}

/* The launch that took longest; with no times, the one that did most. */
static const struct trace_launch *heaviest(const struct trace *t)
{
    const struct trace_launch *best = NULL;

    for (int i = 0; i < t->launch_count; i++) {
        const struct trace_launch *l = &t->launches[i];

        if (l->sum.launches)
            continue;
        if (!best || l->time.time_us > best->time.time_us ||
            (l->time.time_us >= best->time.time_us &&
             l->total.inst > best->total.inst))
            best = l;
    }
    return best;
}

/* What the instruction behind a sample cost above the ideal. */
static uint64_t excess_of(const struct trace_launch *l,
                          const struct request_sample *s)
{
    for (int i = 0; i < l->inst_count; i++) {
        const struct counters *n = &l->insts[i].count;

        if (l->insts[i].pc != s->pc)
            continue;
        if (s->is_shared)
            return n->shared_conflicts;
        return n->load_sectors + n->store_sectors - n->load_sectors_ideal -
               n->store_sectors_ideal;
    }
    return 0;
}

static int worst_first(const void *x, const void *y)
{
    const struct request *a = x, *b = y;

    if (a->excess != b->excess)
        return a->excess > b->excess ? -1 : 1;
    if (a->side != b->side)
        return a->side - b->side;
    return (a->sample->pc > b->sample->pc) - (a->sample->pc < b->sample->pc);
}

static void collect_requests(struct arena *a, struct pair *p)
{
    int capacity = 0;

    for (int side = 0; side < 2; side++) {
        const struct trace_launch *l = p->launch[side];

        for (int i = 0; l && i < l->sample_count; i++) {
            struct request r = { &l->samples[i], side,
                                 excess_of(l, &l->samples[i]) };

            ARENA_PUSH(a, p->requests, p->request_count, capacity, r);
        }
    }
    if (p->request_count > 1)
        qsort(p->requests, (size_t)p->request_count, sizeof *p->requests,
              worst_first);
}

static struct value value_of(const struct pair *p, int side, int metric)
{
    const struct report *r = report_of(p->c, side);

    if (metric < 0)
        return (struct value){ 0 };
    if (metric_table[metric].scope == SCOPE_RUN)
        return r->run[metric];
    return report_total(r, NULL, (enum metric)metric);
}

static bool same(struct value a, struct value b)
{
    if (a.known != b.known)
        return false;
    if (a.text && b.text)
        return !strcmp(a.text, b.text);
    return a.number >= b.number && a.number <= b.number;
}

static void collect_counters(struct arena *a, struct pair *p)
{
    int capacity = 0;

    for (int pass = 0; pass < 2; pass++) {
        for (int m = 0; m < METRIC_COUNT; m++) {
            struct counter_row row = { m, value_of(p, 0, m),
                                       value_of(p, 1, m) };

            if ((!row.a.known && !row.b.known) ||
                same(row.a, row.b) != (pass == 1))
                continue;
            ARENA_PUSH(a, p->counters, p->counter_count, capacity, row);
        }
        if (pass == 0)
            p->changed_count = p->counter_count;
    }
}

/* The metrics that tell the story, most telling first. */
static const char *const story[] = {
    "time_us",
    "global_load_sectors",
    "global_load_efficiency_pct",
    "shared_bank_conflicts",
    "inst_executed",
    "global_store_sectors",
    "shared_wavefronts",
    "divergent_branches",
    "active_lanes_avg",
    "barriers",
    "global_atomics",
    "occupancy_achieved_pct",
    "speed_of_light_memory_pct",
    "speed_of_light_compute_pct",
    "registers_per_thread",
    "shared_bytes_per_block",
};

static bool has_bar(struct value v)
{
    return v.known && !v.text && v.number > 0;
}

/* Bars need a number in one of the runs; those that differ come first. */
static void collect_bars(struct arena *a, struct pair *p)
{
    int capacity = 0;

    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < sizeof story / sizeof *story; i++) {
            int m = metric_find(SCOPE_LAUNCH, story[i]);
            struct value x = value_of(p, 0, m), y = value_of(p, 1, m);

            if (same(x, y) == (pass == 1) && (has_bar(x) || has_bar(y)))
                ARENA_PUSH(a, p->bars, p->bar_count, capacity, m);
        }
}

void pair_make(struct arena *a, const struct comparison *c, struct pair *out)
{
    *out = (struct pair){ .c = c };
    for (int side = 0; side < 2; side++) {
        const struct trace_launch *l = heaviest(trace_of(c, side));

        out->launch[side] = l;
        if (l && l->time.row_count > 0 && l->time.rows_cycles > out->cycles)
            out->cycles = l->time.rows_cycles;
    }
    collect_requests(a, out);
    collect_counters(a, out);
    collect_bars(a, out);
}

void pair_make_one(struct arena *a, const struct comparison *c, int launch,
                   struct pair *out)
{
    const struct trace_launch *l =
        launch >= 0 ? &c->trace_a.launches[launch] : NULL;

    *out = (struct pair){ .c = c, .single = true, .launch = { l, NULL } };
    if (l && l->time.row_count > 0)
        out->cycles = l->time.rows_cycles;
    collect_requests(a, out);
}

const char *pair_label(const struct pair *p, int side)
{
    const char *label = side ? p->c->label_b : p->c->label_a;

    return label ? label : side ? "B" : "A";
}

struct value pair_value(const struct pair *p, int side, const char *metric)
{
    return value_of(p, side, metric_find(SCOPE_LAUNCH, metric));
}

void number_text(struct value v, char out[NUMBER_MAX])
{
    char digits[NUMBER_MAX];
    int n, k = 0;

    if (!v.known) {
        strcpy(out, "-");
        return;
    }
    if (v.text) {
        snprintf(out, NUMBER_MAX, "%s", v.text);
        return;
    }
    if (!isfinite(v.number) || fabs(v.number) >= 1e15) {
        snprintf(out, NUMBER_MAX, "%.3g", v.number);
        return;
    }
    if (fabs(v.number - round(v.number)) > 1e-9) {
        snprintf(out, NUMBER_MAX, fabs(v.number) < 1 ? "%.3g" : "%.2f",
                 v.number);
        return;
    }
    n = snprintf(digits, sizeof digits, "%.0f", v.number);
    for (int i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0 && digits[i - 1] != '-')
            out[k++] = ' ';
        out[k++] = digits[i];
    }
    out[k] = '\0';
}

void ratio_text(struct value a, struct value b, char out[NUMBER_MAX])
{
    strcpy(out, "-");
    if (!a.known || !b.known || a.text || b.text)
        return;
    if (a.number >= b.number && a.number <= b.number)
        strcpy(out, "=");
    else if (a.number <= 0 || b.number <= 0)
        return;
    else if (b.number < a.number)
        snprintf(out, NUMBER_MAX, "÷ %.3g", a.number / b.number);
    else
        snprintf(out, NUMBER_MAX, "× %.3g", b.number / a.number);
}
