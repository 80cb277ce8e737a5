/* SPDX-License-Identifier: Apache-2.0 */
/* What lanes tell each other, and what a lane knows of itself. */
#include <limits.h>

#include "sim/exec.h"
#include "sim/order.h"

void op_fence(struct worker *x, const struct uop *u, uint32_t mask)
{
    if (x->exact)
        order_fence(x, mask, u->in->scope != SCOPE_CTA);
}

void op_nothing(struct worker *x, const struct uop *u, uint32_t mask)
{
    (void)x, (void)u, (void)mask;
}

/* PTX ISA, shfl: c packs the clamp value and the segment mask. */
void op_shfl(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint32_t in[WARP_SIZE], out[WARP_SIZE], valid = 0;

    memcpy(in, row_at(x, u->a)->lane, sizeof in);
    for (int i = 0; i < WARP_SIZE; i++) {
        int b = (int)(row_at(x, u->b)->lane[i] & 31);
        uint32_t c = row_at(x, u->c)->lane[i];
        int clamp = (int)(c & 31), segment = (int)(c >> 8 & 31);
        int most = (i & segment) | (clamp & ~segment), j = i;
        int least = i & segment;
        bool ok = false;

        switch (u->in->sub) {
        case SUB_UP:
            j = i - b;
            ok = j >= most;
            break;
        case SUB_DOWN:
            j = i + b;
            ok = j <= most;
            break;
        case SUB_BFLY:
            j = i ^ b;
            ok = j <= most;
            break;
        default:
            j = least | (b & ~segment);
            ok = j <= most;
            break;
        }
        if (!ok)
            j = i;
        valid |= (uint32_t)ok << i;
        out[i] = in[j & 31];
    }
    if (u->d != NO_ROW)
        row_store(row_at(x, u->d), out, mask);
    if (u->q >= 0)
        pred_write(x, u->q, valid, mask);
}

void op_vote(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint32_t votes = pred_read(x, u->sp, u->sp_not) & mask, out[WARP_SIZE];
    bool r = false;

    if (u->sp < 0)
        votes = 0;
    switch (u->in->sub) {
    case SUB_ALL:
        r = votes == mask;
        break;
    case SUB_ANY:
        r = votes != 0;
        break;
    case SUB_UNI:
        r = votes == mask || votes == 0;
        break;
    default: /* ballot */
        for (int i = 0; i < WARP_SIZE; i++)
            out[i] = votes;
        if (u->d != NO_ROW)
            row_store(row_at(x, u->d), out, mask);
        return;
    }
    if (u->p >= 0)
        pred_write(x, u->p, r ? WARP_FULL : 0, mask);
}

static uint64_t value_of(const struct worker *x, const struct uop *u, int row,
                         int lane)
{
    return u->bytes == 8 ? wide_at(x, row)[lane] : row_at(x, row)->lane[lane];
}

void op_match(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint32_t out[WARP_SIZE] = { 0 }, same = 0;

    for (int i = 0; i < WARP_SIZE; i++)
        for (int j = 0; j < WARP_SIZE; j++)
            if ((mask >> j & 1) &&
                value_of(x, u, u->a, i) == value_of(x, u, u->a, j))
                out[i] |= 1u << j;
    same = out[first_lane(mask)];
    if (u->in->sub == SUB_ALL) {
        for (int i = 0; i < WARP_SIZE; i++)
            out[i] = same == mask ? mask : 0;
        if (u->q >= 0)
            pred_write(x, u->q, same == mask ? WARP_FULL : 0, mask);
    }
    if (u->d != NO_ROW)
        row_store(row_at(x, u->d), out, mask);
}

void op_redux(struct worker *x, const struct uop *u, uint32_t mask)
{
    const struct row *ra = row_at(x, u->a);
    bool s = u->in->type == TYPE_S32;
    uint32_t r = ra->lane[first_lane(mask)], out[WARP_SIZE];

    for (int i = first_lane(mask) + 1; i < WARP_SIZE; i++) {
        uint32_t v = ra->lane[i];

        if (!(mask >> i & 1))
            continue;
        switch (u->in->sub) {
        case SUB_ADD:
            r += v;
            break;
        case SUB_AND:
            r &= v;
            break;
        case SUB_OR:
            r |= v;
            break;
        case SUB_XOR:
            r ^= v;
            break;
        case SUB_MIN:
            if (s ? (int32_t)v < (int32_t)r : v < r)
                r = v;
            break;
        default:
            if (s ? (int32_t)v > (int32_t)r : v > r)
                r = v;
            break;
        }
    }
    for (int i = 0; i < WARP_SIZE; i++)
        out[i] = r;
    if (u->d != NO_ROW)
        row_store(row_at(x, u->d), out, mask);
}

