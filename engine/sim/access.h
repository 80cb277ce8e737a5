/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What one instruction asks of memory, and what follows from its addresses.
 *
 * Loops repeat the same access with another start: the lanes' addresses
 * relative to the first one (a pattern) stay. So the pattern of an
 * instruction's last access is kept, and what follows from it (a shape) is
 * worked out once for each alignment of the start.
 */
#ifndef SIM_ACCESS_H
#define SIM_ACCESS_H

#include "sim/exec.h"

enum { SHAPES = 32 }; /* of a pattern: starts in a sector */

/* How the 4-byte elements of a full warp lie in memory. */
enum move {
    MOVE_ANY,
    MOVE_UNIT,   /* one after the other */
    MOVE_SAME,   /* one for all */
    MOVE_UNIT16, /* so in each group of 16 lanes */
    MOVE_SAME16,
    MOVE_UNIT8, /* or of 8 */
    MOVE_SAME8
};

struct shape {
    uint64_t hits;      /* requests not yet in the tally: see shape_settle */
    uint32_t made;      /* the pattern that it is of; else it is out of date */
    uint8_t sectors;    /* distinct 32-byte sectors */
    uint8_t ideal;      /* sectors if the bytes lay together */
    uint8_t wavefronts; /* shared memory: passes over the banks */
    uint8_t wavefronts_ideal;
    uint16_t bytes;            /* distinct bytes */
    int64_t sector[WARP_SIZE]; /* relative to the first lane's sector */
};

/* The lines of 128 bytes that a request goes to, and their 4-byte words. */
enum { LINE_BYTES = 128, LINE_WORDS = 32 };
struct line_set {
    uint32_t made;
    int count;
    struct {
        int32_t line; /* relative to the first lane's */
        uint32_t words;
        uint32_t sectors; /* a bit each */
    } at[WARP_SIZE];
};

struct pattern {
    uint32_t made; /* goes up when the pattern changes */
    uint32_t mask;
    bool uniform;    /* one address for all lanes */
    bool unit;       /* lane after lane, without gaps */
    bool twice;      /* two lanes have the same address, but not all */
    int distinct;    /* different addresses */
    uint8_t group;   /* of a full warp: so many neighbours (8, 16) are like
                      one unit or uniform access; 0 where not */
    bool group_same; /* uniform, not unit */
    enum move move;
    int16_t turn; /* the lane of a word is (word - turn) % 32; -1: not so */
    uint64_t delta[WARP_SIZE]; /* to the first lane's; 0 where inactive */
    uint64_t keep[WARP_SIZE];  /* all ones where active */
    uint64_t low, high;        /* least and greatest delta, as signed */
    uint64_t bits;             /* all deltas ored together */
    uint32_t bytes;            /* of each lane */
    struct shape *shapes;      /* 32, by alignment of the start */
    struct line_set *lines;    /* 32, by the start's word in its line */
    struct {
        uint64_t log;
        uint32_t made;
        int at;
    } logged; /* where the race check's log has its lanes */
    /* Starts with which it is known to be allowed. */
    uint64_t good_first, good_count;
    /* The allocation that the last access hit; its end is base + bytes. */
    const struct allocation *allocation;
    uint64_t base, end;
    uint32_t stamp; /* worker.heap_stamp when it was looked up */
    bool constant, all_initialised;
};

struct request {
    const struct uop *u;
    uint32_t mask;
    uint64_t start; /* address of the first active lane */
    uint32_t bytes; /* of each lane, all elements */
    struct pattern *p;
    const struct shape *s;
};

static inline uint64_t request_address(const struct request *r, int lane)
{
    return r->start + r->p->delta[lane];
}

/* The request of the lanes of mask at base[lane] + offset. */
void request_make(struct worker *x, const struct uop *u, uint32_t mask,
                  const uint64_t *base, uint64_t offset, uint32_t bytes,
                  struct request *r);

/* Put the hits of a shape of the uop at pc into the tally. */
void shape_settle(struct worker *x, const struct uop *u, int pc,
                  struct shape *s);

/* The lines of a request; all its lanes are aligned. */
const struct line_set *request_lines_new(const struct request *r);

static inline const struct line_set *request_lines(const struct request *r)
{
    const struct line_set *const s =
        r->p->lines ? &r->p->lines[r->start % LINE_BYTES / 4] : NULL;

    return s && s->made == r->p->made && r->bytes >= 4 ? s
                                                       : request_lines_new(r);
}

/* Do two lanes store the same? Do lanes store different values to one place? */
bool request_same_values(const struct worker *x, const struct request *r, int a,
                         int b);
bool request_disagrees(const struct worker *x, const struct request *r);

/* The same for some of its lanes. */
void request_narrow(struct worker *x, struct request *r, uint32_t mask);

/* Base addresses of a memory operand: a row, or copied to `room`. */
const uint64_t *operand_base(const struct worker *x, const struct uop *u,
                             uint64_t room[WARP_SIZE]);

