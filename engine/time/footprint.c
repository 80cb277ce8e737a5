/* SPDX-License-Identifier: Apache-2.0 */
#include "time/footprint.h"

#include <string.h>

#include "base/arena.h"
#include "sim/memory.h"
#include "time/tags.h"

enum { SECTOR_BYTES = 32 };

/* A set of lines with a bit per sector; doubles when half full. */
struct line_set {
    struct arena *arena;
    uint64_t *line; /* line + 1; 0: empty */
    uint8_t *mask;
    uint64_t capacity, count;
};

static uint64_t place_of(const struct line_set *s, uint64_t line)
{
    uint64_t i = tags_hash(line) & (s->capacity - 1);

    while (s->line[i] && s->line[i] != line + 1)
        i = (i + 1) & (s->capacity - 1);
    return i;
}

static void set_init(struct line_set *s, uint64_t capacity)
{
    s->capacity = capacity;
    s->line = ARENA_NEW(s->arena, uint64_t, capacity);
    s->mask = ARENA_NEW(s->arena, uint8_t, capacity);
}

static void set_grow(struct line_set *s)
{
    struct line_set old = *s;

    set_init(s, old.capacity * 2);
    for (uint64_t i = 0; i < old.capacity; i++) {
        if (old.line[i]) {
            uint64_t to = place_of(s, old.line[i] - 1);

            s->line[to] = old.line[i];
            s->mask[to] = old.mask[i];
        }
    }
}

static void set_add(struct line_set *s, uint64_t sector)
{
    uint64_t i = place_of(s, sector / TAG_SECTORS);

    if (!s->line[i]) {
        if (s->count * 2 >= s->capacity) {
            set_grow(s);
            i = place_of(s, sector / TAG_SECTORS);
        }
        s->line[i] = sector / TAG_SECTORS + 1;
        s->count++;
    }
    s->mask[i] |= (uint8_t)(1u << sector % TAG_SECTORS);
}

static uint64_t set_sectors(const struct line_set *s)
{
    uint64_t n = 0;

    for (uint64_t i = 0; i < s->capacity; i++)
        n += (uint64_t)__builtin_popcount(s->mask[i]);
    return n;
}

uint32_t step_updates(const struct step *s)
{
    uint32_t lanes = (uint32_t)__builtin_popcount(s->active);
    uint32_t each = s->sector_count ? lanes / s->sector_count : lanes;

    if (s->wavefronts && each > s->wavefronts)
        each = s->wavefronts;
    return each ? each : 1;
}

static uint64_t hot_place(const struct footprint *f, uint64_t chunk)
{
    uint64_t i = tags_hash(chunk) & (f->hot_capacity - 1);

    while (f->hot[i].used && f->hot[i].chunk != chunk)
        i = (i + 1) & (f->hot_capacity - 1);
    return i;
}

static void hot_grow(struct arena *a, struct footprint *f)
{
    struct footprint old = *f;

    f->hot_capacity = old.hot_capacity ? old.hot_capacity * 2 : 64;
    f->hot = ARENA_NEW(a, struct hot_chunk, f->hot_capacity);
    for (uint64_t i = 0; i < old.hot_capacity; i++) {
        if (old.hot[i].used)
            f->hot[hot_place(f, old.hot[i].chunk)] = old.hot[i];
    }
}

static void hot_add(struct arena *a, struct footprint *f, uint64_t chunk,
                    int block, uint32_t updates, bool is_float)
{
    struct hot_chunk *h;

    if (f->hot_count * 2 >= f->hot_capacity)
        hot_grow(a, f);
    h = &f->hot[hot_place(f, chunk)];
    if (!h->used) {
        *h = (struct hot_chunk){ .chunk = chunk, .block = block, .used = true };
        f->hot_count++;
    }
    h->shared |= h->block != block;
    h->is_float |= is_float;
    h->updates += updates;
}

struct hot_chunk *footprint_hot(const struct footprint *f, uint64_t sector)
{
    uint64_t i;

    if (!f->hot_capacity)
        return NULL;
    i = hot_place(f, sector / HOT_SECTORS);
    return f->hot[i].used ? &f->hot[i] : NULL;
}

static void add_warp(struct arena *a, const struct warp_log *log,
                     const struct uops *uops, int block, struct line_set *set,
                     struct footprint *f)
{
    for (int i = 0; i < log->step_count; i++) {
        const struct step *s = &log->steps[i];
        const struct uop *u = &uops->at[s->pc];
        bool load = u->kind == UOP_LOAD || u->kind == UOP_COPY_ASYNC;
        bool atomic = u->kind == UOP_ATOMIC;

        for (int k = 0; (load || atomic) && k < s->sector_count; k++) {
            uint64_t sector = log->sectors[s->first_sector + (uint32_t)k];

            if (load)
                set_add(set, sector);
            else
                hot_add(a, f, sector / HOT_SECTORS, block, step_updates(s),
                        u->is_float);
        }
    }
}

void footprint_of(struct arena *a, struct block_log *const *blocks,
                  int block_count, const struct uops *uops,
                  struct footprint *out)
{
    struct line_set set = { .arena = a };

    *out = (struct footprint){ 0 };
    set_init(&set, 256);
    for (int b = 0; b < block_count; b++) {
        for (int w = 0; w < blocks[b]->warp_count; w++)
            add_warp(a, &blocks[b]->warps[w], uops, b, &set, out);
    }
    out->lines = set.count;
    out->load_sectors = set_sectors(&set);
}

static void add_near(const struct block_log *b, const struct uops *uops,
                     struct line_set *set)
{
    for (int w = 0; w < b->warp_count; w++) {
        const struct warp_log *log = &b->warps[w];

        for (int i = 0; i < log->step_count; i++) {
            const struct step *s = &log->steps[i];
            enum uop_kind kind = uops->at[s->pc].kind;
            bool own = s->sector_count && log->sectors[s->first_sector] >=
                                              MEMORY_LOCAL / SECTOR_BYTES;

            if (own || (kind != UOP_LOAD && kind != UOP_STORE &&
                        kind != UOP_COPY_ASYNC))
                continue;
            for (int k = 0; k < s->sector_count; k++)
                set_add(set, log->sectors[s->first_sector + (uint32_t)k]);
        }
    }
}

double footprint_scatter(struct arena *a, const struct block_log *const *blocks,
                         int block_count, const struct uops *uops,
                         double row_bytes)
{
    struct line_set set = { .arena = a };
    double bytes = 0, paid = 0;

    set_init(&set, 256);
    for (int b = 0; b < block_count; b++)
        add_near(blocks[b], uops, &set);
    if (row_bytes > TAG_LINE_BYTES)
        row_bytes = TAG_LINE_BYTES;
    for (uint64_t i = 0; i < set.capacity; i++) {
        double piece = SECTOR_BYTES * __builtin_popcount(set.mask[i]);

        bytes += piece;
        if (piece > 0)
            paid += piece > row_bytes ? piece : row_bytes;
    }
    return bytes > 0 ? paid / bytes : 1;
}
