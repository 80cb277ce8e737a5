/* SPDX-License-Identifier: Apache-2.0 */
/* How often each element of global memory was written, in a sparse map as
   large as the window, dropped when the launch ends. */
#include <stdlib.h>
#include <sys/mman.h>

#include "base/bug.h"
#include "sim/access.h"

static void *sparse(size_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (at == MAP_FAILED)
        DIE("out of address space for the record of a launch");
    return at;
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

/* Another worker may count the same element at this moment. */
static void add_among_others(struct write_counts *c, uint16_t *n)
{
    uint16_t old = __atomic_load_n(n, __ATOMIC_RELAXED);
    uint32_t most = __atomic_load_n(&c->most, __ATOMIC_RELAXED), now;

    while (old < UINT16_MAX &&
           !__atomic_compare_exchange_n(n, &old, (uint16_t)(old + 1), false,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    now = old < UINT16_MAX ? old + 1u : old;
    while (most < now &&
           !__atomic_compare_exchange_n(&c->most, &most, now, false,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

void write_counts_add(struct write_counts *c, const struct request *r,
                      bool among_others)
{
    for (int i = 0; i < WARP_SIZE; i++)
        for (int k = 0; k < r->u->vec && (r->mask >> i & 1); k++) {
            const uint64_t at = request_address(r, i) - MEMORY_GLOBAL;
            uint16_t *const n = &c->at[at + (uint64_t)(k * r->u->bytes)];

            if (among_others) {
                add_among_others(c, n);
                continue;
            }
            if (*n < UINT16_MAX)
                ++*n;
            c->most = *n > c->most ? *n : c->most;
        }
}

uint32_t write_counts_most(const struct write_counts *c)
{
    return c ? c->most : 0;
}

void write_counts_at_least(struct write_counts *c, uint32_t most)
{
    if (c && most > c->most)
        c->most = most;
}
