/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loads and stores. Each access is checked before a byte moves: the faulty
 * lanes are reported and left out (loads give them poison), the others go on,
 * so that one launch shows all that is wrong with it.
 */
#include "sim/access.h"

#include <limits.h>

void access_fail(struct worker *x, int error)
{
    x->failed = true;
    if (!x->error)
        x->error = error;
}

const uint64_t *operand_base(const struct worker *x, const struct uop *u,
                             uint64_t room[WARP_SIZE])
{
    if (u->base == BASE_REG && u->wide_base)
        return wide_at(x, u->a);
    if (u->base == BASE_REG) {
        const struct row *ra = row_at(x, u->a);
        const uint64_t offset = (uint64_t)u->offset;

        for (int i = 0; i < WARP_SIZE; i++) /* the sum wraps at 32 bits */
            room[i] = (uint64_t)(ra->lane[i] + (uint32_t)offset) - offset;
    } else {
        for (int i = 0; i < WARP_SIZE; i++)
            room[i] = 0;
    }
    return room;
}

uint64_t value_extend(const struct uop *u, uint64_t v)
{
    if (!u->sign)
        return v;
    return u->bytes == 1   ? (uint64_t)(int64_t)(int8_t)v
           : u->bytes == 2 ? (uint64_t)(int64_t)(int16_t)v
           : u->bytes == 4 ? (uint64_t)(int64_t)(int32_t)v
                           : v;
}

void lane_put(struct worker *x, const struct uop *u, int element, int lane,
              uint64_t v)
{
    const int row = u->rows[element];

    if (row == NO_ROW)
        return;
    if (u->width == 2)
        wide_at(x, row)[lane] = v;
    else
        row_at(x, row)->lane[lane] = (uint32_t)v;
}

uint64_t lane_get(const struct worker *x, const struct uop *u, int element,
                  int lane)
{
    const int row = u->rows[element];

    if (row == NO_ROW)
        return 0;
    return u->width == 2 ? wide_at(x, row)[lane] : row_at(x, row)->lane[lane];
}

void lanes_poison(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint64_t v = 0;

    for (int i = 0; i < u->bytes; i++)
        v = v << 8 | MEMORY_POISON;
    for (int k = 0; k < u->vec; k++)
        for (int i = 0; i < WARP_SIZE; i++)
            if (mask >> i & 1)
                lane_put(x, u, k, i, value_extend(u, v));
}

/* A full warp in groups of eight neighbours. */
static void load_groups(const struct request *r, const uint8_t *memory,
                        uint32_t out[WARP_SIZE])
{
    const uint64_t *const delta = r->p->delta;

    for (int i = 0; i < WARP_SIZE; i += 8) {
        uint32_t *const o = out + i;

        if (!r->p->group_same) {
            memcpy(o, memory + delta[i], 8 * sizeof *o);
            continue;
        }
        memcpy(o, memory + delta[i], 4);
        for (int k = 1; k < 8; k++)
            o[k] = o[0];
    }
}

/* Elements of a register's own size: whole rows at once. */
static void load_words(struct worker *x, const struct request *r, int k,
                       const uint8_t *memory)
{
    const uint64_t *const delta = r->p->delta;
    uint32_t out[WARP_SIZE];

    if (r->p->unit && r->bytes == 4) {
        memset(out, 0, sizeof out);
        memcpy(out + first_lane(r->mask), memory,
               4 * (size_t)lanes_of(r->mask));
    } else if (r->p->uniform) {
        memcpy(out, memory, 4);
        for (int i = 1; i < WARP_SIZE; i++)
            out[i] = out[0];
    } else if (r->p->group && (r->p->group_same || r->bytes == 4)) {
        load_groups(r, memory, out);
    } else {
        for (int i = 0; i < WARP_SIZE; i++)
            memcpy(&out[i], memory + delta[i], 4);
    }
    row_store(row_at(x, r->u->rows[k]), out, r->mask);
}

static void load_doubles(struct worker *x, const struct request *r, int k,
                         const uint8_t *memory)
{
    const uint64_t *const delta = r->p->delta;
    uint64_t out[WARP_SIZE];

    if (r->mask == WARP_FULL && r->p->unit && r->bytes == 8)
        memcpy(out, memory, sizeof out);
    else
        for (int i = 0; i < WARP_SIZE; i++)
            memcpy(&out[i], memory + delta[i], 8);
    wide_store(wide_at(x, r->u->rows[k]), out, r->mask);
}

static void load_any(struct worker *x, const struct request *r, int k,
                     const uint8_t *memory)
{
    for (int i = 0; i < WARP_SIZE; i++) {
        uint64_t v = 0;

        if (!(r->mask >> i & 1))
            continue;
        memcpy(&v, memory + r->p->delta[i], r->u->bytes);
        lane_put(x, r->u, k, i, value_extend(r->u, v));
    }
}

void lanes_load(struct worker *x, const struct request *r,
                const uint8_t *memory)
{
    const struct uop *const u = r->u;

    for (int k = 0; k < u->vec; k++, memory += u->bytes) {
        if (u->rows[k] == NO_ROW)
            continue;
        if (u->bytes == 4 && u->width == 1)
            load_words(x, r, k, memory);
        else if (u->bytes == 8 && u->width == 2)
            load_doubles(x, r, k, memory);
        else
            load_any(x, r, k, memory);
    }
}

