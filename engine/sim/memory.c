/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Global memory: addresses grow and are not given out twice until the
 * terabyte is used up, so that a stale pointer can be named. After each
 * allocation lies a guard gap as large as the allocation (up to 1 GiB), so
 * that an overrun meets nobody else's bytes.
 *
 *     | slot 0              | slot 1        | slot 2 ...
 *     | bytes | pad | gap   | bytes | gap   |
 */
#include "sim/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/bug.h"
#include "sim/claims.h"
#include "sim/memory_layout.h"

#define ALIGNMENT        512ull
#define GAP_MAX          (1ull << 30)
#define HOSTED_ALIGNMENT (64ull << 10)
#define FIRST            (2ull << 20) /* offset of the first allocation */
#define HEAP_DEFAULT     (8ull << 20)

static uint64_t round_up(uint64_t n, uint64_t to)
{
    return (n + to - 1) / to * to;
}

struct memory *memory_open(uint64_t device_bytes)
{
    struct memory *m = calloc(1, sizeof *m);

    if (!m)
        DIE("out of memory");
    m->poison_fd = memory_open_poison();
    m->chunks = calloc(MEMORY_GLOBAL_BYTES / MEMORY_CHUNK / 64, 8);
    if (!m->chunks)
        DIE("out of memory");
    m->hosted_fd = memory_open_hosted();
    m->hosted_next = MEMORY_HOSTED - MEMORY_GLOBAL;
    if (m->poison_fd < 0 || !memory_reserve(m)) {
        if (m->hosted_fd >= 0)
            close(m->hosted_fd);
        if (m->poison_fd >= 0)
            close(m->poison_fd);
        free(m->chunks);
        free(m);
        return NULL;
    }
    for (int i = 0; i < MEMORY_CARDS; i++)
        m->others[i].total = device_bytes;
    m->usage.total = device_bytes;
    m->next = FIRST;
    m->heap_limit = HEAP_DEFAULT;
    m->next_serial = 1;
    return m;
}

void memory_close(struct memory *m)
{
    if (!m)
        return;
    munmap(m->content, m->reserved);
    claims_release(m);
    munmap(m->marks, memory_marks_bytes(m->reserved));
    close(m->poison_fd);
    if (m->hosted_fd >= 0)
        close(m->hosted_fd);
    for (int i = 0; i < m->slot_count; i++) {
        free((char *)m->slots[i]->a.name);
        free(m->slots[i]);
    }
    free(m->slots);
    free(m->chunks);
    free(m);
}

/* The first slot whose base is above address: an index into slots. */
static int slot_after(const struct memory *m, uint64_t address)
{
    int low = 0, high = m->slot_count;

    while (low < high) {
        const int mid = low + (high - low) / 2;

        if (m->slots[mid]->a.base > address)
            high = mid;
        else
            low = mid + 1;
    }
    return low;
}

static void slot_insert(struct memory *m, struct memory_slot *s)
{
    const int at = slot_after(m, s->a.base);

    if (m->slot_count == m->slot_capacity) {
        m->slot_capacity = m->slot_capacity ? m->slot_capacity * 2 : 64;
        m->slots =
            realloc(m->slots, (size_t)m->slot_capacity * sizeof *m->slots);
        if (!m->slots)
            DIE("out of memory");
    }
    memmove(m->slots + at + 1, m->slots + at,
            (size_t)(m->slot_count - at) * sizeof *m->slots);
    m->slots[at] = s;
    m->slot_count++;
}

/* A part of the window: where its next allocation starts, and its end. */
struct region {
    uint64_t *next, end;
};

static struct region region_of(struct memory *m, enum memory_kind kind)
{
    const uint64_t hosted = MEMORY_HOSTED - MEMORY_GLOBAL;

    if (kind == MEMORY_OF_HOST)
        return (struct region){ &m->hosted_next,
                                m->hosted_fd >= 0 ? m->reserved : 0 };
    return (struct region){ &m->next,
                            m->reserved < hosted ? m->reserved : hosted };
}

/*
 * When all addresses of a part are used up: take a run of freed neighbours that
 * is long enough, and forget them. Their offset, or 0 if there is none.
 */
static uint64_t reuse_freed(struct memory *m, uint64_t span, bool hosted)
{
    uint64_t run = 0, base;
    int first = 0;

    for (int i = 0; i < m->slot_count; i++) {
        if (!m->slots[i]->a.freed || m->slots[i]->a.hosted != hosted) {
            run = 0;
            first = i + 1;
            continue;
        }
        run += m->slots[i]->span;
        if (run < span)
            continue;
        base = m->slots[first]->a.base;
        for (int k = first; k <= i; k++) {
            free((char *)m->slots[k]->a.name);
            free(m->slots[k]);
        }
        memmove(m->slots + first, m->slots + i + 1,
                (size_t)(m->slot_count - i - 1) * sizeof *m->slots);
        m->slot_count -= i + 1 - first;
        return base - MEMORY_GLOBAL;
    }
    return 0;
}

