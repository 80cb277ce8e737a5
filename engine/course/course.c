/* SPDX-License-Identifier: Apache-2.0 */
/* Load a course: its list, each lesson's front matter and files. */
#include "course/course.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "course/seen.h"
#include "course/yaml.h"

enum { TEXT_MAX = 1 << 20 };

/* "<= 19173961" */
static bool parse_bound(const char *text, struct goal *g)
{
    char *end;

    if (!strncmp(text, "<=", 2))
        g->bound = BOUND_AT_MOST;
    else if (!strncmp(text, ">=", 2))
        g->bound = BOUND_AT_LEAST;
    else if (!strncmp(text, "==", 2))
        g->bound = BOUND_EQUAL;
    else
        return false;
    g->limit = strtod(text + 2, &end);
    while (*end == ' ')
        end++;
    return end > text + 2 && !*end;
}

static bool read_goal(struct node n, const char *path, struct goal *g,
                      struct diags *ds)
{
    const char *metric = node_text(node_get(n, "metric"));
    const char *bound = node_text(node_get(n, "bound"));
    const char *points = node_text(node_get(n, "points"));
    const char *scope = node_text(node_get(n, "scope"));
    struct span at = { path, node_line(n), 0, 0 };

    g->id = node_text(node_get(n, "id"));
    g->text = node_text(node_get(n, "text"));
    g->kernel = node_text(node_get(n, "kernel"));
    g->metric = -1;
    g->scope = scope && !strcmp(scope, "run") ? GOAL_RUN : GOAL_KERNELS;
    g->points = points ? atoi(points) : 0;
    g->shown_only = node_text(node_get(n, "shown_only")) != NULL;
    if (!g->id || !g->text)
        return diag_error(ds, at, "a goal needs an id and a text");
    if (!metric)
        return true;
    g->metric =
        metric_find(g->scope == GOAL_RUN ? SCOPE_RUN : SCOPE_LAUNCH, metric);
    if (g->metric < 0)
        return diag_error(ds, at, "goal '%s': no metric '%s'", g->id, metric);
    if (!g->shown_only && (!bound || !parse_bound(bound, g)))
        return diag_error(ds, at, "goal '%s' needs a bound like '<= 100'",
                          g->id);
    return true;
}

static bool read_goals(struct arena *a, struct node root, const char *path,
                       struct lesson *l, struct diags *ds)
{
    struct node list = node_get(root, "goals");
    int n = node_count(list);

    l->goals = ARENA_NEW(a, struct goal, (size_t)n + 1);
    for (int i = 0; i < n; i++) {
        if (!read_goal(node_at(list, i), path, &l->goals[i], ds))
            return false;
        l->points += l->goals[i].shown_only ? 0 : l->goals[i].points;
        l->goal_count++;
    }
    if (!n || strcmp(l->goals[0].id, "correct"))
        return diag_error(ds, (struct span){ path, 1, 0, 0 },
                          "the first goal must be 'correct'");
    return true;
}

/* The least work of an honest answer: metrics with a lower bound. */
static bool read_minimum(struct arena *a, struct node root, const char *path,
                         struct lesson *l, struct diags *ds)
{
    struct node list = node_get(root, "minimum");
    int n = node_count(list);

    l->minimum = ARENA_NEW(a, struct goal, (size_t)n + 1);
    for (int i = 0; i < n; i++) {
        struct goal *g = &l->minimum[l->minimum_count++];
        const char *metric = node_text(node_get(node_at(list, i), "metric"));
        const char *bound = node_text(node_get(node_at(list, i), "bound"));

        g->metric = metric ? metric_find(SCOPE_LAUNCH, metric) : -1;
        if (g->metric < 0 || !bound || !parse_bound(bound, g))
            return diag_error(
                ds, (struct span){ path, node_line(node_at(list, i)), 0, 0 },
                "a minimum needs a metric and a bound");
    }
    return true;
}

