/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A screen in memory. Views write cells; term_curses.c shows them; tests read
 * them back as text.
 */
#ifndef TUI_FRAME_H
#define TUI_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum style {
#define STYLE(id, c256, c16, attributes, meaning) STYLE_##id,
#include "tui/styles.def"
#undef STYLE
    STYLE_COUNT
};

struct cell {
    uint32_t ch; /* code point; 0 blank; CELL_TAIL: right half of a wide one */
    enum style style;
};

#define CELL_TAIL 0xffffffffu

struct frame {
    int rows, cols;
    struct cell *cells; /* rows * cols, row by row; owned by the caller */
    bool ascii;         /* the terminal has no UTF-8 */
};

struct rect {
    int row, col, rows, cols;
};

/* The part of r that starts at (row, col) of r, cut to fit into r. */
struct rect rect_sub(struct rect r, int row, int col, int rows, int cols);

/*
 * The cells of the next character of t from byte *at on; *at moves past it.
 * Returns how many cells: 2 for a wide one, up to 3 in ASCII, 0 for a mark
 * that takes no room. Bytes that are no UTF-8 and control characters become
 * '?', a tab or a line's end one blank.
 */
#define GLYPH_CELLS_MAX 3
int glyph_next(struct text t, size_t *at, bool ascii,
               uint32_t out[GLYPH_CELLS_MAX]);

/* How many cells the text takes. */
int text_cols(const char *s, bool ascii);

/* Set one cell of r; outside of r and of the frame nothing happens. */
void frame_put(struct frame *f, struct rect r, int row, int col, uint32_t ch,
               enum style style);

/* Write text at (row, col) of r; what falls outside of r is dropped. Returns
   the column after the text. */
int frame_text(struct frame *f, struct rect r, int row, int col,
               enum style style, const char *text);
int frame_printf(struct frame *f, struct rect r, int row, int col,
                 enum style style, const char *fmt, ...)
    __attribute__((format(printf, 6, 7)));

/* Write text so that it ends before column `end` of r. */
void frame_text_right(struct frame *f, struct rect r, int row, int end,
                      enum style style, const char *text);

/* Write n cells of a line. */
void frame_cells(struct frame *f, struct rect r, int row, int col,
                 const struct cell *cells, int n);

/* Fill r with one character, by code point; 0 makes it blank. */
void frame_fill(struct frame *f, struct rect r, uint32_t ch, enum style style);

/* Give every cell of one row of r a style. */
void frame_restyle(struct frame *f, struct rect r, int row, enum style style);

/* A frame around r, with a title in its upper edge (NULL: none). */
void frame_box(struct frame *f, struct rect r, const char *title);

/* One line per row in UTF-8, trailing blanks cut: what goldens compare. */
void frame_dump(const struct frame *f, struct buf *out);

#endif
