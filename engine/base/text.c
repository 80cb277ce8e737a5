/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"

struct text text_of(const char *s)
{
    return (struct text){ s, strlen(s) };
}

bool text_is(struct text t, const char *s)
{
    return t.size == strlen(s) && !memcmp(t.at, s, t.size);
}

static void reserve(struct buf *b, size_t more)
{
    size_t want = b->capacity ? b->capacity : 256;

    if (more > SIZE_MAX / 2 - b->size - 1)
        DIE("out of memory (%zu bytes)", more);
    while (want < b->size + more + 1)
        want *= 2;
    if (want == b->capacity)
        return;
    b->at = realloc(b->at, want);
    if (!b->at)
        DIE("out of memory (%zu bytes)", want);
    b->capacity = want;
}

void buf_add(struct buf *b, const void *bytes, size_t size)
{
    reserve(b, size);
    if (size)
        memcpy(b->at + b->size, bytes, size);
    b->size += size;
    b->at[b->size] = '\0';
}

void buf_str(struct buf *b, const char *s)
{
    buf_add(b, s, strlen(s));
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
    va_list ap;
    int n;

    va_start(ap, fmt);
    n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n < 0)
        BUG("buf_printf: bad format '%s'", fmt);
    reserve(b, (size_t)n);
    va_start(ap, fmt);
    vsnprintf(b->at + b->size, (size_t)n + 1, fmt, ap);
    va_end(ap);
    b->size += (size_t)n;
}

void buf_release(struct buf *b)
{
    free(b->at);
    *b = (struct buf){ 0 };
}
