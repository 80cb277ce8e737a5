/* SPDX-License-Identifier: Apache-2.0 */
/* From counters to metrics. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "report/metrics.h"

const struct metric_info metric_table[METRIC_COUNT] = {
#define METRIC(id, text, scope, basis, unit, meaning) \
    [METRIC_##id] = { text, SCOPE_##scope, BASIS_##basis, unit, meaning },
#include "report/metrics.def"
#undef METRIC
};

int metric_find(enum metric_scope scope, const char *text)
{
    for (int i = 0; i < METRIC_COUNT; i++)
        if (metric_table[i].scope == scope &&
            !strcmp(metric_table[i].text, text))
            return i;
    return -1;
}

static struct value number(double n)
{
    return (struct value){ .known = true, .number = n };
}

static struct value count(uint64_t n)
{
    return number((double)n);
}

static struct value ratio(double a, double b, double scale)
{
    return b > 0 ? number(a / b * scale) : (struct value){ 0 };
}

static uint64_t beyond(uint64_t actual, uint64_t ideal)
{
    return actual > ideal ? actual - ideal : 0;
}

void metrics_of_counters(const struct counters *c, struct value *m)
{
    m[METRIC_INST_EXECUTED] = count(c->inst);
    m[METRIC_THREAD_INST_EXECUTED] = count(c->thread_inst);
    m[METRIC_ACTIVE_LANES_AVG] =
        ratio((double)c->thread_inst, (double)c->inst, 1);
    m[METRIC_BRANCHES] = count(c->branches);
    m[METRIC_DIVERGENT_BRANCHES] = count(c->divergent);
    m[METRIC_GLOBAL_LOAD_REQUESTS] = count(c->load_requests);
    m[METRIC_GLOBAL_LOAD_SECTORS] = count(c->load_sectors);
    m[METRIC_GLOBAL_LOAD_SECTORS_PER_REQUEST] =
        ratio((double)c->load_sectors, (double)c->load_requests, 1);
    m[METRIC_GLOBAL_LOAD_SECTORS_EXCESS] =
        count(beyond(c->load_sectors, c->load_sectors_ideal));
    m[METRIC_GLOBAL_LOAD_EFFICIENCY] =
        ratio((double)c->load_sectors_ideal, (double)c->load_sectors, 100);
    m[METRIC_GLOBAL_STORE_REQUESTS] = count(c->store_requests);
    m[METRIC_GLOBAL_STORE_SECTORS] = count(c->store_sectors);
    m[METRIC_GLOBAL_STORE_SECTORS_PER_REQUEST] =
        ratio((double)c->store_sectors, (double)c->store_requests, 1);
    m[METRIC_GLOBAL_STORE_SECTORS_EXCESS] =
        count(beyond(c->store_sectors, c->store_sectors_ideal));
    m[METRIC_GLOBAL_STORE_EFFICIENCY] =
        ratio((double)c->store_sectors_ideal, (double)c->store_sectors, 100);
    m[METRIC_INST_FP32] = count(c->fp32);
    m[METRIC_INST_FP64] = count(c->fp64);
    m[METRIC_INST_INT] = count(c->integer);
    m[METRIC_INST_MEM] = count(c->mem);
    m[METRIC_SHARED_WAVEFRONTS] = count(c->shared_wavefronts);
    m[METRIC_SHARED_BANK_CONFLICTS] = count(c->shared_conflicts);
    m[METRIC_BARRIERS] = count(c->barriers);
    m[METRIC_GLOBAL_ATOMICS] = count(c->global_atomics);
    m[METRIC_SHARED_ATOMICS] = count(c->shared_atomics);
    m[METRIC_ATOMIC_CONFLICTS] = count(c->atomic_conflicts);
    m[METRIC_LOCAL_BYTES] = count(c->local_bytes);
}

static const char *limiter_text(enum limiter l)
{
    switch (l) {
    case LIMIT_NONE:
        return "none";
    case LIMIT_WARPS:
        return "warps";
    case LIMIT_BLOCKS:
        return "blocks";
    case LIMIT_REGISTERS:
        return "registers";
    case LIMIT_SHARED:
        return "shared_memory";
    }
    return "none";
}

static void metrics_of_time(const struct launch_time *t, struct value *m)
{
    if (t->cycles == 0)
        return; /* not timed: stays unknown */
    m[METRIC_OCCUPANCY_THEORETICAL] = number(t->occupancy_theoretical_pct);
    m[METRIC_OCCUPANCY_ACHIEVED] = number(t->occupancy_achieved_pct);
    m[METRIC_OCCUPANCY_LIMITER] =
        (struct value){ .known = true, .text = limiter_text(t->limiter) };
    m[METRIC_CYCLES] = count(t->cycles);
    m[METRIC_TIME_US] = number(t->time_us);
    m[METRIC_SOL_COMPUTE] = number(t->compute_pct);
    m[METRIC_SOL_MEMORY] = number(t->memory_pct);
    m[METRIC_L1_HIT] = number(t->l1_hit_pct);
    m[METRIC_L2_HIT] = number(t->l2_hit_pct);
    m[METRIC_DRAM_BYTES] = count(t->dram_bytes);
    m[METRIC_STALL_NOT_SELECTED] = number(t->stall_pct[WARP_NOT_SELECTED]);
    m[METRIC_STALL_LONG_SCOREBOARD] =
        number(t->stall_pct[WARP_LONG_SCOREBOARD]);
    m[METRIC_STALL_SHORT_SCOREBOARD] =
        number(t->stall_pct[WARP_SHORT_SCOREBOARD]);
    m[METRIC_STALL_MATH_PIPE] = number(t->stall_pct[WARP_MATH_PIPE]);
    m[METRIC_STALL_LG_THROTTLE] = number(t->stall_pct[WARP_MEM_THROTTLE]);
    m[METRIC_STALL_WAIT] = number(t->stall_pct[WARP_WAIT]);
    m[METRIC_STALL_BARRIER] = number(t->stall_pct[WARP_BARRIER]);
}