void op_activemask(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint32_t out[WARP_SIZE];

    for (int i = 0; i < WARP_SIZE; i++)
        out[i] = mask;
    row_store(row_at(x, u->d), out, mask);
}

void op_elect(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint32_t out[WARP_SIZE], leader = (uint32_t)first_lane(mask);

    for (int i = 0; i < WARP_SIZE; i++)
        out[i] = leader;
    if (u->d != NO_ROW)
        row_store(row_at(x, u->d), out, mask);
    if (u->q >= 0)
        pred_write(x, u->q, 1u << leader, mask);
}

/*
 * A special register's value for a lane. %clock advances with the instructions
 * of the launch, %globaltimer with it: both as one instruction a cycle.
 */
static uint64_t special_value(const struct worker *x, enum special s, int lane)
{
    const struct launch *l = x->s->l;
    const uint32_t bit = 1u << lane;
    const uint64_t clock = x->steps;
    const uint64_t mhz = l->clock_hz >= 1000000 ? l->clock_hz / 1000000 : 1000;
    const uint64_t now = l->start_ns + clock * 1000 / mhz;
    const uint64_t sms = l->sm_count > 0 ? (uint64_t)l->sm_count : 1;

    switch (s) { /* lint: dispatch switch */
    case SREG_NTID_X:
    case SREG_NTID_Y:
    case SREG_NTID_Z:
        return l->block[s - SREG_NTID_X];
    case SREG_CTAID_X:
    case SREG_CTAID_Y:
    case SREG_CTAID_Z:
        return x->block->at[s - SREG_CTAID_X];
    case SREG_NCTAID_X:
    case SREG_NCTAID_Y:
    case SREG_NCTAID_Z:
        return l->grid[s - SREG_NCTAID_X];
    case SREG_LANEID:
        return (uint64_t)lane;
    case SREG_WARPID:
        return (uint64_t)x->warp->index;
    case SREG_NWARPID:
        return (uint64_t)x->block->warp_count;
    case SREG_SMID:
        return x->block->index % sms;
    case SREG_NSMID:
        return sms;
    case SREG_LANEMASK_EQ:
        return bit;
    case SREG_LANEMASK_LE:
        return bit | (bit - 1);
    case SREG_LANEMASK_LT:
        return bit - 1;
    case SREG_LANEMASK_GE:
        return ~(bit - 1);
    case SREG_LANEMASK_GT:
        return ~(bit | (bit - 1));
    case SREG_CLOCK:
        return (uint32_t)clock;
    case SREG_CLOCK_HI:
        return clock >> 32;
    case SREG_CLOCK64:
        return clock;
    case SREG_GLOBALTIMER:
        return now;
    case SREG_GLOBALTIMER_LO:
        return (uint32_t)now;
    case SREG_GLOBALTIMER_HI:
        return now >> 32;
    case SREG_RESERVED_SMEM: /* behind the block's own: none is there */
        return (x->s->shared_bytes + 1023) / 1024 * 1024;
    case SREG_DYNAMIC_SMEM_SIZE:
        return l->dynamic_shared;
    case SREG_TOTAL_SMEM_SIZE:
        return x->s->shared_bytes;
    case SREG_TID_X: /* from a table, see op_special */
    case SREG_TID_Y:
    case SREG_TID_Z:
    case SREG_GRIDID:
    case SREG_ENVREG:
    case SREG_COUNT:
        break;
    }
    return 0;
}

/* %envreg1 and 2: the address of what a cooperative launch's blocks share. */
static uint32_t environment(const struct worker *x, uint64_t n)
{
    const uint64_t at = x->s->l->grid_workspace;

    return n == 1 ? (uint32_t)(at >> 32) : n == 2 ? (uint32_t)at : 0;
}

static bool differs_by_lane(enum special s)
{
    return s == SREG_LANEID || (s >= SREG_LANEMASK_EQ && s <= SREG_LANEMASK_GT);
}

void op_special(struct worker *x, const struct uop *u, uint32_t mask)
{
    const enum special s = u->in->operand[1].special;
    uint64_t wide[WARP_SIZE];
    uint32_t out[WARP_SIZE];

    if (s <= SREG_TID_Z) {
        memcpy(out, x->s->tid[3 * x->warp->index + (int)(s - SREG_TID_X)].lane,
               sizeof out);
    } else {
        wide[0] = s == SREG_ENVREG ? environment(x, u->in->operand[1].bits)
                                   : special_value(x, s, 0);
        for (int i = 1; i < WARP_SIZE; i++)
            wide[i] = differs_by_lane(s) ? special_value(x, s, i) : wide[0];
        for (int i = 0; i < WARP_SIZE; i++)
            out[i] = (uint32_t)wide[i];
    }
    if (u->width == 1) {
        row_store(row_at(x, u->d), out, mask);
        return;
    }
    for (int i = 0; i < WARP_SIZE && s <= SREG_TID_Z; i++)
        wide[i] = out[i];
    wide_store(wide_at(x, u->d), wide, mask);
}

