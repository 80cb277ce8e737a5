/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Advice: nothing is wrong, but it costs more than it need. Gathers what the
 * launches did by kernel and by source line, and asks each rule.
 */
#include "report/advise.h"

#include <string.h>

#include "base/arena.h"
#include "report/advice_host.h"
#include "report/advice_rules.h"
#include "report/explain.h"

static void add(struct counters *sum, const struct counters *c)
{
#define COUNTER(name) sum->name += c->name;
#include "trace/counters.def"
#undef COUNTER
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static struct site *site_of(struct arena *a, struct kernel_work *k,
                            const struct inst_profile *p)
{
    const struct site fresh = { .file = p->file, .line = p->line };

    for (int i = 0; i < k->site_count; i++)
        if (k->sites[i].line == p->line && same_text(k->sites[i].file, p->file))
            return &k->sites[i];
    ARENA_PUSH(a, k->sites, k->site_count, k->site_capacity, fresh);
    return &k->sites[k->site_count - 1];
}

/* "mul.f64 %fd2, %fd1, 0d3FB999999999999A": zero begins too many sums. */
static bool has_double_literal(const char *text)
{
    const char *at = strstr(text, ".f64") ? strstr(text, " 0d") : NULL;

    return at && strspn(at + 3, "0") < 16;
}

static bool starts_with(const char *text, const char *start)
{
    return !strncmp(text, start, strlen(start));
}

/* The statement without its guard. */
static const char *statement(const char *text)
{
    if (*text == '@')
        text += strcspn(text, " \t");
    return text + strspn(text, " \t");
}

static void gather_inst(struct arena *a, struct kernel_work *k,
                        const struct inst_profile *p)
{
    struct site *s = site_of(a, k, p);
    const char *text = statement(p->text ? p->text : "");
    const bool loads = starts_with(text, "ld.");

    add(&s->sum, &p->count);
    if (!starts_with(text, "bra.uni"))
        s->decisions += p->count.branches;
    s->double_literal |= has_double_literal(text);
    k->loads_local |= loads && p->count.local_bytes;
    if ((loads || starts_with(text, "st.") || starts_with(text, "atom.") ||
         starts_with(text, "red.")) &&
        !strstr(text, ".param") && strstr(text, ".f64"))
        k->moves_doubles = true;
}

static void gather(struct arena *a, struct kernel_work *k,
                   const struct trace_launch *t)
{
    const uint64_t threads = (uint64_t)t->block[0] * t->block[1] * t->block[2];
    const uint64_t warps = (threads + 31) / 32;

    add(&k->sum, &t->total);
    if (warps)
        k->lane_slots += t->total.inst * threads / warps;
    for (int i = 0; i < t->inst_count; i++)
        gather_inst(a, k, &t->insts[i]);
}

static void push(struct arena *a, struct report *r, int *capacity,
                 enum finding_id id, const char *kernel, const struct site *at,
                 struct advice_text t)
{
    struct report_finding f = {
        .id = id,
        .severity = SEVERITY_ADVICE,
        .kernel = kernel,
        .line = at ? at->line : 0,
        .count = t.count,
        .message = t.text,
        .advice = explain_advice(id),
        .lesson = finding_table[id].lesson,
    };

    if (!t.text)
        return;
    f.file = f.line ? report_file(r->program, at->file) : NULL;
    ARENA_PUSH(a, r->findings, r->finding_count, *capacity, f);
}

static const struct inst_profile *inst_at(const struct trace_launch *t,
                                          int32_t pc)
{
    for (int i = 0; i < t->inst_count; i++)
        if (t->insts[i].pc == pc)
            return &t->insts[i];
    return NULL;
}

/* The first launch in which warps queue for one address; not where lanes of
   one warp do, which is said already. */
static void advise_queue(struct arena *a, struct report *r, int *capacity,
                         struct kernel_work *k)
{
    for (int i = 0; i < r->trace->launch_count; i++) {
        const struct trace_launch *t = &r->trace->launches[i];
        const struct inst_profile *p;
        const struct site *s;
        struct advice_text text;

        if (strcmp(t->kernel, k->name) || !(p = inst_at(t, t->hot.pc)))
            continue;
        text = advise_hot(a, t);
        s = site_of(a, k, p);
        if (!text.text || advise_atomics(a, s).text)
            continue;
        push(a, r, capacity, FINDING_ATOMIC_CONTENTION, k->name, s, text);
        return;
    }
}

static void advise_kernel(struct arena *a, struct report *r, int *capacity,
                          const struct kernel_work *k)
{
    const struct site *at = NULL;
    struct advice_text t = advise_spills(a, k, &at);

    push(a, r, capacity, FINDING_REGISTER_SPILL, k->name, at, t);
    t = advise_doubles(a, k, &at);
    push(a, r, capacity, FINDING_DOUBLE_ARITHMETIC, k->name, at, t);
    for (int i = 0; i < k->site_count; i++) {
        const struct site *s = &k->sites[i];

        push(a, r, capacity, FINDING_UNCOALESCED, k->name, s,
             advise_uncoalesced(a, s));
        push(a, r, capacity, FINDING_MISALIGNED_SECTORS, k->name, s,
             advise_misaligned(a, k, s));
        push(a, r, capacity, FINDING_BANK_CONFLICT, k->name, s,
             advise_banks(a, s));
        push(a, r, capacity, FINDING_DIVERGENCE, k->name, s,
             advise_divergence(a, k, s));
        push(a, r, capacity, FINDING_ATOMIC_CONTENTION, k->name, s,
             advise_atomics(a, s));
    }
}

/* The first launch of a kernel to which a rule applies speaks for all. */
static void advise_launches(
    struct arena *a, struct report *r, int *capacity,
    const struct kernel_work *k, enum finding_id id,
    struct advice_text (*rule)(struct arena *, const struct trace_launch *))
{
    for (int i = 0; i < r->trace->launch_count; i++) {
        const struct trace_launch *t = &r->trace->launches[i];
        struct advice_text text;

        if (strcmp(t->kernel, k->name))
            continue;
        text = rule(a, t);
        push(a, r, capacity, id, k->name, NULL, text);
        if (text.text)
            return;
    }
}

static struct kernel_work *work_of(struct arena *a, struct kernel_work **list,
                                   int *n, int *capacity,
                                   const struct trace_launch *t)
{
    const struct kernel_work fresh = { .name = t->kernel, .first = t };

    for (int i = 0; i < *n; i++)
        if (!strcmp((*list)[i].name, t->kernel))
            return &(*list)[i];
    ARENA_PUSH(a, *list, *n, *capacity, fresh);
    return &(*list)[*n - 1];
}

void advise(struct arena *a, struct report *r, int *capacity)
{
    struct kernel_work *list = NULL;
    int n = 0, room = 0;

    for (int i = 0; i < r->trace->launch_count; i++) {
        const struct trace_launch *t = &r->trace->launches[i];

        gather(a, work_of(a, &list, &n, &room, t), t);
    }
    advise_host(a, r, capacity);
    for (int i = 0; i < n; i++) {
        advise_kernel(a, r, capacity, &list[i]);
        advise_queue(a, r, capacity, &list[i]);
        advise_launches(a, r, capacity, &list[i], FINDING_SMALL_GRID,
                        advise_grid);
        advise_launches(a, r, capacity, &list[i], FINDING_LOW_OCCUPANCY,
                        advise_occupancy);
        advise_launches(a, r, capacity, &list[i], FINDING_IDLE_THREADS,
                        advise_idle);
    }
}
