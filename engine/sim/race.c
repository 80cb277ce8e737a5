/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Races on shared memory: two accesses to one byte by different threads, at
 * least one a plain write, with nothing that orders them. A barrier of the
 * block begins a new epoch; __syncwarp orders its lanes.
 *
 * Most accesses cannot race, and one record for each 128 bytes shows it: who
 * touched which words in this epoch. Beside it a log of the epoch's accesses
 * is kept. Where a record cannot tell, the log is played again with exact
 * marks for each byte (race_exact.c), and so is the rest of the epoch.
 */
#include "sim/race.h"

#include <stdlib.h>

#include "base/bug.h"

enum {
    SEGMENT_WORDS = LINE_WORDS,
    MANY = -1,           /* several warps */
    MIXED = 255,         /* words do not belong to one lane each */
    LOG_WORDS = 1 << 18, /* of an epoch; beyond it all is exact */
    HEAD_WORDS = 6
};

/* What was done to 32 words in this epoch. */
struct segment {
    uint32_t epoch;
    uint32_t sync;         /* of that warp: its full __syncwarps then */
    int16_t warp;          /* that touched it, or MANY */
    uint8_t map;           /* which lane owns which word, or MIXED */
    uint32_t write, other; /* words written; read or changed by atomics */
    uint32_t fresh_write, fresh_other; /* of those, since that sync */
};

struct race_table {
    struct segment *segments;
    uint32_t *log;
    int log_count, log_capacity; /* words */
    uint32_t log_epoch, exact_epoch;
    uint64_t log_number; /* of the worker's */
    uint32_t last_epoch; /* epochs go on from block to block */
    uint32_t *sync;      /* by warp: full __syncwarps */
    uint32_t event;      /* counts accesses and syncs */
    uint32_t bytes;
    int warps;
    struct race_exact *exact;
};

static void *zeroed(size_t n, size_t size)
{
    void *at = calloc(n, size);

    if (!at)
        DIE("out of memory for race checks");
    return at;
}

static struct race_table *table_new(const struct block *b)
{
    struct race_table *t = zeroed(1, sizeof *t);

    t->bytes = b->shared_bytes;
    t->warps = b->warp_count;
    t->segments = zeroed(b->shared_bytes / 128 + 2, sizeof *t->segments);
    t->sync = zeroed((size_t)b->warp_count, sizeof *t->sync);
    return t;
}

/* Blocks of one launch have the same sizes: a table serves one by one. */
void race_open(struct worker *x, struct block *b)
{
    if (x->spare_race_count)
        b->races = x->spare_races[--x->spare_race_count];
    else
        b->races = table_new(b);
    b->epoch = b->races->last_epoch + 1;
}

static void table_free(struct race_table *t)
{
    race_exact_close(t->exact);
    free(t->segments);
    free(t->log);
    free(t->sync);
    free(t);
}

void race_close(struct worker *x, struct block *b)
{
    const int most = (int)(sizeof x->spare_races / sizeof *x->spare_races);

    if (!b->races)
        return;
    b->races->last_epoch = b->epoch;
    if (x->spare_race_count < most)
        x->spare_races[x->spare_race_count++] = b->races;
    else
        table_free(b->races);
    b->races = NULL;
}

void race_release(struct worker *x)
{
    while (x->spare_race_count)
        table_free(x->spare_races[--x->spare_race_count]);
}

/* One warp's access to some words of a segment: surely without conflict? */
static bool segment_fits(struct segment *g, uint32_t epoch, uint32_t sync,
                         int warp, int map, uint32_t words, bool write)
{
    const uint32_t w = write ? words : 0, o = write ? 0 : words;
    uint32_t against;

    if (g->epoch != epoch) {
        *g = (struct segment){ epoch, sync, (int16_t)warp, (uint8_t)map, w, o,
                               w,     o };
        return true;
    }
    if (g->warp == warp) {
        if (g->sync != sync) { /* all before is ordered for this warp */
            g->sync = sync;
            g->map = (uint8_t)map;
            g->fresh_write = g->fresh_other = 0;
        }
        against = write ? g->fresh_write | g->fresh_other : g->fresh_write;
        if ((against & words) && (g->map != map || map == MIXED))
            return false;
        if (g->map != map)
            g->map = MIXED;
        g->fresh_write |= w;
        g->fresh_other |= o;
    } else {
        against = write ? g->write | g->other : g->write;
        if (against & words)
            return false;
        g->warp = MANY;
        g->map = MIXED;
    }
    g->write |= w;
    g->other |= o;
    return true;
}

