/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Check one answer: build it with the lesson's main.cu, run it on each case of
 * the checker, judge values, provenance, findings and counters.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "course/course.h"
#include "course/judge.h"
#include "course/provenance.h"
#include "device/session.h"
#include "time/card.h"

enum { OUTPUT_MAX = 1 << 16, RESULT_MAX = 1 << 30 };

/* One check as it goes on. */
struct checking {
    struct arena *a;
    const struct course *course;
    const struct lesson *l;
    const struct check_options *o;
    struct check_result *out;
    struct judge judge;
    struct cc_result built;
    const char *folder;
    int finding_capacity;
    int left; /* cases not run */
    bool correct, from_card, clean, cancelled;
    const char *why_wrong, *why_host, *why_dirty;
};

static bool say(struct checking *c, const char *what)
{
    if (c->o->progress && c->o->progress(c->o->context, what))
        c->cancelled = true;
    return !c->cancelled;
}

/* Findings of all cases, each once. */
static void add_findings(struct checking *c, const struct report *r)
{
    struct check_result *out = c->out;

    for (int i = 0; i < r->finding_count; i++) {
        const struct report_finding *f = &r->findings[i];
        bool known = false;

        for (int k = 0; k < out->finding_count; k++)
            known |= out->findings[k].id == f->id &&
                     out->findings[k].line == f->line &&
                     out->findings[k].line2 == f->line2;
        if (f->severity == SEVERITY_ERROR && c->clean) {
            c->clean = false;
            c->why_dirty =
                f->line ? arena_printf(c->a, "%s at line %d: %s",
                                       finding_table[f->id].text, f->line,
                                       f->message)
                        : arena_printf(c->a, "%s: %s",
                                       finding_table[f->id].text, f->message);
        }
        if (!known)
            ARENA_PUSH(c->a, out->findings, out->finding_count,
                       c->finding_capacity, *f);
    }
}

static void wrong(struct checking *c, const char *why)
{
    if (c->correct)
        c->why_wrong = why;
    c->correct = false;
}

static void explain(struct checking *c, const struct judge_case *k,
                    const struct judgement *j)
{
    if (j->bad_size)
        wrong(c, arena_printf(c->a,
                              "n = %ld: the output has %ld bytes, "
                              "%ld were expected",
                              k->size, j->got_bytes, j->want_bytes));
    else if (!j->pass)
        wrong(c, arena_printf(c->a,
                              "n = %ld: element %ld is %.9g, expected "
                              "%.9g (and %ld more are wrong)",
                              k->size, j->first, j->got, j->expected,
                              j->wrong - 1));
}

/* What became of the program itself; true if its output can be judged. */
static bool ended_well(struct checking *c, const struct judge_case *k,
                       const struct session_result *r)
{
    struct check_result *out = c->out;

    switch (r->end) {
    case SESSION_TIMEOUT:
        out->verdict = VERDICT_TIMEOUT;
        wrong(c, arena_printf(c->a,
                              "n = %ld: the program was ended, it ran "
                              "past the time limit",
                              k->size));
        return false;
    case SESSION_SIGNALLED:
        out->verdict = VERDICT_CRASH;
        wrong(c, arena_printf(c->a, "n = %ld: the program crashed (%s)",
                              k->size, strsignal(r->signal)));
        return false;
    case SESSION_DEVICE_DIED:
        out->verdict = VERDICT_CRASH;
        wrong(c, "the simulated device ended early: a fault of the lab");
        return false;
    case SESSION_EXITED:
        break;
    }
    if (r->exit_code != 0)
        wrong(c, arena_printf(c->a,
                              "n = %ld: the program ended with exit "
                              "code %d",
                              k->size, r->exit_code));
    return true;
}

static struct report_source source_of(const struct checking *c,
                                      const struct session_result *r)
{
    return (struct report_source){
        .program = c->out->file,
        .compiler = c->built.compiler,
        .exited = r->end == SESSION_EXITED,
        .exit = r->exit_code,
        .signal = r->end == SESSION_SIGNALLED ? r->signal : 0,
        .timed_out = r->end == SESSION_TIMEOUT,
        .output = r->output,
    };
}

/* Away with whatever the program left under a name that we use: a link of its
   would have us write, or read, somewhere else. */
static void clear_path(const char *path)
{
    if (unlink(path) < 0)
        file_remove_tree(path);
}

/* Is it a file of its own, and no link to one? */
static bool is_plain_file(const char *path)
{
    struct stat st;

    return !lstat(path, &st) && S_ISREG(st.st_mode);
}

/* Write the input of a case; the same bytes each time. */
static bool make_input(struct checking *c, const struct judge_case *k,
                       const char *input, struct diags *ds)
{
    clear_path(input);
    return judge_make(c->a, &c->judge, k, c->out->seed, input, ds);
}

