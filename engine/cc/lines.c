/* SPDX-License-Identifier: Apache-2.0 */
#include "cc/lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cc/messages.h"

/* File numbers above this are left alone. */
#define FILES_MAX 4096

/* The end of the line at s. */
static const char *line_end(const char *s, const char *end)
{
    const char *nl = memchr(s, '\n', (size_t)(end - s));

    return nl ? nl + 1 : end;
}

/* The directive's first operand, a number; -1 if s is not that directive. */
static long number_after(const char *s, const char *end, const char *directive)
{
    size_t n = strlen(directive);

    while (s < end && (*s == ' ' || *s == '\t'))
        s++;
    if ((size_t)(end - s) <= n || memcmp(s, directive, n) ||
        (s[n] != ' ' && s[n] != '\t'))
        return -1;
    return strtol(s + n, NULL, 10);
}

/* Which file numbers are not the learner's? */
static void find_foreign(struct arena *a, const struct messages *m,
                         const char *s, const char *end, bool *foreign)
{
    for (const char *next; s < end; s = next) {
        long n;
        const char *from, *to;

        next = line_end(s, end);
        n = number_after(s, next, ".file");
        if (n < 0 || n >= FILES_MAX)
            continue;
        from = memchr(s, '"', (size_t)(next - s));
        to = from ? memchr(from + 1, '"', (size_t)(next - from - 1)) : NULL;
        foreign[n] =
            to && !messages_is_learners(
                      m, arena_strndup(a, from + 1, (size_t)(to - from - 1)));
    }
}

void lines_keep_learners(struct arena *a, const struct messages *m,
                         struct text ptx, struct buf *out)
{
    const char *s = ptx.at, *end = s + ptx.size;
    bool *foreign = ARENA_NEW(a, bool, FILES_MAX);
    bool placed = false; /* this function has had a line of the learner's */

    find_foreign(a, m, s, end, foreign);
    for (const char *next; s < end; s = next) {
        long n;

        next = line_end(s, end);
        n = number_after(s, next, ".loc");
        if (*s == '{')
            placed = false;
        if (n >= 0 && n < FILES_MAX && foreign[n] && placed)
            continue;
        placed |= n >= 0 && n < FILES_MAX && !foreign[n];
        buf_add(out, s, (size_t)(next - s));
    }
}
