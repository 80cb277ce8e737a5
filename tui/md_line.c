/* SPDX-License-Identifier: Apache-2.0 */
#include "tui/md_line.h"

#include <ctype.h>
#include <string.h>

size_t line_indent(struct text t)
{
    size_t n = 0;

    while (n < t.size && t.at[n] == ' ')
        n++;
    return n;
}

bool line_is_empty(struct text t)
{
    return line_indent(t) == t.size || (t.size == 1 && *t.at == '\t');
}

struct text line_skip(struct text t, size_t n)
{
    n = n > t.size ? t.size : n;
    return (struct text){ t.at + n, t.size - n };
}

/* A line made of three or more of c, blanks between allowed. */
bool line_is_rule(struct text t)
{
    char c = 0;
    int n = 0;

    for (size_t i = 0; i < t.size; i++) {
        if (t.at[i] == ' ')
            continue;
        if (!strchr("-*_", t.at[i]) || (c && t.at[i] != c))
            return false;
        c = t.at[i];
        n++;
    }
    return n >= 3;
}

/* Bytes of the list marker with its blank; 0: no list item. */
size_t line_marker(struct text t)
{
    size_t n = 0;

    if (t.size > 1 && strchr("-*+", *t.at) && t.at[1] == ' ')
        return line_is_rule(t) ? 0 : 2;
    while (n < t.size && n < 3 && isdigit((unsigned char)t.at[n]))
        n++;
    if (n && n + 1 < t.size && strchr(".)", t.at[n]) && t.at[n + 1] == ' ')
        return n + 2;
    return 0;
}

size_t line_fence(struct text t)
{
    size_t n = 0, in = line_indent(t);

    t = line_skip(t, in);
    while (n < t.size && (t.at[n] == '`' || t.at[n] == '~') && t.at[n] == *t.at)
        n++;
    return in < 4 && n >= 3 ? n : 0;
}

int line_heading(struct text t)
{
    int n = 0;

    while ((size_t)n < t.size && t.at[n] == '#')
        n++;
    return n > 0 && n < 7 && (size_t)n < t.size && t.at[n] == ' ' ? n : 0;
}

/* The second line of a table: only bars, dashes, colons, blanks. */
bool line_is_table_rule(struct text t)
{
    bool dash = false, bar = false;

    for (size_t i = 0; i < t.size; i++) {
        if (!strchr("|-: ", t.at[i]))
            return false;
        dash |= t.at[i] == '-';
        bar |= t.at[i] == '|';
    }
    return dash && bar;
}
