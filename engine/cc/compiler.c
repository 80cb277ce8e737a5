/* SPDX-License-Identifier: Apache-2.0 */
/* Which compilers are on this machine, and which versions. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/diag.h"
#include "cc/build.h"

#define CLANG_OLDEST 14

bool compiler_parse(const char *text, enum compiler *out)
{
    static const char *const names[] = { [COMPILER_AUTO] = "auto",
                                         [COMPILER_CLANG] = "clang",
                                         [COMPILER_NVCC] = "nvcc" };

    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
        if (!strcmp(text, names[i])) {
            *out = (enum compiler)i;
            return true;
        }
    }
    return false;
}

/* The first of some names that is in PATH, or a path that can be run. */
static const char *first_of(struct arena *a, const char *const *names)
{
    char path[PATH_MAX];

    for (; *names; names++) {
        if (**names && proc_find(*names, NULL, path, sizeof path))
            return arena_strdup(a, path);
    }
    return NULL;
}

static const char *clang_path(struct arena *a)
{
    static const char *const names[] = { "clang++-19", "clang++-18",
                                         "clang++-17", "clang++-16",
                                         "clang++-15", "clang++-14",
                                         "clang++",    NULL };
    const char *set = getenv("WARPLINGS_CLANG");

    if (set && *set)
        return first_of(a, (const char *const[]){ set, NULL });
    return first_of(a, names);
}

/* dir/bin/nvcc for a variable that names a toolkit; "" if unset. */
static const char *toolkit_nvcc(struct arena *a, const char *variable)
{
    const char *dir = getenv(variable);

    return dir && *dir ? arena_printf(a, "%s/bin/nvcc", dir) : "";
}

static const char *nvcc_path(struct arena *a)
{
    const char *set = getenv("WARPLINGS_NVCC");

    if (set && *set)
        return first_of(a, (const char *const[]){ set, NULL });
    return first_of(a,
                    (const char *const[]){ "nvcc", toolkit_nvcc(a, "CUDA_HOME"),
                                           toolkit_nvcc(a, "CUDA_PATH"),
                                           "/usr/local/cuda/bin/nvcc", NULL });
}

/* "14.0.6" from "... version 14.0.6 ..." or "... V13.0.88 ...". */
static const char *version_in(struct arena *a, const char *text,
                              enum compiler c)
{
    const char *mark = c == COMPILER_CLANG ? "clang version " : ", V";
    const char *at = strstr(text, mark);
    size_t n;

    if (!at)
        return NULL;
    at += strlen(mark);
    n = strspn(at, "0123456789.");
    return n && n < 32 ? arena_strndup(a, at, n) : NULL;
}

static const char *ask_version(struct arena *a, const char *path,
                               enum compiler c)
{
    const char *argv[] = { path, "--version", NULL };
    struct proc p = { .argv = argv, .timeout_ms = 20000 };
    const char *v = NULL;

    if (proc_run(&p, 1) && p.out.at)
        v = version_in(a, p.out.at, c);
    proc_release(&p);
    return v;
}

/* Where the version of this very file is remembered; NULL: it is not there. */
static const char *memo_path(struct arena *a, const char *dir, const char *path)
{
    struct hash h = { 0 };
    struct stat st;

    if (stat(path, &st))
        return NULL;
    h = hash_add(h, path, strlen(path));
    h = hash_add(h, &st.st_size, sizeof st.st_size);
    h = hash_add(h, &st.st_mtim, sizeof st.st_mtim);
    h = hash_add(h, &st.st_ino, sizeof st.st_ino);
    return arena_printf(a, "%s/version-%016llx%016llx", dir, h.a, h.b);
}

static const char *remembered(struct arena *a, const char *memo)
{
    struct diags quiet = { .arena = a };
    struct text t;

    if (!file_read(a, memo, 64, &t, &quiet) || !t.size ||
        strspn(t.at, "0123456789.") != t.size)
        return NULL;
    return t.at;
}

static const char *version_of(struct arena *a, const char *path,
                              enum compiler c, const char *memo_dir)
{
    const char *memo = memo_dir ? memo_path(a, memo_dir, path) : NULL;
    const char *v = memo ? remembered(a, memo) : NULL;
    struct diags quiet = { .arena = a };

    if (v)
        return v;
    v = ask_version(a, path, c);
    if (v && memo && file_mkdirs(memo_dir, &quiet))
        file_write(memo, text_of(v), &quiet);
    return v;
}

bool toolchain_find(struct arena *a, enum compiler c, const char *memo_dir,
                    struct toolchain *out)
{
    const char *path, *version;

    if (c == COMPILER_AUTO)
        return toolchain_find(a, COMPILER_CLANG, memo_dir, out) ||
               toolchain_find(a, COMPILER_NVCC, memo_dir, out);
    path = c == COMPILER_CLANG ? clang_path(a) : nvcc_path(a);
    version = path ? version_of(a, path, c, memo_dir) : NULL;
    if (!version)
        return false;
    *out = (struct toolchain){ c, path, NULL, atoi(version) };
    out->text = arena_printf(a, "%s %s", c == COMPILER_CLANG ? "clang" : "nvcc",
                             version);
    return c != COMPILER_CLANG || out->major >= CLANG_OLDEST;
}

bool compiler_available(enum compiler c)
{
    struct arena a = { 0 };
    struct toolchain t;
    bool here = toolchain_find(&a, c, NULL, &t);

    arena_clear(&a);
    return here;
}

const char *compiler_version(struct arena *a, enum compiler c)
{
    struct toolchain t;

    return toolchain_find(a, c, NULL, &t) ? t.text : NULL;
}
