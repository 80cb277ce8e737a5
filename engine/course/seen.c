/* SPDX-License-Identifier: Apache-2.0 */
#include "course/seen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "report/json.h"
#include "report/plain.h"

enum { SEEN_MAX = 1 << 20, NAME_MAX_BYTES = 96 };

static void push(struct arena *a, struct seen *s, const char *program,
                 const char *metric, double number)
{
    struct seen_row row = { arena_strdup(a, program), arena_strdup(a, metric),
                            number };

    ARENA_PUSH(a, s->rows, s->count, s->capacity, row);
}

void seen_load(struct arena *a, const char *path, struct seen *out)
{
    struct diags quiet = { .arena = a };
    struct text t;

    *out = (struct seen){ 0 };
    if (!file_exists(path) || !file_read(a, path, SEEN_MAX, &t, &quiet))
        return;
    for (const char *p = t.at; *p;) {
        char one[NAME_MAX_BYTES], two[NAME_MAX_BYTES];
        double number;

        if (sscanf(p, "%95s %95s %lf", one, two, &number) == 3 && *one != '#')
            push(a, out, one, two, number);
        else if (sscanf(p, "card %95s", one) == 1)
            out->card = arena_strdup(a, one);
        p += strcspn(p, "\n");
        p += *p == '\n';
    }
}

void seen_add(struct arena *a, struct seen *s, const char *program,
              const struct report *r)
{
    char metric[NAME_MAX_BYTES];

    s->card = r->card;
    for (int m = 0; m < METRIC_COUNT; m++) {
        bool run = metric_table[m].scope == SCOPE_RUN;
        struct value v =
            run ? r->run[m] : report_total(r, NULL, (enum metric)m);

        if (!v.known || v.text)
            continue;
        snprintf(metric, sizeof metric, "%s%s", run ? "run:" : "",
                 metric_table[m].text);
        push(a, s, program, metric, v.number);
    }
}

/* "program.metric" up to a blank; *at moves past it. */
static const struct seen_row *find(const struct seen *s, const char **at)
{
    size_t n = strcspn(*at, " /\t");
    const char *dot = memchr(*at, '.', n), *start = *at;

    *at += n;
    for (int i = 0; dot && i < s->count; i++) {
        const struct seen_row *row = &s->rows[i];
        size_t head = (size_t)(dot - start), tail = n - head - 1;

        if (strlen(row->program) == head && strlen(row->metric) == tail &&
            !memcmp(row->program, start, head) &&
            !memcmp(row->metric, dot + 1, tail))
            return row;
    }
    return NULL;
}

bool seen_value(const struct seen *s, const char *expression, double *out)
{
    const char *at = expression + strspn(expression, " ");
    const struct seen_row *over = find(s, &at), *under;

    if (!over)
        return false;
    *out = over->number;
    at += strspn(at, " ");
    if (!*at)
        return true;
    if (*at++ != '/')
        return false;
    at += strspn(at, " ");
    under = find(s, &at);
    if (!under || under->number == 0 || at[strspn(at, " ")])
        return false;
    *out /= under->number;
    return true;
}

/* Numbers of a card's own size as they stand, ratios in three digits. */
static void put_number(struct buf *out, double number)
{
    struct value v = { .known = true, .number = number };

    if (number >= 1000 || number == (double)(long)number)
        plain_number(out, &v);
    else
        buf_printf(out, "%.3g", number);
}

static const struct metric_info *metric_of(const char *name)
{
    bool run = !strncmp(name, "run:", 4);
    int m = metric_find(run ? SCOPE_RUN : SCOPE_LAUNCH, run ? name + 4 : name);

    return m < 0 ? NULL : &metric_table[m];
}

static const char *basis_of(const char *name)
{
    const struct metric_info *m = metric_of(name);

    return m ? basis_text(m->basis) : "-";
}

/* One line of the table: the metric for each program, in the file's order.
   Returns how many there are. */
static int table_row(const struct seen *s, const char *metric, bool head,
                     struct buf *out)
{
    int any = 0;

    for (int i = 0; i < s->count; i++) {
        if (strcmp(s->rows[i].metric, metric))
            continue;
        buf_str(out, " ");
        if (head)
            buf_str(out, s->rows[i].program);
        else
            put_number(out, s->rows[i].number);
        buf_str(out, " |");
        any++;
    }
    return any;
}

