/* SPDX-License-Identifier: Apache-2.0 */
/* Pipe tables: columns as wide as they need, shrunk and wrapped to fit. */
#include <string.h>

#include "base/arena.h"
#include "tui/md.h"

#define COLUMNS_MAX 12
#define COLUMN_MIN  6

struct table {
    int columns;
    int width[COLUMNS_MAX];
};

static struct text trim(struct text t)
{
    while (t.size && strchr(" \t", *t.at))
        t.at++, t.size--;
    while (t.size && strchr(" \t", t.at[t.size - 1]))
        t.size--;
    return t;
}

/* Split a row at its bars; a bar after a backslash or within code stays. */
static int split(struct text row, struct text out[COLUMNS_MAX])
{
    size_t from;
    bool code = false;
    int n = 0;

    row = trim(row);
    from = row.size && *row.at == '|' ? 1 : 0;
    for (size_t i = from; i <= row.size && n < COLUMNS_MAX; i++) {
        bool end = i == row.size;

        if (!end && row.at[i] == '`')
            code = !code;
        if (!end && (row.at[i] != '|' || code || row.at[i - 1] == '\\'))
            continue;
        if (!end || i > from)
            out[n++] = trim((struct text){ row.at + from, i - from });
        from = i + 1;
    }
    return n;
}

static struct cells cell_of(struct doc *d, struct text t, bool head)
{
    struct cells c = { 0 };

    md_inline(d->arena, t, d->ascii, head ? STYLE_BOLD : STYLE_PLAIN, &c);
    return c;
}

static void measure(struct doc *d, const struct text *rows, int n, int room,
                    struct table *t)
{
    struct text cell[COLUMNS_MAX];
    int total;

    for (int i = 0; i < n; i++) {
        int columns = i == 1 ? 0 : split(rows[i], cell);

        for (int c = 0; c < columns; c++) {
            int w = cell_of(d, cell[c], i == 0).count;

            t->width[c] = w > t->width[c] ? w : t->width[c];
        }
        t->columns = columns > t->columns ? columns : t->columns;
    }
    for (;;) {
        int widest = 0;

        total = 2 * (t->columns - 1);
        for (int c = 0; c < t->columns; c++) {
            total += t->width[c];
            widest = t->width[c] > t->width[widest] ? c : widest;
        }
        if (total <= room || t->width[widest] <= COLUMN_MIN)
            return;
        t->width[widest]--;
    }
}

static void row_lines(struct doc *d, const struct table *t, struct text row,
                      bool head, const struct cells *lead)
{
    struct text cell[COLUMNS_MAX];
    struct doc part[COLUMNS_MAX];
    int n = split(row, cell), height = 1;

    for (int c = 0; c < n; c++) {
        struct cells text = cell_of(d, cell[c], head);

        part[c] = doc_new(d->arena, t->width[c], d->ascii);
        doc_wrap(&part[c], &text, NULL, NULL);
        height = part[c].count > height ? part[c].count : height;
    }
    for (int y = 0; y < height; y++) {
        int col = lead ? lead->count : 0;

        doc_line(d);
        if (lead)
            doc_cells(d, lead);
        for (int c = 0; c < n; c++) {
            if (y < part[c].count && part[c].lines[y].cells.count) {
                if (col > 0)
                    doc_column(d, col);
                doc_cells(d, &part[c].lines[y].cells);
            }
            col += t->width[c] + 2;
        }
    }
}

void md_table(struct doc *d, const struct text *rows, int n,
              const struct cells *lead)
{
    struct table t = { 0 };
    int room = d->width - (lead ? lead->count : 0), total = -2;

    measure(d, rows, n, room, &t);
    for (int c = 0; c < t.columns; c++)
        total += t.width[c] + 2;
    for (int i = 0; i < n; i++) {
        if (i != 1) {
            row_lines(d, &t, rows[i], i == 0, lead);
            continue;
        }
        doc_line(d);
        if (lead)
            doc_cells(d, lead);
        for (int x = 0; x < total && x < room; x++)
            doc_text(d, STYLE_RULE, "─");
    }
}