static void judge_output(struct checking *c, const struct judge_case *k,
                         const char *input, const char *output,
                         const struct session_result *run, struct diags *ds)
{
    struct judgement j;
    struct text bytes;
    struct diags quiet = { .arena = c->a };

    if (!is_plain_file(output) ||
        !file_read(c->a, output, RESULT_MAX, &bytes, &quiet)) {
        wrong(c, arena_printf(c->a, "n = %ld: the program wrote no output",
                              k->size));
        return;
    }
    /* Made anew, now that the program has ended: it could write to its own. */
    if (!make_input(c, k, input, ds))
        return;
    if (!judge_ask(c->a, &c->judge, k, c->out->seed, input, output, &j, ds))
        return;
    explain(c, k, &j);
    if (j.pass && c->from_card && !output_from_card(&run->trace, bytes)) {
        c->from_card = false;
        c->why_host = arena_printf(c->a,
                                   "n = %ld: the output was not "
                                   "computed on the card",
                                   k->size);
    }
}

/* Is the metric of a goal of the lesson? */
static bool grades(const struct lesson *l, int metric)
{
    for (int i = 0; i < l->goal_count; i++)
        if (l->goals[i].metric == metric)
            return true;
    return false;
}

/* Run the program on one case. False when the machine says no. */
static bool run_case(struct checking *c, const struct judge_case *k,
                     struct diags *ds)
{
    const char *input = arena_printf(c->a, "%s/input", c->folder);
    const char *output = arena_printf(c->a, "%s/output", c->folder);
    const char *args[] = { "input", "output" };
    struct session_options so = {
        .home = c->o->home,
        .program = c->built.program,
        .args = args,
        .arg_count = 2,
        .cwd = c->folder,
        .card = c->o->card,
        .workers = c->o->workers,
        .budget = c->o->budget,
        .timeout_s = c->o->timeout_s,
        .output_max = OUTPUT_MAX,
        .limits = true,
        .downloads = true,
        .track_writes =
            k->graded && grades(c->l, METRIC_MAX_WRITES_PER_ELEMENT),
    };
    struct session_result *run = ARENA_NEW(c->a, struct session_result, 1);
    struct report *r = ARENA_NEW(c->a, struct report, 1);
    struct report_source source;
    int before = ds->count;

    if (!make_input(c, k, input, ds))
        return false;
    clear_path(output);
    if (!session_run(c->a, &so, run, ds))
        return false;
    if (!c->out->output)
        c->out->output = arena_strndup(
            c->a, run->output.at ? run->output.at : "", run->output.size);
    source = source_of(c, run);
    report_make(c->a, &run->trace, &source, r);
    c->out->card = r->card;
    add_findings(c, r);
    if (k->graded)
        c->out->report = r;
    if (ended_well(c, k, run))
        judge_output(c, k, input, output, run, ds);
    return ds->count == before;
}

static struct value goal_value(const struct checking *c, const struct goal *g)
{
    const struct report *r = c->out->report;

    if (!r)
        return (struct value){ 0 };
    return g->scope == GOAL_RUN
               ? r->run[g->metric]
               : report_total(r, g->kernel, (enum metric)g->metric);
}

static bool meets(const struct goal *g, const struct value *v)
{
    if (!v->known)
        return false;
    switch (g->bound) {
    case BOUND_AT_MOST:
        return v->number <= g->limit;
    case BOUND_AT_LEAST:
        return v->number >= g->limit;
    case BOUND_EQUAL:
        return v->number == g->limit;
    }
    return false;
}

/* An answer that does less than any honest one can did its work elsewhere. */
static void check_minimum(struct checking *c)
{
    for (int i = 0; i < c->l->minimum_count && c->out->report; i++) {
        struct value v = goal_value(c, &c->l->minimum[i]);

        if (c->from_card && !meets(&c->l->minimum[i], &v)) {
            c->from_card = false;
            c->why_host = arena_printf(
                c->a,
                "the kernels did too little for this answer: %s is "
                "%.0f, an honest answer needs %.0f",
                metric_table[c->l->minimum[i].metric].text, v.number,
                c->l->minimum[i].limit);
        }
    }
}

static struct goal_result judge_goal(struct checking *c, const struct goal *g)
{
    struct goal_result r = { .goal = g };

