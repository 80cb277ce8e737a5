/* SPDX-License-Identifier: Apache-2.0 */
/* Advice: nothing is wrong, but it costs more than it need. */
#include "report/advise.h"

#include <string.h>

#include "base/arena.h"
#include "report/explain.h"

/* Below these a program is too small for advice to mean anything. */
enum {
    REQUESTS_MIN = 1024,   /* warp-wide requests of a line */
    THREADS_MIN = 1 << 14, /* threads of a launch */
    INST_MIN = 100000      /* warp instructions of a launch */
};

/* Counters of one source line over all launches of a kernel. */
struct line {
    const char *kernel, *file;
    int line;
    struct counters sum;
};

static void add(struct counters *sum, const struct counters *c)
{
#define COUNTER(name) sum->name += c->name;
#include "trace/counters.def"
#undef COUNTER
}

static struct line *line_of(struct arena *a, struct line **list, int *n,
                            int *capacity, const char *kernel,
                            const struct inst_profile *p)
{
    struct line fresh = { kernel, p->file, p->line, { 0 } };

    for (int i = 0; i < *n; i++)
        if ((*list)[i].line == p->line && !strcmp((*list)[i].kernel, kernel) &&
            (*list)[i].file && p->file && !strcmp((*list)[i].file, p->file))
            return &(*list)[i];
    ARENA_PUSH(a, *list, *n, *capacity, fresh);
    return &(*list)[*n - 1];
}

static void push(struct arena *a, struct report *r, int *capacity,
                 enum finding_id id, const struct line *l, uint64_t count,
                 const char *message)
{
    struct report_finding f = {
        .id = id,
        .severity = SEVERITY_ADVICE,
        .kernel = l->kernel,
        .line = l->line,
        .count = count,
        .message = message,
        .advice = explain_advice(id),
        .lesson = finding_table[id].lesson,
    };

    f.file = l->line ? report_file(r->program, l->file) : NULL;
    ARENA_PUSH(a, r->findings, r->finding_count, *capacity, f);
}

static void advise_line(struct arena *a, struct report *r, int *capacity,
                        const struct line *l)
{
    const struct counters *c = &l->sum;
    uint64_t requests = c->load_requests + c->store_requests;
    uint64_t sectors = c->load_sectors + c->store_sectors;
    uint64_t ideal = c->load_sectors_ideal + c->store_sectors_ideal;

    if (requests >= REQUESTS_MIN && ideal * 2 < sectors)
        push(a, r, capacity, FINDING_UNCOALESCED, l, sectors - ideal,
             arena_printf(a,
                          "%.1f sectors per request where %.1f would do: "
                          "%.1f %% of what is moved is used",
                          (double)sectors / (double)requests,
                          (double)ideal / (double)requests,
                          100.0 * (double)ideal / (double)sectors));
    if (c->shared_requests >= REQUESTS_MIN &&
        c->shared_conflicts > c->shared_ideal)
        push(a, r, capacity, FINDING_BANK_CONFLICT, l, c->shared_conflicts,
             arena_printf(
                 a,
                 "shared memory takes %.1f passes per request "
                 "where %.1f would do: lanes hit the same bank",
                 (double)c->shared_wavefronts / (double)c->shared_requests,
                 (double)c->shared_ideal / (double)c->shared_requests));
    if (c->branches >= REQUESTS_MIN && c->divergent * 2 > c->branches)
        push(a, r, capacity, FINDING_DIVERGENCE, l, c->divergent,
             arena_printf(a,
                          "%.0f %% of the warps split at this branch and "
                          "run both sides one after the other",
                          100.0 * (double)c->divergent / (double)c->branches));
}

static void advise_launch(struct arena *a, struct report *r, int *capacity,
                          const struct trace_launch *t)
{
    struct line l = { .kernel = t->kernel };
    uint64_t blocks = (uint64_t)t->grid[0] * t->grid[1] * t->grid[2];
    uint64_t threads = blocks * t->block[0] * t->block[1] * t->block[2];

    if (t->total.inst < INST_MIN || t->time.cycles == 0)
        return;
    for (int i = 0; i < r->finding_count; i++)
        if (r->findings[i].kernel &&
            !strcmp(r->findings[i].kernel, t->kernel) &&
            (r->findings[i].id == FINDING_SMALL_GRID ||
             r->findings[i].id == FINDING_LOW_OCCUPANCY))
            return;
    if (blocks < 8)
        push(a, r, capacity, FINDING_SMALL_GRID, &l, 1,
             arena_printf(a,
                          "a grid of %llu blocks leaves most SMs of the "
                          "card idle",
                          (unsigned long long)blocks));
    else if (threads >= THREADS_MIN && t->time.occupancy_theoretical_pct < 25)
        push(a, r, capacity, FINDING_LOW_OCCUPANCY, &l, 1,
             arena_printf(a,
                          "only %.0f %% of the warps that an SM can hold "
                          "are resident",
                          t->time.occupancy_theoretical_pct));
}

void advise(struct arena *a, struct report *r, int *capacity)
{
    struct line *lines = NULL;
    int n = 0, room = 0;

    for (int i = 0; i < r->trace->launch_count; i++) {
        const struct trace_launch *t = &r->trace->launches[i];

        for (int k = 0; k < t->inst_count; k++)
            add(&line_of(a, &lines, &n, &room, t->kernel, &t->insts[k])->sum,
                &t->insts[k].count);
        advise_launch(a, r, capacity, t);
    }
    for (int i = 0; i < n; i++)
        advise_line(a, r, capacity, &lines[i]);
}
