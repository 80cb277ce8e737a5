/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/display.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* Of the C++ ABI library, with C linkage (Itanium C++ ABI, 3.4). */
char *__cxa_demangle(const char *mangled, char *out, size_t *size, int *status);

/* A short name can stand for a very long one by naming its own parts again
   and again. Beyond these limits only the identifiers are shown. */
enum { MANGLED_MAX = 2048, BACK_REFERENCES_MAX = 32, DEMANGLED_MAX = 1 << 16 };

static bool is_upper_or_digit(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* S_, S0_, T_, ...: parts that were named before. */
static int back_references(const char *mangled)
{
    int n = 0;

    for (const char *c = mangled; *c; c++)
        n += (*c == 'S' || *c == 'T') && is_upper_or_digit(c[1]);
    return n;
}

/* "_ZN3abc3defI...": "abc::def" */
static const char *identifiers(struct arena *a, const char *mangled)
{
    const char *c = mangled + 2;
    bool nested = *c == 'N';
    char *out = ARENA_NEW(a, char, 2 * strlen(mangled) + 1);
    size_t n = 0;

    c += nested;
    while (*c >= '1' && *c <= '9') {
        size_t size = 0;

        while (*c >= '0' && *c <= '9' && size < MANGLED_MAX)
            size = size * 10 + (size_t)(*c++ - '0');
        if (size > strlen(c))
            break;
        if (n) {
            memcpy(out + n, "::", 2);
            n += 2;
        }
        memcpy(out + n, c, size);
        n += size;
        c += size;
        if (!nested)
            break;
    }
    return n ? out : arena_strdup(a, mangled);
}

/* Behind "operator" and the signs or brackets that belong to its name. */
static const char *skip_operator(const char *c)
{
    c += strlen("operator");
    if (!strncmp(c, "()", 2) || !strncmp(c, "[]", 2))
        return c + 2;
    while (*c && strchr("<>=!+-*/%&|^~,", *c))
        c++;
    return c;
}

/* The next character outside all brackets, from c on; c is outside. */
static const char *next_outside(const char *c)
{
    int depth = 0;

    do {
        if (!strncmp(c, "operator", 8))
            return skip_operator(c);
        depth += *c == '<' || *c == '(' || *c == '{' || *c == '[';
        depth -= *c == '>' || *c == ')' || *c == '}' || *c == ']';
        c++;
    } while (*c && depth > 0);
    return c;
}

/*
 * "void ns::f<4>(int) const": from behind the return type to before the
 * argument list, which is the last '(' outside brackets.
 */
static const char *shorten(struct arena *a, const char *full)
{
    const char *start = full, *end = NULL;

    for (const char *c = full; *c; c = next_outside(c))
        if (*c == '(' && strncmp(c, "(anonymous", 10) != 0)
            end = c;
    if (!end)
        end = full + strlen(full);
    /* The name of a conversion, "operator unsigned int", has blanks. */
    for (const char *c = full; c < end && strncmp(c, "operator", 8) != 0;
         c = next_outside(c))
        if (*c == ' ')
            start = c + 1;
    return arena_strndup(a, start, (size_t)(end - start));
}

const char *display_name(struct arena *a, const char *mangled)
{
    int status = -1;
    char *full = NULL;
    const char *out;

    if (strncmp(mangled, "_Z", 2) != 0)
        return arena_strdup(a, mangled);
    if (strlen(mangled) > MANGLED_MAX ||
        back_references(mangled) > BACK_REFERENCES_MAX)
        return identifiers(a, mangled);
    full = __cxa_demangle(mangled, NULL, NULL, &status);
    if (!full)
        return arena_strdup(a, mangled);
    out = strlen(full) > DEMANGLED_MAX ? identifiers(a, mangled)
                                       : shorten(a, full);
    free(full);
    return *out ? out : arena_strdup(a, mangled);
}