static enum memory_status place(struct memory *m, uint64_t bytes,
                                uint64_t align, enum memory_kind kind,
                                struct memory_slot **out)
{
    const uint64_t size = round_up(bytes ? bytes : 1, ALIGNMENT);
    const uint64_t gap = size < GAP_MAX ? size : GAP_MAX;
    const struct region region = region_of(m, kind);
    uint64_t at = round_up(*region.next, align), span = size + gap;
    struct memory_slot *s;

    if (!memory_host_has_room(m, bytes))
        return MEMORY_HOST_FULL;
    if (span < region.end && at < region.end - span) {
        *region.next = at + span;
    } else {
        span += align;
        at = reuse_freed(m, span, kind == MEMORY_OF_HOST);
        if (!at)
            return MEMORY_HOST_FULL;
        at = round_up(at, align);
    }
    if (!memory_commit(m, at, size))
        return MEMORY_HOST_FULL;
    s = calloc(1, sizeof *s);
    if (!s)
        DIE("out of memory");
    s->a.base = MEMORY_GLOBAL + at;
    s->a.bytes = bytes;
    s->span = span;
    s->kind = kind;
    s->a.hosted = kind == MEMORY_OF_HOST;
    m->promised += memory_host_need(bytes);
    slot_insert(m, s);
    *out = s;
    return MEMORY_OK;
}

enum memory_status memory_alloc(struct memory *m, uint64_t bytes,
                                uint64_t *address)
{
    const uint64_t charge = round_up(bytes, ALIGNMENT);
    enum memory_status status;
    struct memory_slot *s;

    *address = 0;
    if (bytes > m->usage.total || charge > m->usage.total - m->usage.used)
        return MEMORY_DEVICE_FULL;
    status = place(m, bytes, ALIGNMENT, MEMORY_API, &s);
    if (status != MEMORY_OK)
        return status;
    s->a.serial = m->next_serial;
    s->a.card = (uint8_t)m->card;
    if (m->next_serial < INT32_MAX)
        m->next_serial++;
    m->usage.used += charge;
    m->usage.live++;
    if (m->usage.used > m->usage.peak)
        m->usage.peak = m->usage.used;
    *address = s->a.base;
    return MEMORY_OK;
}

enum memory_status memory_alloc_symbol(struct memory *m, const char *name,
                                       uint64_t bytes, int align, bool constant,
                                       uint64_t *address)
{
    const uint64_t least = align > 0 ? (uint64_t)align : 1;
    enum memory_status status;
    struct memory_slot *s;

    *address = 0;
    if (bytes > MEMORY_GLOBAL_BYTES / 2)
        return MEMORY_DEVICE_FULL;
    status = place(m, bytes, round_up(least, ALIGNMENT), MEMORY_SYMBOL, &s);
    if (status != MEMORY_OK)
        return status;
    s->a.name = strdup(name);
    if (!s->a.name)
        DIE("out of memory");
    s->a.constant = constant;
    *address = s->a.base;
    memset(memory_host(m, *address), 0, bytes);
    memory_mark(m, *address, bytes, false);
    return MEMORY_OK;
}

int memory_hosted_fd(const struct memory *m)
{
    return m->hosted_fd;
}

enum memory_status memory_alloc_hosted(struct memory *m, uint64_t bytes,
                                       enum hosted_use use, uint64_t *address)
{
    enum memory_status status;
    struct memory_slot *s;

    *address = 0;
    if (bytes > MEMORY_HOSTED_BYTES / 2)
        return MEMORY_HOST_FULL;
    status = place(m, bytes, HOSTED_ALIGNMENT, MEMORY_OF_HOST, &s);
    if (status != MEMORY_OK)
        return status;
    s->a.managed = use == HOSTED_FOR_MANAGED || use == HOSTED_FOR_VARIABLE;
    s->a.serial = use < HOSTED_FOR_PINNED ? 0 : m->next_serial;
    if (s->a.serial && m->next_serial < INT32_MAX)
        m->next_serial++;
    *address = s->a.base;
    return MEMORY_OK;
}

static void poison(struct memory *m, uint64_t at, uint64_t end)
{
    memset(m->content + at, MEMORY_POISON, end - at);
    memset(m->marks + at / 64, 0, memory_marks_bytes(round_up(end, 64) - at));
}

/* Poison again, unmarked; whole chunks go back to the host. */
static void forget_content(struct memory *m, const struct allocation *a)
{
    const uint64_t at = a->base - MEMORY_GLOBAL, end = at + a->bytes;
    const uint64_t first = (at + MEMORY_CHUNK - 1) / MEMORY_CHUNK,
                   last = end / MEMORY_CHUNK;

    if (a->hosted) {
        memory_forget_hosted(m, at, a->bytes);
    } else if (first < last) {
        poison(m, at, first * MEMORY_CHUNK);
        memory_uncommit(m, first, last);
        poison(m, last * MEMORY_CHUNK, end);
    } else {
        poison(m, at, end);
    }
}

