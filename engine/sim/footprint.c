/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/footprint.h"

#include <stdlib.h>

#include "base/bug.h"
#include "sim/claims.h"
#include "sim/memory_layout.h"

enum { PIECES_MAX = 1 << 18, WORD = 4 };

void footprint_piece(struct footprint *f, uint64_t at, uint64_t end,
                     enum access access)
{
    struct extent *last = f->count ? &f->list[f->count - 1] : NULL;

    if (at >= end)
        return;
    if (last && last->end == at && last->access == access) {
        last->end = end;
        return;
    }
    if (f->count == PIECES_MAX) {
        f->cut = true;
        return;
    }
    if (f->count == f->capacity) {
        f->capacity = f->capacity ? f->capacity * 2 : 8;
        f->list = realloc(f->list, (size_t)f->capacity * sizeof *f->list);
        if (!f->list)
            DIE("out of memory");
    }
    f->list[f->count++] = (struct extent){ at, end, access };
}

static enum access of_word(const struct claim_words *w, int i)
{
    return w->wrote >> i & 1    ? ACCESS_WRITE
           : w->atomic >> i & 1 ? ACCESS_ATOMIC
           : w->read >> i & 1   ? ACCESS_READ
                                : ACCESS_NONE;
}

/* Pieces of one line that lie in [from, end). */
static void add_line(struct memory *m, uint64_t line, uint64_t from,
                     uint64_t end, struct footprint *f)
{
    const uint64_t base = MEMORY_GLOBAL + line * LINE_BYTES;
    struct claim_words words = { 0 };

    claims_words(m, line, &words);
    if (!(words.wrote | words.read | words.atomic))
        return;
    for (int i = 0; i < LINE_WORDS; i++) {
        const uint64_t at = base + (uint64_t)i * WORD, stop = at + WORD;
        const enum access a = of_word(&words, i);

        if (a != ACCESS_NONE)
            footprint_piece(f, at > from ? at : from, stop < end ? stop : end,
                            a);
    }
}

void footprint_add(struct memory *m, uint64_t from, uint64_t end,
                   struct footprint *f)
{
    const struct allocation *a = memory_find(m, from);

    if (!a)
        a = memory_next(m, from);
    for (; a && a->base < end; a = memory_next(m, a->base + a->bytes)) {
        const uint64_t first = a->base > from ? a->base : from;
        const uint64_t last =
            a->base + a->bytes < end ? a->base + a->bytes : end;

        for (uint64_t at = first / LINE_BYTES * LINE_BYTES; at < last;
             at += LINE_BYTES)
            add_line(m, (at - MEMORY_GLOBAL) / LINE_BYTES, first, last, f);
    }
}

static bool clashes(enum access a, enum access b, bool strict)
{
    if (a == ACCESS_WRITE || b == ACCESS_WRITE)
        return true;
    return strict && a != b; /* an atomic and a plain read */
}

bool footprint_clash(const struct footprint *a, const struct footprint *b,
                     bool strict, struct extent_clash *out)
{
    int i = 0, k = 0;

    while (i < a->count && k < b->count) {
        const struct extent *x = &a->list[i], *y = &b->list[k];
        const uint64_t at = x->at > y->at ? x->at : y->at;
        const uint64_t end = x->end < y->end ? x->end : y->end;

        if (at < end && clashes(x->access, y->access, strict)) {
            *out = (struct extent_clash){ at, end - at, x->access, y->access };
            return true;
        }
        if (x->end < y->end)
            i++;
        else
            k++;
    }
    return false;
}