/* The common case of segment_fits: a read, after another warp's. */
static inline bool segment_shared(struct segment *g, uint32_t epoch, int warp,
                                  uint32_t words)
{
    if (g->epoch != epoch || g->warp == warp || (g->write & words))
        return false;
    g->warp = MANY;
    g->map = MIXED;
    g->other |= words;
    return true;
}

/* Whole words: a segment is a line of the request. */
static bool lines_fit(struct race_table *t, uint32_t epoch, uint32_t sync,
                      int warp, const struct request *r, bool write)
{
    const struct line_set *const s = request_lines(r);
    const int turn = r->p->turn;
    const int map =
        turn < 0 ? MIXED : (int)((r->start / 4 + (uint64_t)turn) % WARP_SIZE);
    struct segment *const first = t->segments + r->start / LINE_BYTES;

    for (int i = 0; i < s->count; i++) {
        struct segment *const g = first + s->at[i].line;
        const uint32_t words = s->at[i].words;

        if (!write && segment_shared(g, epoch, warp, words))
            continue;
        if (!segment_fits(g, epoch, sync, warp, map, words, write))
            return false;
    }
    return true;
}

/* Parts of words. */
static bool parts_fit(struct race_table *t, uint32_t epoch, uint32_t sync,
                      int warp, const struct request *r, bool write)
{
    for (int i = 0; i < WARP_SIZE; i++) {
        const uint64_t word = request_address(r, i) / 4;
        uint32_t bits = 1u << word % SEGMENT_WORDS;

        if (!(r->mask >> i & 1))
            continue;
        /* Neighbours in the same segment go with it. */
        while (i + 1 < WARP_SIZE && (r->mask >> (i + 1) & 1) &&
               request_address(r, i + 1) / 128 == word / SEGMENT_WORDS)
            bits |= 1u << request_address(r, ++i) / 4 % SEGMENT_WORDS;
        if (!segment_fits(&t->segments[word / SEGMENT_WORDS], epoch, sync, warp,
                          MIXED, bits, write))
            return false;
    }
    return true;
}

static bool surely_fits(struct race_table *t, const struct worker *x,
                        const struct request *r, enum access kind)
{
    const int warp = x->warp->index;
    const uint32_t epoch = x->block->epoch, sync = t->sync[warp];
    const bool write = kind == ACCESS_WRITE;

    if (r->bytes >= 4)
        return lines_fit(t, epoch, sync, warp, r, write);
    return parts_fit(t, epoch, sync, warp, r, write);
}

/* The same event in the log, so that it can be played again. */
static uint32_t *log_room(struct race_table *t, struct worker *x, int words)
{
    if (t->log_epoch != x->block->epoch) {
        t->log_epoch = x->block->epoch;
        t->log_number = ++x->race_logs;
        t->log_count = 0;
    }
    if (t->log_count + words > t->log_capacity) {
        t->log_capacity =
            t->log_capacity ? 2 * t->log_capacity : 64 * HEAD_WORDS;
        t->log = realloc(t->log, (size_t)t->log_capacity * sizeof *t->log);
        if (!t->log)
            DIE("out of memory for race checks");
    }
    t->log_count += words;
    return t->log + t->log_count - words;
}

/*
 * Entries of the log, HEAD_WORDS each:
 *   pc, warp, kind | tag, start, lanes, event       an access
 * where `lanes` is the place in the log of an earlier entry that has a tail:
 * the mask and size of the access, and the lanes' offsets from its start. An
 * instruction that repeats in an epoch has one such tail.
 */
enum log_tag { LOG_ACCESS, LOG_LANES, LOG_SYNC };

enum { TAG_SHIFT = 8, TAIL_WORDS = 2 + WARP_SIZE };

static uint32_t *log_add(struct race_table *t, struct worker *x, uint32_t kind,
                         enum log_tag tag, int tail)
{
    uint32_t *const e = log_room(t, x, HEAD_WORDS + tail);

    e[0] = (uint32_t)x->pc;
    e[1] = (uint32_t)x->warp->index;
    e[2] = kind | (uint32_t)tag << TAG_SHIFT;
    e[5] = t->event;
    return e;
}

