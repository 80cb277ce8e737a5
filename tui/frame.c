/* SPDX-License-Identifier: Apache-2.0 */
#include "tui/frame.h"

#include <stdarg.h>
#include <stdio.h>

static int at_least(int n, int low)
{
    return n < low ? low : n;
}

struct rect rect_sub(struct rect r, int row, int col, int rows, int cols)
{
    row = at_least(row, 0);
    col = at_least(col, 0);
    if (row > r.rows)
        row = at_least(r.rows, 0);
    if (col > r.cols)
        col = at_least(r.cols, 0);
    if (rows > r.rows - row)
        rows = r.rows - row;
    if (cols > r.cols - col)
        cols = r.cols - col;
    return (struct rect){ r.row + row, r.col + col, at_least(rows, 0),
                          at_least(cols, 0) };
}

/* The cell at (row, col) of r, or NULL. */
static struct cell *cell_at(struct frame *f, struct rect r, int row, int col)
{
    if (row < 0 || row >= r.rows || col < 0 || col >= r.cols)
        return NULL;
    row += r.row;
    col += r.col;
    if (row < 0 || row >= f->rows || col < 0 || col >= f->cols)
        return NULL;
    return &f->cells[row * f->cols + col];
}

void frame_put(struct frame *f, struct rect r, int row, int col, uint32_t ch,
               enum style style)
{
    struct cell *c = cell_at(f, r, row, col);

    if (c)
        *c = (struct cell){ ch, style };
}

/* The cells of one character at (row, col); half a wide one is a blank. */
static void put_all(struct frame *f, struct rect r, int row, int col,
                    enum style style, const uint32_t *ch, int n)
{
    bool half = n == 2 && ch[1] == CELL_TAIL &&
                (col < 0 || !cell_at(f, r, row, col + 1));

    for (int i = 0; i < n; i++)
        frame_put(f, r, row, col + i, half ? ' ' : ch[i], style);
}

int frame_text(struct frame *f, struct rect r, int row, int col,
               enum style style, const char *text)
{
    struct text t = text_of(text);
    uint32_t ch[GLYPH_CELLS_MAX];

    for (size_t at = 0; at < t.size;) {
        int n = glyph_next(t, &at, f->ascii, ch);

        put_all(f, r, row, col, style, ch, n);
        col += n;
    }
    return col;
}

int frame_printf(struct frame *f, struct rect r, int row, int col,
                 enum style style, const char *fmt, ...)
{
    char line[1024];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    return frame_text(f, r, row, col, style, line);
}

void frame_text_right(struct frame *f, struct rect r, int row, int end,
                      enum style style, const char *text)
{
    frame_text(f, r, row, end - text_cols(text, f->ascii), style, text);
}

void frame_cells(struct frame *f, struct rect r, int row, int col,
                 const struct cell *cells, int n)
{
    for (int i = 0; i < n; i++) {
        bool tail = i + 1 < n && cells[i + 1].ch == CELL_TAIL;
        uint32_t ch[2] = { cells[i].ch, CELL_TAIL };

        if (cells[i].ch != CELL_TAIL)
            put_all(f, r, row, col + i, cells[i].style, ch, tail ? 2 : 1);
    }
}

void frame_fill(struct frame *f, struct rect r, uint32_t ch, enum style style)
{
    for (int y = 0; y < r.rows; y++)
        for (int x = 0; x < r.cols; x++)
            frame_put(f, r, y, x, ch, style);
}

void frame_restyle(struct frame *f, struct rect r, int row, enum style style)
{
    for (int x = 0; x < r.cols; x++) {
        struct cell *c = cell_at(f, r, row, x);

        if (c)
            c->style = style;
    }
}

void frame_box(struct frame *f, struct rect r, const char *title)
{
    for (int x = 1; x < r.cols - 1; x++) {
        frame_text(f, r, 0, x, STYLE_RULE, "─");
        frame_text(f, r, r.rows - 1, x, STYLE_RULE, "─");
    }
    for (int y = 1; y < r.rows - 1; y++) {
        frame_text(f, r, y, 0, STYLE_RULE, "│");
        frame_text(f, r, y, r.cols - 1, STYLE_RULE, "│");
    }
    frame_text(f, r, 0, 0, STYLE_RULE, "╭");
    frame_text(f, r, 0, r.cols - 1, STYLE_RULE, "╮");
    frame_text(f, r, r.rows - 1, 0, STYLE_RULE, "╰");
    frame_text(f, r, r.rows - 1, r.cols - 1, STYLE_RULE, "╯");
    if (title && r.cols > 8) {
        struct rect edge = rect_sub(r, 0, 2, 1, r.cols - 4);
        int end = frame_text(f, edge, 0, 0, STYLE_RULE, " ");

        end = frame_text(f, edge, 0, end, STYLE_TITLE, title);
        frame_text(f, edge, 0, end, STYLE_RULE, " ");
    }
}

static void add_utf8(struct buf *out, uint32_t c)
{
    char s[4];
    int n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

    for (int i = n - 1; i > 0; i--, c >>= 6)
        s[i] = (char)(0x80 | (c & 0x3f));
    s[0] = (char)(lead[n] | c);
    buf_add(out, s, (size_t)n);
}

void frame_dump(const struct frame *f, struct buf *out)
{
    for (int y = 0; y < f->rows; y++) {
        size_t keep = out->size;

        for (int x = 0; x < f->cols; x++) {
            uint32_t ch = f->cells[y * f->cols + x].ch;

            if (ch == CELL_TAIL)
                continue;
            add_utf8(out, ch ? ch : ' ');
            if (ch && ch != ' ')
                keep = out->size;
        }
        out->size = keep;
        buf_str(out, "\n");
    }
}
