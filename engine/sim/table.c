/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"

enum { TABLE_START = 64 };

static uint64_t key_of(const void *record)
{
    uint64_t key;

    memcpy(&key, record, sizeof key);
    return key;
}

/* Where the key is, or would be put. */
static char *slot(char *at, size_t record, uint64_t size, uint64_t key)
{
    uint64_t i = key * 0x9e3779b97f4a7c15ull >> 20 & (size - 1);
    uint64_t there;

    while ((there = key_of(at + i * record)) && there != key)
        i = (i + 1) & (size - 1);
    return at + i * record;
}

void *table_find(const struct table *t, uint64_t key)
{
    char *const s = t->size ? slot(t->at, t->record, t->size, key) : NULL;

    return s && key_of(s) ? s : NULL;
}

static void grow(struct table *t)
{
    const uint64_t size = t->size ? t->size * 2 : TABLE_START;
    char *fresh = calloc(size, t->record);

    if (!fresh)
        DIE("out of memory for the record of a launch");
    for (uint64_t i = 0; i < t->size; i++) {
        const char *const old = t->at + i * t->record;

        if (key_of(old))
            memcpy(slot(fresh, t->record, size, key_of(old)), old, t->record);
    }
    free(t->at);
    t->at = fresh;
    t->size = size;
}

void *table_put(struct table *t, uint64_t key)
{
    char *s = table_find(t, key);

    if (s)
        return s;
    if (t->used * 2 >= t->size)
        grow(t);
    t->used++;
    s = slot(t->at, t->record, t->size, key);
    memcpy(s, &key, sizeof key);
    return s;
}

void *table_at(const struct table *t, uint64_t i)
{
    char *const s = t->at + i * t->record;

    return key_of(s) ? s : NULL;
}

void table_release(struct table *t)
{
    free(t->at);
    t->at = NULL;
    t->size = t->used = 0;
}