static int base_of(struct worker *x, uint32_t mask, bool local)
{
    const struct frame *f =
        frame_of(x->warp, first_lane(mask), x->split->depth);

    return local ? f->local : f->frame;
}

static void store_address(struct worker *x, const struct uop *u, uint32_t mask,
                          uint64_t v)
{
    uint64_t wide[WARP_SIZE];
    uint32_t out[WARP_SIZE];

    for (int i = 0; i < WARP_SIZE; i++) {
        wide[i] = v;
        out[i] = (uint32_t)v;
    }
    if (u->width == 2)
        wide_store(wide_at(x, u->d), wide, mask);
    else
        row_store(row_at(x, u->d), out, mask);
}

void op_local_address(struct worker *x, const struct uop *u, uint32_t mask)
{
    store_address(x, u, mask, (uint64_t)(base_of(x, mask, true) + u->offset));
}

void op_frame_address(struct worker *x, const struct uop *u, uint32_t mask)
{
    store_address(x, u, mask, (uint64_t)(base_of(x, mask, false) + u->offset));
}

/* mov.b64 d, {a, b} and the like */
void op_pack(struct worker *x, const struct uop *u, uint32_t mask)
{
    int bits = 8 * type_bytes(u->in->type) / u->vec;
    bool wide = type_bytes(u->in->type) == 8;

    for (int i = 0; i < WARP_SIZE; i++) {
        uint64_t v = 0;

        if (!(mask >> i & 1))
            continue;
        for (int k = 0; k < u->vec; k++)
            if (u->rows[k] != NO_ROW)
                v |= ((uint64_t)row_at(x, u->rows[k])->lane[i] &
                      ((1ull << bits) - 1))
                     << bits * k;
        if (wide)
            wide_at(x, u->d)[i] = v;
        else
            row_at(x, u->d)->lane[i] = (uint32_t)v;
    }
}

void op_unpack(struct worker *x, const struct uop *u, uint32_t mask)
{
    int bits = 8 * type_bytes(u->in->type) / u->vec;
    bool wide = type_bytes(u->in->type) == 8;

    for (int i = 0; i < WARP_SIZE; i++) {
        uint64_t v;

        if (!(mask >> i & 1))
            continue;
        v = wide ? wide_at(x, u->a)[i] : row_at(x, u->a)->lane[i];
        for (int k = 0; k < u->vec; k++)
            if (u->rows[k] != NO_ROW)
                row_at(x, u->rows[k])->lane[i] =
                    (uint32_t)(v >> bits * k & ((1ull << bits) - 1));
    }
}

void op_policy(struct worker *x, const struct uop *u, uint32_t mask)
{
    const uint64_t none[WARP_SIZE] = { 0 };

    wide_store(wide_at(x, u->d), none, mask);
}

void op_move_double(struct worker *x, const struct uop *u, uint32_t mask)
{
    const struct inst *const in = u->in;
    const bool parts = in->operand[0].kind == OPERAND_VECTOR;
    const bool joins = in->operand[1].kind == OPERAND_VECTOR;

    for (int k = 0; k < 2; k++) {
        const int to = parts ? u->rows[k] : u->d + 2 * k;
        const int from = joins ? u->rows[k] : u->a + 2 * k;

        if (to == NO_ROW || (joins && from == NO_ROW))
            continue;
        wide_store(wide_at(x, to), wide_at(x, from), mask);
    }
}

static uint64_t window_of(enum space s)
{
    return s == SPACE_SHARED  ? MEMORY_SHARED
           : s == SPACE_LOCAL ? MEMORY_LOCAL
                              : 0;
}

/* cvta: shared and local addresses lie in windows of the generic space. */
void op_cvta(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint64_t window = window_of((enum space)u->space), out[WARP_SIZE];
    const uint64_t *ra = wide_at(x, u->a);

    for (int i = 0; i < WARP_SIZE; i++)
        out[i] = u->in->mods & MOD_TO ? ra[i] - window : ra[i] + window;
    wide_store(wide_at(x, u->d), out, mask);
}

void op_isspacep(struct worker *x, const struct uop *u, uint32_t mask)
{
    uint32_t bits = 0;

    for (int i = 0; i < WARP_SIZE; i++) {
        uint64_t a = wide_at(x, u->a)[i];
        bool in;

        if (u->space == SPACE_SHARED || u->space == SPACE_LOCAL)
            in = a - window_of((enum space)u->space) < MEMORY_WINDOW_BYTES;
        else
            in = a - MEMORY_GLOBAL < MEMORY_GLOBAL_BYTES;
        bits |= (uint32_t)in << i;
    }
    pred_write(x, u->p, bits, mask);
}
