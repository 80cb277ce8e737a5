/* SPDX-License-Identifier: Apache-2.0 */
#include "tui/heat.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

static const char *text(const char *s)
{
    return s ? s : "";
}

static int by_place(const void *x, const void *y)
{
    const struct inst_profile *a = *(const struct inst_profile *const *)x;
    const struct inst_profile *b = *(const struct inst_profile *const *)y;
    int files = strcmp(text(a->file), text(b->file));

    if (files)
        return files;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->pc > b->pc) - (a->pc < b->pc);
}

static void add(struct heat_line *h, const struct inst_profile *p)
{
    const struct counters *c = &p->count;

    h->inst += c->inst;
    h->sectors += c->load_sectors + c->store_sectors;
    h->excess += c->load_sectors + c->store_sectors - c->load_sectors_ideal -
                 c->store_sectors_ideal;
    h->conflicts += c->shared_conflicts;
    h->divergent += c->divergent;
    h->stalls += p->stall_cycles;
}

void heat_make(struct arena *a, const struct trace_launch *l, struct heat *out)
{
    const struct inst_profile **sorted;
    int n = l ? l->inst_count : 0, capacity = 0;
    struct heat_line *at = NULL;

    *out = (struct heat){ 0 };
    sorted = ARENA_NEW(a, const struct inst_profile *, (size_t)n + 1);
    for (int i = 0; i < n; i++)
        sorted[i] = &l->insts[i];
    qsort(sorted, (size_t)n, sizeof(*sorted), by_place);
    for (int i = 0; i < n; i++) {
        const struct inst_profile *p = sorted[i];
        struct heat_line fresh = { .file = text(p->file), .line = p->line };

        if (!at || at->line != p->line || strcmp(at->file, fresh.file)) {
            ARENA_PUSH(a, out->lines, out->count, capacity, fresh);
            at = &out->lines[out->count - 1];
        }
        ARENA_PUSH(a, at->insts, at->inst_count, at->capacity, p);
        add(at, p);
        add(&out->total, p);
    }
}

const struct heat_line *heat_find(const struct heat *h, const char *file,
                                  int line)
{
    for (int i = 0; i < h->count; i++)
        if (h->lines[i].line == line && !strcmp(h->lines[i].file, text(file)))
            return &h->lines[i];
    return NULL;
}

int heat_hottest(const struct heat *h)
{
    int best = 0;

    for (int i = 1; i < h->count; i++)
        if (h->lines[i].inst > h->lines[best].inst)
            best = i;
    return best;
}
