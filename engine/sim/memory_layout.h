/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The inside of device memory, for the simulator's own fast paths. Content
 * and marks are sparse mappings, valid where allocations lie.
 */
#ifndef SIM_MEMORY_LAYOUT_H
#define SIM_MEMORY_LAYOUT_H

#include "sim/memory.h"

/* What fresh and freed device memory is filled with, byte by byte. */
enum { MEMORY_POISON = 0xDB };

/* The size of the poison file, and the unit of mapping. */
#define MEMORY_CHUNK (4ull << 20)

/* One bit per byte of 64 bytes of global memory. */
struct marks {
    uint64_t init;   /* written since it was allocated */
    uint64_t kernel; /* last written by a kernel */
};

struct memory {
    uint8_t *content;           /* of MEMORY_GLOBAL; never shown to anyone */
    struct marks *marks;        /* one per 64 bytes */
    uint64_t reserved;          /* bytes of address space behind content */
    uint64_t *chunks;           /* bit set: that chunk may be touched */
    uint64_t next;              /* offset at which the next allocation starts */
    int poison_fd;              /* a file of poison that backs fresh pages */
    int hosted_fd;              /* the file that the host maps too; -1 none */
    uint64_t hosted_next;       /* as next, of that part */
    struct memory_slot **slots; /* by address, live and freed */
    int slot_count, slot_capacity;
    struct memory_usage usage; /* of the card in use; the others' in */
    struct memory_usage others[MEMORY_CARDS]; /* by card */
    int card;                                 /* in use */
    uint64_t promised; /* host bytes that live allocations may come to use */
    uint64_t heap_used, heap_limit; /* device-side malloc */
    int32_t next_serial;
    struct claims **claims; /* of launches, by worker; see claims.h */
    int claim_workers;      /* how many of them tell of the last launch */
    uint32_t *saved;        /* by line: which launch of several workers has
                               saved it for undo; see claims.c */
    uint32_t saved_tag;
};

/* Who asked for an allocation. */
enum memory_kind { MEMORY_API, MEMORY_SYMBOL, MEMORY_HEAP, MEMORY_OF_HOST };

struct memory_slot {
    struct allocation a;
    uint64_t span; /* address space it holds, guard gap included */
    enum memory_kind kind;
};

/* Device-side malloc and free: their own pool, as on a card. */
enum memory_status memory_heap_alloc(struct memory *m, uint64_t bytes,
                                     uint64_t *address);
enum memory_status memory_heap_free(struct memory *m, uint64_t address);

/* Reserve address space: all of the window, or what the host lets us have. */
bool memory_reserve(struct memory *m);

/* The file that backs fresh pages; -1 if the host refuses. */
int memory_open_poison(void);

/* The file behind pinned and managed memory; -1 if the host refuses. */
int memory_open_hosted(void);

/* Give the pages of freed pinned or managed memory back; its marks go too. */
void memory_forget_hosted(struct memory *m, uint64_t at, uint64_t bytes);

/* Let bytes from offset `at` on be touched; false if the host refuses. The
   marks just after them are readable too. */
bool memory_commit(struct memory *m, uint64_t at, uint64_t bytes);

/* Close whole chunks again, so that their pages and mappings go. */
void memory_uncommit(struct memory *m, uint64_t first, uint64_t end);

/* Whether the host could fill that many more bytes of device memory. */
bool memory_host_has_room(const struct memory *m, uint64_t bytes);

static inline uint64_t memory_marks_bytes(uint64_t bytes)
{
    return bytes / 64 * sizeof(struct marks);
}

/* The bytes a host must find for that much device memory. */
static inline uint64_t memory_host_need(uint64_t bytes)
{
    return bytes + memory_marks_bytes(bytes);
}

static inline uint8_t *memory_host(const struct memory *m, uint64_t address)
{
    return m->content + (address - MEMORY_GLOBAL);
}

static inline struct marks *memory_marks(const struct memory *m,
                                         uint64_t address)
{
    return m->marks + (address - MEMORY_GLOBAL) / 64;
}

#endif
