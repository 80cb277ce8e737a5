/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* A place in a source file, 1-based; line 0 means "the whole file". */
struct span {
    const char *file; /* NULL: no file, the message stands alone */
    int line, col, width;
};

enum diag_level { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE };

struct diag {
    struct diag *next;
    struct span at;
    enum diag_level level;
    const char *text;
    const char *source; /* the source line, for the caret; NULL unknown */
};

/*
 * What went wrong, in order. Filled by the core, printed only by the edges.
 * Zeroed but for `arena` is a valid empty list. count counts errors only.
 */
struct diags {
    struct arena *arena; /* owns every diag and its text */
    struct diag *first, *last;
    int count;
};

/* Add one error. Always returns false, so a parser can return the call. */
bool diag_error(struct diags *ds, struct span at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Add an error without a place: a machine that says no. Returns false. */
bool diag_fail(struct diags *ds, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Add a ready-made message of any level; text and source are copied. */
void diag_add(struct diags *ds, struct span at, enum diag_level level,
              const char *text, const char *source);

#endif
