/* SPDX-License-Identifier: Apache-2.0 */
#include "tui/source.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "tui/code.h"

#define SOURCE_MAX (1 << 20)

void sources_load(struct arena *a, struct sources *s, const char *path)
{
    struct diags ds = { .arena = a };
    struct source_file file = { .path = path };

    if (!path || sources_find(s, path).size)
        return;
    if (file_read(a, path, SOURCE_MAX, &file.text, &ds))
        ARENA_PUSH(a, s->files, s->count, s->capacity, file);
}

struct text sources_find(const struct sources *s, const char *path)
{
    for (int i = 0; path && i < s->count; i++)
        if (!strcmp(s->files[i].path, path))
            return s->files[i].text;
    return (struct text){ "", 0 };
}

/* Cells before byte `n` of a line, tabs expanded as code_line does. */
static int column_of(struct arena *a, struct text line, size_t n, bool ascii)
{
    struct code_state state = { 0 };
    struct cells c = { 0 };

    n = n > line.size ? line.size : n;
    code_line(a, &state, (struct text){ line.at, n }, ascii, &c);
    return c.count;
}

/* The bytes that a caret row marks: a given range, or the whole statement. */
static void marked(struct text line, int col, int width, size_t *from,
                   size_t *to)
{
    if (col > 0) {
        *from = (size_t)col - 1;
        *to = *from + (size_t)(width > 0 ? width : 1);
        return;
    }
    for (*from = 0; *from < line.size && strchr(" \t", line.at[*from]);)
        ++*from;
    for (*to = line.size; *to > *from && strchr(" \t", line.at[*to - 1]);)
        --*to;
}

static void caret_row(struct doc *d, int indent, struct text line, int col,
                      int width)
{
    size_t from, to;
    int a, b;

    marked(line, col, width, &from, &to);
    a = column_of(d->arena, line, from, d->ascii);
    b = column_of(d->arena, line, to, d->ascii);
    doc_line(d);
    doc_column(d, indent + 5);
    doc_text(d, STYLE_RULE, " │ ");
    doc_column(d, indent + 8 + a);
    do
        doc_text(d, STYLE_BAD, "^");
    while (++a < b);
}

void source_excerpt(struct doc *d, int indent, struct text source, int line,
                    int col, int width, int around)
{
    struct code_state state = { 0 };
    struct text t;
    int n = 0;

    for (size_t at = 0; text_line(source, &at, &t);) {
        struct cells c = { 0 };

        code_line(d->arena, &state, t, d->ascii, &c);
        if (++n < line - around || n > line + around)
            continue;
        doc_line(d);
        doc_column(d, indent);
        doc_text(d, STYLE_BAD, n == line ? "▶" : " ");
        doc_printf(d, n == line ? STYLE_BOLD : STYLE_DIM, "%4d", n);
        doc_text(d, STYLE_RULE, " │ ");
        doc_cells(d, &c);
        if (n == line)
            caret_row(d, indent, t, col, width);
    }
}

struct text source_line(const struct sources *all, const char *file, int line)
{
    struct text t = sources_find(all, file);
    size_t at = 0, end;

    for (int i = 1; i < line && at < t.size; at++)
        i += t.at[at] == '\n';
    while (at < t.size && (t.at[at] == ' ' || t.at[at] == '\t'))
        at++;
    for (end = at; end < t.size && t.at[end] != '\n';)
        end++;
    return line > 0 && at < t.size ? (struct text){ t.at + at, end - at }
                                   : (struct text){ "", 0 };
}
