/* SPDX-License-Identifier: Apache-2.0 */
#include "course/chapter.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/text.h"

enum { SOURCE_MAX = 1 << 20 };

/* The value of key="..." in a fence line; NULL if it is not there. */
static char *attribute(struct arena *a, const char *line, size_t n,
                       const char *key)
{
    const char *end = line + n, *at = line, *close;
    size_t size = strlen(key);

    while (at + size + 2 < end &&
           (memcmp(at, key, size) || at[size] != '=' || at[size + 1] != '"'))
        at++;
    if (at + size + 2 >= end)
        return NULL;
    at += size + 2;
    close = memchr(at, '"', (size_t)(end - at));
    return close ? arena_strndup(a, at, (size_t)(close - at)) : NULL;
}

static bool line_has(const char *line, size_t n, const char *word)
{
    size_t size = strlen(word);

    for (size_t i = 0; i + size <= n; i++)
        if (!memcmp(line + i, word, size))
            return true;
    return false;
}

/* Append the lines of a file, or of one region of it. */
static void add_code(struct arena *a, const char *path, const char *region,
                     struct buf *out)
{
    struct diags ds = { .arena = a };
    struct text t;
    const char *open = region ? arena_printf(a, "[%s]", region) : NULL;
    const char *close = region ? arena_printf(a, "[/%s]", region) : NULL;
    bool keep = !region, any = false;

    if (!file_read(a, path, SOURCE_MAX, &t, &ds)) {
        buf_printf(out, "(%s)\n", ds.first->text);
        return;
    }
    for (const char *p = t.at, *end = t.at + t.size; p < end;) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        size_t n = stop ? (size_t)(stop - p) : (size_t)(end - p);

        if (region && line_has(p, n, close)) {
            keep = false;
        } else if (region && line_has(p, n, open)) {
            keep = true;
        } else if (keep) {
            buf_add(out, p, n);
            buf_str(out, "\n");
            any = true;
        }
        p += n + 1;
    }
    if (!any)
        buf_printf(out, "(%s has no region '%s')\n", path,
                   region ? region : "");
}

char *chapter_text(struct arena *a, const char *root, const char *markdown)
{
    struct buf out = { 0 };
    bool skip = false;
    char *text;

    for (const char *p = markdown; *p;) {
        size_t n = strcspn(p, "\n");
        bool fence = n >= 3 && !memcmp(p, "```", 3);
        const char *file =
            fence && !skip ? attribute(a, p, n, "include") : NULL;

        if (file) {
            buf_str(&out, "``` cuda\n");
            add_code(a, arena_printf(a, "%s/%s", root, file),
                     attribute(a, p, n, "region"), &out);
            skip = true; /* what stands in the fence is replaced */
        } else if (fence || !skip) {
            buf_add(&out, p, n);
            buf_str(&out, "\n");
            skip = false;
        }
        p += n + (p[n] == '\n');
    }
    text = arena_strndup(a, out.at ? out.at : "", out.size);
    buf_release(&out);
    return text;
}
