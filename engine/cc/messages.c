/* SPDX-License-Identifier: Apache-2.0 */
#include "cc/messages.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "cc/build.h"
#include "cc/message_lines.h"

#define HEADS_MAX       50
#define NOTES_MAX       8
#define SOURCE_SIZE_MAX (16u << 20)

void messages_init(struct messages *m, struct arena *a,
                   const struct cc_options *o, const char *dir)
{
    *m = (struct messages){ .a = a, .o = o, .dir = dir };
}

/* ---- whose file is it? -------------------------------------------------- */

static bool starts(const char *s, const char *prefix)
{
    return !strncmp(s, prefix, strlen(prefix));
}

/* The source that file is, under the name the caller gave it; or NULL. */
static const char *as_given(const struct messages *m, const char *file)
{
    char want[PATH_MAX], real[PATH_MAX];
    bool known = realpath(file, want);

    for (int i = 0; i < m->o->source_count; i++) {
        const char *s = m->o->sources[i];

        if (!strcmp(s, file) ||
            (known && realpath(s, real) && !strcmp(want, real)))
            return s;
    }
    return NULL;
}

/* Is it beside one of the sources? */
static bool beside_a_source(const struct messages *m, const char *file)
{
    for (int i = 0; i < m->o->source_count; i++) {
        const char *s = m->o->sources[i];
        size_t n = (size_t)(file_base(s) - s);

        if (n && !strncmp(file, s, n))
            return true;
    }
    return false;
}

/* The name to show for a file of the learner's; NULL if it is not. */
static const char *learners(const struct messages *m, const char *file)
{
    const char *given;

    if (starts(file, "./"))
        file += 2;
    if (!*file || *file == '<' || (m->dir && starts(file, m->dir)))
        return NULL;
    given = as_given(m, file);
    if (given)
        return given;
    if (starts(file, m->o->home->cuda))
        return NULL;
    if (starts(file, "/") && !beside_a_source(m, file) &&
        (starts(file, "/usr/") || starts(file, "/opt/") ||
         starts(file, "/lib") || strstr(file, "/include/c++/") ||
         strstr(file, "/lib/clang/")))
        return NULL;
    return file;
}

bool messages_is_learners(const struct messages *m, const char *file)
{
    return learners(m, file) != NULL;
}

const char *messages_shown(const struct messages *m, const char *file)
{
    return learners(m, file);
}

/* Text without the names of temp folders and of our headers' folder. */
static const char *without_paths(const struct messages *m, const char *text)
{
    const char *const dirs[] = { m->dir, m->o->home->cuda };

    for (int i = 0; i < 2; i++) {
        size_t n = dirs[i] ? strlen(dirs[i]) : 0;
        const char *at;

        while (n && (at = strstr(text, dirs[i]))) {
            const char *rest = at + n;

            text = arena_printf(m->a, "%.*s%s", (int)(at - text), text,
                                rest + (*rest == '/'));
        }
    }
    return text;
}

/* ---- taking up lines ---------------------------------------------------- */

struct parser {
    struct messages *m;
    struct span from;    /* the learner's #include that led here */
    int head;            /* index of the latest error or warning, or -1 */
    int edg;             /* index of an EDG message still open, or -1 */
    const char *pending; /* its latest line: source, or more text */
    bool errors;
};

static void add(struct parser *p, const struct line *l)
{
    struct messages *m = p->m;
    const char *shown = l->file ? learners(m, l->file) : NULL;
    struct message msg = {
        .at = { shown, shown ? l->line : 0, shown ? l->col : 0, l->width },
        .level = l->level,
        .text = without_paths(m, l->text),
        .elsewhere = l->file && !shown,
        .head = l->level != DIAG_NOTE,
    };

    if (msg.head) {
        if (msg.elsewhere)
            msg.at = p->from; /* unless a note says better */
        p->head = m->count;
        p->errors |= l->level == DIAG_ERROR;
    } else if (p->head >= 0 && m->all[p->head].elsewhere && shown) {
        /* The first place of the learner's on the way there. */
        m->all[p->head].at = msg.at;
        m->all[p->head].elsewhere = false;
    }
    ARENA_PUSH(m->a, m->all, m->count, m->capacity, msg);
}

