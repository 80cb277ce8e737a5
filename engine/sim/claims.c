/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/claims.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "base/bug.h"

enum {
    CLAIM_SEVERAL = UINT16_MAX,
    LIST_MAX = 64, /* claims on one line; more are taken for suspicious */
    WORKERS_MAX = 64
};

#define UNDO_MAX ((1ull << 30) / sizeof(struct undo_line))

static size_t table_bytes(const struct memory *m)
{
    return (size_t)(m->reserved / LINE_BYTES * sizeof(uint64_t));
}

static size_t saved_bytes(const struct memory *m)
{
    return (size_t)(m->reserved / LINE_BYTES * sizeof(uint32_t));
}

static struct claims *claims_open(struct memory *m)
{
    struct claims *c = calloc(1, sizeof *c);

    if (!c)
        DIE("out of memory");
    c->lines = mmap(NULL, table_bytes(m), PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (c->lines == MAP_FAILED)
        DIE("out of address space for the record of a launch");
    return c;
}

struct claims *claims_start(struct memory *m, int worker, bool races)
{
    struct claims *c;

    if (worker < 0 || worker >= WORKERS_MAX)
        BUG("worker %d", worker);
    if (!m->claims)
        m->claims = calloc(WORKERS_MAX, sizeof(*m->claims));
    if (!m->claims)
        DIE("out of memory");
    if (!m->claims[worker])
        m->claims[worker] = claims_open(m);
    c = m->claims[worker];
    if (c->tag == TAG_MAX) {
        madvise(c->lines, table_bytes(m), MADV_DONTNEED);
        c->tag = 0;
    }
    c->tag++;
    c->races = races;
    c->used = 1; /* 0 ends lists */
    c->sectors[0] = c->sectors[1] = 0;
    c->suspect_count = 0;
    c->least_bytes = 4;
    c->undo_count = 0;
    c->undo_full = false;
    c->saved = NULL;
    c->met_count = 0;
    return c;
}

void claims_release(struct memory *m)
{
    for (int i = 0; m->claims && i < WORKERS_MAX; i++) {
        struct claims *c = m->claims[i];

        if (!c)
            continue;
        munmap(c->lines, table_bytes(m));
        free(c->pool);
        free(c->suspects);
        free(c->undo);
        free(c->met);
        free(c);
    }
    free(m->claims);
    m->claims = NULL;
    if (m->saved)
        munmap(m->saved, saved_bytes(m));
}

/* ---- undo ---------------------------------------------------------------- */

static void save_line(struct claims *c, const struct memory *m, uint64_t line)
{
    const uint64_t at = MEMORY_GLOBAL + line * LINE_BYTES;
    struct undo_line *u;

    if (c->undo_count == c->undo_capacity && !c->undo_full) {
        const uint64_t more = c->undo_capacity ? c->undo_capacity * 2 : 256;
        struct undo_line *fresh =
            more > UNDO_MAX ? NULL : realloc(c->undo, more * sizeof *fresh);

        c->undo_full = !fresh;
        if (fresh) {
            c->undo = fresh;
            c->undo_capacity = more;
        }
    }
    if (c->undo_full)
        return;
    u = &c->undo[c->undo_count++];
    u->line = line;
    memcpy(u->bytes, memory_host(m, at), sizeof u->bytes);
    memcpy(u->marks, memory_marks(m, at), sizeof u->marks);
}

/* Among several workers the first that writes to a line saves it; others wait
   until it has. tag: it does; tag + 1: it has. */
static void save(struct claims *c, const struct memory *m, uint64_t line)
{
    const uint32_t tag = c->saved_tag;
    uint32_t *at, seen;

    if (!c->saved) {
        save_line(c, m, line);
        return;
    }
    at = &c->saved[line];
    seen = __atomic_load_n(at, __ATOMIC_ACQUIRE);
    while (seen != tag + 1) {
        if (seen != tag &&
            __atomic_compare_exchange_n(at, &seen, tag, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE)) {
            save_line(c, m, line);
            __atomic_store_n(at, tag + 1, __ATOMIC_RELEASE);
            return;
        }
        seen = __atomic_load_n(at, __ATOMIC_ACQUIRE);
    }
}

void claims_undo(struct claims *c, struct memory *m)
{
    for (uint64_t i = c->undo_count; i-- > 0;) {
        const struct undo_line *u = &c->undo[i];
        const uint64_t at = MEMORY_GLOBAL + u->line * LINE_BYTES;

        memcpy(memory_host(m, at), u->bytes, sizeof u->bytes);
        memcpy(memory_marks(m, at), u->marks, sizeof u->marks);
    }
    c->undo_count = 0;
}

/* ---- claims -------------------------------------------------------------- */

static bool clash(const struct claim_words *old, enum access kind,
                  uint32_t words)
{
    const uint32_t against = kind == ACCESS_READ ? old->wrote | old->atomic
                             : kind == ACCESS_ATOMIC
                                 ? old->wrote | old->read
                                 : old->wrote | old->read | old->atomic;

    return (against & words) != 0;
}

static void merge(struct claim_words *to, const struct claim_words *from)
{
    to->wrote |= from->wrote;
    to->read |= from->read;
    to->atomic |= from->atomic;
}

static uint32_t touched_by(const struct claim_words *w)
{
    return w->wrote | w->read | w->atomic;
}

static void add_words(struct claim_words *w, enum access kind, uint32_t words)
{
    if (kind == ACCESS_READ)
        w->read |= words;
    else if (kind == ACCESS_WRITE)
        w->wrote |= words;
    else
        w->atomic |= words;
}

static uint32_t claim_new(struct claims *c)
{
    if (c->used >= c->capacity) {
        const uint32_t more = c->capacity ? c->capacity * 2 : 1024;
        struct claim *fresh = realloc(c->pool, more * sizeof *fresh);

        if (!fresh || more > INDEX_MASK)
            DIE("out of memory for the record of a launch");
        c->pool = fresh;
        c->capacity = more;
    }
    return c->used++;
}

static uint64_t with_kind(uint64_t entry, enum line_kind kind, uint64_t index)
{
    return (entry >> STORES_SHIFT << STORES_SHIFT) |
           (uint64_t)kind << KIND_SHIFT | index;
}

static uint64_t suspect(struct claims *c, uint64_t line, uint64_t entry)
{
    if (c->suspect_count == c->suspect_capacity) {
        const int more = c->suspect_capacity ? c->suspect_capacity * 2 : 64;
        uint64_t *fresh = realloc(c->suspects, (size_t)more * sizeof *fresh);

        if (!fresh)
            DIE("out of memory for the record of a launch");
        c->suspects = fresh;
        c->suspect_capacity = more;
    }
    c->suspects[c->suspect_count++] = line;
    return with_kind(entry, KIND_SUSPECT, 0);
}

/*
 * Which lane goes to which element, in short: lane = (element - turn) % 32.
 * Two accesses of one warp, of one size and turn, go lane by lane to their
 * own elements; of different turns, lanes meet other lanes' elements.
 */
enum { TURN_NONE = 32, TURN_UNKNOWN, TURN_ALL };

static uint8_t turn_of(const struct request *r)
{
    const int lane = first_lane(r->mask);

    if (r->p->uniform && lanes_of(r->mask) > 1)
        return TURN_ALL;
    if (!r->p->unit && !r->p->uniform)
        return TURN_UNKNOWN;
    return (uint8_t)((r->start / r->bytes - (uint64_t)lane) % WARP_SIZE);
}

/* Do other lanes of the warp touch the words, in no order? */
static bool lanes_clash(const struct claim *own, const struct request *r,
                        uint8_t turn, enum access kind, uint32_t words)
{
    if (own->turn == TURN_NONE || !clash(&own->now, kind, words))
        return false;
    if (own->turn == TURN_ALL || turn == TURN_ALL)
        return true;
    return own->turn < WARP_SIZE && turn < WARP_SIZE && own->turn != turn &&
           own->bytes == r->bytes;
}

/* What the claims on a line say about one more access. */
struct look {
    uint32_t own; /* of this warp; or one of its block that may be taken over */
    int count;
    bool clash, many_blocks, several;
    struct claim_words all;
};

static struct look look_at(struct claims *c, const struct worker *x,
                           uint32_t first, enum access kind, uint32_t words)
{
    const uint32_t block = (uint32_t)x->block->index;
    const uint32_t epoch = x->block->epoch;
    struct look l = { 0 };
    bool is_own = false;

    for (uint32_t i = first; i; i = c->pool[i].next) {
        struct claim *const k = &c->pool[i];

        l.count++;
        if (k->block == block && k->epoch != epoch) {
            merge(&k->past, &k->now);
            k->now = (struct claim_words){ 0 };
            k->epoch = epoch;
        }
        merge(&l.all, &k->past);
        merge(&l.all, &k->now);
        if (k->block != block) {
            l.many_blocks = true;
            l.clash |=
                clash(&k->past, kind, words) || clash(&k->now, kind, words);
        } else if (k->warp == x->warp->index) {
            l.own = i;
            is_own = true;
        } else {
            l.several = true;
            l.clash |= clash(&k->now, kind, words);
            /* Nothing since the barrier, or only reads to add a read to. */
            if (!is_own &&
                (!touched_by(&k->now) ||
                 (kind == ACCESS_READ && !k->now.wrote && !k->now.atomic)))
                l.own = i;
        }
    }
    return l;
}

struct visit {
    struct worker *x;
    const struct request *r;
    enum access kind;
    bool doubtful; /* lanes of one instruction disagree */
};

static uint64_t enter_list(struct claims *c, const struct visit *v,
                           uint64_t line, uint64_t entry, uint32_t words)
{
    const struct worker *const x = v->x;
    const enum access kind = v->kind;
    const uint32_t first = (uint32_t)(entry & INDEX_MASK);
    const struct look l = look_at(c, x, first, kind, words);
    const bool only_reads =
        kind == ACCESS_READ && !l.all.wrote && !l.all.atomic;
    const bool only_atomics =
        kind == ACCESS_ATOMIC && !l.all.wrote && !l.all.read;
    const uint8_t turn = turn_of(v->r);
    struct claim *k;
    uint32_t i = l.own;

    if (l.clash || l.count >= LIST_MAX)
        return suspect(c, line, entry);
    if (only_reads && l.many_blocks)
        return with_kind(entry, KIND_READ_MANY, 0);
    if (only_atomics && (l.many_blocks || l.several))
        return with_kind(entry, KIND_ATOMIC_MANY, 0);
    if (!i) {
        i = claim_new(c);
        c->pool[i] = (struct claim){ .next = first,
                                     .block = (uint32_t)x->block->index,
                                     .epoch = x->block->epoch };
        c->pool[i].warp = (uint16_t)x->warp->index;
        entry = with_kind(entry, KIND_LIST, i);
    }
    k = &c->pool[i];
    if (!touched_by(&k->now)) {
        k->warp = (uint16_t)x->warp->index;
        k->turn = TURN_NONE;
    } else if (k->warp != x->warp->index) {
        k->warp = CLAIM_SEVERAL;
    }
    if (lanes_clash(k, v->r, turn, kind, words))
        return suspect(c, line, entry);
    if (k->turn == TURN_NONE) {
        k->turn = turn;
        k->bytes = (uint8_t)v->r->bytes;
    } else if (k->turn != turn || k->bytes != v->r->bytes) {
        k->turn = TURN_UNKNOWN;
    }
    add_words(&k->now, kind, words);
    return entry;
}

/* Remember that the line was touched at all. */
static void meet(struct claims *c, uint64_t line)
{
    if (c->met_count == c->met_capacity) {
        const uint64_t more = c->met_capacity ? c->met_capacity * 2 : 1024;
        uint64_t *fresh = realloc(c->met, more * sizeof *fresh);

        if (!fresh)
            DIE("out of memory for the record of a launch");
        c->met = fresh;
        c->met_capacity = more;
    }
    c->met[c->met_count++] = line;
}

static void see(const struct visit *v, uint64_t line, uint32_t words,
                uint64_t touched)
{
    struct claims *const c = v->x->claims;
    uint64_t *const at = &c->lines[line], entry = *at;
    const int shift = v->kind == ACCESS_READ ? LOADS_SHIFT : STORES_SHIFT;
    const uint64_t sectors = touched << shift;

    if (entry >> TAG_SHIFT != c->tag) {
        entry = c->tag << TAG_SHIFT;
        if (c->saved)
            meet(c, line);
    }
    c->sectors[v->kind != ACCESS_READ] +=
        (uint64_t)__builtin_popcountll(sectors & ~entry);
    if (v->kind != ACCESS_READ && !(entry >> STORES_SHIFT & 0xf))
        save(c, v->x->memory, line);
    entry |= sectors;
    if (c->races)
        switch ((enum line_kind)(entry >> KIND_SHIFT & 7)) {
        case KIND_LIST:
            entry = v->doubtful ? suspect(c, line, entry)
                                : enter_list(c, v, line, entry, words);
            break;
        case KIND_READ_MANY:
            if (v->kind != ACCESS_READ)
                entry = suspect(c, line, entry);
            break;
        case KIND_ATOMIC_MANY:
            if (v->kind != ACCESS_ATOMIC)
                entry = suspect(c, line, entry);
            break;
        case KIND_SUSPECT:
            break;
        }
    *at = entry;
}

void claims_access(struct worker *x, const struct request *r, enum access kind)
{
    const uint64_t first = (r->start - MEMORY_GLOBAL) / LINE_BYTES;
    const struct line_set *lines;
    struct visit v = { x, r, kind, false };

    if (r->bytes < x->claims->least_bytes)
        x->claims->least_bytes = r->bytes;
    if (kind == ACCESS_WRITE && x->claims->races &&
        (r->p->twice || r->p->uniform))
        v.doubtful = request_disagrees(x, r);
    if (kind == ACCESS_READ && claims_known_read(x->claims, r))
        return;
    lines = request_lines(r);
    for (int i = 0; i < lines->count; i++)
        see(&v, first + (uint64_t)(int64_t)lines->at[i].line,
            lines->at[i].words, lines->at[i].sectors);
}

void claims_watch(struct claims *c, const uint64_t *lines, int count)
{
    for (int i = 0; i < count; i++)
        c->lines[lines[i]] =
            with_kind(c->tag << TAG_SHIFT, KIND_SUSPECT, (uint64_t)i);
}

int claims_watched(const struct claims *c, uint64_t line)
{
    const uint64_t entry = c->lines[line];

    return entry >> TAG_SHIFT == c->tag ? (int)(entry & INDEX_MASK) : -1;
}

/* ---- several workers ----------------------------------------------------- */

void claims_share(struct worker *x, int n)
{
    struct memory *const m = x[0].memory;

    if (!m->saved) {
        m->saved = mmap(NULL, saved_bytes(m), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (m->saved == MAP_FAILED)
            DIE("out of address space for the record of a launch");
        m->saved_tag = 1;
    }
    m->saved_tag += 2;
    if (m->saved_tag > UINT32_MAX - 4) {
        madvise(m->saved, saved_bytes(m), MADV_DONTNEED);
        m->saved_tag = 3;
    }
    for (int i = 0; i < n; i++) {
        x[i].claims->saved = m->saved;
        x[i].claims->saved_tag = m->saved_tag;
    }
}

/* What all accesses to a line did; a line of many readers counts as read
   whole, one of many atomics as changed whole by them. */
static struct claim_words words_done(const struct claims *c, uint64_t entry)
{
    struct claim_words all = { 0 };

    if ((entry >> KIND_SHIFT & 7) == KIND_ATOMIC_MANY)
        all.atomic = UINT32_MAX;
    else if ((entry >> KIND_SHIFT & 7) != KIND_LIST)
        all.read = UINT32_MAX;
    for (uint32_t i = (uint32_t)(entry & INDEX_MASK); i; i = c->pool[i].next) {
        merge(&all, &c->pool[i].past);
        merge(&all, &c->pool[i].now);
    }
    return all;
}

/* The words of sectors, a bit each. */
static uint32_t words_of(uint64_t sectors)
{
    uint32_t words = 0;

    for (int i = 0; i < 4; i++)
        if (sectors >> i & 1)
            words |= 0xffu << 8 * i;
    return words;
}

void claims_words(const struct memory *m, uint64_t line,
                  struct claim_words *out)
{
    for (int i = 0; m->claims && i < m->claim_workers; i++) {
        const struct claims *c = m->claims[i];
        const uint64_t entry = c->lines[line];
        const uint32_t loads = words_of(entry >> LOADS_SHIFT & 0xf);
        const uint32_t stores = words_of(entry >> STORES_SHIFT & 0xf);
        const enum line_kind kind = (enum line_kind)(entry >> KIND_SHIFT & 7);
        struct claim_words w;

        if (entry >> TAG_SHIFT != c->tag)
            continue;
        if (c->races && kind == KIND_LIST)
            w = words_done(c, entry);
        else if (c->races && kind == KIND_ATOMIC_MANY)
            w = (struct claim_words){ .atomic = stores };
        else
            w = (struct claim_words){ .wrote = stores, .read = loads };
        merge(out, &w);
    }
}

static bool line_conflicts(const struct claims *a, uint64_t in_a,
                           const struct claims *b, uint64_t in_b)
{
    struct claim_words wa, wb;

    if (!((in_a | in_b) >> STORES_SHIFT & 0xf))
        return false;
    if (!a->races) /* no claims: take whole lines */
        return true;
    wa = words_done(a, in_a);
    wb = words_done(b, in_b);
    return (wa.wrote & touched_by(&wb)) || (wb.wrote & touched_by(&wa)) ||
           (wa.atomic & wb.read) || (wb.atomic & wa.read);
}

bool claims_conflict(const struct claims *a, const struct claims *b)
{
    for (uint64_t i = 0; i < b->met_count; i++) {
        const uint64_t in_a = a->lines[b->met[i]];

        if (in_a >> TAG_SHIFT == a->tag &&
            line_conflicts(a, in_a, b, b->lines[b->met[i]]))
            return true;
    }
    return false;
}

void claims_join(struct worker *x, int n)
{
    struct claims *const first = x[0].claims;

    for (int b = 1; b < n; b++)
        for (uint64_t i = 0; i < x[b].claims->met_count; i++) {
            const uint64_t line = x[b].claims->met[i];
            uint64_t fresh = x[b].claims->lines[line];

            for (int a = 0; a < b; a++)
                if (x[a].claims->lines[line] >> TAG_SHIFT == x[a].claims->tag)
                    fresh &= ~x[a].claims->lines[line];
            first->sectors[0] +=
                (uint64_t)__builtin_popcountll(fresh >> LOADS_SHIFT & 0xf);
            first->sectors[1] +=
                (uint64_t)__builtin_popcountll(fresh >> STORES_SHIFT & 0xf);
        }
}
