/* SPDX-License-Identifier: Apache-2.0 */
/* A temp folder with a runtime that only looks, and builds in it. */
#ifndef TEST_CC_BENCH_H
#define TEST_CC_BENCH_H

#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/proc.h"
#include "cc/cc.h"

struct bench {
    struct arena a;
    struct home home;
    char dir[64];
    struct diags ds;
    struct cc_result result;
};

static inline void make_runtime(struct bench *b)
{
    const char *out = arena_printf(&b->a, "%s/lib/libcudart.so", b->dir);
    const char *argv[] = { "cc",
                           "-std=c11",
                           "-D_GNU_SOURCE",
                           "-w",
                           "-shared",
                           "-fPIC",
                           "-Iengine",
                           "-o",
                           out,
                           "tests/unit/cc/standin.c",
                           "engine/base/fatbin.c",
                           "engine/base/file.c",
                           "engine/base/text.c",
                           "engine/base/diag.c",
                           "engine/base/arena.c",
                           "engine/base/bug.c",
                           NULL };
    struct proc p = { .argv = argv, .timeout_ms = 60000 };

    ck_assert_msg(proc_run(&p, 1), "%s", p.err.at);
    proc_release(&p);
}

/* Make the folder and the stand-in for the runtime. */
static inline void bench_open(struct bench *b)
{
    char cuda[PATH_MAX];

    *b = (struct bench){ .dir = "/tmp/wl-cc-XXXXXX" };
    b->ds.arena = &b->a;
    ck_assert_ptr_nonnull(mkdtemp(b->dir));
    ck_assert_ptr_nonnull(realpath("engine/cudart/include", cuda));
    b->home.cuda = arena_strdup(&b->a, cuda);
    b->home.lib = arena_printf(&b->a, "%s/lib", b->dir);
    b->home.cache = arena_printf(&b->a, "%s/cache", b->dir);
    ck_assert(file_mkdirs(b->home.lib, &b->ds));
    make_runtime(b);
}

static inline void bench_close(struct bench *b)
{
    file_remove_tree(b->dir);
    arena_clear(&b->a);
}

/* A file in the folder; its path. */
static inline const char *bench_file(struct bench *b, const char *name,
                                     const char *text)
{
    const char *path = arena_printf(&b->a, "%s/%s", b->dir, name);

    ck_assert(file_write(path, text_of(text), &b->ds));
    return path;
}

/* Build with flags (NULL-terminated, or NULL) into b->result and b->ds. */
static inline bool bench_build(struct bench *b, enum compiler c,
                               const char *source, const char *const *flags)
{
    struct cc_options o = { .home = &b->home,
                            .compiler = c,
                            .sources = &source,
                            .source_count = 1,
                            .flags = flags };

    while (flags && flags[o.flag_count])
        o.flag_count++;
    b->ds = (struct diags){ .arena = &b->a };
    return cc_build(&b->a, &o, &b->result, &b->ds);
}

/* The PTX that the program just built registers when it starts. */
static inline const char *bench_ptx(struct bench *b)
{
    const char *path = arena_printf(&b->a, "%s/ptx", b->dir);
    const char *env[] = { arena_printf(&b->a, "WL_PTX=%s", path), NULL };
    const char *argv[] = { b->result.program, NULL };
    struct proc p = { .argv = argv, .env = env, .timeout_ms = 20000 };
    struct text t;

    remove(path);
    ck_assert_msg(proc_run(&p, 1), "%s: %s", argv[0], p.err.at);
    proc_release(&p);
    ck_assert(file_read(&b->a, path, 64u << 20, &t, &b->ds));
    remove(path);
    return t.at;
}

/* The first diag whose text has this in it; NULL: none. */
static inline const struct diag *bench_said(const struct bench *b,
                                            const char *part)
{
    for (const struct diag *d = b->ds.first; d; d = d->next) {
        if (strstr(d->text, part))
            return d;
    }
    return NULL;
}

/* Is the compiler here? Says that tests are skipped if not. */
static inline bool bench_has(enum compiler c)
{
    bool here = compiler_available(c);

    if (!here)
        printf("skip    cc: no %s here\n",
               c == COMPILER_CLANG ? "clang" : "nvcc");
    return here;
}

#endif
