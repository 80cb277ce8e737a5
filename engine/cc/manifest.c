/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines of tab-separated fields, tabs and newlines in them escaped:
 *
 *   warplings-cc 1
 *   program  ID  HASH
 *   dep      HASH  SIZE  TIME  PATH
 *   said     LEVEL  LINE  COLUMN  WIDTH  FILE  TEXT  SOURCE
 *   end
 *
 * An empty FILE or SOURCE is "-"; others begin with "=".
 */
#include "cc/manifest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

#define HEAD             "warplings-cc 1"
#define FIELDS_MAX       8
#define MANIFEST_MAX     (32u << 20)
#define PROGRAM_SIZE_MAX (1u << 30)

bool manifest_program_hash(const char *path, struct hash *out)
{
    struct arena a = { 0 };
    struct diags quiet = { .arena = &a };
    struct text t;
    bool ok = file_read(&a, path, PROGRAM_SIZE_MAX, &t, &quiet);

    *out = hash_add((struct hash){ 0 }, t.at, t.size);
    arena_clear(&a);
    return ok;
}

/* ---- write -------------------------------------------------------------- */

static void add_text(struct buf *b, const char *text)
{
    buf_str(b, text ? "\t=" : "\t-");
    for (; text && *text; text++) {
        switch (*text) {
        case '\t':
            buf_str(b, "\\t");
            break;
        case '\n':
            buf_str(b, "\\n");
            break;
        case '\\':
            buf_str(b, "\\\\");
            break;
        default:
            buf_add(b, text, 1);
        }
    }
}

bool manifest_write(struct arena *a, const char *path, const struct manifest *m,
                    const struct diag *said, struct diags *ds)
{
    struct buf b = { 0 };
    bool ok;

    (void)a;
    buf_printf(&b, "%s\nprogram\t%s\t%016llx%016llx\n", HEAD, m->id,
               m->program.a, m->program.b);
    for (int i = 0; i < m->deps.count; i++) {
        const struct dep *d = &m->deps.all[i];

        buf_printf(&b, "dep\t%016llx%016llx\t%lld\t%lld", d->content.a,
                   d->content.b, d->size, d->mtime_ns);
        add_text(&b, d->path);
        buf_str(&b, "\n");
    }
    for (; said; said = said->next) {
        buf_printf(&b, "said\t%d\t%d\t%d\t%d", (int)said->level, said->at.line,
                   said->at.col, said->at.width);
        add_text(&b, said->at.file);
        add_text(&b, said->text);
        add_text(&b, said->source);
        buf_str(&b, "\n");
    }
    buf_str(&b, "end\n");
    ok = file_write(path, (struct text){ b.at, b.size }, ds);
    buf_release(&b);
    return ok;
}

/* ---- read --------------------------------------------------------------- */

/* Split in place; the number of fields, or FIELDS_MAX + 1 if too many. */
static int fields(char *line, char **out)
{
    int n = 0;

    for (char *tab = line; tab && n <= FIELDS_MAX; n++) {
        char *start = tab;

        tab = strchr(tab, '\t');
        if (tab)
            *tab++ = '\0';
        if (n < FIELDS_MAX)
            out[n] = start;
    }
    return n;
}

/* Undo add_text; false if it is not its work. */
static bool text_back(char *field, const char **out)
{
    char *to = field;

    *out = NULL;
    if (*field != '=')
        return !strcmp(field, "-");
    for (const char *s = field + 1; *s; s++) {
        bool escaped = *s == '\\';

        if (escaped && !*++s)
            return false;
        *to++ = (char)(!escaped    ? *s
                       : *s == 't' ? '\t'
                       : *s == 'n' ? '\n'
                                   : *s);
    }
    *to = '\0';
    *out = field;
    return true;
}

static bool hash_back(const char *s, struct hash *out)
{
    char half[17] = "";

    if (strlen(s) != 32 || strspn(s, "0123456789abcdef") != 32)
        return false;
    memcpy(half, s, 16);
    out->a = strtoull(half, NULL, 16);
    out->b = strtoull(s + 16, NULL, 16);
    return true;
}

static bool take_dep(char **f, struct manifest *m)
{
    struct dep d = { 0 };

    if (!hash_back(f[1], &d.content) || !text_back(f[4], &d.path) || !d.path)
        return false;
    d.size = atoll(f[2]);
    d.mtime_ns = atoll(f[3]);
    ARENA_PUSH(m->deps.a, m->deps.all, m->deps.count, m->deps.capacity, d);
    return true;
}

static bool take_said(char **f, struct manifest *m)
{
    struct span at = { NULL, atoi(f[2]), atoi(f[3]), atoi(f[4]) };
    int level = atoi(f[1]);
    const char *text, *source;

    if (level < DIAG_ERROR || level > DIAG_NOTE || !text_back(f[5], &at.file) ||
        !text_back(f[6], &text) || !text || !text_back(f[7], &source))
        return false;
    diag_add(&m->said, at, (enum diag_level)level, text, source);
    return true;
}

/* An id is a plain name: it becomes part of a path. */
static bool take_program(char **f, struct manifest *m)
{
    m->id = f[1];
    return strspn(f[1], "0123456789abcdef") == 32 && !f[1][32] &&
           hash_back(f[2], &m->program);
}

bool manifest_read(struct arena *a, const char *path, struct manifest *out)
{
    struct diags quiet = { .arena = a };
    struct text t;
    bool ended = false;
    char *line, *next;

    *out = (struct manifest){ .deps.a = a, .said.arena = a };
    if (!file_read(a, path, MANIFEST_MAX, &t, &quiet) ||
        strlen(t.at) != t.size || strncmp(t.at, HEAD "\n", sizeof HEAD))
        return false;
    for (line = arena_strdup(a, t.at + sizeof HEAD); *line; line = next) {
        char *f[FIELDS_MAX], *nl = strchr(line, '\n');
        int n;

        if (!nl || ended)
            return false;
        *nl = '\0';
        next = nl + 1;
        n = fields(line, f);
        if (n == 1 && !strcmp(f[0], "end"))
            ended = true;
        else if (n == 3 && !strcmp(f[0], "program") ? !take_program(f, out)
                 : n == 5 && !strcmp(f[0], "dep")   ? !take_dep(f, out)
                 : n == 8 && !strcmp(f[0], "said")  ? !take_said(f, out)
                                                    : true)
            return false;
    }
    return ended && out->id;
}
