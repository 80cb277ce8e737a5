/* SPDX-License-Identifier: Apache-2.0 */
#include "cc/deps.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/diag.h"

#define DEP_SIZE_MAX (256u << 20)

void deps_add(struct deps *d, const char *path)
{
    struct dep dep = { .path = path };

    ARENA_PUSH(d->a, d->all, d->count, d->capacity, dep);
}

/* One name of a make rule: backslashes and dollars are escapes. */
static const char *name(const char *s, struct buf *b)
{
    b->size = 0;
    while (*s && !strchr(" \t\r\n", *s)) {
        if (*s == '\\' && (s[1] == '\n' || s[1] == '\r'))
            break;
        if ((*s == '\\' && strchr(" #\\", s[1])) || (*s == '$' && s[1] == '$'))
            s++;
        buf_add(b, s++, 1);
    }
    return s;
}

void deps_read(struct deps *d, const char *make_rule, const char *except)
{
    const char *s = strstr(make_rule, ": ");
    size_t n = strlen(except);
    struct buf b = { 0 };

    for (s = s ? s + 2 : ""; *s;) {
        if (strchr(" \t\r\n\\", *s)) {
            s++;
            continue;
        }
        s = name(s, &b);
        if (b.size && (!n || strncmp(b.at, except, n)))
            deps_add(d, arena_strndup(d->a, b.at, b.size));
    }
    buf_release(&b);
}

static int by_path(const void *x, const void *y)
{
    const struct dep *a = x, *b = y;

    return strcmp(a->path, b->path);
}

static bool look(struct dep *d)
{
    struct stat st;

    if (stat(d->path, &st) || !S_ISREG(st.st_mode))
        return false;
    d->size = st.st_size;
    d->mtime_ns = st.st_mtim.tv_sec * 1000000000ll + st.st_mtim.tv_nsec;
    return true;
}

static bool hash_content(const char *path, struct hash *out)
{
    struct arena a = { 0 };
    struct diags quiet = { .arena = &a };
    struct text t;
    bool ok = file_read(&a, path, DEP_SIZE_MAX, &t, &quiet);

    *out = hash_add((struct hash){ 0 }, t.at, t.size);
    arena_clear(&a);
    return ok;
}

bool deps_seal(struct deps *d, long long start_ns)
{
    int n = 0;

    if (d->count)
        qsort(d->all, (size_t)d->count, sizeof *d->all, by_path);
    for (int i = 0; i < d->count; i++) {
        if (!n || strcmp(d->all[n - 1].path, d->all[i].path))
            d->all[n++] = d->all[i];
    }
    d->count = n;
    for (int i = 0; i < n; i++) {
        struct dep *dep = &d->all[i];

        if (!look(dep) || dep->mtime_ns >= start_ns ||
            !hash_content(dep->path, &dep->content))
            return false;
    }
    return true;
}

bool dep_unchanged(const struct dep *d)
{
    struct dep now = { .path = d->path };

    if (!look(&now) || now.size != d->size)
        return false;
    if (!strncmp(d->path, "/usr/", 5) && now.mtime_ns == d->mtime_ns)
        return true;
    return hash_content(d->path, &now.content) &&
           now.content.a == d->content.a && now.content.b == d->content.b;
}

struct hash deps_hash(const struct deps *d, struct hash start)
{
    for (int i = 0; i < d->count; i++) {
        const struct dep *dep = &d->all[i];

        start = hash_add(start, dep->path, strlen(dep->path));
        start = hash_add(start, &dep->content, sizeof dep->content);
    }
    return start;
}
