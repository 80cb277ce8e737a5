/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/stream.h"

#include <string.h>

#include "base/arena.h"

#define NO_STRING UINT32_MAX

static void put_little(struct buf *b, uint64_t v, int size)
{
    unsigned char bytes[8];

    for (int i = 0; i < size; i++)
        bytes[i] = (unsigned char)(v >> 8 * i);
    buf_add(b, bytes, (size_t)size);
}

void put_u8(struct buf *b, uint8_t v)
{
    put_little(b, v, 1);
}

void put_u32(struct buf *b, uint32_t v)
{
    put_little(b, v, 4);
}

void put_u64(struct buf *b, uint64_t v)
{
    put_little(b, v, 8);
}

void put_f64(struct buf *b, double v)
{
    uint64_t bits;

    memcpy(&bits, &v, sizeof bits);
    put_u64(b, bits);
}

void put_string(struct buf *b, const char *s)
{
    size_t n = s ? strlen(s) : 0;

    if (n >= NO_STRING)
        n = NO_STRING - 1;
    put_u32(b, s ? (uint32_t)n : NO_STRING);
    buf_add(b, s ? s : "", n);
}

void put_bytes(struct buf *b, const void *bytes, uint32_t size)
{
    put_u32(b, size);
    buf_add(b, bytes, size);
}

static uint64_t get_little(struct reader *r, int size)
{
    uint64_t v = 0;

    if (r->bad || r->end - r->at < size) {
        r->bad = true;
        return 0;
    }
    for (int i = 0; i < size; i++)
        v |= (uint64_t)r->at[i] << 8 * i;
    r->at += size;
    return v;
}

uint8_t get_u8(struct reader *r)
{
    return (uint8_t)get_little(r, 1);
}

uint32_t get_u32(struct reader *r)
{
    return (uint32_t)get_little(r, 4);
}

uint64_t get_u64(struct reader *r)
{
    return get_little(r, 8);
}

double get_f64(struct reader *r)
{
    uint64_t bits = get_u64(r);
    double v;

    memcpy(&v, &bits, sizeof v);
    return v;
}

const char *get_string(struct reader *r)
{
    uint32_t n = get_u32(r);
    const char *s;

    if (n == NO_STRING)
        return NULL;
    if (r->bad || (size_t)(r->end - r->at) < n) {
        r->bad = true;
        return NULL;
    }
    s = arena_strndup(r->arena, (const char *)r->at, n);
    r->at += n;
    return s;
}

const uint8_t *get_bytes(struct reader *r, uint64_t *size)
{
    uint32_t n = get_u32(r);
    uint8_t *copy;

    *size = 0;
    if (r->bad || (size_t)(r->end - r->at) < n) {
        r->bad = true;
        return NULL;
    }
    copy = ARENA_NEW(r->arena, uint8_t, (size_t)n + 1);
    memcpy(copy, r->at, n);
    r->at += n;
    *size = n;
    return copy;
}

int32_t get_count(struct reader *r, int least)
{
    uint32_t n = get_u32(r);

    if (r->bad || n > INT32_MAX ||
        (uint64_t)n * (uint64_t)least > (uint64_t)(r->end - r->at)) {
        r->bad = true;
        return 0;
    }
    return (int32_t)n;
}

uint32_t get_enum(struct reader *r, uint32_t limit)
{
    uint32_t v = get_u32(r);

    if (v >= limit) {
        r->bad = true;
        return 0;
    }
    return v;
}
