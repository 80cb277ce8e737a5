/* SPDX-License-Identifier: Apache-2.0 */
#include "course/author.h"

#include <dirent.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "course/author_text.h"
#include "course/seen.h"

enum { WRONG_LEAST = 5, SOURCE_MAX = 1 << 20 };

#define MODEL_DRIFT 0.2 /* relative */

/* Where thresholds must hold: small and old, a gamer's, a data centre's. */
static const char *const cards[] = { "h100-sxm", "rtx-4090", "t4" };

/* How an answer must fail. */
struct expectation {
    const char *goal, *finding, *line; /* "-": none, or any */
    bool round;
};

struct proving {
    struct arena a; /* of the lesson */
    const struct course *course;
    const struct lesson *l;
    const struct check_options *o;
    const char *compiler;
    struct author_tally *tally;
    struct buf *out;
    struct diags *ds;
    bool bitten[64];          /* goals that some answer failed */
    bool counter_only, round; /* some wrong answer is such a one */
    const char **reasons;
    int wrong_count, reason_capacity;
};

static void prove(struct proving *p, bool ok, const char *name, const char *why,
                  ...) __attribute__((format(printf, 4, 5)));

static void prove(struct proving *p, bool ok, const char *name, const char *why,
                  ...)
{
    char text[512];
    va_list list;

    va_start(list, why);
    vsnprintf(text, sizeof text, why, list);
    va_end(list);
    buf_printf(p->out, "%s %s: %s (%s)%s%s\n", ok ? "ok     " : "FAILED ",
               p->l->id, name, p->compiler, ok ? "" : ": ", ok ? "" : text);
    *(ok ? &p->tally->ok : &p->tally->failed) += 1;
}

/* The word after key= in a line; NULL if it is not there. */
static const char *word_of(struct arena *a, const char *line, const char *key)
{
    const char *end = line + strcspn(line, "\n"), *at = strstr(line, key);

    if (!at || at >= end)
        return NULL;
    at += strlen(key);
    return arena_strndup(a, at, strcspn(at, " \n"));
}

static bool expectation_of(struct arena *a, const char *line,
                           struct expectation *e)
{
    e->goal = word_of(a, line, "goal=");
    e->finding = word_of(a, line, "finding=");
    e->line = word_of(a, line, "line=");
    e->round = word_of(a, line, " round") != NULL;
    return e->goal && e->finding && e->line;
}

static bool has_finding(const struct check_result *r,
                        const struct expectation *e)
{
    for (int i = 0; i < r->finding_count; i++) {
        const struct report_finding *f = &r->findings[i];

        if (!strcmp(finding_table[f->id].text, e->finding) &&
            (!strcmp(e->line, "-") || atoi(e->line) == f->line))
            return true;
    }
    return false;
}

static const struct report_finding *first_error(const struct check_result *r)
{
    for (int i = 0; i < r->finding_count; i++)
        if (r->findings[i].severity == SEVERITY_ERROR)
            return &r->findings[i];
    return NULL;
}

static bool goal_fails(const struct check_result *r, const char *id)
{
    for (int i = 0; i < r->goal_count; i++)
        if (!strcmp(r->goals[i].goal->id, id))
            return !r->goals[i].pass;
    return false;
}

static void note_bites(struct proving *p, const struct check_result *r)
{
    for (int i = 0; i < r->goal_count && i < 64; i++)
        p->bitten[i] |= !r->goals[i].pass;
}

/* Check a file; the result lives in a. False when the machine says no. */
static bool answer(struct proving *p, struct arena *a, const char *file,
                   const char *card, bool round_only, struct check_result *r)
{
    struct check_options o = *p->o;

    o.work = NULL;
    o.file = file;
    o.round_only = round_only;
    if (card)
        o.card = card;
    return check_run(a, p->course, p->l, &o, r, p->ds);
}

