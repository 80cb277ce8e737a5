/* SPDX-License-Identifier: Apache-2.0 */
#include "tui/doc.h"

#include <stdarg.h>
#include <string.h>

#include "base/arena.h"

struct doc doc_new(struct arena *a, int width, bool ascii)
{
    return (struct doc){
        .arena = a, .width = width < 1 ? 1 : width, .ascii = ascii, .item = -1
    };
}

void cells_add(struct arena *a, struct cells *c, struct text t, bool ascii,
               enum style style)
{
    uint32_t ch[GLYPH_CELLS_MAX];

    for (size_t at = 0; at < t.size;) {
        int n = glyph_next(t, &at, ascii, ch);

        for (int i = 0; i < n; i++) {
            struct cell cell = { ch[i], style };

            ARENA_PUSH(a, c->at, c->count, c->capacity, cell);
        }
    }
}

void doc_line(struct doc *d)
{
    struct doc_line line = { .item = d->item };

    ARENA_PUSH(d->arena, d->lines, d->count, d->capacity, line);
}

static struct cells *last(struct doc *d)
{
    if (d->count == 0)
        doc_line(d);
    return &d->lines[d->count - 1].cells;
}

void doc_text(struct doc *d, enum style style, const char *text)
{
    cells_add(d->arena, last(d), text_of(text), d->ascii, style);
}

void doc_printf(struct doc *d, enum style style, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    doc_text(d, style, arena_vprintf(d->arena, fmt, ap));
    va_end(ap);
}

static void append(struct doc *d, const struct cell *cells, int n)
{
    struct cells *line = last(d);

    for (int i = 0; i < n; i++)
        ARENA_PUSH(d->arena, line->at, line->count, line->capacity, cells[i]);
}

void doc_cells(struct doc *d, const struct cells *c)
{
    append(d, c->at, c->count);
}

void doc_column(struct doc *d, int col)
{
    struct cell blank = { ' ', STYLE_PLAIN };

    if (last(d)->count >= col && last(d)->count > 0)
        append(d, &blank, 1);
    while (last(d)->count < col)
        append(d, &blank, 1);
}

static bool is_blank(struct cell c)
{
    return c.ch == ' ' || c.ch == 0;
}

/* How many cells from `at` on fit into `room`: up to the last blank, or cut
   hard within a word that is longer than a line. */
static int fit(const struct cells *c, int at, int room)
{
    int n = room;

    if (c->count - at <= room)
        return c->count - at;
    while (n > 0 && !is_blank(c->at[at + n]))
        n--;
    if (n == 0)
        n = room;
    while (n > 1 && c->at[at + n].ch == CELL_TAIL)
        n--;
    return n;
}

void doc_wrap(struct doc *d, const struct cells *c, const struct cells *first,
              const struct cells *rest)
{
    int at = 0;

    do {
        const struct cells *lead = at == 0 ? first : rest;
        int room = d->width - (lead ? lead->count : 0), n;

        doc_line(d);
        if (lead)
            doc_cells(d, lead);
        n = fit(c, at, room < 2 ? 2 : room);
        append(d, c->at + at, n);
        at += n;
        while (at < c->count && is_blank(c->at[at]))
            at++;
    } while (at < c->count);
}

void doc_paragraph(struct doc *d, int indent, enum style style,
                   const char *text)
{
    struct cells c = { 0 }, blanks = { 0 };
    struct cell blank = { ' ', STYLE_PLAIN };

    cells_add(d->arena, &c, text_of(text), d->ascii, style);
    for (int i = 0; i < indent; i++)
        ARENA_PUSH(d->arena, blanks.at, blanks.count, blanks.capacity, blank);
    doc_wrap(d, &c, &blanks, &blanks);
}

void doc_item(const struct doc *d, int item, int *first, int *end)
{
    *first = *end = 0;
    for (int i = 0; i < d->count; i++)
        if (d->lines[i].item == item) {
            if (*end == 0)
                *first = i;
            *end = i + 1;
        }
}

int doc_scroll_max(const struct doc *d, int rows)
{
    int most = d->count - (rows < 1 ? 1 : rows);

    return most < 0 ? 0 : most;
}

static void thumb(const struct doc *d, int scroll, struct rect r,
                  struct frame *f)
{
    int most = doc_scroll_max(d, r.rows), size, top;

    if (most == 0 || r.rows < 3)
        return;
    size = r.rows * r.rows / d->count;
    size = size < 1 ? 1 : size;
    top = (int)((long)(r.rows - size) * scroll / most);
    for (int y = 0; y < r.rows; y++)
        frame_text(f, r, y, r.cols - 1, STYLE_RULE,
                   y >= top && y < top + size ? "┃" : "│");
}

void doc_render(const struct doc *d, int scroll, int selected, struct rect r,
                struct frame *f)
{
    for (int y = 0; y < r.rows && scroll + y < d->count; y++) {
        const struct doc_line *line;

        if (scroll + y < 0)
            continue;
        line = &d->lines[scroll + y];
        frame_cells(f, rect_sub(r, 0, 0, r.rows, r.cols - 1), y, 0,
                    line->cells.at, line->cells.count);
        if (selected >= 0 && line->item == selected)
            frame_text(f, r, y, 0, STYLE_KEY, "▎");
    }
    thumb(d, scroll, r, f);
}
