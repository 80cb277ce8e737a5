/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/lex.h"

#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool starts_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '$' || c == '%';
}

static bool in_name(char c)
{
    return starts_name(c) || is_digit(c);
}

static int hex_digit(char c)
{
    if (is_digit(c))
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void skip_space(struct lexer *l)
{
    while (l->at < l->end) {
        char c = *l->at, next = l->at + 1 < l->end ? l->at[1] : '\0';

        if (c == '\n') {
            l->line++;
            l->at++;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\0') {
            l->at++;
        } else if (c == '/' && next == '/') {
            while (l->at < l->end && *l->at != '\n')
                l->at++;
        } else if (c == '/' && next == '*') {
            l->at += 2;
            while (l->at < l->end &&
                   !(*l->at == '*' && l->at + 1 < l->end && l->at[1] == '/'))
                l->line += *l->at++ == '\n';
            l->at = l->end - l->at >= 2 ? l->at + 2 : l->end;
        } else {
            return;
        }
    }
}

/* Digits of a base; stops at the first that is none. */
static uint64_t digits(struct lexer *l, unsigned base)
{
    uint64_t n = 0;

    while (l->at < l->end) {
        int d = hex_digit(*l->at);

        if (d < 0 || (unsigned)d >= base)
            break;
        n = n * base + (unsigned)d;
        l->at++;
    }
    return n;
}

/* A decimal number with a point or an exponent; false if it has none. */
static bool decimal_float(struct lexer *l, struct token *t)
{
    const char *p = l->at;
    char copy[64], *stop;
    double value;
    size_t n;

    while (p < l->end && is_digit(*p))
        p++;
    if (p == l->end || *p != '.' || p + 1 == l->end || !is_digit(p[1]))
        return false;
    n = (size_t)(l->end - l->at);
    n = n < sizeof copy - 1 ? n : sizeof copy - 1;
    memcpy(copy, l->at, n);
    copy[n] = '\0';
    value = strtod(copy, &stop);
    l->at += stop - copy;
    t->kind = TOKEN_F64;
    memcpy(&t->bits, &value, sizeof value);
    return true;
}

static void number(struct lexer *l, struct token *t)
{
    char second = l->at + 1 < l->end ? (char)(l->at[1] | 32) : '\0';

    t->kind = TOKEN_INT;
    if (*l->at == '0' && (second == 'f' || second == 'd')) {
        l->at += 2;
        t->kind = second == 'f' ? TOKEN_F32 : TOKEN_F64;
        t->bits = digits(l, 16);
    } else if (*l->at == '0' && second == 'x') {
        l->at += 2;
        t->bits = digits(l, 16);
    } else if (*l->at == '0' && second == 'b') {
        l->at += 2;
        t->bits = digits(l, 2);
    } else if (!decimal_float(l, t)) {
        t->bits = digits(l, *l->at == '0' ? 8 : 10);
    }
    if (t->kind == TOKEN_INT && l->at < l->end && (*l->at | 32) == 'u')
        l->at++;
}

static void name(struct lexer *l, struct token *t, bool colons)
{
    const char *start = l->at;

    while (l->at < l->end &&
           (in_name(*l->at) || (colons && *l->at == ':' && l->at + 1 < l->end &&
                                (l->at[1] == ':' || l->at[-1] == ':'))))
        l->at++;
    t->text = (struct text){ start, (size_t)(l->at - start) };
}

static void string(struct lexer *l, struct token *t)
{
    const char *start = ++l->at;

    while (l->at < l->end && *l->at != '"' && *l->at != '\n')
        l->at++;
    t->kind = TOKEN_STRING;
    t->text = (struct text){ start, (size_t)(l->at - start) };
    if (l->at < l->end && *l->at == '"')
        l->at++;
}

struct token lex_next(struct lexer *l)
{
    struct token t = { 0 };
    char c;

    skip_space(l);
    t.line = l->line;
    t.text = (struct text){ l->at, 0 };
    if (l->at == l->end)
        return t;
    c = *l->at;
    if (is_digit(c)) {
        const char *start = l->at;

        number(l, &t);
        t.text = (struct text){ start, (size_t)(l->at - start) };
    } else if (starts_name(c) &&
               (c != '%' || (l->at + 1 < l->end && in_name(l->at[1])))) {
        t.kind = TOKEN_NAME;
        name(l, &t, false);
    } else if (c == '.' && l->at + 1 < l->end && in_name(l->at[1])) {
        l->at++;
        t.kind = TOKEN_DOT;
        name(l, &t, true);
    } else if (c == '"') {
        string(l, &t);
    } else {
        t.kind =
            strchr("{}[]()<>,;:|!+-*=&~@?/%^#.", c) ? TOKEN_PUNCT : TOKEN_BAD;
        t.punct = c;
        t.text.size = 1;
        l->at++;
    }
    return t;
}
