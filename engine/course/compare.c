/* SPDX-License-Identifier: Apache-2.0 */
/* Two programs on the same card, side by side. */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "course/course.h"
#include "course/seen.h"
#include "device/session.h"
#include "report/json.h"
#include "report/plain.h"

enum { OUTPUT_MAX = 1 << 16 };

/* "tiled" of "tiled.cu" */
static const char *file_stem(struct arena *a, const char *name)
{
    return arena_strndup(a, name, strcspn(name, "."));
}

bool compare_run_one(struct arena *a, const struct check_options *o,
                     const char *const *files, int count, struct trace *trace,
                     struct report *r, struct diags *ds)
{
    struct cc_options co = { .home = o->home,
                             .compiler = o->compiler,
                             .sources = files,
                             .source_count = count };
    struct cc_result built;
    struct session_result run;
    struct session_options so = { .home = o->home,
                                  .card = o->card,
                                  .workers = o->workers,
                                  .budget = o->budget,
                                  .timeout_s = o->timeout_s,
                                  .output_max = OUTPUT_MAX };
    struct report_source source = { .program = files[0] };

    if (o->progress &&
        o->progress(o->context,
                    arena_printf(a, "running %s", file_base(files[0]))))
        return diag_fail(ds, "cancelled");
    for (int i = 0; i < count; i++)
        if (!file_exists(files[i]))
            return diag_fail(ds, "cannot read '%s': no such file", files[i]);
    if (!cc_build(a, &co, &built, ds))
        return false;
    so.program = built.program;
    if (!session_run(a, &so, &run, ds))
        return false;
    *trace = run.trace;
    source.compiler = built.compiler;
    source.exited = run.end == SESSION_EXITED;
    source.exit = run.exit_code;
    source.timed_out = run.end == SESSION_TIMEOUT;
    source.signal = run.end == SESSION_SIGNALLED ? run.signal : 0;
    source.output = run.output;
    report_make(a, trace, &source, r);
    return true;
}

bool compare_run(struct arena *a, const struct check_options *o,
                 const char *file_a, const char *file_b, struct comparison *out,
                 struct diags *ds)
{
    const struct value *ta = &out->a.run[METRIC_KERNEL_TIME_US];
    const struct value *tb = &out->b.run[METRIC_KERNEL_TIME_US];

    *out = (struct comparison){ .label_a = file_base(file_a),
                                .label_b = file_base(file_b) };
    if (!compare_run_one(a, o, &file_a, 1, &out->trace_a, &out->a, ds) ||
        !compare_run_one(a, o, &file_b, 1, &out->trace_b, &out->b, ds))
        return false;
    /* The reports borrow the traces, which lie in *out. */
    out->a.trace = &out->trace_a;
    out->b.trace = &out->trace_b;
    if (ta->known && tb->known && tb->number > 0)
        out->speedup = ta->number / tb->number;
    return true;
}

bool lesson_is_about_run(const struct lesson *l)
{
    for (int i = 0; i < l->goal_count; i++)
        if (l->goals[i].metric >= 0 && l->goals[i].scope == GOAL_RUN)
            return true;
    return false;
}

void compare_whole_run(struct comparison *c)
{
    const struct value *ta = &c->a.run[METRIC_RUN_TIME_US];
    const struct value *tb = &c->b.run[METRIC_RUN_TIME_US];

    c->whole_run = true;
    c->speedup =
        ta->known && tb->known && tb->number > 0 ? ta->number / tb->number : 0;
}

/* What a lesson about the host looks at. */
static const enum metric compared_run[] = {
    METRIC_RUN_TIME_US, METRIC_KERNEL_TIME_US, METRIC_GPU_BUSY,
    METRIC_OVERLAP,     METRIC_LAUNCHES,       METRIC_SYNCS,
    METRIC_COPIES_H2D,  METRIC_COPIES_D2H,     METRIC_COPIES_PAGEABLE,
};

static const enum metric compared[] = {
    METRIC_TIME_US,
    METRIC_INST_EXECUTED,
    METRIC_GLOBAL_LOAD_REQUESTS,
    METRIC_GLOBAL_LOAD_SECTORS,
    METRIC_GLOBAL_LOAD_EFFICIENCY,
    METRIC_GLOBAL_STORE_SECTORS,
    METRIC_SHARED_WAVEFRONTS,
    METRIC_SHARED_BANK_CONFLICTS,
    METRIC_BARRIERS,
    METRIC_OCCUPANCY_THEORETICAL,
};

