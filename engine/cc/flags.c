/* SPDX-License-Identifier: Apache-2.0 */
/* Sort the learner's flags: who gets which. */
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "cc/build.h"

enum flag_value { FLAG_NOTHING, FLAG_VALUE };
enum flag_use {
    USE_COMPILE,
    USE_HOST,
    USE_HOSTLIST,
    USE_LINK,
    USE_IGNORE,
    USE_STANDARD,
    USE_DEBUG,
    USE_LIBDIR,
    USE_FAST,
    USE_ARCH,
};

struct flag_row {
    const char *text;
    enum flag_value value;
    enum flag_use clang, nvcc;
};

static const struct flag_row rows[] = {
#define FLAG(text, value, clang, nvcc) \
    { text, FLAG_##value, USE_##clang, USE_##nvcc },
#include "cc/flags.def"
#undef FLAG
};

void args_add(struct args *v, const char *arg)
{
    ARENA_PUSH(v->a, v->at, v->count, v->capacity, arg);
    ARENA_PUSH(v->a, v->at, v->count, v->capacity, NULL);
    v->count--;
}

void args_all(struct args *v, const char *const *list)
{
    for (; list && *list; list++)
        args_add(v, *list);
}

static const struct flag_row *row_of(const char *flag)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t n = strlen(rows[i].text);
        bool prefix = rows[i].text[n - 1] == '*';

        if (prefix ? !strncmp(flag, rows[i].text, n - 1) && flag[n - 1]
                   : !strcmp(flag, rows[i].text))
            return &rows[i];
    }
    return NULL;
}

/* Each piece between commas is one argument. */
static void add_list(struct args *v, const char *list)
{
    while (*list) {
        size_t n = strcspn(list, ",");

        if (n)
            args_add(v, arena_strndup(v->a, list, n));
        list += n + (list[n] == ',');
    }
}

/* The value of "-std=c++17" or of "-std" "c++17". */
static const char *value_of(const char *flag, const char *value)
{
    const char *eq = strchr(flag, '=');

    return value ? value : eq ? eq + 1 : "";
}

/* "sm_90a", "compute_75" or "arch=compute_80,code=sm_80": what follows the last
   of these words; old if there is none ("native", "all"). */
static const char *arch_of(struct arena *a, const char *value, const char *old)
{
    static const char *const words[] = { "compute_", "sm_" };

    for (int i = 0; i < 2; i++) {
        const char *at = strstr(value, words[i]);

        if (at) {
            at += strlen(words[i]);
            return arena_strndup(a, at, strcspn(at, ",]\" "));
        }
    }
    return old;
}

static void both(struct args *v, const char *flag, const char *value)
{
    args_add(v, flag);
    if (value)
        args_add(v, value);
}

static void sort_one(struct flag_sets *s, enum compiler c, enum flag_use use,
                     const char *flag, const char *value)
{
    switch (use) {
    case USE_COMPILE:
        both(&s->compile, flag, value);
        break;
    case USE_HOST:
        if (c == COMPILER_NVCC)
            both(&s->compile, "-Xcompiler", flag);
        else
            both(&s->host, flag, value);
        break;
    case USE_HOSTLIST:
        add_list(&s->host, value_of(flag, value));
        break;
    case USE_LIBDIR:
        s->local_libraries = true;
        both(&s->link, flag, value);
        break;
    case USE_LINK:
        both(&s->link, flag, value);
        break;
    case USE_STANDARD:
        s->standard = value_of(flag, value);
        break;
    case USE_DEBUG:
        s->debug = true;
        break;
    case USE_FAST:
        args_add(&s->device, "-ffast-math");
        args_add(&s->device, "-fcuda-flush-denormals-to-zero");
        args_add(&s->compile, "-D__USE_FAST_MATH__=1");
        break;
    case USE_ARCH:
        s->arch = arch_of(s->compile.a, value_of(flag, value), s->arch);
        break;
    case USE_IGNORE:
        break;
    }
}

bool flags_sort(struct arena *a, const struct cc_options *o, enum compiler c,
                struct flag_sets *out, struct diags *ds)
{
    *out = (struct flag_sets){
        .compile.a = a, .host.a = a, .device.a = a, .link.a = a
    };
    out->debug = o->debug;
    for (int i = 0; i < o->flag_count; i++) {
        const char *flag = o->flags[i], *value = NULL;
        const struct flag_row *row = row_of(flag);

        if (!row)
            return diag_fail(ds, "the compiler flag '%s' is not known", flag);
        if (row->value == FLAG_VALUE) {
            if (i + 1 == o->flag_count)
                return diag_fail(ds, "the compiler flag '%s' needs a value",
                                 flag);
            value = o->flags[++i];
        }
        sort_one(out, c, c == COMPILER_NVCC ? row->nvcc : row->clang, flag,
                 value);
    }
    return true;
}