/* Does the answer fail as it should? */
static void prove_failure(struct proving *p, const char *name,
                          const struct check_result *r,
                          const struct expectation *e)
{
    const struct report_finding *error = first_error(r);

    prove(p, r->verdict == VERDICT_FAIL, arena_printf(&p->a, "%s fails", name),
          "the verdict is %s", verdict_text(r->verdict));
    prove(p, goal_fails(r, e->goal),
          arena_printf(&p->a, "%s fails by '%s'", name, e->goal),
          "it does not: %s", r->summary ? r->summary : "no reason is given");
    if (strcmp(e->finding, "-"))
        prove(p, has_finding(r, e),
              arena_printf(&p->a, "%s gets '%s' at line %s", name, e->finding,
                           e->line),
              "it does not: %s", r->summary ? r->summary : "");
    else
        prove(p, !error, arena_printf(&p->a, "%s has no error", name),
              "%s at line %d", error ? finding_table[error->id].text : "",
              error ? error->line : 0);
    note_bites(p, r);
}

static bool prove_starter(struct proving *p)
{
    struct arena a = { 0 };
    struct check_result r;
    struct expectation e;
    bool stated = p->l->starter && expectation_of(&p->a, p->l->starter, &e);

    prove(p, stated, "the front matter says how the starter fails",
          "it needs starter: \"goal=... finding=... line=...\"");
    if (!answer(p, &a, p->l->exercise, NULL, false, &r)) {
        arena_clear(&a);
        return false;
    }
    if (stated)
        prove_failure(p, "the starter", &r, &e);
    prove(p, r.points < r.of, "the starter gives no points it has not earned",
          "it gives all %d", r.of);
    arena_clear(&a);
    return true;
}

static bool prove_solution(struct proving *p)
{
    for (size_t i = 0; i < sizeof cards / sizeof *cards; i++) {
        struct arena a = { 0 };
        struct check_result r;
        const struct report_finding *error;
        bool ok = answer(p, &a, p->l->solution, cards[i], false, &r);

        if (ok) {
            error = first_error(&r);
            prove(p, r.verdict == VERDICT_PASS && !error,
                  arena_printf(&p->a, "the solution passes on %s", cards[i]),
                  "%s", r.summary ? r.summary : "an error is reported");
        }
        arena_clear(&a);
        if (!ok)
            return false;
    }
    return true;
}

/* Two answers that fail alike teach, and prove, no more than one. */
static void prove_new_reason(struct proving *p, const char *name,
                             const struct expectation *e)
{
    const char *reason =
        arena_printf(&p->a, "%s %s %s", e->goal, e->finding, e->line);
    bool known = false;

    for (int i = 0; i < p->wrong_count; i++)
        known |= !strcmp(p->reasons[i], reason);
    prove(p, !known, arena_printf(&p->a, "%s fails in its own way", name),
          "another one fails by %s too", reason);
    ARENA_PUSH(&p->a, p->reasons, p->wrong_count, p->reason_capacity, reason);
}

static bool prove_wrong(struct proving *p, const char *path)
{
    struct arena a = { 0 };
    struct check_result r;
    struct expectation e;
    struct text t;
    const char *name =
        arena_strndup(&p->a, file_base(path), strcspn(file_base(path), "."));
    bool ok = file_read(&a, path, SOURCE_MAX, &t, p->ds);

    if (ok && !expectation_of(&p->a, t.at, &e)) {
        prove(p, false, name, "its first line does not say what catches it");
    } else if (ok && (ok = answer(p, &a, path, NULL, false, &r))) {
        prove_failure(p, name, &r, &e);
        prove_new_reason(p, name, &e);
        p->counter_only |= !goal_fails(&r, "correct");
        if (e.round && (ok = answer(p, &a, path, NULL, true, &r))) {
            prove(p, !goal_fails(&r, "correct") && !first_error(&r),
                  arena_printf(&p->a, "%s is right at round sizes", name), "%s",
                  r.summary ? r.summary : "");
            p->round = true;
        }
    }
    arena_clear(&a);
    return ok;
}

static int by_name(const struct dirent **x, const struct dirent **y)
{
    return strcmp((*x)->d_name, (*y)->d_name);
}

static int is_source(const struct dirent *d)
{
    return file_is_cuda(d->d_name);
}

