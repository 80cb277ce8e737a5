/* SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"

enum { BLOCK_BYTES = 65536 };

struct arena_block {
    struct arena_block *next;
    size_t size;
    max_align_t data[];
};

static struct arena_block *block_new(struct arena_block *next, size_t size)
{
    struct arena_block *b;

    if (size > SIZE_MAX - sizeof *b || !(b = calloc(1, sizeof *b + size)))
        DIE("out of memory (%zu bytes)", size);
    b->next = next;
    b->size = size;
    return b;
}

/* The first offset from `used` on whose address has the alignment. */
static size_t aligned(const struct arena_block *b, size_t used, size_t align)
{
    uintptr_t start = (uintptr_t)b->data;

    return ((start + used + align - 1) & ~(uintptr_t)(align - 1)) - start;
}

void *arena_alloc(struct arena *a, size_t n, size_t size, size_t align)
{
    size_t bytes = n * size, at;

    if (size && bytes / size != n)
        BUG("arena_alloc: %zu * %zu overflows", n, size);
    at = a->block ? aligned(a->block, a->used, align) : 0;
    if (!a->block || at > a->block->size || bytes > a->block->size - at) {
        if (bytes > SIZE_MAX - align)
            DIE("out of memory (%zu bytes)", bytes);
        a->block =
            block_new(a->block, bytes + align > BLOCK_BYTES ? bytes + align
                                                            : BLOCK_BYTES);
        at = aligned(a->block, 0, align);
    }
    a->used = at + bytes;
    return (char *)a->block->data + at;
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
    char *copy = ARENA_NEW(a, char, n + 1);

    if (n)
        memcpy(copy, s, n);
    return copy;
}

char *arena_strdup(struct arena *a, const char *s)
{
    return arena_strndup(a, s, strlen(s));
}

char *arena_vprintf(struct arena *a, const char *fmt, va_list ap)
{
    va_list again;
    char *text;
    int n;

    va_copy(again, ap);
    n = vsnprintf(NULL, 0, fmt, again);
    va_end(again);
    if (n < 0)
        BUG("arena_printf: bad format '%s'", fmt);
    text = ARENA_NEW(a, char, (size_t)n + 1);
    vsnprintf(text, (size_t)n + 1, fmt, ap);
    return text;
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
    va_list ap;
    char *text;

    va_start(ap, fmt);
    text = arena_vprintf(a, fmt, ap);
    va_end(ap);
    return text;
}

void *arena_grow(struct arena *a, void *array, int count, int *capacity,
                 size_t size)
{
    void *bigger;

    if (count < *capacity)
        return array;
    if (*capacity > INT_MAX / 2)
        DIE("a list has grown past %d elements", *capacity);
    *capacity = *capacity ? *capacity * 2 : 8;
    bigger = arena_alloc(a, (size_t)*capacity, size, _Alignof(max_align_t));
    if (count)
        memcpy(bigger, array, (size_t)count * size);
    return bigger;
}

void arena_clear(struct arena *a)
{
    while (a->block) {
        struct arena_block *next = a->block->next;

        free(a->block);
        a->block = next;
    }
    a->used = 0;
}