void metrics_of_launch(const struct trace_launch *l, bool measured,
                       struct value *m)
{
    if (measured) {
        m[METRIC_TIME_US] = number(l->time.time_us);
    } else {
        metrics_of_counters(&l->total, m);
        metrics_of_time(&l->time, m);
    }
    if (l->max_writes_per_element)
        m[METRIC_MAX_WRITES_PER_ELEMENT] = count(l->max_writes_per_element);
    m[METRIC_REGISTERS] = number(l->registers);
    m[METRIC_SHARED_BYTES] =
        number((double)l->shared_static + (double)l->shared_dynamic);
}

/* A stretch of time in which an engine is busy. */
struct stretch {
    uint64_t start, end;
};

static int by_start(const void *a, const void *b)
{
    const struct stretch *x = a, *y = b;

    return (x->start > y->start) - (x->start < y->start);
}

/* Time covered by at least one of n stretches; sorts them. */
static uint64_t covered(struct stretch *s, int n)
{
    uint64_t total = 0, end = 0;

    qsort(s, (size_t)n, sizeof *s, by_start);
    for (int i = 0; i < n; i++) {
        uint64_t from = s[i].start > end ? s[i].start : end;

        if (s[i].end > from) {
            total += s[i].end - from;
            end = s[i].end;
        }
    }
    return total;
}

/* Busy time of each engine and of all together, in ns. */
static void engine_metrics(struct arena *a, const struct trace *t,
                           struct value *m)
{
    enum { ENGINE_SM, ENGINE_H2D, ENGINE_D2H, ENGINES };
    struct stretch *all = ARENA_NEW(a, struct stretch, (size_t)t->op_count + 1);
    struct stretch *one = ARENA_NEW(a, struct stretch, (size_t)t->op_count + 1);
    uint64_t first = UINT64_MAX, last = 0, sum = 0, longest = 0, any;

    for (int i = 0; i < t->op_count; i++) {
        all[i] = (struct stretch){ t->ops[i].start_ns, t->ops[i].end_ns };
        first = all[i].start < first ? all[i].start : first;
        last = all[i].end > last ? all[i].end : last;
    }
    for (int e = 0; e < ENGINES; e++) {
        int n = 0;
        uint64_t busy;

        for (int i = 0; i < t->op_count; i++) {
            enum op_kind k = t->ops[i].kind;
            int engine = k == DEVICE_OP_H2D   ? ENGINE_H2D
                         : k == DEVICE_OP_D2H ? ENGINE_D2H
                                              : ENGINE_SM;

            if (engine == e)
                one[n++] =
                    (struct stretch){ t->ops[i].start_ns, t->ops[i].end_ns };
        }
        busy = covered(one, n);
        sum += busy;
        longest = busy > longest ? busy : longest;
    }
    any = covered(all, t->op_count);
    if (last > first) {
        m[METRIC_RUN_TIME_US] = number((double)(last - first) / 1000);
        m[METRIC_GPU_BUSY] = ratio((double)any, (double)(last - first), 100);
    }
    if (sum > longest)
        m[METRIC_OVERLAP] =
            ratio((double)(sum - any), (double)(sum - longest), 100);
}

void metrics_of_run(struct arena *a, const struct trace *t, struct value *m)
{
    uint64_t copies[5] = { 0 }, bytes[5] = { 0 }, pageable = 0, syncs = 0;
    double kernel_us = 0;

    for (int i = 0; i < t->op_count; i++) {
        copies[t->ops[i].kind]++;
        bytes[t->ops[i].kind] += t->ops[i].bytes;
        pageable += t->ops[i].pageable;
        if (t->ops[i].kind == DEVICE_OP_KERNEL)
            kernel_us += (double)(t->ops[i].end_ns - t->ops[i].start_ns) / 1000;
    }
    for (int i = 0; i < t->call_count; i++)
        syncs += t->calls[i].waits;
    m[METRIC_LAUNCHES] = count(trace_launches(t));
    m[METRIC_SYNCS] = count(syncs + t->waits_left_out);
    m[METRIC_COPIES_H2D] = count(copies[DEVICE_OP_H2D]);
    m[METRIC_BYTES_H2D] = count(bytes[DEVICE_OP_H2D]);
    m[METRIC_COPIES_D2H] = count(copies[DEVICE_OP_D2H]);
    m[METRIC_BYTES_D2H] = count(bytes[DEVICE_OP_D2H]);
    m[METRIC_COPIES_D2D] = count(copies[DEVICE_OP_D2D]);
    m[METRIC_COPIES_PAGEABLE] = count(pageable);
    m[METRIC_PEAK_DEVICE_BYTES] = count(t->peak_device_bytes);
    m[METRIC_KERNEL_TIME_US] = number(kernel_us);
    engine_metrics(a, t, m);
}
