/* SPDX-License-Identifier: Apache-2.0 */
/* The files that a program was made of, and whether they have changed. */
#ifndef CC_DEPS_H
#define CC_DEPS_H

#include "base/file.h"

struct dep {
    const char *path;
    struct hash content;
    long long size, mtime_ns;
};

struct deps {
    struct arena *a;
    struct dep *all; /* sorted by path, each once */
    int count, capacity;
};

/* Add the names in a compiler's -MD file, but those inside `except`. */
void deps_read(struct deps *d, const char *make_rule, const char *except);

/* Add one name. */
void deps_add(struct deps *d, const char *path);

/*
 * Sort, and read what all of them hold. False if one is gone, or was changed
 * at or after start_ns: nobody knows which text the compiler saw.
 */
bool deps_seal(struct deps *d, long long start_ns);

/* Does the file still hold the same? Files of the system go by their time. */
bool dep_unchanged(const struct dep *d);

/* Over the contents of all. */
struct hash deps_hash(const struct deps *d, struct hash start);

#endif
