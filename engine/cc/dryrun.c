/* SPDX-License-Identifier: Apache-2.0 */
#include "cc/dryrun.h"

#include <string.h>

#include "base/arena.h"

static const char *const stage_programs[STAGE_COUNT] = {
    [STAGE_CPP_HOST] = "gcc",        [STAGE_CUDAFE] = "cudafe++",
    [STAGE_CPP_DEVICE] = "gcc",      [STAGE_CICC] = "cicc",
    [STAGE_FATBINARY] = "fatbinary", [STAGE_HOST] = "gcc",
};

/* The value of a setting seen before; "" if there is none. */
static const char *setting(const struct dryrun *d, const char *name, size_t n)
{
    for (int i = d->env.count; i-- > 0;) {
        if (!strncmp(d->env.at[i], name, n) && d->env.at[i][n] == '=')
            return d->env.at[i] + n + 1;
    }
    return "";
}

/* "$NAME" at s: its value into b; the place after it. */
static const char *expand(const struct dryrun *d, const char *s, struct buf *b)
{
    size_t n = strspn(s + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");

    buf_str(b, setting(d, s + 1, n));
    return s + 1 + n;
}

/*
 * One word, with the shell's quotes removed; the place after it. NULL if it
 * holds what only a shell can do.
 */
static const char *word(const struct dryrun *d, const char *s, struct buf *b)
{
    bool quoted = false;

    b->size = 0;
    for (; *s && (quoted || !strchr(" \t", *s));) {
        if (*s == '"') {
            quoted = !quoted;
            s++;
        } else if (*s == '$') {
            s = expand(d, s, b);
        } else if (*s == '`' || (!quoted && strchr("|;&<>()'*?", *s))) {
            return NULL;
        } else {
            if (*s == '\\' && s[1] && (!quoted || strchr("\"\\$`", s[1])))
                s++;
            buf_add(b, s++, 1);
        }
    }
    return quoted ? NULL : s;
}

static bool split(struct dryrun *d, const char *s, struct args *out)
{
    struct buf b = { 0 };

    while (s && *(s += strspn(s, " \t"))) {
        s = word(d, s, &b);
        if (s)
            args_add(out, arena_strndup(out->a, b.at ? b.at : "", b.size));
    }
    buf_release(&b);
    return s && out->count > 0;
}

/* NAME=value: a setting, not a command. */
static bool is_setting(const char *s)
{
    size_t n = strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");

    return n && s[n] == '=';
}

/* Leave out --gen_module_id_file: we write that file ourselves. */
static void drop_generation(struct args *v)
{
    int n = 0;

    for (int i = 0; i < v->count; i++) {
        if (strcmp(v->at[i], "--gen_module_id_file"))
            v->at[n++] = v->at[i];
    }
    v->count = n;
    v->at[n] = NULL;
}

static const char *after(const struct args *v, const char *flag)
{
    for (int i = 0; i + 1 < v->count; i++) {
        if (!strcmp(v->at[i], flag))
            return v->at[i + 1];
    }
    return NULL;
}

bool dryrun_parse(struct arena *a, const char *text, struct dryrun *out)
{
    int n = 0;

    *out = (struct dryrun){ .env.a = a };
    while (*text) {
        size_t length = strcspn(text, "\n");
        char *line = arena_strndup(a, text, length);

        text += length + (text[length] == '\n');
        if (strncmp(line, "#$ ", 3))
            continue;
        if (is_setting(line + 3)) {
            args_add(&out->env, line + 3);
            continue;
        }
        if (n == STAGE_COUNT)
            return false;
        out->stages[n].a = a;
        if (!split(out, line + 3, &out->stages[n]) ||
            strcmp(file_base(out->stages[n].at[0]), stage_programs[n]))
            return false;
        n++;
    }
    if (n < STAGE_COUNT)
        return false;
    drop_generation(&out->stages[STAGE_CUDAFE]);
    out->module_id = after(&out->stages[STAGE_CICC], "--module_id_file_name");
    return out->module_id != NULL;
}
