/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The footprint of a launch in global memory: one bit a sector, in sparse
 * maps as large as the window, dropped when the launch ends.
 */
#include <stdlib.h>
#include <sys/mman.h>

#include "base/bug.h"
#include "sim/access.h"

enum { SECTOR_BYTES = 32 };

struct touched {
    uint64_t *map[2]; /* loads, stores */
    uint64_t count[2];
    size_t bytes; /* of a map */
};

static void *sparse(size_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (at == MAP_FAILED)
        DIE("out of address space for the record of a launch");
    return at;
}

struct touched *touched_open(const struct memory *m)
{
    struct touched *t = calloc(1, sizeof *t);

    if (!t)
        DIE("out of memory");
    t->bytes = m->reserved / SECTOR_BYTES / 8;
    t->map[0] = sparse(t->bytes);
    t->map[1] = sparse(t->bytes);
    return t;
}

void touched_close(struct touched *t)
{
    munmap(t->map[0], t->bytes);
    munmap(t->map[1], t->bytes);
    free(t);
}

static void add(struct touched *t, int which, uint64_t word, uint64_t bits)
{
    uint64_t *const w = &t->map[which][word];
    const uint64_t fresh = bits & ~*w;

    if (!fresh)
        return;
    *w |= fresh;
    t->count[which] += (uint64_t)__builtin_popcountll(fresh);
}

void touched_add(struct touched *t, uint64_t first_sector,
                 const struct shape *s, bool store)
{
    const uint64_t first = first_sector - MEMORY_GLOBAL / SECTOR_BYTES;
    const uint64_t low = first + (uint64_t)s->sector_low;

    if (s->run && low % 64 + s->sectors <= 64) {
        add(t, store, low / 64, ((1ull << s->sectors) - 1) << low % 64);
        return;
    }
    for (int i = 0; i < s->sectors; i++) {
        const uint64_t sector = first + (uint64_t)s->sector[i];

        add(t, store, sector / 64, 1ull << sector % 64);
    }
}

uint64_t touched_loads(const struct touched *t)
{
    return t->count[0];
}

uint64_t touched_stores(const struct touched *t)
{
    return t->count[1];
}

/* Writes of each element, counted at its first byte. */
struct write_counts {
    uint16_t *at; /* by byte of the window */
    size_t bytes;
    uint32_t most;
};

struct write_counts *write_counts_open(const struct memory *m)
{
    struct write_counts *c = calloc(1, sizeof *c);

    if (!c)
        DIE("out of memory");
    c->bytes = m->reserved * sizeof *c->at;
    c->at = sparse(c->bytes);
    return c;
}

void write_counts_close(struct write_counts *c)
{
    if (!c)
        return;
    munmap(c->at, c->bytes);
    free(c);
}

void write_counts_add(struct write_counts *c, const struct request *r)
{
    for (int i = 0; i < WARP_SIZE; i++)
        for (int k = 0; k < r->u->vec && (r->mask >> i & 1); k++) {
            const uint64_t at = request_address(r, i) - MEMORY_GLOBAL;
            uint16_t *const n = &c->at[at + (uint64_t)(k * r->u->bytes)];

            if (*n < UINT16_MAX)
                ++*n;
            c->most = *n > c->most ? *n : c->most;
        }
}

uint32_t write_counts_most(const struct write_counts *c)
{
    return c ? c->most : 0;
}
