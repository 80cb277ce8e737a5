/* SPDX-License-Identifier: Apache-2.0 */
/* PTX text as tokens. */
#ifndef PTX_LEX_H
#define PTX_LEX_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum token_kind {
    TOKEN_END,
    TOKEN_NAME,   /* add, %r1, $L__BB0_2, _Z3addPf */
    TOKEN_DOT,    /* .global, .v4, .L2::128B; text is without the dot */
    TOKEN_INT,    /* bits */
    TOKEN_F32,    /* 0f3f800000; bits */
    TOKEN_F64,    /* 0d..., 1.5; bits */
    TOKEN_STRING, /* text without the quotes */
    TOKEN_PUNCT,  /* punct */
    TOKEN_BAD     /* a byte that starts no token */
};

struct token {
    enum token_kind kind;
    struct text text;
    uint64_t bits;
    char punct;
    int line;
};

struct lexer {
    const char *at, *end;
    int line; /* of `at`, from 1 */
};

/* The next token; TOKEN_END for ever at the end. Comments are skipped. */
struct token lex_next(struct lexer *l);

#endif
