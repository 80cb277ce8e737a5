/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ptx/parse.h"

static unsigned bucket_of(struct text t)
{
    unsigned h = 2166136261u;

    for (size_t i = 0; i < t.size; i++)
        h = (h ^ (unsigned char)t.at[i]) * 16777619u;
    return h % NAME_BUCKETS;
}

struct name *names_add(struct parser *ps, struct text text, enum name_kind kind,
                       int index)
{
    struct name *n = ARENA_NEW(ps->arena, struct name, 1);
    unsigned b = bucket_of(text);

    *n = (struct name){
        .next = ps->names.bucket[b],
        .older = ps->names.newest,
        .text = text,
        .kind = kind,
        .depth = ps->depth,
        .index = index,
    };
    ps->names.bucket[b] = n;
    ps->names.newest = n;
    return n;
}

static const struct name *find(const struct parser *ps, struct text t,
                               bool range)
{
    const struct name *n = ps->names.bucket[bucket_of(t)];

    for (; n; n = n->next)
        if (n->text.size == t.size && !memcmp(n->text.at, t.at, t.size) &&
            (n->kind == NAME_RANGE) == range)
            return n;
    return NULL;
}

const struct name *names_find(const struct parser *ps, struct text text,
                              int *reg)
{
    const struct name *n = find(ps, text, false);
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
        n = find(ps, (struct text){ text.at, stem }, true);
        if (n && number < n->count) {
            *reg = n->index + (int)number;
            return n;
        }
    }
    return NULL;
}

void names_leave(struct parser *ps)
{
    while (ps->names.newest && ps->names.newest->depth > ps->depth) {
        struct name *n = ps->names.newest;

        ps->names.bucket[bucket_of(n->text)] = n->next;
        ps->names.newest = n->older;
    }
}
