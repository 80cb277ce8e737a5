/* SPDX-License-Identifier: Apache-2.0 */
/* The blocks of a chapter. */
#include "tui/md.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "tui/code.h"
#include "tui/md_line.h"

#define DEPTH_MAX 6

/* Where we are: what stands before the next line, and before later ones. */
struct md {
    struct doc *d;
    struct cells first, rest;
    int depth;
    bool started; /* something was written: separate with an empty line */
    bool tight;   /* within a list: no empty lines between blocks */
};

static void blocks(struct md *m, struct text source);

/* Start a block: an empty line before it, except before the first. */
static void gap(struct md *m)
{
    if (m->started && !m->tight) {
        doc_line(m->d);
        doc_cells(m->d, &m->rest);
    }
    m->started = true;
}

static void wrap(struct md *m, const struct cells *c)
{
    doc_wrap(m->d, c, &m->first, &m->rest);
    m->first = m->rest;
}

static void put_heading(struct md *m, struct text t, int level)
{
    struct cells c = { 0 };
    int width;

    t = line_skip(t, (size_t)level + 1);
    while (t.size && t.at[t.size - 1] == '#')
        t.size--;
    gap(m);
    md_inline(m->d->arena, t, m->d->ascii, STYLE_TITLE, &c);
    wrap(m, &c);
    if (level > 1)
        return;
    width = c.count < m->d->width ? c.count : m->d->width;
    doc_line(m->d);
    doc_cells(m->d, &m->rest);
    for (int i = 0; i < width; i++)
        doc_text(m->d, STYLE_RULE, "═");
}

static void put_code(struct md *m, struct text code, bool coloured)
{
    struct code_state state = { 0 };
    struct text line;

    gap(m);
    for (size_t at = 0; text_line(code, &at, &line);) {
        struct cells c = { 0 }, first = { 0 }, rest = { 0 };
        struct arena *a = m->d->arena;
        struct text blanks = { "        ", 8 };

        for (int i = 0; i < m->first.count; i++)
            ARENA_PUSH(a, first.at, first.count, first.capacity,
                       m->first.at[i]);
        for (int i = 0; i < m->rest.count; i++)
            ARENA_PUSH(a, rest.at, rest.count, rest.capacity, m->rest.at[i]);
        blanks.size = 2;
        cells_add(a, &first, blanks, false, STYLE_PLAIN);
        blanks.size = 6;
        cells_add(a, &rest, blanks, false, STYLE_PLAIN);
        if (coloured)
            code_line(a, &state, line, m->d->ascii, &c);
        else
            cells_add(a, &c, line, m->d->ascii, STYLE_PLAIN);
        doc_wrap(m->d, &c, &first, &rest);
        m->first = m->rest;
    }
}

/* A fenced block that starts at *at; *at moves past it. */
static void fenced(struct md *m, struct text source, size_t *at)
{
    struct text line, code;
    size_t start, end, n;
    bool coloured;
    char mark;

    text_line(source, at, &line);
    n = line_fence(line);
    mark = line.at[line_indent(line)];
    line = line_skip(line, line_indent(line) + n);
    coloured = memmem(line.at, line.size, "cu", 2) ||
               memmem(line.at, line.size, "cpp", 3) || text_is(line, "c") ||
               memmem(line.at, line.size, ".c ", 3);
    start = end = *at < source.size ? *at : source.size;
    while (text_line(source, at, &line)) {
        if (line_fence(line) >= n && line.at[line_indent(line)] == mark &&
            line_is_empty(
                line_skip(line, line_indent(line) + line_fence(line))))
            break;
        end = *at < source.size ? *at : source.size;
    }
    code = (struct text){ source.at + start, end - start };
    put_code(m, code, coloured);
}