/* The bits of `bytes` bytes from address on, in its word of marks. */
static inline uint64_t byte_bits(uint64_t address, uint32_t bytes)
{
    return (bytes >= 64 ? UINT64_MAX : (1ull << bytes) - 1) << address % 64;
}

/* Set, or test for being all set, the bits of bytes that may cross words. */
static inline void bits_set(uint64_t *words, uint64_t first, uint32_t count)
{
    const uint32_t low = (uint32_t)(first % 64), room = 64 - low;

    words += first / 64;
    *words |= (count >= 64 ? UINT64_MAX : (1ull << count) - 1) << low;
    for (count = count > room ? count - room : 0; count;
         count = count > 64 ? count - 64 : 0)
        *++words |= count >= 64 ? UINT64_MAX : (1ull << count) - 1;
}

static inline bool bits_all(const uint64_t *words, uint64_t first,
                            uint32_t count)
{
    const uint32_t low = (uint32_t)(first % 64), room = 64 - low;
    uint64_t want;

    words += first / 64;
    want = (count >= 64 ? UINT64_MAX : (1ull << count) - 1) << low;
    if ((*words & want) != want)
        return false;
    for (count = count > room ? count - room : 0; count;
         count = count > 64 ? count - 64 : 0) {
        want = count >= 64 ? UINT64_MAX : (1ull << count) - 1;
        if ((*++words & want) != want)
            return false;
    }
    return true;
}

/* access.c: move the elements of all lanes; memory holds the first one's. */
void lanes_load(struct worker *x, const struct request *r,
                const uint8_t *memory);
void lanes_store(struct worker *x, const struct request *r, uint8_t *memory);
/* What lanes get that may not load. */
void lanes_poison(struct worker *x, const struct uop *u, uint32_t mask);
/* One element of one lane, extended as the load says. */
void lane_put(struct worker *x, const struct uop *u, int element, int lane,
              uint64_t v);
uint64_t lane_get(const struct worker *x, const struct uop *u, int element,
                  int lane);
uint64_t value_extend(const struct uop *u, uint64_t v);
/* The launch has failed, but goes on to show what else is wrong. */
void access_fail(struct worker *x, int error);

/* global.c, shared.c, private.c */
void global_access(struct worker *x, struct request *r, bool store);
void shared_access(struct worker *x, struct request *r, bool store);
void local_access(struct worker *x, struct request *r, bool store);
void frame_access(struct worker *x, struct request *r, bool store);
void param_load(struct worker *x, struct request *r);

/* Lanes whose access is good; the others are reported. */
uint32_t global_check(struct worker *x, const struct request *r,
                      enum access kind);
uint32_t shared_check(struct worker *x, const struct request *r,
                      enum access kind);
/* Bytes are now written by a kernel. */
void global_mark(struct worker *x, const struct request *r);
/* Bytes that a lane reads must have been written before. */
void global_initialised(struct worker *x, const struct request *r);
void shared_initialised(struct worker *x, const struct request *r);
void shared_mark(struct worker *x, const struct request *r);

/* sample.c: keep the request, if it is the widest of its instruction. */
void sample_keep(struct worker *x, const struct request *r, bool store,
                 bool shared);

/* write_counts.c: how often each element was written; NULL unless asked for. */
struct write_counts *write_counts_open(const struct memory *m);
void write_counts_close(struct write_counts *c);
/* among_others: several workers count in c. */
void write_counts_add(struct write_counts *c, const struct request *r,
                      bool among_others);
uint32_t write_counts_most(const struct write_counts *c);
/* Another worker counted so many for an element of its own. */
void write_counts_at_least(struct write_counts *c, uint32_t most);

/* float_order.c: float additions whose order is open, counted by lane. */
void float_order_add(struct worker *x, const struct request *r);

/* hot.c: which address of global memory atomics went to most often. */
void hot_add(struct worker *x, const struct request *r);
void hot_join(struct worker *to, const struct worker *from);
/* requests 0: there were no atomics, or too many addresses to tell. */
struct hot_address hot_find(const struct worker *x);

/* result.c: what the worker gathered; lives in a. */
void result_fill(struct arena *a, struct worker *x, struct sim_result *out);

/* log.c: append to the warp's log, if it is recorded. */
void log_step(struct worker *x, uint32_t mask, const uint64_t *sectors,
              int sector_count, int wavefronts);
void log_request(struct worker *x, const struct request *r, int wavefronts);

/* race.c */
void race_open(struct worker *x, struct block *b);
void race_close(struct worker *x, struct block *b);
void race_release(struct worker *x);
void race_access(struct worker *x, const struct request *r, enum access kind);
/* bar.warp.sync: what the lanes did before is ordered for them. */
void race_warp_sync(struct worker *x, uint32_t mask);

#endif