/* EDG's "detected during instantiation of ... at line 7". */
static bool take_origin(struct parser *p, const char *line)
{
    struct message *head = p->head >= 0 ? &p->m->all[p->head] : NULL;
    const char *words = line + strspn(line, " \t"), *shown;
    struct span at;
    struct line note = { .level = DIAG_NOTE };

    if (!starts(words, "detected during") && !starts(words, "instantiation of"))
        return false;
    if (!head || !line_place(p->m->a, words, &at))
        return true;
    shown = at.file ? learners(p->m, at.file) : head->at.file;
    if (!shown)
        return true;
    if (head->elsewhere) {
        head->at = (struct span){ shown, at.line, 0, 0 };
        head->elsewhere = false;
        return true;
    }
    note.file = shown;
    note.line = at.line;
    note.text = words;
    add(p, &note);
    return true;
}

/* A line that belongs to an open EDG message. */
static void take_edg(struct parser *p, const char *line)
{
    struct message *msg = p->edg >= 0 ? &p->m->all[p->edg] : NULL;
    size_t blank = strspn(line, " \t");

    if (!msg || take_origin(p, line))
        return;
    if (line[blank] == '^' && p->pending) {
        size_t n = strlen(p->pending);

        msg->tail = p->pending + (blank < n ? blank : n);
        p->pending = NULL;
        return;
    }
    if (p->pending)
        msg->text = arena_printf(p->m->a, "%s; %s", msg->text,
                                 p->pending + strspn(p->pending, " \t"));
    p->pending = line[blank] ? line : NULL;
    if (!line[blank])
        p->edg = -1;
}

static void take(struct parser *p, char *text)
{
    struct line l;

    switch (line_parse(p->m->a, text, &l)) {
    case LINE_INCLUDED:
        p->edg = -1;
        if (learners(p->m, l.file))
            p->from = (struct span){ learners(p->m, l.file), l.line, 0, 0 };
        break;
    case LINE_MESSAGE:
        if (l.dialect == DIALECT_EDG && p->edg >= 0)
            take_edg(p, "");
        add(p, &l);
        p->edg = l.dialect == DIALECT_EDG ? p->m->count - 1 : -1;
        p->pending = NULL;
        if (l.level != DIAG_NOTE)
            p->from = (struct span){ 0 };
        break;
    case LINE_NO_MAIN:
        l.file = p->m->o->sources[0];
        add(p, &l);
        break;
    case LINE_OTHER:
        take_edg(p, text);
        break;
    }
}

bool messages_parse(struct messages *m, const char *output)
{
    struct parser p = { .m = m, .head = -1, .edg = -1 };
    char *copy = arena_strdup(m->a, output ? output : "");

    for (char *next; copy && *copy; copy = next) {
        next = strchr(copy, '\n');
        if (next)
            *next++ = '\0';
        take(&p, copy);
    }
    take_edg(&p, "");
    return p.errors;
}

/* ---- handing over ------------------------------------------------------- */

struct source {
    const char *file;
    struct text text;
};

/* Line `number` of a file, or NULL. */
static const char *source_line(struct arena *a, struct source *last,
                               const char *file, int number)
{
    struct diags quiet = { .arena = a };
    const char *at, *end;

    if (!last->file || strcmp(last->file, file)) {
        last->file = file;
        file_read(a, file, SOURCE_SIZE_MAX, &last->text, &quiet);
    }
    at = last->text.at;
    end = at + last->text.size;
    while (number > 1 && at < end) {
        const char *nl = memchr(at, '\n', (size_t)(end - at));

        at = nl ? nl + 1 : end;
        number--;
    }
    if (number != 1 || at >= end)
        return NULL;
    return arena_strndup(a, at, strcspn(at, "\r\n"));
}