/* Lines indented by four: code as it stands. */
static void indented(struct md *m, struct text source, size_t *at)
{
    struct buf b = { 0 };
    struct text line;
    size_t keep = 0, next = *at;

    while (text_line(source, &next, &line) &&
           (line_is_empty(line) || line_indent(line) >= 4)) {
        line = line_skip(line, 4);
        buf_add(&b, line.at, line.size);
        buf_str(&b, "\n");
        if (!line_is_empty(line))
            keep = b.size;
        *at = next;
    }
    put_code(m, (struct text){ b.at, keep }, false);
    buf_release(&b);
}

/* Lines quoted with '>'. */
static void quote(struct md *m, struct text source, size_t *at)
{
    struct md inner = *m;
    struct buf b = { 0 };
    struct text line, bar = text_of("│ ");
    size_t next = *at;

    while (text_line(source, &next, &line) && line.size && *line.at == '>') {
        line = line_skip(line, line.size > 1 && line.at[1] == ' ' ? 2 : 1);
        buf_add(&b, line.at, line.size);
        buf_str(&b, "\n");
        *at = next;
    }
    gap(m);
    inner.first = inner.rest = (struct cells){ 0 };
    for (int i = 0; i < m->rest.count; i++)
        ARENA_PUSH(m->d->arena, inner.rest.at, inner.rest.count,
                   inner.rest.capacity, m->rest.at[i]);
    cells_add(m->d->arena, &inner.rest, bar, m->d->ascii, STYLE_RULE);
    inner.first = inner.rest;
    inner.started = inner.tight = false;
    inner.depth++;
    blocks(&inner, (struct text){ b.at, b.size });
    m->first = m->rest;
    buf_release(&b);
}

/* One list item: its first line and what is indented below it. */
static struct text item_text(struct text source, size_t *at, struct buf *b)
{
    struct text line, head;
    size_t n, next = *at, hang;

    text_line(source, at, &line);
    hang = line_indent(line);
    head = line_skip(line, hang);
    n = line_marker(head);
    hang += n;
    head = line_skip(head, n);
    buf_add(b, head.at, head.size);
    buf_str(b, "\n");
    next = *at;
    while (text_line(source, &next, &line)) {
        size_t in = line_indent(line);
        struct text after = { "", 0 };
        size_t peek = next;

        if (line_is_empty(line) &&
            (!text_line(source, &peek, &after) || line_is_empty(after) ||
             line_indent(after) < 2))
            break;
        if (!line_is_empty(line) && in < 2 &&
            (line_marker(line) || line_heading(line) || line_fence(line) ||
             *line.at == '>'))
            break;
        line = line_skip(line, in < hang ? in : hang);
        buf_add(b, line.at, line.size);
        buf_str(b, "\n");
        *at = next;
    }
    return (struct text){ b->at, b->size };
}

static void list_item(struct md *m, struct text source, size_t *at)
{
    struct arena *a = m->d->arena;
    struct md inner = *m;
    struct text line, head, bullet = text_of("• ");
    struct buf b = { 0 };
    size_t peek = *at;

    text_line(source, &peek, &line);
    head = line_skip(line, line_indent(line));
    if (isdigit((unsigned char)*head.at))
        bullet = (struct text){ head.at, line_marker(head) };
    inner.first = inner.rest = (struct cells){ 0 };
    for (int i = 0; i < m->first.count; i++)
        ARENA_PUSH(a, inner.first.at, inner.first.count, inner.first.capacity,
                   m->first.at[i]);
    for (int i = 0; i < m->rest.count; i++)
        ARENA_PUSH(a, inner.rest.at, inner.rest.count, inner.rest.capacity,
                   m->rest.at[i]);
    cells_add(a, &inner.first, bullet, m->d->ascii, STYLE_KEY);
    while (inner.rest.count < inner.first.count)
        cells_add(a, &inner.rest, text_of(" "), false, STYLE_PLAIN);
    inner.started = false;
    inner.tight = true;
    inner.depth++;
    blocks(&inner, item_text(source, at, &b));
    m->first = m->rest;
    buf_release(&b);
}

