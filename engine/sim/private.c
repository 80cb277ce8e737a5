/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What each lane has for itself: local memory, and the param frames of calls.
 * The lanes' words are interleaved, as on a card: where all lanes use one
 * offset, their words lie side by side.
 */
#include <stdlib.h>

#include "base/bug.h"
#include "sim/access.h"
#include "sim/private.h"

enum { ILLEGAL_ADDRESS = 700, MISALIGNED_ADDRESS = 716 };

/* Words are moved as rows, which vector code takes to be aligned. */
static uint32_t *rows_grow(uint32_t *old, size_t old_bytes, size_t bytes)
{
    uint32_t *fresh = aligned_alloc(_Alignof(struct row), bytes);

    if (fresh && old)
        memcpy(fresh, old, old_bytes);
    free(old);
    return fresh;
}

void private_grow(struct lane_memory *m, int bytes)
{
    const size_t row = WARP_SIZE * sizeof *m->words;
    size_t old = (size_t)m->bytes / 4, want;

    if (bytes <= m->bytes)
        return;
    bytes = (bytes + 255) / 256 * 256;
    want = (size_t)bytes / 4;
    m->words = rows_grow(m->words, old * row, want * row);
    m->init = realloc(m->init, (size_t)bytes * sizeof *m->init);
    if (!m->words || !m->init)
        DIE("out of memory for local memory");
    memset((char *)m->words + old * row, MEMORY_POISON, (want - old) * row);
    memset(m->init + m->bytes, 0, (size_t)(bytes - m->bytes) * sizeof *m->init);
    m->bytes = bytes;
}

void private_release(struct lane_memory *m)
{
    free(m->words);
    free(m->init);
    *m = (struct lane_memory){ 0 };
}

void private_forget(struct lane_memory *m, uint32_t mask, int first, int bytes)
{
    for (int i = first; i < first + bytes; i++)
        m->init[i] &= ~mask;
}

bool private_read(const struct lane_memory *m, int lane, uint64_t offset,
                  void *out, size_t n)
{
    const char *const words = (const char *)m->words;
    const uint64_t size = (uint64_t)m->bytes;

    if (offset > size || size - offset < n)
        return false;
    for (size_t i = 0; i < n;) {
        const uint64_t at = offset + i;
        const size_t room = 4 - at % 4, part = n - i < room ? n - i : room;

        memcpy((char *)out + i,
               words + (at / 4 * WARP_SIZE + (uint64_t)lane) * 4 + at % 4,
               part);
        i += part;
    }
    return true;
}

bool private_write(struct lane_memory *m, int lane, uint64_t offset,
                   const void *in, size_t n)
{
    char *const words = (char *)m->words;
    const uint64_t size = (uint64_t)m->bytes;

    if (offset > size || size - offset < n)
        return false;
    for (size_t i = 0; i < n;) {
        const uint64_t at = offset + i;
        const size_t room = 4 - at % 4, part = n - i < room ? n - i : room;

        memcpy(words + (at / 4 * WARP_SIZE + (uint64_t)lane) * 4 + at % 4,
               (const char *)in + i, part);
        i += part;
    }
    for (uint64_t i = offset; i < offset + n; i++)
        m->init[i] |= 1u << lane;
    return true;
}

static void report(struct worker *x, const struct request *r, uint32_t lanes,
                   enum finding_id id, const struct frame *f, bool store)
{
    bool is_new;
    struct finding *g = found_add(x, id, lanes, -1, &is_new);

    if (is_new) {
        g->address = request_address(r, first_lane(lanes));
        g->bytes = r->bytes;
        g->at.access = store ? ACCESS_WRITE : ACCESS_READ;
        g->near_bytes = (uint64_t)x->p->funcs[f->func].local_bytes;
        g->near_offset = (int64_t)g->address - f->local;
        g->near_name = "local memory of the thread";
    }
    if (id == FINDING_OOB_LOCAL || id == FINDING_MISALIGNED)
        access_fail(x, id == FINDING_MISALIGNED ? MISALIGNED_ADDRESS
                                                : ILLEGAL_ADDRESS);
}

/* Where lanes have grown their stacks, each has a top of its own. */
static uint64_t own_top(const struct worker *x, int lane, uint64_t top,
                        bool local)
{
    return local && x->warp->grown
               ? stack_top(x, frame_of(x->warp, lane, x->split->depth))
               : top;
}

