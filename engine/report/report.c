/* SPDX-License-Identifier: Apache-2.0 */
/* A trace turned into metrics and findings. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "report/advise.h"
#include "report/explain.h"
#include "report/metrics.h"

/* The learner's file as it was given, if the compiler's path means it. */
const char *report_file(const char *program, const char *path)
{
    if (!path || !*path)
        return NULL;
    if (program && !strcmp(file_base(path), file_base(program)))
        return program;
    return file_base(path);
}

static const char *kernel_of(const struct trace *t, const struct finding *f)
{
    return f->launch >= 0 && f->launch < t->launch_count
               ? t->launches[f->launch].kernel
               : NULL;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

/* Equal findings of several launches are one. */
static bool same_place(const struct trace *t, const struct finding *a,
                       const struct finding *b)
{
    return a->id == b->id && same_text(kernel_of(t, a), kernel_of(t, b)) &&
           a->at.line == b->at.line && same_text(a->at.file, b->at.file) &&
           a->other.line == b->other.line &&
           (a->at.line || same_text(a->detail, b->detail));
}

static struct report_finding describe(struct arena *a, const struct report *r,
                                      const struct finding *f, uint64_t count)
{
    struct report_finding out = {
        .id = f->id,
        .severity = finding_table[f->id].severity,
        .kernel = kernel_of(r->trace, f),
        .line = f->at.line,
        .line2 = f->other.line,
        .has_thread = f->launch >= 0 && f->at.pc >= 0,
        .count = count,
    };

    out.file = out.line ? report_file(r->program, f->at.file) : NULL;
    out.file2 = out.line2 ? report_file(r->program, f->other.file) : NULL;
    memcpy(out.thread, f->at.thread, sizeof out.thread);
    memcpy(out.block, f->at.block, sizeof out.block);
    out.message = explain_message(a, f, out.kernel, count);
    out.advice = explain_advice(f->id);
    if (*finding_table[f->id].lesson)
        out.lesson = finding_table[f->id].lesson;
    return out;
}

static int by_severity(const void *a, const void *b)
{
    const struct report_finding *x = a, *y = b;
    int file;

    if (x->severity != y->severity)
        return x->severity < y->severity ? -1 : 1;
    file = strcmp(x->file ? x->file : "", y->file ? y->file : "");
    if (file)
        return file;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return (x->line2 > y->line2) - (x->line2 < y->line2);
}

/* Mark the findings that equal the i-th and count them: how many threads it
   happened to. The instructions of one line (a read and a write, say) fault
   for the same threads, so within a launch the most counts; launches add up. */
static uint64_t count_equal(const struct trace *t, int i, bool *seen)
{
    uint64_t total = 0, most = 0;
    int launch = t->findings[i].launch;

    for (int k = i; k < t->finding_count; k++) {
        const struct finding *f = &t->findings[k];

        if (!same_place(t, &t->findings[i], f))
            continue;
        seen[k] = true;
        if (f->launch != launch) {
            total += most;
            most = 0;
            launch = f->launch;
        }
        most = f->count > most ? f->count : most;
    }
    return total + most;
}

/* Rules say of times that they are modelled: not those of a real card. */
static void say_measured(struct arena *a, struct report *r)
{
    static const char was[] = "(modelled)", is[] = "(measured)";

    for (int i = 0; i < r->finding_count; i++) {
        char *text = arena_strdup(a, r->findings[i].message);

        for (char *p = text; (p = strstr(p, was)); p += sizeof is - 1)
            memcpy(p, is, sizeof is - 1);
        r->findings[i].message = text;
    }
}

static void gather_findings(struct arena *a, struct report *r)
{
    const struct trace *t = r->trace;
    bool *seen = ARENA_NEW(a, bool, (size_t)t->finding_count + 1);
    int capacity = 0;

    for (int i = 0; i < t->finding_count; i++) {
        struct report_finding f;
        uint64_t count;

        if (seen[i])
            continue;
        count = count_equal(t, i, seen);
        f = describe(a, r, &t->findings[i], count);
        ARENA_PUSH(a, r->findings, r->finding_count, capacity, f);
    }
    advise(a, r, &capacity);
    if (t->measured)
        say_measured(a, r);
    if (r->finding_count)
        qsort(r->findings, (size_t)r->finding_count, sizeof *r->findings,
              by_severity);
}

void report_make(struct arena *a, const struct trace *t,
                 const struct report_source *s, struct report *out)
{
    *out = (struct report){
        .program = s->program,
        .compiler = s->compiler,
        .card = t->card,
        .exited = !s->timed_out,
        .exit = s->signal ? 128 + s->signal : s->exit,
        .output = s->output,
        .trace = t,
    };
    metrics_of_run(a, t, out->run);
    out->kernel_count = t->launch_count;
    out->kernels =
        ARENA_NEW(a, struct report_kernel, (size_t)t->launch_count + 1);
    for (int i = 0; i < t->launch_count; i++) {
        out->kernels[i].name = t->launches[i].kernel;
        out->kernels[i].launch = i;
        metrics_of_launch(&t->launches[i], t->measured,
                          out->kernels[i].metrics);
    }
    gather_findings(a, out);
}

enum basis report_basis(const struct report *r, enum metric m)
{
    const enum basis b = metric_table[m].basis;

    return r->trace && r->trace->measured && b == BASIS_MODELLED
               ? BASIS_MEASURED
               : b;
}

static bool is_counter(enum metric m)
{
    struct value probe[METRIC_COUNT] = { 0 };
    struct counters ones;

    memset(&ones, 0, sizeof ones);
    ones.inst = ones.load_sectors = ones.store_sectors = 1;
    ones.load_requests = ones.store_requests = 1;
    metrics_of_counters(&ones, probe);
    return probe[m].known;
}

struct value report_total(const struct report *r, const char *kernel,
                          enum metric m)
{
    struct counters sum = { 0 };
    struct value all[METRIC_COUNT] = { 0 }, out = { 0 };
    double weight = 0;

    for (int i = 0; i < r->kernel_count; i++) {
        const struct trace_launch *l = &r->trace->launches[i];
        const struct value *v = &r->kernels[i].metrics[m];

        if (kernel && strcmp(kernel, l->kernel))
            continue;
#define COUNTER(name) sum.name += l->total.name;
#include "trace/counters.def"
#undef COUNTER
        if (!v->known)
            continue;
        out.known = true;
        out.text = v->text;
        if (m == METRIC_CYCLES || m == METRIC_TIME_US ||
            m == METRIC_DRAM_BYTES) {
            out.number += v->number;
        } else if (m == METRIC_REGISTERS || m == METRIC_SHARED_BYTES ||
                   m == METRIC_MAX_WRITES_PER_ELEMENT) {
            out.number = v->number > out.number ? v->number : out.number;
        } else { /* shares: by the time they are a share of */
            out.number += v->number * l->time.time_us;
            weight += l->time.time_us;
        }
    }
    if (is_counter(m)) {
        if (!r->kernel_count || r->trace->measured)
            return (struct value){ 0 };
        metrics_of_counters(&sum, all);
        return r->kernel_count ? all[m] : (struct value){ 0 };
    }
    if (weight > 0)
        out.number /= weight;
    return out;
}

bool report_read(struct arena *a, const char *path, struct trace *t,
                 struct report *out, struct diags *ds)
{
    struct report_source source = { .program = path };

    if (!trace_read(a, path, t, ds))
        return false;
    report_make(a, t, &source, out);
    return true;
}
