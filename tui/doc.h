/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A document: lines of cells, laid out for one width, to be scrolled over. The
 * chapter, a check's result and the help are documents.
 */
#ifndef TUI_DOC_H
#define TUI_DOC_H

#include "tui/frame.h"

struct arena;

/* A growing run of cells. */
struct cells {
    struct cell *at;
    int count, capacity;
};

struct doc_line {
    struct cells cells;
    int item; /* the thing it belongs to, for selecting; -1 none */
};

struct doc {
    struct arena *arena;
    bool ascii;
    int width; /* columns */
    int item;  /* given to new lines */
    struct doc_line *lines;
    int count, capacity;
};

/* An empty document. */
struct doc doc_new(struct arena *a, int width, bool ascii);

/* Append text to a run of cells. */
void cells_add(struct arena *a, struct cells *c, struct text t, bool ascii,
               enum style style);

/* Start a line; an empty one if nothing follows. */
void doc_line(struct doc *d);

/* Append to the last line; what is wider than the document stays and is cut
   when it is drawn. */
void doc_text(struct doc *d, enum style style, const char *text);
void doc_printf(struct doc *d, enum style style, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void doc_cells(struct doc *d, const struct cells *c);

/* Blanks up to a column; at least one if the line is not empty. */
void doc_column(struct doc *d, int col);

/*
 * Lines of c broken at blanks to fit the width. The first line starts with
 * `first`, the others with `rest` (either may be NULL).
 */
void doc_wrap(struct doc *d, const struct cells *c, const struct cells *first,
              const struct cells *rest);

/* The same for one style, with blanks in front. */
void doc_paragraph(struct doc *d, int indent, enum style style,
                   const char *text);

/* First and one past the last line of an item; both 0 if there is none. */
void doc_item(const struct doc *d, int item, int *first, int *end);

/* The largest first line that still fills `rows` rows. */
int doc_scroll_max(const struct doc *d, int rows);

/* Pure: lines from `scroll` on into r; those of item `selected` get a mark in
   the first column. A thumb on the right edge shows where we are. */
void doc_render(const struct doc *d, int scroll, int selected, struct rect r,
                struct frame *f);

#endif