/* Lanes whose access lies below top and is aligned. */
static uint32_t check(struct worker *x, const struct request *r,
                      const struct frame *f, uint64_t top, bool local,
                      bool store)
{
    const uint64_t low = r->start + r->p->low, high = r->start + r->p->high;
    uint32_t good = 0;

    if (!(local && x->warp->grown) && low < top && high < top &&
        top - high >= r->bytes && !((r->start | r->p->bits) & (r->bytes - 1)))
        return r->mask;
    for (int i = 0; i < WARP_SIZE; i++) {
        const uint64_t at = request_address(r, i);

        if (!(r->mask >> i & 1))
            continue;
        top = own_top(x, i, top, local);
        if (at >= top || top - at < r->bytes)
            report(x, r, 1u << i, FINDING_OOB_LOCAL, f, store);
        else if (at % r->bytes)
            report(x, r, 1u << i, FINDING_MISALIGNED, f, store);
        else
            good |= 1u << i;
    }
    return good;
}

/* Lanes that read an element of which they wrote no byte. */
static uint32_t unwritten(const struct lane_memory *m, const struct request *r)
{
    uint32_t bad = 0;

    for (int k = 0; k < r->u->vec; k++) {
        const uint64_t at = r->start + (uint64_t)(k * r->u->bytes);

        if (r->p->uniform) {
            uint32_t none = r->mask;

            for (int b = 0; b < r->u->bytes; b++)
                none &= ~m->init[at + (uint64_t)b];
            bad |= none;
            continue;
        }
        for (int i = 0; i < WARP_SIZE; i++) {
            uint32_t any = 0;

            for (int b = 0; b < r->u->bytes && (r->mask >> i & 1); b++)
                any |= m->init[at + r->p->delta[i] + (uint64_t)b];
            bad |= r->mask & ~any & 1u << i;
        }
    }
    return bad;
}

/* One offset for all lanes, elements of whole words: row by row. */
static void move_rows(struct worker *x, struct lane_memory *m,
                      const struct request *r, bool store)
{
    const struct uop *const u = r->u;

    for (int k = 0; k < u->vec; k++) {
        const uint64_t at = r->start + (uint64_t)(k * u->bytes);
        uint32_t *const low = m->words + at / 4 * WARP_SIZE;
        uint32_t *const high = low + WARP_SIZE;

        if (u->rows[k] == NO_ROW)
            continue;
        if (u->bytes == 4) {
            uint32_t *const reg = row_at(x, u->rows[k])->lane;

            row_store((struct row *)(void *)(store ? low : reg),
                      store ? reg : low, r->mask);
            continue;
        }
        for (int i = 0; i < WARP_SIZE; i++) {
            uint64_t *const reg = &wide_at(x, u->rows[k])[i];

            if (!(r->mask >> i & 1))
                continue;
            if (store) {
                low[i] = (uint32_t)*reg;
                high[i] = (uint32_t)(*reg >> 32);
            } else {
                *reg = (uint64_t)high[i] << 32 | low[i];
            }
        }
    }
}

static void move_lanes(struct worker *x, struct lane_memory *m,
                       const struct request *r, bool store)
{
    const struct uop *const u = r->u;

    for (int k = 0; k < u->vec; k++)
        for (int i = 0; i < WARP_SIZE; i++) {
            const uint64_t at =
                request_address(r, i) + (uint64_t)(k * u->bytes);
            uint64_t v = 0;

            if (!(r->mask >> i & 1))
                continue;
            if (store) {
                v = lane_get(x, u, k, i);
                private_write(m, i, at, &v, u->bytes);
            } else {
                private_read(m, i, at, &v, u->bytes);
                lane_put(x, u, k, i, value_extend(u, v));
            }
        }
}

static void move(struct worker *x, struct lane_memory *m,
                 const struct request *r, bool store)
{
    const struct uop *const u = r->u;
    const bool whole =
        (u->bytes == 4 && u->width == 1) || (u->bytes == 8 && u->width == 2);

    if (!r->p->uniform || !whole) {
        move_lanes(x, m, r, store);
        return;
    }
    move_rows(x, m, r, store);
    for (uint32_t b = 0; b < r->bytes && store; b++)
        m->init[r->start + b] |= r->mask;
}

