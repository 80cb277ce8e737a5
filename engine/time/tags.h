/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tags of a cache: lines of four 32-byte sectors, set-associative, least
 * recently used line out. Holds no data, but when each sector is there.
 */
#ifndef TIME_TAGS_H
#define TIME_TAGS_H

#include <stdbool.h>
#include <stdint.h>

struct arena;

enum { TAG_WAYS = 8, TAG_SECTORS = 4, TAG_LINE_BYTES = 128 };

struct tag_line {
    uint64_t line;               /* sector number / 4 */
    uint64_t ready[TAG_SECTORS]; /* cycle its sector arrives */
    uint32_t stamp;              /* of its last use; 0: never used */
    uint8_t valid;               /* bit per sector */
};

struct tags {
    struct tag_line *lines; /* sets * TAG_WAYS */
    uint32_t sets, clock;
};

/* Tags for a cache of about that many bytes. */
void tags_init(struct arena *a, struct tags *t, uint64_t bytes);

/* Mixes a line's number, so that strides spread over the sets. */
uint64_t tags_hash(uint64_t v);

/* The line, if any of its sectors is there; marks it as used. */
struct tag_line *tags_find(struct tags *t, uint64_t line);

/* The line for filling; may throw another one out. */
struct tag_line *tags_place(struct tags *t, uint64_t line);

#endif
