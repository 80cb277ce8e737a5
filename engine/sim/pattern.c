/* SPDX-License-Identifier: Apache-2.0 */
/* What follows from the addresses of one request: sectors, banks, footprint. */
#include <stdlib.h>
#include <sys/mman.h>

#include "base/bug.h"
#include "sim/exec.h"

/* Add v to a list of distinct values; true if it was new. */
static bool add_distinct(int64_t *list, int *n, int64_t v)
{
    for (int i = *n; i-- > 0;)
        if (list[i] == v)
            return false;
    list[(*n)++] = v;
    return true;
}

/* Passes over the banks for the lanes [from, from + count). Banks are 4 bytes
   wide; lanes that want the same word of a bank share a pass. */
static int bank_passes(uint32_t mask, const uint64_t *address, int from,
                       int count, int bytes)
{
    int words = bytes > 4 ? bytes / 4 : 1;
    uint64_t seen[WARP_SIZE][WARP_SIZE];
    int used[WARP_SIZE] = { 0 }, most = 0;

    for (int i = from; i < from + count; i++)
        for (int w = 0; w < words && (mask >> i & 1); w++) {
            uint64_t word = address[i] / 4 + (uint64_t)w;
            int bank = (int)(word % WARP_SIZE), k = 0;

            while (k < used[bank] && seen[bank][k] != word)
                k++;
            if (k == used[bank] && k < WARP_SIZE)
                seen[bank][used[bank]++] = word;
            most = used[bank] > most ? used[bank] : most;
        }
    return most;
}

/*
 * Shared memory moves 128 bytes a pass: 8-byte accesses go by half-warps,
 * 16-byte ones by quarters (CUDA C Programming Guide, shared memory; NVIDIA
 * counts them so in l1tex__data_pipe_lsu_wavefronts).
 */
static void count_wavefronts(struct shape *s, uint32_t mask,
                             const uint64_t *address, int bytes)
{
    int group = bytes >= 16 ? 8 : bytes == 8 ? 16 : 32;

    for (int from = 0; from < WARP_SIZE; from += group) {
        int passes = bank_passes(mask, address, from, group, bytes);

        s->wavefronts = (uint8_t)(s->wavefronts + passes);
        s->wavefronts_ideal = (uint8_t)(s->wavefronts_ideal + (passes > 0));
    }
}

static void work_out(struct shape *s, uint32_t mask, const uint64_t *address,
                     int bytes, bool shared)
{
    int64_t seen[WARP_SIZE];
    int distinct = 0, sectors = 0;
    uint64_t first = address[first_lane(mask)] / 32;

    s->known = true;
    for (int i = 0; i < WARP_SIZE; i++)
        if (mask >> i & 1) {
            add_distinct(seen, &distinct, (int64_t)address[i]);
            add_distinct(s->sector, &sectors,
                         (int64_t)(address[i] / 32 - first));
        }
    s->sectors = (uint8_t)sectors;
    s->bytes = (uint16_t)(distinct * bytes);
    s->ideal = (uint8_t)((s->bytes + 31) / 32);
    if (shared)
        count_wavefronts(s, mask, address, bytes);
}

static bool same_deltas(const struct pattern *p, const uint64_t *delta)
{
    uint64_t differ = 0;

    for (int i = 0; i < WARP_SIZE; i++)
        differ |= p->delta[i] ^ delta[i];
    return !differ;
}

static void start_pattern(struct worker *x, struct pattern *p, uint32_t mask,
                          const uint64_t *delta)
{
    p->mask = mask;
    memcpy(p->delta, delta, sizeof p->delta);
    p->low = p->high = 0;
    for (int i = 0; i < WARP_SIZE; i++) {
        int64_t d = (int64_t)delta[i];

        p->low = d < p->low ? d : p->low;
        p->high = d > p->high ? d : p->high;
    }
    if (!p->shapes)
        p->shapes = ARENA_NEW(x->arena, struct shape, 32);
    else
        memset(p->shapes, 0, 32 * sizeof *p->shapes);
}