/* The sectors that interleaved words lie in, for the timing model. */
static void log_local(struct worker *x, const struct request *r)
{
    const struct launch_state *s = x->s;
    const uint64_t warp =
        x->block->index * (uint64_t)s->warps + (uint64_t)x->warp->index;
    const uint64_t first =
        (MEMORY_LOCAL + (warp << 20)) / 32; /* a region for each warp */
    const int words = r->bytes > 4 ? (int)r->bytes / 4 : 1;
    uint64_t sectors[WARP_SIZE * 4];
    int n = 0;

    for (int i = 0; i < WARP_SIZE; i++)
        for (int k = 0; k < words && (r->mask >> i & 1); k++) {
            const uint64_t word =
                (request_address(r, i) / 4 + (uint64_t)k) * WARP_SIZE +
                (uint64_t)i;
            const uint64_t sector = first + word / 8;
            int j = 0;

            while (j < n && sectors[j] != sector)
                j++;
            if (j == n && n < (int)(sizeof sectors / sizeof *sectors))
                sectors[n++] = sector;
        }
    log_step(x, r->mask, sectors, n, 0);
}

void local_access(struct worker *x, struct request *r, bool store)
{
    const int lane = first_lane(r->mask);
    const struct frame *f = frame_of(x->warp, lane, x->split->depth);
    const uint64_t top =
        (uint64_t)(f->local + x->p->funcs[f->func].local_bytes);
    const uint32_t all = r->mask, good = check(x, r, f, top, true, store);
    uint32_t bad;

    if (good != all) {
        if (!store)
            lanes_poison(x, r->u, all & ~good);
        if (!good)
            return;
        request_narrow(x, r, good);
    }
    x->tally[x->pc].local += r->bytes * (uint64_t)lanes_of(good);
    if (x->warp->log)
        log_local(x, r);
    bad = store || r->u->copies || x->s->l->checks_off
              ? 0
              : unwritten(&x->warp->local, r);
    if (bad)
        report(x, r, bad, FINDING_UNINITIALISED_READ, f, false);
    move(x, &x->warp->local, r, store);
}

void frame_access(struct worker *x, struct request *r, bool store)
{
    const struct frame *f =
        frame_of(x->warp, first_lane(r->mask), x->split->depth);
    const uint64_t top =
        (uint64_t)(f->frame + x->p->funcs[f->func].frame_bytes);
    const uint32_t all = r->mask, good = check(x, r, f, top, false, store);

    if (x->warp->log)
        log_step(x, all, NULL, 0, 0);
    if (good != all) {
        if (!store)
            lanes_poison(x, r->u, all & ~good);
        if (!good)
            return;
        request_narrow(x, r, good);
    }
    move(x, &x->warp->frame, r, store);
}

static uint64_t param_value(const struct worker *x, const struct request *r,
                            int lane, int k)
{
    const struct launch *l = x->s->l;
    const uint64_t at = request_address(r, lane) + (uint64_t)(k * r->u->bytes);
    uint64_t v = 0;

    if (at < l->params_bytes && l->params_bytes - at >= r->u->bytes)
        memcpy(&v, l->params + at, r->u->bytes);
    return value_extend(r->u, v);
}

/* Kernel parameters: mostly the same for all lanes. */
void param_load(struct worker *x, struct request *r)
{
    const struct uop *const u = r->u;
    const bool same = r->p->uniform;

    for (int k = 0; k < u->vec; k++) {
        uint64_t v = param_value(x, r, first_lane(r->mask), k);
        uint64_t wide[WARP_SIZE];
        uint32_t narrow[WARP_SIZE];

        if (u->rows[k] == NO_ROW)
            continue;
        for (int i = 0; i < WARP_SIZE; i++) {
            if (!same && (r->mask >> i & 1))
                v = param_value(x, r, i, k);
            wide[i] = v;
            narrow[i] = (uint32_t)v;
        }
        if (u->width == 2)
            wide_store(wide_at(x, u->rows[k]), wide, r->mask);
        else
            row_store(row_at(x, u->rows[k]), narrow, r->mask);
    }
    if (x->warp->log)
        log_step(x, r->mask, NULL, 0, 0);
}