/* The front matter between two lines of ---, and what follows. */
static bool split_matter(struct arena *a, struct text t, const char *path,
                         const char **matter, const char **rest,
                         struct diags *ds)
{
    const char *end;

    if (strncmp(t.at, "---\n", 4))
        return diag_error(ds, (struct span){ path, 1, 0, 0 },
                          "it does not begin with front matter (---)");
    end = strstr(t.at + 4, "\n---\n");
    if (!end)
        return diag_error(ds, (struct span){ path, 1, 0, 0 },
                          "its front matter has no end (---)");
    *matter = arena_strndup(a, t.at + 4, (size_t)(end - t.at) - 3);
    *rest = end + 5;
    return true;
}

/* The kernels from naive to better, with the steps between them. */
static void read_ladder(struct arena *a, const struct course *c,
                        struct lesson *l, struct node steps)
{
    const int most = (int)(sizeof l->ladder / sizeof *l->ladder) - 1;

    l->ladder[l->ladder_count++] = l->naive.path;
    for (int i = 0; i < node_count(steps) && l->ladder_count < most; i++) {
        const char *name = node_text(node_at(steps, i));

        if (name)
            l->ladder[l->ladder_count++] =
                arena_printf(a, "%s/kernels/%s/%s", c->root, l->id, name);
    }
    l->ladder[l->ladder_count++] = l->better.path;
}

static double to_number(struct node n, double otherwise)
{
    const char *t = node_text(n);

    return t ? strtod(t, NULL) : otherwise;
}

static bool read_predictions(struct arena *a, struct node root,
                             const char *path, struct lesson *l,
                             struct diags *ds)
{
    struct node list = node_get(root, "predict");

    l->predictions =
        ARENA_NEW(a, struct prediction, (size_t)node_count(list) + 1);
    for (int i = 0; i < node_count(list); i++) {
        struct prediction *p = &l->predictions[l->prediction_count++];
        struct node n = node_at(list, i), choices = node_get(n, "choices");
        const int most = (int)(sizeof p->choices / sizeof *p->choices);

        p->ask = node_text(node_get(n, "ask"));
        p->of = node_text(node_get(n, "of"));
        for (int k = 0; k < node_count(choices) && k < most; k++) {
            struct node one = node_at(choices, k);

            p->choices[k].text = node_text(node_get(one, "text"));
            p->choices[k].low = to_number(node_get(one, "from"), -HUGE_VAL);
            p->choices[k].high = to_number(node_get(one, "below"), HUGE_VAL);
            p->choice_count += p->choices[k].text != NULL;
        }
        if (!p->ask || !p->of || p->choice_count < 2 ||
            p->choice_count != node_count(choices))
            return diag_error(ds, (struct span){ path, node_line(n), 0, 0 },
                              "a prediction needs ask, of, and two to five "
                              "choices with a text");
    }
    return true;
}

static bool read_files(struct arena *a, const struct course *c,
                       struct lesson *l, struct node root, struct diags *ds)
{
    struct node pair = node_get(root, "compare");
    const char *naive = node_text(node_get(pair, "naive"));
    const char *better = node_text(node_get(pair, "better"));
    const char **need[] = { &l->exercise, &l->main_cu, &l->check_c };
    const char *names[] = { "exercise.cu", "main.cu", "check.c" };

    for (int i = 0; i < 3; i++) {
        *need[i] = arena_printf(a, "%s/%s", l->dir, names[i]);
        if (!file_exists(*need[i]))
            return diag_fail(ds, "lesson %s is not whole: '%s' is missing",
                             l->id, *need[i]);
    }
    l->solution = arena_printf(a, "%s/solutions/%s.cu", c->root, l->id);
    if (naive && better) {
        l->naive.path =
            arena_printf(a, "%s/kernels/%s/%s", c->root, l->id, naive);
        l->better.path =
            arena_printf(a, "%s/kernels/%s/%s", c->root, l->id, better);
        l->naive.label = naive;
        l->better.label = better;
        read_ladder(a, c, l, node_get(pair, "steps"));
    }
    return true;
}