static bool prove_wrongs(struct proving *p)
{
    const char *folder =
        arena_printf(&p->a, "%s/tests/wrong/%s", p->course->root, p->l->id);
    struct dirent **list = NULL;
    int n = scandir(folder, &list, is_source, by_name);
    bool ok = true;

    for (int i = 0; i < n; i++) {
        ok = ok && prove_wrong(p, arena_printf(&p->a, "%s/%s", folder,
                                               list[i]->d_name));
        free(list[i]);
    }
    free(list);
    if (!ok)
        return false;
    prove(p, n >= WRONG_LEAST, "there are at least five wrong answers",
          "there are %d in %s", n < 0 ? 0 : n, folder);
    prove(p, p->counter_only, "one is right and fails by cost or finding",
          "all of them give wrong values");
    prove(p, p->round, "one is right at every round size",
          "none has the word 'round' on its first line");
    return true;
}

/* A bound that nothing fails stands nowhere between naive and solution. */
static void prove_thresholds(struct proving *p)
{
    for (int i = 0; i < p->l->goal_count && i < 64; i++)
        if (!p->l->goals[i].shown_only)
            prove(p, p->bitten[i],
                  arena_printf(&p->a, "goal '%s' stops somebody",
                               p->l->goals[i].id),
                  "neither the starter nor a wrong answer fails it");
}

/* Counted numbers must be the same. Modelled ones may drift as the model is
   refined; a chapter's words must hold for either, and predictions are proven
   on the fresh numbers. */
static bool row_holds(const struct seen *fresh, const struct seen_row *old)
{
    const char *name = old->metric;
    bool run = !strncmp(name, "run:", 4);
    int m = metric_find(run ? SCOPE_RUN : SCOPE_LAUNCH, run ? name + 4 : name);

    for (int i = 0; i < fresh->count && m >= 0; i++) {
        const struct seen_row *row = &fresh->rows[i];

        if (!strcmp(row->program, old->program) && !strcmp(row->metric, name))
            return fabs(row->number - old->number) <=
                   fabs(old->number) * (metric_table[m].basis == BASIS_COUNTED
                                            ? 1e-9
                                            : MODEL_DRIFT);
    }
    return false;
}

static bool prove_numbers(struct proving *p)
{
    struct seen old, fresh;
    int missing;

    seen_load(&p->a, arena_printf(&p->a, "%s/seen.txt", p->l->dir), &old);
    seen_fill(&p->a, &old, p->l->chapter_source, &missing);
    prove(p, !missing, "every number of the chapter is known",
          "%d are not: run 'warplings author seen %02d'", missing,
          p->l->number);
    if (p->o->compiler == COMPILER_NVCC) /* the file's numbers are clang's */
        return true;
    if (!seen_make(&p->a, p->l, p->o, &fresh, p->ds))
        return false;
    for (int i = 0; i < old.count; i++)
        if (!row_holds(&fresh, &old.rows[i]))
            missing++;
    prove(p, !missing, "the numbers are those of a run",
          "%d have changed: run 'warplings author seen %02d'", missing,
          p->l->number);
    for (int i = 0; i < p->l->prediction_count; i++) {
        double number = 0;

        prove(p, prediction_answer(&p->l->predictions[i], &fresh, &number) >= 0,
              arena_printf(&p->a, "the run answers prediction %d", i + 1),
              "no choice fits %g", number);
    }
    return true;
}

bool author_check(const struct course *c, const struct lesson *l,
                  const struct check_options *o, struct author_tally *tally,
                  struct buf *out, struct diags *ds)
{
    struct proving p = {
        .course = c, .l = l, .o = o, .tally = tally, .out = out, .ds = ds
    };
    const char *why;
    bool ok;

    p.compiler = o->compiler == COMPILER_NVCC ? "nvcc" : "clang";
    for (int i = 0; i < AUTHOR_TEXT_COUNT; i++) {
        const char *name = author_text_proof(&p.a, c, l, i, &why);

        prove(&p, !why, name, "%s", why ? why : "");
    }
    ok = prove_starter(&p) && prove_solution(&p) && prove_wrongs(&p) &&
         prove_numbers(&p);
    if (ok)
        prove_thresholds(&p);
    arena_clear(&p.a);
    return ok;
}
