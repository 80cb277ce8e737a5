/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who touched which line of global memory in a launch. Cheap enough to be
 * always on, it answers four questions:
 *
 *   - how many sectors did the launch touch? (exact)
 *   - what did each line hold before the launch wrote to it? (undo)
 *   - on which lines might two threads race? (never one too few; race_global.c
 *     looks at these to the byte)
 *   - did two workers touch one word, and one wrote it? (workers.c)
 *
 * A line is 128 bytes; within it, 4-byte words are told apart. The tables stay
 * with the device's memory from launch to launch: a tag says which entries are
 * of this one.
 */
#ifndef SIM_CLAIMS_H
#define SIM_CLAIMS_H

#include "sim/access.h"

/* What the accesses of somebody did, a bit a word. */
struct claim_words {
    uint32_t wrote, read, atomic;
};

/* One warp's accesses to a line. `now` since the last barrier of its whole
   block, `past` before that. */
struct claim {
    uint32_t next; /* in the line's list; 0 ends it */
    uint32_t block;
    uint32_t epoch;
    uint16_t warp;       /* CLAIM_SEVERAL: of several warps, which only read */
    uint8_t bytes, turn; /* of `now`: see turn_of in claims.c */
    struct claim_words now, past;
};

struct undo_line {
    uint64_t line;
    uint8_t bytes[LINE_BYTES];
    struct marks marks[LINE_BYTES / 64];
};

/*
 * A line's entry:  tag 24 | loads 4 | stores 4 | kind 3 | index 29
 * loads and stores: its sectors that were touched so. Index: its first claim.
 */
enum line_kind {
    KIND_LIST,        /* claims tell who did what; none yet if index is 0 */
    KIND_READ_MANY,   /* several blocks read it, nobody wrote */
    KIND_ATOMIC_MANY, /* several warps, all by atomics */
    KIND_SUSPECT      /* a race is possible */
};
enum { TAG_SHIFT = 40, LOADS_SHIFT = 36, STORES_SHIFT = 32, KIND_SHIFT = 29 };
#define TAG_MAX    ((1ull << 24) - 1)
#define INDEX_MASK ((1ull << KIND_SHIFT) - 1)

struct claims {
    uint64_t *lines; /* by line of the window; see claims.c */
    uint64_t tag;
    uint32_t *saved; /* shared with other workers; NULL: alone */
    uint32_t saved_tag;
    uint64_t *met; /* lines, when there are other workers */
    uint64_t met_count, met_capacity;
    bool races; /* look for races; else only sectors and undo */
    struct claim *pool;
    uint32_t used, capacity;
    uint64_t sectors[2];
    uint64_t *suspects; /* lines, in the order in which they were met */
    int suspect_count, suspect_capacity;
    uint32_t least_bytes; /* smallest access met */
    struct undo_line *undo;
    uint64_t undo_count, undo_capacity;
    bool undo_full;
};

/* The table of a worker, kept in m; start makes it ready for a launch. */
struct claims *claims_start(struct memory *m, int worker, bool races);

/* Several workers are about to run: their tables are started, and share what
   is saved for undo. */
void claims_share(struct worker *x, int n);

/* Did one of two workers write a word that the other touched? */
bool claims_conflict(const struct claims *a, const struct claims *b);

/* Worker 0's sectors become those of all. */
void claims_join(struct worker *x, int n);

/* Called by memory_close. */
void claims_release(struct memory *m);

/* A request to global memory that is allowed; before it is done. */
void claims_access(struct worker *x, const struct request *r, enum access kind);

/* A read of lines that several blocks read before, and nobody writes: it
   changes no entry. False if that is not sure. */
static inline bool claims_known_read(const struct claims *c,
                                     const struct request *r)
{
    const uint64_t first = (r->start - MEMORY_GLOBAL) / LINE_BYTES;
    const uint64_t quiet = c->tag << TAG_SHIFT | (uint64_t)KIND_READ_MANY
                                                     << KIND_SHIFT;
    const struct line_set *s;

    if (!r->p->lines || r->bytes < 4)
        return false;
    s = &r->p->lines[r->start % LINE_BYTES / 4];
    if (s->made != r->p->made)
        return false;
    for (int i = 0; i < s->count; i++) {
        const uint64_t e = c->lines[first + (uint64_t)(int64_t)s->at[i].line];
        const uint64_t sectors = (uint64_t)s->at[i].sectors << LOADS_SHIFT;

        if ((e & ~(0xffull << STORES_SHIFT)) != quiet ||
            (e & sectors) != sectors)
            return false;
    }
    return true;
}

/* Watch some lines instead: claims_watched gives a line's index among them, or
   -1. */
void claims_watch(struct claims *c, const uint64_t *lines, int count);
int claims_watched(const struct claims *c, uint64_t line);

/* What the last launch did to the words of a line. Where several blocks met
   without a race only its sectors are known: all words of those. */
void claims_words(const struct memory *m, uint64_t line,
                  struct claim_words *out);

/* Put back what the launch overwrote. */
void claims_undo(struct claims *c, struct memory *m);

#endif