void lanes_store(struct worker *x, const struct request *r, uint8_t *memory)
{
    const struct uop *const u = r->u;

    if (u->bytes == 4 && u->width == 1 && u->vec == 1 && r->p->unit &&
        u->rows[0] != NO_ROW) {
        memcpy(memory, row_at(x, u->rows[0])->lane + first_lane(r->mask),
               4 * (size_t)lanes_of(r->mask));
        return;
    }
    for (int i = 0; i < WARP_SIZE; i++)
        for (int k = 0; k < u->vec && (r->mask >> i & 1); k++) {
            const uint64_t v = lane_get(x, u, k, i);

            memcpy(memory + r->p->delta[i] + k * u->bytes, &v, u->bytes);
        }
}

static bool in_window(const struct request *r, uint64_t window, uint64_t bytes)
{
    return r->start + r->p->low - window < bytes &&
           r->start + r->p->high - window < bytes;
}

static void to_space(struct worker *x, struct request *r, enum space space,
                     bool store)
{
    switch (space) {
    case SPACE_SHARED:
        shared_access(x, r, store);
        break;
    case SPACE_LOCAL:
        local_access(x, r, store);
        break;
    default:
        global_access(x, r, store);
    }
}

/* The lanes of a generic access by where their addresses point. */
static void generic_access(struct worker *x, struct request *r, bool store)
{
    static const struct {
        enum space space;
        uint64_t window;
    } windows[] = { { SPACE_SHARED, MEMORY_SHARED },
                    { SPACE_LOCAL, MEMORY_LOCAL } };
    uint64_t address[WARP_SIZE];
    uint32_t rest = r->mask;

    if (in_window(r, MEMORY_GLOBAL, MEMORY_GLOBAL_BYTES)) {
        global_access(x, r, store);
        return;
    }
    for (int i = 0; i < WARP_SIZE; i++)
        address[i] = request_address(r, i);
    for (int k = 0; k < 2; k++) {
        uint32_t in = 0;

        for (int i = 0; i < WARP_SIZE; i++)
            if ((rest >> i & 1) &&
                address[i] - windows[k].window < MEMORY_WINDOW_BYTES)
                in |= 1u << i;
        rest &= ~in;
        if (!in)
            continue;
        request_make(x, r->u, in, address, 0 - windows[k].window, r->bytes, r);
        to_space(x, r, windows[k].space, store);
    }
    if (rest) {
        request_make(x, r->u, rest, address, 0, r->bytes, r);
        global_access(x, r, store);
    }
}

static const struct func *running(const struct worker *x, uint32_t mask,
                                  const struct frame **frame)
{
    *frame = frame_of(x->warp, first_lane(mask), x->split->depth);
    return &x->p->funcs[(*frame)->func];
}

static void access_memory(struct worker *x, const struct uop *u, uint32_t mask,
                          bool store)
{
    const uint32_t bytes = (uint32_t)(u->bytes * u->vec);
    uint64_t room[WARP_SIZE], offset = (uint64_t)u->offset;
    const uint64_t *const base = operand_base(x, u, room);
    const struct frame *f;
    const struct func *fn;
    struct request r;

    if (u->space == SPACE_GLOBAL || u->space == SPACE_CONST ||
        u->space == SPACE_SHARED) {
        request_make(x, u, mask, base, offset, bytes, &r);
        to_space(x, &r, (enum space)u->space, store);
        return;
    }
    fn = running(x, mask, &f);
    if (u->space == SPACE_PARAM && u->base == BASE_FRAME)
        offset += (uint64_t)f->frame;
    else if (u->space == SPACE_LOCAL && u->base == BASE_SYMBOL)
        offset += (uint64_t)f->local;
    request_make(x, u, mask, base, offset, bytes, &r);
    if (u->space == SPACE_LOCAL)
        local_access(x, &r, store);
    else if (u->space != SPACE_PARAM)
        generic_access(x, &r, store);
    else if (u->base == BASE_FRAME || (u->base == BASE_REG && !fn->is_entry))
        frame_access(x, &r, store);
    else if (!store)
        param_load(x, &r);
}

void op_load(struct worker *x, const struct uop *u, uint32_t mask)
{
    x->polls += u->polls;
    access_memory(x, u, mask, false);
}

void op_store(struct worker *x, const struct uop *u, uint32_t mask)
{
    x->writes++;
    access_memory(x, u, mask, true);
}

/* Copied at once: waiting for its group waits for nothing. */
void op_copy_async(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint32_t reads = mask;

    for (int i = 0; i < WARP_SIZE && u->e != NO_ROW; i++)
        if (row_at(x, u->e)->lane[i] == 0)
            reads &= ~(1u << i);
    if (reads)
        op_load(x, &u->parts[0], reads);
    for (int k = 0; k < u->vec; k++)
        for (int i = 0; i < WARP_SIZE && u->e != NO_ROW; i++) {
            const uint32_t bytes = row_at(x, u->e)->lane[i];
            uint32_t *const word = &row_at(x, -1 - k)->lane[i];

            if (bytes <= 4 * (uint32_t)k)
                *word = 0;
            else if (bytes < 4 * (uint32_t)k + 4)
                *word &= (1u << 8 * (bytes % 4)) - 1;
        }
    op_store(x, &u->parts[1], mask);
}
