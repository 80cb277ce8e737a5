/* SPDX-License-Identifier: Apache-2.0 */
/* Simple colours for CUDA C, one line at a time. */
#ifndef TUI_CODE_H
#define TUI_CODE_H

#include "tui/doc.h"

/* State carried from one line to the next; zeroed at the start. */
struct code_state {
    bool in_comment; /* within a block comment */
};

/* Append the cells of one line of source; tabs go to multiples of four. */
void code_line(struct arena *a, struct code_state *s, struct text line,
               bool ascii, struct cells *out);

/* All lines of a source as a document, with line numbers. */
void code_doc(struct doc *d, struct text source);

/* The next line of t from *at on, without its end; false at the end. */
bool text_line(struct text t, size_t *at, struct text *line);

#endif
