/* SPDX-License-Identifier: Apache-2.0 */
/* What follows from the addresses of one request: sectors and banks. */
#include "sim/quick.h"

#include <stdlib.h>

#include "base/bug.h"

/* Distinct values, in the order in which they came. */
struct distinct {
    int64_t *list; /* room for WARP_SIZE */
    int count;
    uint8_t slots[2 * WARP_SIZE]; /* hashed: index in the list + 1; 0 free */
};

/* Add v; true if it was new. */
static bool add_distinct(struct distinct *d, int64_t v)
{
    uint64_t h = (uint64_t)v * 0x9e3779b97f4a7c15ull >> 58;

    for (; d->slots[h]; h = (h + 1) % sizeof d->slots)
        if (d->list[d->slots[h] - 1] == v)
            return false;
    d->list[d->count++] = v;
    d->slots[h] = (uint8_t)d->count;
    return true;
}

/* Passes over the banks for the lanes [from, from + count). Banks are 4 bytes
   wide; lanes that want the same word of a bank share a pass. */
static int bank_passes(const struct request *r, int from, int count)
{
    enum { BANKS = 32, WORDS_MAX = WARP_SIZE };
    const int words = r->bytes > 4 ? (int)r->bytes / 4 : 1;
    uint64_t seen[BANKS][WORDS_MAX];
    int used[BANKS] = { 0 }, most = 0;

    for (int i = from; i < from + count; i++)
        for (int w = 0; w < words && (r->mask >> i & 1); w++) {
            const uint64_t word = request_address(r, i) / 4 + (uint64_t)w;
            const int bank = (int)(word % BANKS);
            int k = 0;

            while (k < used[bank] && seen[bank][k] != word)
                k++;
            if (k == used[bank] && k < WORDS_MAX)
                seen[bank][used[bank]++] = word;
            most = used[bank] > most ? used[bank] : most;
        }
    return most;
}

/*
 * Shared memory moves 128 bytes a pass: 8-byte accesses go by half-warps,
 * 16-byte ones by quarters (CUDA C Programming Guide, shared memory; Nsight
 * Compute counts them so in l1tex__data_pipe_lsu_wavefronts).
 */
static void count_wavefronts(struct shape *s, const struct request *r)
{
    const int group = r->bytes >= 16 ? 8 : r->bytes == 8 ? 16 : WARP_SIZE;

    for (int from = 0; from < WARP_SIZE; from += group) {
        const int passes = bank_passes(r, from, group);

        s->wavefronts = (uint8_t)(s->wavefronts + passes);
        s->wavefronts_ideal = (uint8_t)(s->wavefronts_ideal + (passes > 0));
    }
}

static void shape_work_out(struct shape *s, const struct request *r)
{
    const uint64_t first = r->start / 32;
    struct distinct sectors = { .list = s->sector };

    s->made = r->p->made;
    s->wavefronts = s->wavefronts_ideal = 0;
    for (int i = 0; i < WARP_SIZE; i++)
        if (r->mask >> i & 1)
            add_distinct(&sectors, (int64_t)(request_address(r, i) / 32) -
                                       (int64_t)first);
    s->sectors = (uint8_t)sectors.count;
    s->bytes = (uint16_t)((uint32_t)r->p->distinct * r->bytes);
    s->ideal = (uint8_t)((s->bytes + 31) / 32);
    count_wavefronts(s, r);
}

/* Different addresses of its lanes. */
static int count_distinct(const struct pattern *p)
{
    int64_t list[WARP_SIZE];
    struct distinct deltas = { .list = list };

    for (int i = 0; i < WARP_SIZE; i++)
        if (p->mask >> i & 1)
            add_distinct(&deltas, (int64_t)p->delta[i]);
    return deltas.count;
}

/* Do groups of so many lanes each have one address, or a unit stride? */
static bool in_groups(const struct pattern *p, int size, uint64_t stride)
{
    for (int i = 0; i < WARP_SIZE; i++)
        if (p->delta[i] !=
            p->delta[i / size * size] + stride * (uint64_t)(i % size))
            return false;
    return true;
}

static void find_groups(struct pattern *p, uint32_t bytes)
{
    p->group = 0;
    for (int size = 16; size >= 8 && p->mask == WARP_FULL && !p->group;
         size /= 2) {
        p->group_same = in_groups(p, size, 0);
        if (p->group_same || in_groups(p, size, bytes))
            p->group = (uint8_t)size;
    }
}

static enum move move_of(const struct pattern *p, uint32_t bytes)
{
    if (p->mask != WARP_FULL || bytes != 4)
        return MOVE_ANY;
    if (p->uniform || p->unit)
        return p->uniform ? MOVE_SAME : MOVE_UNIT;
    if (p->group == 16)
        return p->group_same ? MOVE_SAME16 : MOVE_UNIT16;
    if (p->group == 8)
        return p->group_same ? MOVE_SAME8 : MOVE_UNIT8;
    return MOVE_ANY;
}

/* The lane of a word is (word - turn) % 32, the first lane's word being 0; -1
   where that is not so. */
static int turn_of(const struct pattern *p, uint32_t bytes)
{
    int turn = -1;

    if (bytes != 4 || p->twice || p->uniform)
        return -1;
    for (int i = WARP_SIZE - 1; i >= 0; i--) {
        const int t = (int)((p->delta[i] / 4 - (uint64_t)i) % WARP_SIZE);

        if (!(p->mask >> i & 1))
            continue;
        if (turn >= 0 && turn != t)
            return -1;
        turn = t;
    }
    return turn;
}

