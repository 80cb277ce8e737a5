/* SPDX-License-Identifier: Apache-2.0 */
/* Emphasis, code, links within a paragraph. */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "tui/md.h"

struct scan {
    struct arena *a;
    struct text t;
    bool ascii;
    struct cells *out;
    enum style base;
    bool bold, emph;
};

static enum style now(const struct scan *s)
{
    return s->bold ? STYLE_BOLD : s->emph ? STYLE_EMPH : s->base;
}

static void emit(struct scan *s, size_t from, size_t to, enum style style)
{
    cells_add(s->a, s->out, (struct text){ s->t.at + from, to - from },
              s->ascii, style);
}

/* Where `mark` (of n bytes) comes again after `at`; 0 if nowhere. */
static size_t find(const struct scan *s, size_t at, const char *mark, size_t n)
{
    for (; at + n <= s->t.size; at++)
        if (!memcmp(s->t.at + at, mark, n))
            return at;
    return 0;
}

/* `code`, with as many back-ticks at its end as at its start. */
static size_t code_span(struct scan *s, size_t at)
{
    size_t n = 0, end;

    while (at + n < s->t.size && s->t.at[at + n] == '`')
        n++;
    end = find(s, at + n, s->t.at + at, n);
    if (!end) {
        emit(s, at, at + n, now(s));
        return at + n;
    }
    emit(s, at + n, end, STYLE_CODE);
    return end + n;
}

/* [text](target): the text; the target too where it is an address. */
static size_t link(struct scan *s, size_t at)
{
    size_t close = find(s, at, "](", 2), end;
    struct scan inner = *s;

    end = close ? find(s, close, ")", 1) : 0;
    if (!end) {
        emit(s, at, at + 1, now(s));
        return at + 1;
    }
    inner.t = (struct text){ s->t.at + at + 1, close - at - 1 };
    md_inline(s->a, inner.t, s->ascii, now(s), s->out);
    if (end - close > 8 && !memcmp(s->t.at + close + 2, "http", 4)) {
        emit(&(struct scan){ .a = s->a,
                             .t = text_of(" <"),
                             .ascii = s->ascii,
                             .out = s->out },
             0, 2, STYLE_DIM);
        emit(s, close + 2, end, STYLE_DIM);
        emit(&(struct scan){ .a = s->a,
                             .t = text_of(">"),
                             .ascii = s->ascii,
                             .out = s->out },
             0, 1, STYLE_DIM);
    }
    return end + 1;
}

static char byte(const struct scan *s, size_t at)
{
    return at < s->t.size ? s->t.at[at] : ' ';
}

/* A star or underscore: turns emphasis on before a word, off after one. */
static size_t star(struct scan *s, size_t at)
{
    char c = s->t.at[at];
    size_t n = byte(s, at + 1) == c ? 2 : 1;
    bool *flag = n == 2 ? &s->bold : &s->emph;
    bool after_word = at > 0 && !isspace((unsigned char)byte(s, at - 1));
    bool before_word = !isspace((unsigned char)byte(s, at + n));
    bool inside = c == '_' && at > 0 &&
                  isalnum((unsigned char)byte(s, at - 1)) &&
                  isalnum((unsigned char)byte(s, at + n));

    if (inside || (*flag ? !after_word : !before_word) ||
        (!*flag && !find(s, at + n, s->t.at + at, n)))
        emit(s, at, at + n, now(s));
    else
        *flag = !*flag;
    return at + n;
}

void md_inline(struct arena *a, struct text t, bool ascii, enum style base,
               struct cells *out)
{
    struct scan s = {
        .a = a, .t = t, .ascii = ascii, .out = out, .base = base
    };
    size_t from = 0, at = 0;

    while (at < t.size) {
        char c = t.at[at];

        if (!strchr("\\`[*_!", c) || c == '\0' ||
            (c == '!' && byte(&s, at + 1) != '[')) {
            at++;
            continue;
        }
        emit(&s, from, at, now(&s));
        if (c == '\\' && ispunct((unsigned char)byte(&s, at + 1))) {
            emit(&s, at + 1, at + 2, now(&s));
            at += 2;
        } else if (c == '\\') {
            emit(&s, at, at + 1, now(&s));
            at++;
        } else if (c == '!') {
            at++;
        } else {
            at = c == '`'   ? code_span(&s, at)
                 : c == '[' ? link(&s, at)
                            : star(&s, at);
        }
        from = at;
    }
    emit(&s, from, t.size, now(&s));
}