static void table(struct arena *a, const struct seen *s, const char *metrics,
                  struct buf *out, int *missing)
{
    bool head = true;
    int columns = 0;

    for (const char *p = metrics; *p; p += strspn(p, " ")) {
        size_t n = strcspn(p, " ");
        const char *name = arena_strndup(a, p, n);

        if (head) {
            buf_printf(out, "| %s |", s->card ? s->card : "-");
            columns = table_row(s, name, true, out);
            buf_str(out, " basis |\n|---|");
            for (int i = 0; i < columns; i++)
                buf_str(out, "---:|");
            buf_str(out, "---|\n");
        }
        head = false;
        buf_printf(out, "| `%s` |", name);
        *missing += !table_row(s, name, false, out);
        buf_printf(out, " %s |\n", basis_of(name));
        p += n;
    }
}

char *seen_fill(struct arena *a, const struct seen *s, const char *text,
                int *missing)
{
    struct buf out = { 0 };
    char *filled;

    *missing = 0;
    for (const char *p = text, *open, *close; *p; p = close + 2) {
        const char *inner;
        double number;

        open = strstr(p, "{{");
        close = open ? strstr(open, "}}") : NULL;
        if (!close) {
            buf_str(&out, p);
            break;
        }
        buf_add(&out, p, (size_t)(open - p));
        inner = arena_strndup(a, open + 2, (size_t)(close - open) - 2);
        if (!strncmp(inner, "table ", 6)) {
            table(a, s, inner + 6, &out, missing);
        } else if (!strcmp(inner, "card") && s->card) {
            buf_str(&out, s->card);
        } else if (seen_value(s, inner, &number)) {
            put_number(&out, number);
        } else {
            buf_str(&out, "-");
            ++*missing;
        }
    }
    filled = arena_strndup(a, out.at ? out.at : "", out.size);
    buf_release(&out);
    return filled;
}

/* Does the chapter name the metric, in braces or in a prediction? */
static bool is_named(const struct lesson *l, const char *metric)
{
    size_t n = strlen(metric);

    for (int i = 0; i < l->prediction_count; i++)
        if (strstr(l->predictions[i].of, metric))
            return true;
    for (const char *p = l->chapter_source; (p = strstr(p, "{{")); p += 2) {
        const char *close = strstr(p, "}}");

        for (const char *at = p; close && at + n <= close; at++)
            if (!memcmp(at, metric, n) && strchr(" .", at[-1]) &&
                strchr(" }", at[n]))
                return true;
    }
    return false;
}

bool seen_make(struct arena *a, const struct lesson *l,
               const struct check_options *o, struct seen *out,
               struct diags *ds)
{
    struct seen all = { 0 };

    for (int i = 0; i < l->ladder_count; i++) {
        const char *file = l->ladder[i], *base = file_base(file);
        struct trace *t = ARENA_NEW(a, struct trace, 1);
        struct report *r = ARENA_NEW(a, struct report, 1);

        if (!compare_run_one(a, o, &file, 1, t, r, ds))
            return false;
        if (!r->exited)
            return diag_fail(ds, "'%s' did not end by itself", file);
        seen_add(a, &all, arena_strndup(a, base, strcspn(base, ".")), r);
    }
    *out = (struct seen){ .card = all.card };
    for (int i = 0; i < all.count; i++)
        if (is_named(l, all.rows[i].metric))
            push(a, out, all.rows[i].program, all.rows[i].metric,
                 all.rows[i].number);
    return true;
}

void seen_print(const struct seen *s, const char *lesson, struct buf *out)
{
    buf_str(out, "# SPDX-License-Identifier: Apache-2.0\n");
    buf_printf(out, "# Made by: warplings author seen %s\n", lesson);
    buf_printf(out, "card %s\n", s->card ? s->card : "-");
    for (int i = 0; i < s->count; i++)
        buf_printf(out, "%s %s %.10g\n", s->rows[i].program, s->rows[i].metric,
                   s->rows[i].number);
}

int prediction_answer(const struct prediction *p, const struct seen *s,
                      double *number)
{
    if (!seen_value(s, p->of, number))
        return -1;
    for (int i = 0; i < p->choice_count; i++)
        if (*number >= p->choices[i].low && *number < p->choices[i].high)
            return i;
    return -1;
}