    if (!strcmp(g->id, "correct")) {
        /* A right value from elsewhere is no answer: it earns nothing. */
        r.pass = c->correct && c->from_card;
        r.note = c->correct ? c->why_host : c->why_wrong;
    } else if (!strcmp(g->id, "from-card")) {
        r.pass = c->from_card;
        r.note = c->why_host;
    } else if (!strcmp(g->id, "clean")) {
        r.pass = c->clean;
        r.note = c->why_dirty;
    } else {
        /* What costs little because it is not done is not cheap. */
        bool answer = c->correct && c->from_card;

        r.value = goal_value(c, g);
        r.pass = g->shown_only || (answer && meets(g, &r.value));
        if (!r.pass && meets(g, &r.value))
            r.note = "counts for a right answer from the card only";
        else if (!r.pass)
            r.note = r.value.known ? arena_printf(c->a, "%s is %.10g",
                                                  metric_table[g->metric].text,
                                                  r.value.number)
                                   : "the graded case did not get that far";
    }
    r.points = r.pass && !g->shown_only ? g->points : 0;
    return r;
}

static void judge_goals(struct checking *c)
{
    struct check_result *out = c->out;
    bool all = true;

    /* A finding names the cause; a wrong value is only what came of it. */
    if (!c->clean)
        out->summary = c->why_dirty;
    out->goals =
        ARENA_NEW(c->a, struct goal_result, (size_t)c->l->goal_count + 1);
    for (int i = 0; i < c->l->goal_count; i++) {
        struct goal_result r = judge_goal(c, &c->l->goals[i]);

        out->goals[out->goal_count++] = r;
        out->points += r.points;
        all = all && r.pass;
        if (!r.pass && !out->summary)
            out->summary = r.note;
    }
    if (out->verdict == VERDICT_PASS && !all)
        out->verdict = VERDICT_FAIL;
    if (c->left && out->summary)
        out->summary = arena_printf(c->a, "%s (%d more cases were not run)",
                                    out->summary, c->left);
}

static bool run_cases(struct checking *c, struct diags *ds)
{
    for (int i = 0; i < c->judge.count; i++) {
        const struct judge_case *k = &c->judge.cases[i];

        if (c->o->round_only && (k->size % 32 || !k->size))
            continue;
        if (!say(c, arena_printf(c->a, "running case %d of %d (n = %ld)", i + 1,
                                 c->judge.count, k->size)))
            return diag_fail(ds, "cancelled");
        if (!run_case(c, k, ds))
            return false;
        /* A wrong value, a crash or an endless loop: the next case would tell
           nothing new. Counters are still wanted of a right answer. */
        if (!c->correct) {
            c->left = c->judge.count - i - 1;
            break;
        }
    }
    return true;
}

static bool build(struct checking *c, struct diags *ds)
{
    const char *sources[] = { c->out->file, c->l->main_cu };
    struct cc_options co = {
        .home = c->o->home,
        .compiler = c->o->compiler,
        .sources = sources,
        .source_count = 2,
    };
    struct diags said = { .arena = c->a };

    if (!file_exists(c->out->file))
        return diag_fail(ds, "cannot read '%s': no such file", c->out->file);
    if (cc_build(c->a, &co, &c->built, &said)) {
        c->out->compiler = c->built.compiler;
        return true;
    }
    c->out->verdict = VERDICT_COMPILE_ERROR;
    c->out->compile = said.first;
    c->out->compiler = compiler_version(
        c->a, c->o->compiler == COMPILER_NVCC ? COMPILER_NVCC : COMPILER_CLANG);
    c->out->summary = said.first ? said.first->text : "it does not compile";
    return true;
}

static const char *answer_file(struct arena *a, const struct lesson *l,
                               const struct check_options *o)
{
    if (o->file)
        return o->file;
    if (o->work)
        return arena_printf(a, "%s/%s/exercise.cu", o->work, l->id);
    return l->exercise;
}

bool check_run(struct arena *a, const struct course *course,
               const struct lesson *l, const struct check_options *o,
               struct check_result *out, struct diags *ds)
{
    char folder[] = "/tmp/warplings-check-XXXXXX";
    struct checking c = { .a = a,
                          .course = course,
                          .l = l,
                          .o = o,
                          .out = out,
                          .correct = true,
                          .from_card = true,
                          .clean = true };
    bool ok;

    *out = (struct check_result){ .lesson = l,
                                  .of = l->points,
                                  .card = o->card ? o->card : CARD_DEFAULT };
    out->file = answer_file(a, l, o);
    out->seed = o->seed ? o->seed : 1;
    say(&c, "compiling");
    if (!build(&c, ds))
        return false;
    if (out->verdict == VERDICT_COMPILE_ERROR)
        return true;
    if (!judge_open(a, o->home, l, &c.judge, ds))
        return false;
    if (!mkdtemp(folder))
        return diag_fail(ds, "cannot make a folder in /tmp");
    c.folder = folder;
    ok = run_cases(&c, ds);
    file_remove_tree(folder);
    if (!ok)
        return false;
    check_minimum(&c);
    judge_goals(&c);
    return true;
}