static void list(struct md *m, struct text source, size_t *at)
{
    struct text line;
    size_t next = *at;

    gap(m);
    while (next = *at, text_line(source, &next, &line)) {
        size_t after = next;

        if (line_is_empty(line) && text_line(source, &after, &line) &&
            line_marker(line_skip(line, line_indent(line))))
            *at = next;
        else if (line_is_empty(line) || line_indent(line) >= 4 ||
                 !line_marker(line_skip(line, line_indent(line))))
            break;
        list_item(m, source, at);
    }
}

static void table(struct md *m, struct text source, size_t *at)
{
    struct text *rows = NULL, line;
    int n = 0, capacity = 0;
    size_t next = *at;

    while (text_line(source, &next, &line) && memchr(line.at, '|', line.size)) {
        ARENA_PUSH(m->d->arena, rows, n, capacity, line);
        *at = next;
    }
    gap(m);
    md_table(m->d, rows, n, &m->rest);
    m->first = m->rest;
}

static bool starts_block(struct text line)
{
    struct text t = line_skip(line, line_indent(line));

    return line_is_empty(line) || line_heading(t) || line_fence(line) ||
           *t.at == '>' || line_marker(t) || line_is_rule(t);
}

static void paragraph(struct md *m, struct text source, size_t *at)
{
    struct text line, all;
    size_t next = *at, start = *at + 0;
    struct cells c = { 0 };

    text_line(source, &next, &line);
    start += line_indent(line);
    *at = next;
    while (text_line(source, &next, &line) && !starts_block(line))
        *at = next;
    all = (struct text){ source.at + start,
                         (*at < source.size ? *at : source.size) - start };
    while (all.size && isspace((unsigned char)all.at[all.size - 1]))
        all.size--;
    gap(m);
    md_inline(m->d->arena, all, m->d->ascii, STYLE_PLAIN, &c);
    wrap(m, &c);
}

static void rule(struct md *m)
{
    gap(m);
    doc_line(m->d);
    doc_cells(m->d, &m->rest);
    for (int i = m->rest.count; i < m->d->width; i++)
        doc_text(m->d, STYLE_RULE, "─");
}

/* <!-- ... -->: for authors. */
static bool comment(struct text source, size_t *at)
{
    struct text rest = line_skip(source, *at);
    const char *end;

    if (rest.size < 4 || memcmp(rest.at, "<!--", 4))
        return false;
    end = memmem(rest.at, rest.size, "-->", 3);
    *at = end ? (size_t)(end - source.at) + 3 : source.size;
    return true;
}

static void blocks(struct md *m, struct text source)
{
    struct text line, after;

    for (size_t at = 0, next = 0; at < source.size; next = at) {
        size_t peek;

        text_line(source, &next, &line);
        peek = next;
        if (line_is_empty(line)) {
            at = next;
        } else if (comment(source, &at)) {
            continue;
        } else if (line_fence(line)) {
            fenced(m, source, &at);
        } else if (line_heading(line)) {
            put_heading(m, line, line_heading(line));
            at = next;
        } else if (line_indent(line) >= 4) {
            indented(m, source, &at);
        } else if (line_is_rule(line)) {
            rule(m);
            at = next;
        } else if (*line.at == '>' && m->depth < DEPTH_MAX) {
            quote(m, source, &at);
        } else if (line_marker(line_skip(line, line_indent(line))) &&
                   m->depth < DEPTH_MAX) {
            list(m, source, &at);
        } else if (memchr(line.at, '|', line.size) &&
                   text_line(source, &peek, &after) &&
                   line_is_table_rule(after)) {
            table(m, source, &at);
        } else {
            paragraph(m, source, &at);
        }
    }
}

void md_doc(struct doc *d, struct text source)
{
    struct md m = { .d = d };

    blocks(&m, source);
}