/* The slot, live or freed, that starts at address. */
static struct memory_slot *slot_at(const struct memory *m, uint64_t address)
{
    const int i = slot_after(m, address) - 1;

    return i >= 0 && m->slots[i]->a.base == address ? m->slots[i] : NULL;
}

static enum memory_status release(struct memory *m, uint64_t address,
                                  enum memory_kind kind)
{
    struct memory_slot *s = slot_at(m, address);

    if (!s || s->kind != kind)
        return MEMORY_BAD_POINTER;
    if (s->a.freed)
        return MEMORY_FREED_BEFORE;
    forget_content(m, &s->a);
    s->a.freed = true;
    m->promised -= memory_host_need(s->a.bytes);
    if (kind == MEMORY_API) {
        struct memory_usage *u =
            s->a.card == m->card ? &m->usage : &m->others[s->a.card];

        u->used -= round_up(s->a.bytes, ALIGNMENT);
        u->live--;
    } else if (kind == MEMORY_HEAP) {
        m->heap_used -= round_up(s->a.bytes, 16);
    }
    return MEMORY_OK;
}

enum memory_status memory_free(struct memory *m, uint64_t address)
{
    return release(m, address, MEMORY_API);
}

enum memory_status memory_free_hosted(struct memory *m, uint64_t address)
{
    return release(m, address, MEMORY_OF_HOST);
}

enum memory_status memory_heap_alloc(struct memory *m, uint64_t bytes,
                                     uint64_t *address)
{
    enum memory_status status;
    struct memory_slot *s;

    *address = 0;
    if (bytes > m->heap_limit ||
        round_up(bytes, 16) > m->heap_limit - m->heap_used)
        return MEMORY_DEVICE_FULL;
    status = place(m, bytes, ALIGNMENT, MEMORY_HEAP, &s);
    if (status != MEMORY_OK)
        return status;
    m->heap_used += round_up(bytes, 16);
    *address = s->a.base;
    return MEMORY_OK;
}

enum memory_status memory_heap_free(struct memory *m, uint64_t address)
{
    return release(m, address, MEMORY_HEAP);
}

static bool holds(const struct allocation *a, uint64_t address)
{
    return address - a->base < a->bytes;
}

const struct allocation *memory_find(const struct memory *m, uint64_t address)
{
    const int i = slot_after(m, address) - 1;
    const struct allocation *a = i >= 0 ? &m->slots[i]->a : NULL;

    return a && !a->freed && holds(a, address) ? a : NULL;
}

const struct allocation *memory_next(const struct memory *m, uint64_t address)
{
    const int at = slot_after(m, address);

    if (at > 0 && m->slots[at - 1]->a.base == address &&
        !m->slots[at - 1]->a.freed)
        return &m->slots[at - 1]->a;
    for (int i = at; i < m->slot_count; i++)
        if (!m->slots[i]->a.freed)
            return &m->slots[i]->a;
    return NULL;
}

const struct allocation *memory_nearest(const struct memory *m,
                                        uint64_t address)
{
    int below = slot_after(m, address) - 1, above = below + 1;
    const struct allocation *a, *b;

    if (below >= 0 && holds(&m->slots[below]->a, address))
        return &m->slots[below]->a;
    while (below >= 0 && m->slots[below]->a.freed)
        below--;
    while (above < m->slot_count && m->slots[above]->a.freed)
        above++;
    a = below >= 0 ? &m->slots[below]->a : NULL;
    b = above < m->slot_count ? &m->slots[above]->a : NULL;
    if (!a || !b)
        return a ? a : b;
    return address - (a->base + a->bytes) <= b->base - address ? a : b;
}

/* True if [address, address + bytes) lies inside one live allocation. */
static bool is_inside(const struct memory *m, uint64_t address, uint64_t bytes)
{
    const int i = slot_after(m, address) - 1;
    const struct allocation *a = i >= 0 ? &m->slots[i]->a : NULL;

    return a && !a->freed && address - a->base <= a->bytes &&
           bytes <= a->bytes - (address - a->base);
}

uint8_t *memory_at(struct memory *m, uint64_t address, uint64_t bytes)
{
    return is_inside(m, address, bytes) ? memory_host(m, address) : NULL;
}

void memory_use_card(struct memory *m, int card)
{
    if (card < 0 || card >= MEMORY_CARDS)
        BUG("card %d", card);
    m->others[m->card] = m->usage;
    m->card = card;
    m->usage = m->others[card];
}

struct memory_usage memory_usage(const struct memory *m)
{
    return m->usage;
}