static json_t *side_json(const struct report *r, const char *label)
{
    json_t *o = json_object(), *m = json_object();

    json_object_set_new(o, "program", json_string(label));
    for (size_t i = 0; i < sizeof compared / sizeof *compared; i++) {
        struct value v = report_total(r, NULL, compared[i]);

        if (v.known)
            json_object_set_new(
                m, metric_table[compared[i]].text,
                json_value(&v, metric_table[compared[i]].basis));
    }
    json_object_set_new(o, "metrics", m);
    return o;
}

void compare_json(const struct comparison *c, struct buf *out)
{
    json_t *root = json_object();

    json_object_set_new(root, "schema", json_string("warplings/compare/1"));
    json_object_set_new(root, "card", json_string(c->a.card));
    json_object_set_new(root, "compiler", json_string(c->a.compiler));
    json_object_set_new(root, "a", side_json(&c->a, c->label_a));
    json_object_set_new(root, "b", side_json(&c->b, c->label_b));
    if (c->speedup > 0) {
        struct value v = { .known = true, .number = c->speedup };

        json_object_set_new(root, "speedup", json_value(&v, BASIS_MODELLED));
    }
    json_print(root, out);
}

static void bar(struct buf *out, const char *label, double us, double most,
                int width, bool ascii)
{
    int n = most > 0 ? (int)(us / most * width + 0.5) : 0;

    buf_printf(out, "  %-20.20s ", label);
    for (int i = 0; i < n || i == 0; i++)
        buf_str(out, ascii ? "#" : "\xe2\x96\x88");
    buf_printf(out, " %.1f us\n", us);
}

static void line(enum metric m, const struct value *a, const struct value *b,
                 struct buf *out)
{
    struct buf ba = { 0 }, bb = { 0 };

    if (!a->known && !b->known)
        return;
    plain_number(&ba, a);
    plain_number(&bb, b);
    buf_printf(out, "  %-32s %15s %15s  %s\n", metric_table[m].text, ba.at,
               bb.at, basis_text(metric_table[m].basis));
    buf_release(&ba);
    buf_release(&bb);
}

void compare_plain(const struct comparison *c, int width, bool color,
                   bool ascii, struct buf *out)
{
    enum metric time =
        c->whole_run ? METRIC_RUN_TIME_US : METRIC_KERNEL_TIME_US;
    double ta = c->a.run[time].number, tb = c->b.run[time].number;
    double most = ta > tb ? ta : tb;

    (void)color;
    buf_printf(out, "%s time, modelled for %s\n\n",
               c->whole_run ? "run" : "kernel", c->a.card);
    bar(out, c->label_a, ta, most, width - 40, ascii);
    bar(out, c->label_b, tb, most, width - 40, ascii);
    if (c->speedup > 0)
        buf_printf(out, "\n%s is %.2f times as fast as %s\n", c->label_b,
                   c->speedup, c->label_a);
    buf_printf(out, "\n  %-32s %15.15s %15.15s\n", "", c->label_a, c->label_b);
    for (size_t i = 0;
         c->whole_run && i < sizeof compared_run / sizeof *compared_run; i++)
        line(compared_run[i], &c->a.run[compared_run[i]],
             &c->b.run[compared_run[i]], out);
    for (size_t i = 0; !c->whole_run && i < sizeof compared / sizeof *compared;
         i++) {
        struct value a = report_total(&c->a, NULL, compared[i]);
        struct value b = report_total(&c->b, NULL, compared[i]);

        line(compared[i], &a, &b, out);
    }
}

int compare_answer(struct arena *a, const struct comparison *c,
                   const struct lesson *l, int i, double *number)
{
    struct seen s = { 0 };

    if (i < 0 || i >= l->prediction_count || !l->naive.path || !l->better.path)
        return -1;
    seen_add(a, &s, file_stem(a, l->naive.path), &c->a);
    seen_add(a, &s, file_stem(a, l->better.path), &c->b);
    return prediction_answer(&l->predictions[i], &s, number);
}

void compare_predictions(struct arena *a, const struct comparison *c,
                         const struct lesson *l, int width, struct buf *out)
{
    struct seen s = { 0 };

    seen_add(a, &s, file_stem(a, c->label_a), &c->a);
    seen_add(a, &s, file_stem(a, c->label_b), &c->b);
    for (int i = 0; i < l->prediction_count; i++) {
        const struct prediction *p = &l->predictions[i];
        double number;
        int k = prediction_answer(p, &s, &number);

        if (k < 0)
            continue;
        buf_str(out, "\n");
        plain_wrap(out, arena_printf(a, "You were asked: %s", p->ask), 0,
                   width);
        plain_wrap(out,
                   arena_printf(a, "This run says %.4g: %s", number,
                                p->choices[k].text),
                   2, width);
    }
}