static bool same(const struct message *x, const struct message *y)
{
    return x->at.line == y->at.line && x->at.col == y->at.col &&
           x->level == y->level && !x->at.file == !y->at.file &&
           (!x->at.file || !strcmp(x->at.file, y->at.file)) &&
           !strcmp(x->text, y->text);
}

/* Does y come before x in the source? Files keep their order. */
static bool before(const struct message *y, const struct message *x)
{
    if (!x->at.file || !y->at.file)
        return y->at.file && !x->at.file;
    return !strcmp(x->at.file, y->at.file) && y->at.line < x->at.line;
}

/* Is any error at a place of the learner's? */
static bool any_placed(const struct messages *m)
{
    for (int i = 0; i < m->count; i++) {
        if (m->all[i].level == DIAG_ERROR && !m->all[i].elsewhere)
            return true;
    }
    return false;
}

/*
 * The heads that differ, in order. What is about other files is for the
 * learner only if it is all there is.
 */
static int pick_heads(const struct messages *m, const struct message **heads)
{
    const bool placed = any_placed(m);
    int n = 0;

    for (int i = 0; i < m->count; i++) {
        const struct message *msg = &m->all[i];
        int at = n;

        if (!msg->head ||
            (msg->elsewhere && (placed || msg->level != DIAG_ERROR)))
            continue;
        for (int k = 0; k < n && at == n; k++)
            at = same(heads[k], msg) ? -1 : n;
        if (at < 0)
            continue;
        for (; at > 0 && before(msg, heads[at - 1]); at--)
            heads[at] = heads[at - 1];
        heads[at] = msg;
        n++;
    }
    return n;
}

/*
 * Where a line ends with tail. EDG shows a line with its macros expanded, but
 * from the caret on it is mostly as it was written.
 */
static int column_of(const char *line, const char *tail)
{
    size_t n = strlen(line), k = strlen(tail);

    return k && k <= n && !strcmp(line + n - k, tail) ? (int)(n - k) + 1 : 0;
}

/* ---- hints -------------------------------------------------------------- */

#define BROKEN_LAUNCH                                                       \
    "a launch is written <<<blocks, threads>>>, without blanks inside <<< " \
    "and >>>"
#define WITH_TOOLKIT \
    "it comes with the CUDA Toolkit, where --compiler nvcc finds it"

static const struct {
    const char *text, *source, *hint;
} hints[] = {
#define HINT(text, source, hint) { text, source, hint },
#include "cc/hints.def"
#undef HINT
};

static const char *with_hint(const struct messages *m,
                             const struct message *msg, const char *line)
{
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (msg->head && strstr(msg->text, hints[i].text) &&
            (!*hints[i].source || (line && strstr(line, hints[i].source))))
            return arena_printf(m->a, "%s (%s)", msg->text, hints[i].hint);
    return msg->text;
}

static void emit(const struct messages *m, const struct message *msg,
                 struct source *last, struct diags *ds)
{
    struct span at = msg->at;
    const char *line = NULL;

    if (at.file && at.line > 0)
        line = source_line(m->a, last, at.file, at.line);
    if (msg->tail && line)
        at.col = column_of(line, msg->tail);
    if (at.col > 0 && at.width < 1)
        at.width = 1;
    diag_add(ds, at, msg->level, with_hint(m, msg, line), line);
}

void messages_emit(const struct messages *m, struct diags *ds)
{
    const struct message **heads =
        ARENA_NEW(m->a, const struct message *, (size_t)m->count + 1);
    const struct message *end = m->all + m->count;
    struct source last = { 0 };
    int n = pick_heads(m, heads);

    for (int i = 0; i < n && i < HEADS_MAX; i++) {
        const struct message *note = heads[i] + 1;
        int notes = 0;

        emit(m, heads[i], &last, ds);
        for (; note < end && !note->head && notes < NOTES_MAX; note++) {
            if (!note->at.file || same(note, heads[i]))
                continue;
            emit(m, note, &last, ds);
            notes++;
        }
    }
}
