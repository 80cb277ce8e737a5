/* SPDX-License-Identifier: Apache-2.0 */
/* Source files that findings point into, read before anything is drawn. */
#ifndef TUI_SOURCE_H
#define TUI_SOURCE_H

#include "tui/doc.h"

struct source_file {
    const char *path;
    struct text text;
};

struct sources {
    struct source_file *files;
    int count, capacity;
};

/* Read a file unless it was read already; one that cannot be read is left
   out. path may be NULL. */
void sources_load(struct arena *a, struct sources *s, const char *path);

/* The text of a file; empty if it is not there. */
struct text sources_find(const struct sources *s, const char *path);

/* One line without its indentation; empty if it cannot be read. */
struct text source_line(const struct sources *all, const char *file, int line);

/*
 * Lines around `line` with numbers, the line itself marked, and a caret row
 * under columns col .. col + width - 1 (col 0: under the whole statement).
 * Nothing if the source does not have that line.
 */
void source_excerpt(struct doc *d, int indent, struct text source, int line,
                    int col, int width, int around);

#endif
