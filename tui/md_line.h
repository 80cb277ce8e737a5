/* SPDX-License-Identifier: Apache-2.0 */
/* What one line of Markdown is, looked at alone. */
#ifndef TUI_MD_LINE_H
#define TUI_MD_LINE_H

#include <stdbool.h>

#include "base/text.h"

/* Blanks at its start. */
size_t line_indent(struct text t);

bool line_is_empty(struct text t);

/* The line without its first n bytes. */
struct text line_skip(struct text t, size_t n);

/* Three or more of - * _, blanks between allowed. */
bool line_is_rule(struct text t);

/* Bytes of the list marker with its blank; 0: no list item. */
size_t line_marker(struct text t);

/* How many back-ticks or tildes open or close a block here; 0: none. */
size_t line_fence(struct text t);

/* Level of a heading, 1 to 6; 0: none. */
int line_heading(struct text t);

/* The second line of a table: only bars, dashes, colons, blanks. */
bool line_is_table_rule(struct text t);

#endif
