/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs built before. A folder with, for each program,
 *
 *   KEY.deps     which files it was made of, and what was said about it
 *   ID/program   the executable
 *
 * KEY is a hash of compiler, flags and sources; ID also of all that they
 * include. Everything appears by rename, so several processes may build the
 * same at once; a damaged entry is one that is not there.
 */
#ifndef CC_CACHE_H
#define CC_CACHE_H

#include "base/diag.h"
#include "base/file.h"
#include "base/home.h"

#define CACHE_BYTES_MAX (512ull << 20)

struct cache {
    struct arena *a;
    const char *root;
};

/*
 * Where programs are kept: home->cache, or a private temp folder if that
 * cannot be written or its disk is full. False and a diag if neither will do.
 */
bool cache_open(struct arena *a, const struct home *home, struct cache *out,
                struct diags *ds);

/* A fresh folder inside the cache to build in; NULL and a diag. */
const char *cache_workdir(const struct cache *c, struct diags *ds);

/*
 * The program for a key if all it was made of is unchanged; else NULL. Says
 * again (into ds) what the compiler said when it was built.
 */
const char *cache_find(const struct cache *c, struct hash key,
                       struct diags *ds);

/* What a build leaves for the cache. */
struct cache_entry {
    struct hash key;
    const char *workdir;      /* holds `program` and *.d */
    const char *const *extra; /* further files it was made of, or NULL */
    long long start_ns;       /* when the build began: later changes count */
    const struct diag *said;  /* its warnings */
};

/* Keep a finished build; the program's final path, or NULL and a diag. */
const char *cache_keep(const struct cache *c, const struct cache_entry *e,
                       struct diags *ds);

/* Delete the oldest until at most this many bytes are left. */
void cache_trim(const struct cache *c, unsigned long long bytes_max);

/* The wall clock, as file times have it. */
long long cache_now_ns(void);

#endif