static void pattern_start(struct pattern *p, uint32_t mask,
                          const uint64_t *base, uint32_t bytes)
{
    const int first = first_lane(mask), last = 31 - __builtin_clz(mask);
    int64_t low = 0, high = 0;

    p->mask = mask;
    p->bytes = bytes;
    p->bits = 0;
    p->uniform = true;
    p->unit = lanes_of(mask) == last - first + 1;
    for (int i = 0; i < WARP_SIZE; i++) {
        const bool active = mask >> i & 1;
        const int64_t d = active ? (int64_t)(base[i] - base[first]) : 0;

        p->delta[i] = (uint64_t)d;
        p->keep[i] = active ? UINT64_MAX : 0;
        p->bits |= (uint64_t)d;
        low = d < low ? d : low;
        high = d > high ? d : high;
        p->uniform &= d == 0;
        p->unit &= !active || d == (int64_t)bytes * (i - first);
    }
    p->low = (uint64_t)low;
    p->high = (uint64_t)high;
    p->distinct = p->uniform ? 1 : p->unit ? lanes_of(mask) : count_distinct(p);
    p->twice = !p->uniform && p->distinct < lanes_of(mask);
    p->turn = (int16_t)turn_of(p, bytes);
    find_groups(p, bytes);
    p->move = move_of(p, bytes);
    p->good_count = 0;
    p->made++;
    if (!p->shapes)
        p->shapes = calloc(SHAPES, sizeof *p->shapes);
    if (!p->shapes)
        DIE("out of memory for the shapes of an access");
}

void shape_settle(struct worker *x, const struct uop *u, int pc,
                  struct shape *s)
{
    struct tally *const t = &x->tally[pc];

    if (u->space == SPACE_SHARED) {
        t->shared_requests += s->hits;
        t->wavefronts += s->hits * s->wavefronts;
        t->wavefronts_ideal += s->hits * s->wavefronts_ideal;
    } else {
        t->requests += s->hits;
        t->sectors += s->hits * s->sectors;
        t->ideal += s->hits * s->ideal;
        t->bytes += s->hits * s->bytes;
    }
    s->hits = 0;
}

static void find_shape(struct worker *x, struct request *r)
{
    /* All that a shape holds depends on the start's place in its sector
       only: banks turn with the start. */
    struct shape *s = &r->p->shapes[r->start % 32];

    if (s->made != r->p->made) {
        shape_settle(x, r->u, x->pc, s);
        shape_work_out(s, r);
    }
    r->s = s;
}

void request_make(struct worker *x, const struct uop *u, uint32_t mask,
                  const uint64_t *base, uint64_t offset, uint32_t bytes,
                  struct request *r)
{
    struct pattern *const p = &x->patterns[u->pattern];
    const uint64_t first = base[first_lane(mask)];

    if (!pattern_holds(p, mask, base, first))
        pattern_start(p, mask, base, bytes);
    *r = (struct request){
        .u = u, .mask = mask, .start = first + offset, .bytes = bytes, .p = p
    };
    find_shape(x, r);
}

void request_narrow(struct worker *x, struct request *r, uint32_t mask)
{
    uint64_t address[WARP_SIZE];

    for (int i = 0; i < WARP_SIZE; i++)
        address[i] = request_address(r, i);
    request_make(x, r->u, mask, address, 0, r->bytes, r);
}

/* Words of its line that bytes [at, at + bytes) lie in. */
static uint32_t words_of(uint64_t at, uint32_t bytes)
{
    const uint32_t first = (uint32_t)(at % LINE_BYTES) / 4;
    const uint32_t last = ((uint32_t)(at % LINE_BYTES) + bytes - 1) / 4;

    return (uint32_t)((2ull << last) - (1ull << first));
}

/* One bit a sector, of the words of a line. */
static uint32_t sectors_of(uint32_t words)
{
    return (uint32_t)((words & 0xff) != 0) |
           (uint32_t)((words & 0xff00) != 0) << 1 |
           (uint32_t)((words & 0xff0000) != 0) << 2 |
           (uint32_t)((words & 0xff000000) != 0) << 3;
}

static void find_lines(const struct request *r, struct line_set *s)
{
    const int64_t first = (int64_t)(r->start / LINE_BYTES);

    s->made = r->p->made;
    s->count = 0;
    for (int i = 0; i < WARP_SIZE; i++) {
        const uint64_t at = request_address(r, i);
        const int64_t line = (int64_t)(at / LINE_BYTES) - first;
        int k = s->count;

        if (!(r->mask >> i & 1))
            continue;
        while (k > 0 && s->at[k - 1].line != line)
            k--;
        if (k == 0) {
            k = ++s->count;
            s->at[k - 1].line = (int32_t)line;
            s->at[k - 1].words = 0;
        }
        s->at[k - 1].words |= words_of(at, r->bytes);
    }
    for (int k = 0; k < s->count; k++)
        s->at[k].sectors = sectors_of(s->at[k].words);
}

const struct line_set *request_lines_new(const struct request *r)
{
    struct line_set *s;

    if (!r->p->lines)
        r->p->lines = calloc(LINE_WORDS, sizeof *r->p->lines);
    if (!r->p->lines)
        DIE("out of memory for the lines of an access");
    s = &r->p->lines[r->start % LINE_BYTES / 4];
    find_lines(r, s);
    return s;
}

bool request_same_values(const struct worker *x, const struct request *r, int a,
                         int b)
{
    for (int k = 0; k < r->u->vec; k++)
        if (lane_get(x, r->u, k, a) != lane_get(x, r->u, k, b))
            return false;
    return true;
}

bool request_disagrees(const struct worker *x, const struct request *r)
{
    for (int i = 0; i < WARP_SIZE; i++)
        for (int j = 0; j < i && (r->mask >> i & 1); j++) {
            if (!(r->mask >> j & 1) || r->p->delta[i] != r->p->delta[j])
                continue;
            if (!request_same_values(x, r, i, j))
                return true;
            break;
        }
    return false;
}
