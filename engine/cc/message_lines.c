/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The forms of a line:
 *
 *   k.cu:3:9:{3:9-3:12}: error: text [-Wname]    clang, gcc (no braces)
 *   k.cu(3): error #20-D: text                   nvcc
 *   ld: k.cu:3: undefined reference to `f()'     the linker
 *   In file included from k.cu:1:                clang, gcc
 *                    from k.cu:1:                gcc
 */
#include "cc/message_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

static const char *skip(const char *s, const char *prefix)
{
    size_t n = strlen(prefix);

    return strncmp(s, prefix, n) ? NULL : s + n;
}

/* A number in *s; moves *s past it. False if there is none. */
static bool number(const char **s, int *out)
{
    char *end;
    long v = strtol(*s, &end, 10);

    if (end == *s || **s < '0' || **s > '9' || v > 1 << 30)
        return false;
    *s = end;
    *out = (int)v;
    return true;
}

/* "error: " and its like at s; the text after it, or NULL. */
static const char *level_at(const char *s, enum diag_level *out)
{
    static const struct {
        const char *word;
        enum diag_level level;
    } words[] = {
        { "fatal error", DIAG_ERROR },
        { "error", DIAG_ERROR },
        { "catastrophic error", DIAG_ERROR },
        { "internal error", DIAG_ERROR },
        { "warning", DIAG_WARNING },
        { "note", DIAG_NOTE },
        { "remark", DIAG_NOTE },
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *rest = skip(s, words[i].word);

        if (!rest)
            continue;
        if (skip(rest, " #")) /* EDG's number */
            rest += 2 + strcspn(rest + 2, ": ");
        if (*rest != ':')
            continue;
        *out = words[i].level;
        return rest + 1 + strspn(rest + 1, " ");
    }
    return NULL;
}

/* Without a warning's name in brackets. */
static const char *clean(struct arena *a, const char *text)
{
    size_t n = strlen(text);

    for (size_t i = n; i-- > 1;) {
        if (!strncmp(text + i, " [-", 3) && text[n - 1] == ']') {
            n = i;
            break;
        }
    }
    while (n && (text[n - 1] == ' ' || text[n - 1] == '\r'))
        n--;
    return arena_strndup(a, text, n);
}

/* "{3:9-3:12}", any number of them; the width of the one around col. */
static const char *ranges(const char *s, struct line *out)
{
    while (*s == '{') {
        int l1, c1, l2, c2;
        const char *r = s + 1;

        if (!number(&r, &l1) || *r++ != ':' || !number(&r, &c1) ||
            *r++ != '-' || !number(&r, &l2) || *r++ != ':' ||
            !number(&r, &c2) || *r++ != '}')
            return s;
        if (l1 == out->line && l2 == out->line && c1 == out->col && c2 > c1)
            out->width = c2 - c1;
        s = r;
    }
    return *s == ':' ? s + 1 : s;
}

static bool parse_gnu(struct arena *a, const char *text, struct line *out)
{
    for (const char *c = text; (c = strchr(c, ':')); c++) {
        const char *s = c + 1, *t;

        if (c == text || !number(&s, &out->line) || *s++ != ':')
            continue;
        out->col = out->width = 0;
        if (number(&s, &out->col) && *s == ':')
            s = ranges(s + 1, out);
        s += strspn(s, " ");
        t = level_at(s, &out->level);
        if (!t && (skip(s, "required from") || skip(s, "required by"))) {
            out->level = DIAG_NOTE;
            t = s;
        }
        if (!t)
            return false;
        out->file = arena_strndup(a, text, (size_t)(c - text));
        out->text = clean(a, t);
        out->dialect = DIALECT_GNU;
        return true;
    }
    return false;
}

static bool parse_edg(struct arena *a, const char *text, struct line *out)
{
    for (const char *c = text; (c = strchr(c, '(')); c++) {
        const char *s = c + 1, *t;

        if (c == text || !number(&s, &out->line) || !skip(s, "): "))
            continue;
        t = level_at(s + 3, &out->level);
        if (!t)
            return false;
        out->file = arena_strndup(a, text, (size_t)(c - text));
        out->col = out->width = 0;
        out->text = clean(a, t);
        out->dialect = DIALECT_EDG;
        return true;
    }
    return false;
}

/* "clang: error: text", "error: text": a message without a place. */
static bool parse_bare(struct arena *a, const char *text, struct line *out)
{
    const char *t = level_at(text, &out->level);
    const char *colon = strstr(text, ": ");
    const char *deeper;

    if (!t && colon && !memchr(text, ' ', (size_t)(colon - text)))
        t = level_at(colon + 2, &out->level);
    if (!t || strstr(t, "linker command failed") || strstr(t, "ld returned ") ||
        skip(t, "too many errors") || out->level == DIAG_NOTE)
        return false;
    deeper = skip(t, "error in backend: ");
    out->file = NULL;
    out->line = out->col = out->width = 0;
    out->text = clean(a, deeper ? deeper : t);
    out->dialect = DIALECT_GNU;
    return true;
}

/* The name between `...' after a phrase of the linker's. */
static const char *symbol(struct arena *a, const char *at)
{
    const char *from = strchr(at, '`');
    const char *to = from ? strrchr(from, '\'') : NULL;
    const char *stop = from ? strstr(from, "'; ") : NULL;

    if (stop)
        to = stop;
    return to ? arena_strndup(a, from + 1, (size_t)(to - from - 1)) : "?";
}

