/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json.h"
#include "trace/what_if.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"

const char *basis_text(enum basis b)
{
    switch (b) {
    case BASIS_COUNTED:
        return "counted";
    case BASIS_MODELLED:
        return "modelled";
    case BASIS_MEASURED:
        return "measured";
    }
    return "";
}

const char *severity_text(enum severity s)
{
    switch (s) {
    case SEVERITY_ERROR:
        return "error";
    case SEVERITY_WARNING:
        return "warning";
    case SEVERITY_ADVICE:
        return "advice";
    }
    return "";
}

json_t *json_number(double n)
{
    if (n == rint(n) && fabs(n) < 9e15)
        return json_integer((json_int_t)n);
    return json_real(rint(n * 10000) / 10000);
}

json_t *json_value(const struct value *v, enum basis basis)
{
    json_t *o = json_object();

    json_object_set_new(
        o, "value", v->text ? json_string(v->text) : json_number(v->number));
    json_object_set_new(o, "basis", json_string(basis_text(basis)));
    return o;
}

static json_t *json_three(const uint32_t v[3])
{
    json_t *a = json_array();

    for (int i = 0; i < 3; i++)
        json_array_append_new(a, json_integer(v[i]));
    return a;
}

json_t *json_finding(const struct report_finding *f)
{
    json_t *o = json_object();

    json_object_set_new(o, "id", json_string(finding_table[f->id].text));
    json_object_set_new(o, "severity", json_string(severity_text(f->severity)));
    if (f->kernel)
        json_object_set_new(o, "kernel", json_string(f->kernel));
    if (f->file)
        json_object_set_new(o, "file", json_string(f->file));
    if (f->line)
        json_object_set_new(o, "line", json_integer(f->line));
    if (f->line2)
        json_object_set_new(o, "line2", json_integer(f->line2));
    if (f->has_thread) {
        json_object_set_new(o, "thread", json_three(f->thread));
        json_object_set_new(o, "block", json_three(f->block));
    }
    json_object_set_new(o, "count", json_integer((json_int_t)f->count));
    json_object_set_new(o, "message", json_string(f->message));
    json_object_set_new(o, "advice", json_string(f->advice));
    if (f->lesson)
        json_object_set_new(o, "lesson", json_string(f->lesson));
    return o;
}

/* Bytes of the UTF-8 sequence at p; 0 if there is none. */
static size_t sequence(const unsigned char *p, size_t left)
{
    size_t n = *p < 0x80   ? 1
               : *p < 0xc2 ? 0
               : *p < 0xe0 ? 2
               : *p < 0xf0 ? 3
               : *p < 0xf5 ? 4
                           : 0;

    if (n > left)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    return n;
}

json_t *json_bytes(struct text t)
{
    struct buf b = { 0 };
    json_t *s;

    for (size_t i = 0; i < t.size;) {
        size_t n = sequence((const unsigned char *)t.at + i, t.size - i);
        json_t *probe =
            n > 1 ? json_stringn(t.at + i, n) : NULL; /* surrogates */

        if (n == 1 && t.at[i])
            buf_add(&b, t.at + i, 1);
        else if (n > 1 && probe)
            buf_add(&b, t.at + i, n);
        else
            buf_str(&b, "?");
        json_decref(probe);
        i += n ? n : 1;
    }
    s = json_stringn(b.at ? b.at : "", b.size);
    buf_release(&b);
    return s;
}

void json_print(json_t *root, struct buf *out)
{
    char *text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(12));

    json_decref(root);
    buf_printf(out, "%s\n", text ? text : "{}");
    free(text);
}

static json_t *metrics_json(const struct report *r, const struct value *m,
                            enum metric_scope scope)
{
    json_t *o = json_object();

    for (int i = 0; i < METRIC_COUNT; i++)
        if (metric_table[i].scope == scope && m[i].known)
            json_object_set_new(
                o, metric_table[i].text,
                json_value(&m[i], report_basis(r, (enum metric)i)));
    return o;
}

static json_t *count_json(uint64_t n)
{
    return json_integer((json_int_t)n);
}

static json_t *listed_json(const struct trace_launch *l,
                           const struct warp_count *w)
{
    const uint64_t x = l->grid[0] ? l->grid[0] : 1;
    const uint64_t y = l->grid[1] ? l->grid[1] : 1;
    const uint32_t at[3] = { (uint32_t)(w->block % x),
                             (uint32_t)(w->block / x % y),
                             (uint32_t)(w->block / x / y) };
    json_t *o = json_object();

    json_object_set_new(o, "block", json_three(at));
    json_object_set_new(o, "warp", json_integer(w->warp));
    for (int i = 0; i < WARP_COUNTERS; i++)
        json_object_set_new(o, warp_counter_names[i], count_json(w->count[i]));
    return o;
}