static bool read_lesson(struct arena *a, const struct course *c, const char *id,
                        struct lesson *l, struct diags *ds)
{
    const char *path, *matter = NULL;
    struct seen seen;
    struct text t;
    struct node root, hints;
    int missing;

    *l = (struct lesson){ .id = id, .number = atoi(id) };
    l->dir = arena_printf(a, "%s/lessons/%s", c->root, id);
    path = arena_printf(a, "%s/lesson.md", l->dir);
    if (l->number < 1 || l->number > 63)
        return diag_fail(ds,
                         "lesson '%s': its name must begin with its "
                         "number",
                         id);
    if (!file_read(a, path, TEXT_MAX, &t, ds) ||
        !split_matter(a, t, path, &matter, &l->chapter_source, ds) ||
        !node_parse(a, matter, path, &root, ds))
        return false;
    l->title = node_text(node_get(root, "title"));
    l->concepts = node_text(node_get(root, "concepts"));
    l->starter = node_text(node_get(root, "starter"));
    seen_load(a, arena_printf(a, "%s/seen.txt", l->dir), &seen);
    l->chapter = seen_fill(a, &seen, l->chapter_source, &missing);
    hints = node_get(root, "hints");
    if (!l->title || node_count(hints) != 3)
        return diag_error(ds, (struct span){ path, 1, 0, 0 },
                          "a lesson needs a title and three hints");
    for (int i = 0; i < 3; i++)
        l->hints[i] = node_text(node_at(hints, i));
    for (int i = 0; i < c->part_count; i++)
        if (l->number >= c->parts[i].first && l->number <= c->parts[i].last)
            l->part = c->parts[i].title;
    return read_goals(a, root, path, l, ds) &&
           read_minimum(a, root, path, l, ds) &&
           read_predictions(a, root, path, l, ds) &&
           read_files(a, c, l, root, ds);
}

static int to_int(struct node n)
{
    const char *t = node_text(n);

    return t ? atoi(t) : 0;
}

bool course_load(struct arena *a, const char *root, struct course *out,
                 struct diags *ds)
{
    const char *path = arena_printf(a, "%s/lessons/course.yaml", root);
    struct text t;
    struct node top, parts, lessons;

    *out = (struct course){ .root = root };
    if (!file_read(a, path, TEXT_MAX, &t, ds) ||
        !node_parse(a, t.at, path, &top, ds))
        return false;
    out->title = node_text(node_get(top, "title"));
    out->planned = to_int(node_get(top, "planned"));
    parts = node_get(top, "parts");
    out->part_count = node_count(parts);
    out->parts = arena_alloc(a, (size_t)out->part_count + 1, sizeof *out->parts,
                             _Alignof(max_align_t));
    for (int i = 0; i < out->part_count; i++) {
        out->parts[i].title = node_text(node_get(node_at(parts, i), "title"));
        out->parts[i].first = to_int(node_get(node_at(parts, i), "first"));
        out->parts[i].last = to_int(node_get(node_at(parts, i), "last"));
    }
    lessons = node_get(top, "lessons");
    out->lessons = ARENA_NEW(a, struct lesson, (size_t)node_count(lessons) + 1);
    for (int i = 0; i < node_count(lessons); i++) {
        const char *id = node_text(node_at(lessons, i));

        if (id && read_lesson(a, out, id, &out->lessons[out->lesson_count], ds))
            out->lesson_count++;
    }
    return true;
}

const struct lesson *course_find(const struct course *c, const char *text)
{
    char *end;
    long n = strtol(text, &end, 10);

    for (int i = 0; i < c->lesson_count; i++) {
        const struct lesson *l = &c->lessons[i];
        const char *name = strchr(l->id, '-');

        if (!strcmp(l->id, text) || (name && !strcmp(name + 1, text)) ||
            (*text && !*end && l->number == n))
            return l;
    }
    return NULL;
}