static enum line_kind parse_linker(struct arena *a, const char *text,
                                   struct line *out)
{
    const char *undefined = strstr(text, "undefined reference to `");
    const char *twice = strstr(text, "multiple definition of `");
    const char *missing = strstr(text, "cannot find -l");
    const char *what = undefined ? undefined : twice ? twice : missing;
    const char *ld = strstr(text, "ld: ");

    if (!what)
        return LINE_OTHER;
    *out = (struct line){ .dialect = DIALECT_LINKER, .level = DIAG_ERROR };
    if (ld && ld < what)
        text = ld + 4;
    for (const char *c = text; (c = strchr(c, ':')) && c < what; c++) {
        const char *s = c + 1;

        if (number(&s, &out->line) && *s == ':') {
            out->file = arena_strndup(a, text, (size_t)(c - text));
            break;
        }
    }
    if (missing) {
        const char *lib = missing + strlen("cannot find ");

        out->text = arena_printf(a, "there is no library for '%.*s'",
                                 (int)strcspn(lib, ": "), lib);
        return LINE_MESSAGE;
    }
    out->text = arena_printf(a,
                             undefined ? "'%s' is used but not defined"
                                       : "'%s' is defined more than once",
                             symbol(a, what));
    if (undefined && !strcmp(symbol(a, what), "main")) {
        out->text = "there is no main function";
        return LINE_NO_MAIN;
    }
    return LINE_MESSAGE;
}

static bool parse_included(struct arena *a, const char *text, struct line *out)
{
    const char *s = skip(text, "In file included from ");
    const char *colon;

    if (!s && *text == ' ')
        s = skip(text + strspn(text, " "), "from ");
    if (!s)
        return false;
    for (colon = s; (colon = strchr(colon, ':')); colon++) {
        const char *n = colon + 1;

        if (number(&n, &out->line)) {
            out->file = arena_strndup(a, s, (size_t)(colon - s));
            return true;
        }
    }
    return false;
}

enum line_kind line_parse(struct arena *a, const char *text, struct line *out)
{
    *out = (struct line){ 0 };
    if (parse_included(a, text, out))
        return LINE_INCLUDED;
    if (parse_gnu(a, text, out) || parse_edg(a, text, out) ||
        parse_bare(a, text, out))
        return LINE_MESSAGE;
    return parse_linker(a, text, out);
}

bool line_place(struct arena *a, const char *text, struct span *out)
{
    const char *at = strstr(text, "\" at line "), *of;

    *out = (struct span){ 0 };
    if (!at)
        return false;
    at += strlen("\" at line ");
    if (!number(&at, &out->line))
        return false;
    of = skip(at, " of ");
    if (of)
        out->file = arena_strndup(a, of + (*of == '"'),
                                  strcspn(of + 1, "\" ") + (*of != '"'));
    return true;
}