/* How the launch's counters spread over its warps. */
static json_t *warps_json(const struct trace_launch *l)
{
    const struct warp_counts *w = &l->warps;
    json_t *o = json_object(), *listed = json_array();

    json_object_set_new(o, "count", count_json(w->warps));
    json_object_set_new(o, "basis", json_string(basis_text(BASIS_COUNTED)));
    for (int i = 0; i < WARP_COUNTERS; i++) {
        json_t *c = json_object();

        json_object_set_new(c, "least", count_json(w->least[i]));
        json_object_set_new(
            c, "mean", json_number((double)w->total[i] / (double)w->warps));
        json_object_set_new(c, "most", count_json(w->most[i]));
        json_object_set_new(c, "total", count_json(w->total[i]));
        json_object_set_new(o, warp_counter_names[i], c);
    }
    for (int i = 0; i < w->listed_count; i++)
        json_array_append_new(listed, listed_json(l, &w->listed[i]));
    json_object_set_new(o, "heaviest", listed);
    json_object_set_new(o, "not_listed",
                        count_json(w->warps - (uint64_t)w->listed_count));
    return o;
}

/* The modelled time without each cost, and how many times faster that is. */
static json_t *what_if_json(const struct launch_time *t)
{
    json_t *o = json_object();

    json_object_set_new(o, "basis", json_string(basis_text(BASIS_MODELLED)));
    for (int i = 0; i < WHAT_IF_COUNT; i++) {
        json_t *one = json_object();

        if (t->what_if_us[i] > 0) {
            json_object_set_new(one, "time_us", json_number(t->what_if_us[i]));
            json_object_set_new(one, "gain",
                                json_number(t->time_us / t->what_if_us[i]));
        }
        json_object_set_new(o, what_if_table[i].name, one);
    }
    return o;
}

static json_t *kernel_json(const struct report *r,
                           const struct report_kernel *k)
{
    const struct trace_launch *l = &r->trace->launches[k->launch];
    json_t *o = json_object();

    json_object_set_new(o, "name", json_string(k->name));
    json_object_set_new(o, "launch", json_integer(k->launch + 1));
    if (l->sum.launches)
        json_object_set_new(o, "launches_summed", count_json(l->sum.launches));
    json_object_set_new(o, "grid", json_three(l->grid));
    json_object_set_new(o, "block", json_three(l->block));
    json_object_set_new(o, "metrics",
                        metrics_json(r, k->metrics, SCOPE_LAUNCH));
    if (l->time.what_if_us[0] > 0)
        json_object_set_new(o, "what_if", what_if_json(&l->time));
    if (l->warps.warps)
        json_object_set_new(o, "warps", warps_json(l));
    return o;
}

/* One element of an array that stands in the root. */
static void print_element(json_t *o, struct buf *out)
{
    char *text = json_dumps(o, JSON_INDENT(1) | JSON_REAL_PRECISION(12));

    json_decref(o);
    for (const char *at = text, *end; at; at = end ? end + 1 : NULL) {
        end = strchr(at, '\n');
        buf_str(out, "\n  ");
        buf_add(out, at, end ? (size_t)(end - at) : strlen(at));
    }
    free(text);
}

/* Print the root, whose "kernels" are still empty, and these one by one: of
   thousands of launches the whole tree would take a gigabyte. */
static void print_with_kernels(const struct report *r, json_t *root,
                               struct buf *out)
{
    struct buf frame = { 0 };
    const char *at;

    json_print(root, &frame);
    buf_add(&frame, "", 1);
    at = strstr(frame.at, "\n \"kernels\": []");
    if (!at)
        BUG("a report without kernels");
    at = strchr(at, '[') + 1;
    buf_add(out, frame.at, (size_t)(at - frame.at));
    for (int i = 0; i < r->kernel_count; i++) {
        buf_str(out, i ? "," : "");
        print_element(kernel_json(r, &r->kernels[i]), out);
    }
    buf_str(out, r->kernel_count ? "\n " : "");
    buf_str(out, at);
    buf_release(&frame);
}

void report_json(const struct report *r, struct buf *out)
{
    json_t *root = json_object();
    json_t *findings = json_array();

    json_object_set_new(root, "schema", json_string("warplings/run/1"));
    json_object_set_new(root, "program", json_string(r->program));
    json_object_set_new(root, "compiler", json_string(r->compiler));
    json_object_set_new(root, "card", json_string(r->card));
    json_object_set_new(root, "exit",
                        r->exited ? json_integer(r->exit) : json_null());
    json_object_set_new(root, "output", json_bytes(r->output));
    json_object_set_new(root, "run", metrics_json(r, r->run, SCOPE_RUN));
    json_object_set_new(root, "kernels", json_array());
    for (int i = 0; i < r->finding_count; i++)
        json_array_append_new(findings, json_finding(&r->findings[i]));
    json_object_set_new(root, "findings", findings);
    print_with_kernels(r, root, out);
}
