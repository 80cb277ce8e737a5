/* SPDX-License-Identifier: Apache-2.0 */
/* A check's result as JSON and as text. */
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "course/course.h"
#include "report/json.h"
#include "report/plain.h"

static const struct {
    const char *text;
    int exit_code;
} verdicts[] = {
    [VERDICT_PASS] = { "pass", 0 },
    [VERDICT_FAIL] = { "fail", 1 },
    [VERDICT_COMPILE_ERROR] = { "compile-error", 3 },
    [VERDICT_CRASH] = { "crash", 4 },
    [VERDICT_TIMEOUT] = { "timeout", 4 },
    [VERDICT_SKIPPED] = { "skipped", 77 },
};

const char *verdict_text(enum verdict v)
{
    return verdicts[v].text;
}

int verdict_exit_code(enum verdict v)
{
    return verdicts[v].exit_code;
}

static const char *sign_of(enum goal_bound b)
{
    return b == BOUND_AT_MOST ? "<=" : b == BOUND_AT_LEAST ? ">=" : "==";
}

static json_t *goal_json(const struct goal_result *r)
{
    const struct goal *g = r->goal;
    json_t *o = json_object();
    char bound[64];

    json_object_set_new(o, "id", json_string(g->id));
    if (g->metric >= 0) {
        const struct metric_info *m = &metric_table[g->metric];

        json_object_set_new(o, "metric", json_string(m->text));
        json_object_set_new(o, "value",
                            r->value.known ? json_number(r->value.number)
                                           : json_null());
        json_object_set_new(o, "basis", json_string(basis_text(m->basis)));
        if (!g->shown_only) {
            snprintf(bound, sizeof bound, "%s %.10g", sign_of(g->bound),
                     g->limit);
            json_object_set_new(o, "bound", json_string(bound));
        }
    }
    if (g->shown_only)
        json_object_set_new(o, "graded", json_false());
    json_object_set_new(o, "pass", json_boolean(r->pass));
    json_object_set_new(o, "points", json_integer(r->points));
    json_object_set_new(o, "of", json_integer(g->shown_only ? 0 : g->points));
    if (r->note)
        json_object_set_new(o, "note", json_string(r->note));
    return o;
}

void check_json(const struct check_result *r, struct buf *out)
{
    json_t *root = json_object(), *goals = json_array();
    json_t *findings = json_array();

    json_object_set_new(root, "schema", json_string("warplings/check/1"));
    json_object_set_new(root, "lesson", json_string(r->lesson->id));
    json_object_set_new(root, "verdict", json_string(verdict_text(r->verdict)));
    json_object_set_new(root, "card", json_string(r->card));
    json_object_set_new(root, "compiler",
                        json_string(r->compiler ? r->compiler : ""));
    json_object_set_new(root, "seed", json_integer((json_int_t)r->seed));
    json_object_set_new(root, "points", json_integer(r->points));
    json_object_set_new(root, "of", json_integer(r->of));
    if (r->summary)
        json_object_set_new(root, "summary", json_string(r->summary));
    for (int i = 0; i < r->goal_count; i++)
        json_array_append_new(goals, goal_json(&r->goals[i]));
    json_object_set_new(root, "goals", goals);
    for (int i = 0; i < r->finding_count; i++)
        json_array_append_new(findings, json_finding(&r->findings[i]));
    json_object_set_new(root, "findings", findings);
    json_print(root, out);
}

static void goal_plain(const struct goal_result *r, bool color, struct buf *out)
{
    const struct goal *g = r->goal;
    const char *mark = g->shown_only ? "shown " : r->pass ? "pass  " : "FAIL  ";

    buf_printf(out, "  %s%s%s %-40s",
               color ? (r->pass ? "\033[32m" : "\033[31m") : "", mark,
               color ? "\033[0m" : "", g->text);
    if (g->metric >= 0) {
        buf_str(out, " ");
        plain_number(out, &r->value);
        if (!g->shown_only) {
            struct value limit = { .known = true, .number = g->limit };

            buf_printf(out, " (%s ", sign_of(g->bound));
            plain_number(out, &limit);
            buf_str(out, ")");
        }
        buf_printf(out, " %s", basis_text(metric_table[g->metric].basis));
    }
    if (!g->shown_only)
        buf_printf(out, "  %d/%d", r->points, g->points);
    buf_str(out, "\n");
}

static void compile_plain(const struct check_result *r, int width,
                          struct buf *out)
{
    for (const struct diag *d = r->compile; d; d = d->next) {
        if (d->at.file && d->at.line)
            buf_printf(out, "  %s:%d: ", d->at.file, d->at.line);
        buf_str(out, "\n");
        plain_wrap(out, d->text, 2, width);
        if (d->source)
            buf_printf(out, "    %s\n", d->source);
    }
}

void check_plain(const struct check_result *r, int width, bool color,
                 bool ascii, struct buf *out)
{
    buf_printf(
        out, "lesson %02d %s: %s%s%s, %d of %d points\n", r->lesson->number,
        r->lesson->title,
        color ? (r->verdict == VERDICT_PASS ? "\033[1;32m" : "\033[1;31m") : "",
        verdict_text(r->verdict), color ? "\033[0m" : "", r->points, r->of);
    buf_printf(out, "checked %s with %s on a modelled %s\n", r->file,
               r->compiler ? r->compiler : "no compiler", r->card);
    compile_plain(r, width, out);
    for (int i = 0; i < r->goal_count; i++)
        goal_plain(&r->goals[i], color, out);
    if (r->summary && !r->compile) {
        buf_str(out, "\n");
        plain_wrap(out, r->summary, 0, width);
    }
    for (int i = 0; i < r->finding_count; i++) {
        if (r->findings[i].severity == SEVERITY_ADVICE &&
            r->verdict != VERDICT_PASS)
            continue;
        buf_str(out, "\n");
        finding_plain(&r->findings[i], width, color, ascii, out);
    }
}
