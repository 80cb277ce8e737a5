/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/display.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* Of the C++ ABI library, with C linkage (Itanium C++ ABI, 3.4). */
char *__cxa_demangle(const char *mangled, char *out, size_t *size, int *status);

/* Where the argument list begins: the last '(' outside brackets that is
   closed at the end, not that of "(anonymous namespace)". */
static const char *argument_list(const char *name)
{
    const char *found = NULL;
    int angle = 0, round = 0;

    for (const char *c = name; *c; c++) {
        if (*c == '(' && !angle && !round && strncmp(c, "(anonymous", 10))
            found = c;
        angle += *c == '<';
        angle -= *c == '>' && c > name && c[-1] != '-';
        round += *c == '(';
        round -= *c == ')';
    }
    return found;
}

/* The start of the name behind a return type: after the last blank outside
   brackets. */
static const char *skip_return_type(const char *name, const char *end)
{
    const char *start = name;
    int depth = 0;

    for (const char *c = name; c < end; c++) {
        depth += *c == '<' || *c == '(' || *c == '{';
        depth -= *c == '>' || *c == ')' || *c == '}';
        if (*c == ' ' && depth == 0)
            start = c + 1;
    }
    return start;
}

const char *display_name(struct arena *a, const char *mangled)
{
    int status = -1;
    char *full = NULL;
    const char *end, *start, *out;

    if (!strncmp(mangled, "_Z", 2) && strlen(mangled) < 4096)
        full = __cxa_demangle(mangled, NULL, NULL, &status);
    if (!full)
        return arena_strdup(a, mangled);
    end = argument_list(full);
    if (!end)
        end = full + strlen(full);
    start = skip_return_type(full, end);
    out = arena_strndup(a, start, (size_t)(end - start));
    free(full);
    return out;
}
