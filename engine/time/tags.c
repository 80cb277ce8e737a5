/* SPDX-License-Identifier: Apache-2.0 */
#include "time/tags.h"

#include "base/arena.h"

void tags_init(struct arena *a, struct tags *t, uint64_t bytes)
{
    uint64_t sets = bytes / (TAG_LINE_BYTES * TAG_WAYS);

    t->sets = (uint32_t)(sets ? sets : 1);
    t->clock = 0;
    t->lines =
        ARENA_NEW(a, struct tag_line, (size_t)t->sets * (size_t)TAG_WAYS);
}

uint64_t tags_hash(uint64_t v)
{
    v *= 0x9e3779b97f4a7c15ull;
    v ^= v >> 32;
    v *= 0xd6e8feb86659fd93ull;
    return v ^ v >> 32;
}

static struct tag_line *set_of(const struct tags *t, uint64_t line)
{
    uint64_t set = ((tags_hash(line) & 0xffffffff) * t->sets) >> 32;

    return &t->lines[set * TAG_WAYS];
}

struct tag_line *tags_find(struct tags *t, uint64_t line)
{
    struct tag_line *set = set_of(t, line);

    for (int i = 0; i < TAG_WAYS; i++) {
        if (set[i].line == line && set[i].stamp) {
            set[i].stamp = ++t->clock;
            return &set[i];
        }
    }
    return NULL;
}

struct tag_line *tags_place(struct tags *t, uint64_t line)
{
    struct tag_line *set = set_of(t, line), *oldest = set;

    for (int i = 0; i < TAG_WAYS; i++) {
        if (set[i].line == line && set[i].stamp) {
            oldest = &set[i];
            break;
        }
        if (set[i].stamp < oldest->stamp)
            oldest = &set[i];
    }
    if (oldest->line != line || !oldest->stamp)
        oldest->valid = 0;
    oldest->line = line;
    oldest->stamp = ++t->clock;
    return oldest;
}