/* The place of the tail that says how the request's lanes lie. */
static int log_lanes(struct race_table *t, struct worker *x,
                     const struct request *r)
{
    struct pattern *const p = r->p;
    uint32_t *e;

    if (t->log_epoch == x->block->epoch && p->logged.log == t->log_number &&
        p->logged.made == p->made)
        return p->logged.at;
    e = log_add(t, x, ACCESS_NONE, LOG_LANES, TAIL_WORDS) + HEAD_WORDS;
    e[0] = r->mask;
    e[1] = r->bytes;
    for (int i = 0; i < WARP_SIZE; i++)
        e[2 + i] = (uint32_t)p->delta[i];
    p->logged.log = t->log_number;
    p->logged.made = p->made;
    p->logged.at = (int)(e - t->log);
    return p->logged.at;
}

static void log_access(struct race_table *t, struct worker *x,
                       const struct request *r, enum access kind)
{
    const int lanes = log_lanes(t, x, r);
    uint32_t *const e = log_add(t, x, kind, LOG_ACCESS, 0);

    e[3] = (uint32_t)r->start;
    e[4] = (uint32_t)lanes;
}

static void play_access(struct worker *x, struct race_table *t,
                        const uint32_t *e)
{
    const uint32_t *const lanes = t->log + e[4];
    uint32_t offset[WARP_SIZE];

    for (int i = 0; i < WARP_SIZE; i++)
        offset[i] = e[3] + lanes[2 + i];
    race_exact_access(x, t->exact, lanes[0], offset, lanes[1],
                      (enum access)(e[2] & 0xff), e[5]);
}

/* Play the epoch's log with exact marks. */
static void play_log(struct worker *x, struct race_table *t)
{
    struct warp *const warp = x->warp;
    const int pc = x->pc;

    if (!t->exact)
        t->exact = race_exact_open(t->bytes, t->warps);
    for (int at = 0; at < t->log_count; at += HEAD_WORDS) {
        const uint32_t *e = t->log + at;

        x->pc = (int)e[0];
        x->warp = &x->block->warps[e[1]];
        switch ((enum log_tag)(e[2] >> TAG_SHIFT)) {
        case LOG_SYNC:
            race_exact_sync(t->exact, (int)e[1], e[3], e[5]);
            break;
        case LOG_ACCESS:
            play_access(x, t, e);
            break;
        case LOG_LANES:
            at += TAIL_WORDS;
            break;
        }
    }
    x->warp = warp;
    x->pc = pc;
    t->exact_epoch = x->block->epoch;
}

/* Lanes that write different values to one address by one instruction. */
static void check_twins(struct worker *x, const struct request *r)
{
    for (int i = 0; i < WARP_SIZE; i++)
        for (int j = 0; j < i && (r->mask >> i & 1); j++) {
            if (!(r->mask >> j & 1) || r->p->delta[i] != r->p->delta[j])
                continue;
            if (!request_same_values(x, r, i, j))
                race_report(x, (uint32_t)request_address(r, i), r->bytes, i,
                            ACCESS_WRITE, x->pc,
                            x->warp->index * WARP_SIZE + j);
            break;
        }
}

void race_access(struct worker *x, const struct request *r, enum access kind)
{
    struct race_table *const t = x->block->races;

    t->event++;
    if (kind == ACCESS_WRITE && (r->p->twice || r->p->uniform))
        check_twins(x, r);
    if (t->exact_epoch == x->block->epoch) {
        uint32_t offset[WARP_SIZE];

        for (int i = 0; i < WARP_SIZE; i++)
            offset[i] = (uint32_t)request_address(r, i);
        race_exact_access(x, t->exact, r->mask, offset, r->bytes, kind,
                          t->event);
        return;
    }
    log_access(t, x, r, kind);
    if (!surely_fits(t, x, r, kind) || t->log_count > LOG_WORDS)
        play_log(x, t);
}

void race_warp_sync(struct worker *x, uint32_t mask)
{
    struct race_table *const t = x->block->races;

    if (!t)
        return;
    t->event++;
    if (mask == x->warp->live)
        t->sync[x->warp->index]++;
    if (t->exact_epoch == x->block->epoch)
        race_exact_sync(t->exact, x->warp->index, mask, t->event);
    else
        log_add(t, x, ACCESS_NONE, LOG_SYNC, 0)[3] = mask;
}
