/* SPDX-License-Identifier: Apache-2.0 */
/* Findings of a launch: facts, gathered by (id, line, other line). */
#include "sim/exec.h"

enum { FOUND_MAX = 256 }; /* different findings kept of one launch */

void thread_at(const struct worker *x, int thread, uint32_t out[3])
{
    const uint32_t *b = x->s->l->block;
    uint32_t t = (uint32_t)thread;

    out[0] = t % b[0];
    out[1] = t / b[0] % b[1];
    out[2] = t / b[0] / b[1];
}

static void fill_place(const struct worker *x, struct place *at, int pc,
                       int thread)
{
    const struct inst *in = &x->p->insts[pc];

    at->pc = pc;
    at->line = in->line;
    at->file = in->file >= 0 && in->file < x->p->file_count
                   ? x->p->files[in->file]
                   : NULL;
    thread_at(x, thread, at->thread);
    memcpy(at->block, x->block->at, sizeof at->block);
}

/* One place in the source may be several instructions: an unrolled loop. */
static bool same_place(const struct program *p, int a, int b)
{
    return a == b || (a >= 0 && b >= 0 && p->insts[a].line > 0 &&
                      p->insts[a].line == p->insts[b].line &&
                      p->insts[a].file == p->insts[b].file);
}

/* The same two places; in any order where neither side is the guilty one. */
static bool same_pair(const struct worker *x, const struct finding *old,
                      int other_pc)
{
    const bool both_ways = old->id == FINDING_RACE_SHARED ||
                           old->id == FINDING_RACE_GLOBAL ||
                           old->id == FINDING_BARRIER_DIVERGENCE;

    if (other_pc < 0 && x->p->insts[old->at.pc].op != x->p->insts[x->pc].op)
        return false; /* a load and a store of one line */
    if (same_place(x->p, old->at.pc, x->pc) &&
        same_place(x->p, old->other.pc, other_pc))
        return true;
    return both_ways && other_pc >= 0 &&
           same_place(x->p, old->at.pc, other_pc) &&
           same_place(x->p, old->other.pc, x->pc);
}

/* near: the allocation it is about; 0 if it is about none. */
static struct finding *add(struct worker *x, enum finding_id id, uint32_t mask,
                           int other_pc, uint64_t near, bool *is_new)
{
    static const struct finding overflow;
    int lane = mask ? first_lane(mask) : 0;
    struct found f = { .f = { .id = id, .launch = x->s->l->launch_index } };

    *is_new = false;
    for (int i = 0; i < x->found_count; i++) {
        struct finding *old = &x->found[i].f;

        if (old->id == id && (old->near_base == near || old->at.pc == x->pc) &&
            same_pair(x, old, other_pc)) {
            old->count += (uint64_t)lanes_of(mask);
            return old;
        }
    }
    if (x->found_count == FOUND_MAX) {
        x->spare = overflow;
        return &x->spare;
    }
    f.f.count = (uint64_t)lanes_of(mask);
    f.f.lanes = mask;
    f.f.other.pc = other_pc;
    fill_place(x, &f.f.at, x->pc, x->warp->index * WARP_SIZE + lane);
    if (other_pc >= 0)
        fill_place(x, &f.f.other, other_pc, 0);
    ARENA_PUSH(x->arena, x->found, x->found_count, x->found_capacity, f);
    *is_new = true;
    return &x->found[x->found_count - 1].f;
}

struct finding *found_add(struct worker *x, enum finding_id id, uint32_t mask,
                          int other_pc, bool *is_new)
{
    return add(x, id, mask, other_pc, 0, is_new);
}

struct finding *found_add_near(struct worker *x, enum finding_id id,
                               uint32_t mask, uint64_t address, bool *is_new)
{
    const struct allocation *a = memory_nearest(x->memory, address);
    struct finding *f = add(x, id, mask, -1, a ? a->base : 0, is_new);

    if (!*is_new)
        return f;
    f->address = address;
    if (!a)
        return f;
    f->near_base = a->base;
    f->near_bytes = a->bytes;
    f->near_offset = (int64_t)(address - a->base);
    f->near_serial = a->serial;
    f->near_name = a->name;
    return f;
}