const struct shape *pattern_find(struct worker *x, const struct uop *u,
                                 uint32_t mask, uint64_t *address, int bytes,
                                 bool shared)
{
    struct pattern *p = &x->patterns[x->pc];
    const uint64_t start = address[first_lane(mask)];
    uint64_t delta[WARP_SIZE];
    struct shape *s;

    (void)u;
    for (int i = 0; i < WARP_SIZE; i++)
        address[i] = mask >> i & 1 ? address[i] : start;
    for (int i = 0; i < WARP_SIZE; i++)
        delta[i] = address[i] - start;
    if (p->mask != mask || !same_deltas(p, delta))
        start_pattern(x, p, mask, delta);
    /* Words of a bank row for shared memory, bytes of a sector for global. */
    s = &p->shapes[shared ? start / 4 % 32 : start % 32];
    if (!s->known || (shared && bytes < 4)) {
        memset(s, 0, sizeof *s);
        work_out(s, mask, address, bytes, shared);
    }
    return s;
}

enum { SECTOR_BYTES = 32 };

struct touched *touched_open(void)
{
    struct touched *t = calloc(1, sizeof *t);
    size_t bytes = MEMORY_GLOBAL_BYTES / SECTOR_BYTES / 8;
    void *a, *b;

    if (!t)
        DIE("out of memory");
    a = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    b = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (a == MAP_FAILED || b == MAP_FAILED)
        DIE("out of address space for the record of touched memory");
    t->load = a;
    t->store = b;
    return t;
}

void touched_clear(struct touched *t)
{
    for (int i = 0; i < t->word_count; i++)
        *t->words[i] = 0;
    t->word_count = 0;
    t->loads = t->stores = 0;
}

void touched_close(struct touched *t)
{
    size_t bytes = MEMORY_GLOBAL_BYTES / SECTOR_BYTES / 8;

    munmap(t->load, bytes);
    munmap(t->store, bytes);
    free(t->words);
    free(t);
}

static void note_word(struct touched *t, uint64_t *word)
{
    if (t->word_count == t->word_capacity) {
        t->word_capacity = t->word_capacity ? 2 * t->word_capacity : 1024;
        t->words =
            realloc(t->words, (size_t)t->word_capacity * sizeof *t->words);
        if (!t->words)
            DIE("out of memory");
    }
    t->words[t->word_count++] = word;
}

void touched_add(struct touched *t, uint64_t first_sector,
                 const struct shape *s, bool store)
{
    uint64_t *map = store ? t->store : t->load;
    uint64_t *count = store ? &t->stores : &t->loads;

    first_sector -= MEMORY_GLOBAL / SECTOR_BYTES;
    for (int i = 0; i < s->sectors; i++) {
        uint64_t sector = first_sector + (uint64_t)s->sector[i];
        uint64_t *word = &map[sector / 64], bit = 1ull << sector % 64;

        if (*word & bit)
            continue;
        if (!*word)
            note_word(t, word);
        *word |= bit;
        ++*count;
    }
}

static void *grown(void *list, int32_t count, int32_t *capacity, int32_t more,
                   size_t size)
{
    if (count + more <= *capacity)
        return list;
    *capacity = *capacity ? 2 * *capacity : 64;
    if (*capacity < count + more)
        *capacity = count + more;
    list = realloc(list, (size_t)*capacity * size);
    if (!list)
        DIE("out of memory");
    return list;
}

void log_step(struct worker *x, uint32_t mask, const struct shape *s,
              uint64_t first_sector, int wavefronts)
{
    struct warp_log *log = x->warp->log;
    const int32_t cap = x->s->l->recorder->steps_max / x->s->warps;
    struct step *step;
    int n = s ? s->sectors : 0;

    if (log->step_count >= (cap > 0 ? cap : 1)) {
        x->block->log->truncated = true;
        return;
    }
    log->steps = grown(log->steps, log->step_count, &log->step_capacity, 1,
                       sizeof *log->steps);
    step = &log->steps[log->step_count++];
    *step = (struct step){
        .pc = x->pc,
        .active = mask,
        .first_sector = (uint32_t)log->sector_count,
        .sector_count = (uint16_t)n,
        .wavefronts = (uint16_t)wavefronts,
    };
    if (!n)
        return;
    log->sectors = grown(log->sectors, log->sector_count, &log->sector_capacity,
                         n, sizeof *log->sectors);
    for (int i = 0; i < n; i++)
        log->sectors[log->sector_count++] =
            first_sector + (uint64_t)s->sector[i];
}

void block_log_release(struct block_log *b)
{
    for (int i = 0; i < b->warp_count; i++) {
        free(b->warps[i].steps);
        free(b->warps[i].sectors);
    }
    free(b->warps);
    *b = (struct block_log){ 0 };
}
