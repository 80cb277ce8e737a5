/* SPDX-License-Identifier: Apache-2.0 */
/* One line of a compiler's or linker's output. */
#ifndef CC_MESSAGE_LINES_H
#define CC_MESSAGE_LINES_H

#include "base/diag.h"

enum line_kind {
    LINE_MESSAGE,  /* an error, a warning, a note */
    LINE_INCLUDED, /* "In file included from FILE:LINE" */
    LINE_NO_MAIN,  /* the linker misses main */
    LINE_OTHER,    /* source, carets, counts of errors */
};

enum line_dialect { DIALECT_GNU, DIALECT_EDG, DIALECT_LINKER };

struct line {
    enum line_dialect dialect;
    enum diag_level level;
    const char *file; /* NULL: it names none */
    int line, col, width;
    const char *text;
};

/* Take one line apart. */
enum line_kind line_parse(struct arena *a, const char *text, struct line *out);

/*
 * "... at line 7 of k.cu", as EDG ends a line about an instantiation. False if
 * it does not; file is NULL where it is the message's own.
 */
bool line_place(struct arena *a, const char *text, struct span *out);

#endif
