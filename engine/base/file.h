/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct arena;
struct diags;

/*
 * Read a whole regular file; false and one diag if it cannot be read or holds
 * more than size_max bytes. The text is NUL-terminated beyond its size.
 */
bool file_read(struct arena *a, const char *path, size_t size_max,
               struct text *out, struct diags *ds);

/*
 * Replace a file as one step: written beside it, flushed, renamed. A full disk
 * or a crash leaves the old file whole. False and one diag on failure.
 */
bool file_write(const char *path, struct text content, struct diags *ds);

/* Make a directory and its parents; true if it is there at the end. */
bool file_mkdirs(const char *path, struct diags *ds);

/* True if the path names something that exists. */
bool file_exists(const char *path);

/* Remove a directory and all that is in it; links are not followed. */
void file_remove_tree(const char *path);

/* Is it a CUDA source, by its name: something before ".cu"? */
bool file_is_cuda(const char *path);

/* The part of a path after the last '/'. */
const char *file_base(const char *path);

/* A 128-bit hash of some bytes, chained: a cache key, not for security. */
struct hash {
    unsigned long long a, b;
};
struct hash hash_add(struct hash h, const void *bytes, size_t size);

#endif
