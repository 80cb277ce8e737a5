/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ptx/parse.h"

static unsigned hash_of(struct text t)
{
    unsigned h = 2166136261u;

    for (size_t i = 0; i < t.size; i++)
        h = (h ^ (unsigned char)t.at[i]) * 16777619u;
    return h ^ h >> 15;
}

static struct name **bucket_of(const struct names *names, unsigned hash)
{
    return &names->bucket[hash & ((unsigned)names->bucket_count - 1)];
}

/* Twice the buckets; chains keep the newest name first. */
static void grow(struct parser *ps, struct names *names)
{
    int old = names->bucket_count;
    struct name **list = names->bucket;

    names->bucket_count = old ? old * 2 : 256;
    names->bucket =
        ARENA_NEW(ps->arena, struct name *, (size_t)names->bucket_count);
    for (int i = 0; i < old; i++) {
        /* A chain splits into two, in its own order. */
        struct name **low = &names->bucket[i], **high = low + old;

        for (struct name *n = list[i]; n; n = n->next) {
            struct name ***tail = n->hash & (unsigned)old ? &high : &low;

            **tail = n;
            *tail = &n->next;
        }
        *low = *high = NULL;
    }
}

struct name *names_add(struct parser *ps, struct names *names, struct text text,
                       enum name_kind kind, int index)
{
    struct name *n = ARENA_NEW(ps->arena, struct name, 1);
    struct name **bucket;

    if (names->count >= names->bucket_count)
        grow(ps, names);
    names->count++;
    *n = (struct name){
        .older = names->newest,
        .text = text,
        .hash = hash_of(text),
        .kind = kind,
        .depth = ps->depth,
        .index = index,
    };
    bucket = bucket_of(names, n->hash);
    n->next = *bucket;
    *bucket = n;
    names->newest = n;
    return n;
}

static struct name *find(const struct names *names, struct text t, bool range)
{
    unsigned h = hash_of(t);
    struct name *n = names->bucket ? *bucket_of(names, h) : NULL;

    for (; n; n = n->next)
        if (n->hash == h && n->text.size == t.size &&
            !memcmp(n->text.at, t.at, t.size) &&
            (n->kind == NAME_RANGE) == range)
            return n;
    return NULL;
}

struct name *names_declare(struct parser *ps, struct text text,
                           enum name_kind kind, int index)
{
    struct name *n = find(&ps->names, text, kind == NAME_RANGE);

    if (n && n->depth == ps->depth) {
        parse_error(ps, "'%.*s' is declared twice", NAME_TEXT(text));
        return NULL;
    }
    return names_add(ps, &ps->names, text, kind, index);
}

const struct name *names_find(const struct names *names, struct text text,
                              int *reg)
{
    const struct name *n = find(names, text, false);
    size_t stem = text.size;
    long number = 0, scale = 1;

    if (n) {
        *reg = n->index;
        return n;
    }
    /* %r12 of .reg .b32 %r<40> */
    while (stem > 1 && text.at[stem - 1] >= '0' && text.at[stem - 1] <= '9' &&
           scale < 100000000) {
        number += scale * (text.at[--stem] - '0');
        scale *= 10;
        n = find(names, (struct text){ text.at, stem }, true);
        if (n && number < n->count) {
            *reg = n->index + (int)number;
            return n;
        }
    }
    return NULL;
}

void names_leave(struct parser *ps)
{
    struct names *names = &ps->names;

    while (names->newest && names->newest->depth > ps->depth) {
        struct name *n = names->newest;

        *bucket_of(names, n->hash) = n->next;
        names->newest = n->older;
        names->count--;
    }
}
