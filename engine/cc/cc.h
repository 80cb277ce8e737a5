/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From .cu files to a program that speaks to our device, with clang (no
 * toolkit) or nvcc. Unchanged inputs come from a cache.
 */
#ifndef CC_CC_H
#define CC_CC_H

#include <stdbool.h>

#include "base/home.h"

struct arena;
struct diags;

enum compiler { COMPILER_AUTO, COMPILER_CLANG, COMPILER_NVCC };

/* Parse "auto", "clang", "nvcc"; false if it is none of them. */
bool compiler_parse(const char *text, enum compiler *out);

/*
 * Is that compiler on this machine? $WARPLINGS_CLANG and $WARPLINGS_NVCC may
 * name one; else the newest clang++-NN in PATH, nvcc in PATH or its toolkit.
 */
bool compiler_available(enum compiler c);

/* "clang 14.0.6", "nvcc 13.0.88"; NULL if not available. */
const char *compiler_version(struct arena *a, enum compiler c);

struct cc_options {
    const struct home *home;
    enum compiler compiler;     /* AUTO is clang, or nvcc if clang is absent */
    const char *const *sources; /* .cu (also .c .cpp .o) files */
    int source_count;
    const char *const *flags; /* -I, -D, -O, -l, -std=..., -G, -lineinfo */
    int flag_count;
    const char *output; /* NULL: the cache's own copy */
    bool debug;         /* -G: device code with -O0 and symbols */
    bool no_cache;
};

struct cc_result {
    const char *program;  /* path of the executable */
    const char *compiler; /* "clang 14.0.6" */
    bool from_cache;
};

/*
 * Build. False if it does not compile (diags hold the compiler's errors with
 * file, line, column and source line, in the learner's file; warnings too) or
 * if the machine said no.
 */
bool cc_build(struct arena *a, const struct cc_options *o,
              struct cc_result *out, struct diags *ds);

#endif
