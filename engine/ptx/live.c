/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/live.h"

#include <string.h>

#include "base/arena.h"
#include "ptx/uses.h"

/* Above this the figure would cost more than it is worth. */
enum { LIVE_WORDS_MAX = 1 << 26 };

struct live {
    const struct program *p;
    const struct func *f;
    const struct flow *g;
    int words;          /* 64-bit words of one set */
    uint64_t *in, *out; /* by block */
};

static int cost_of(const struct func *f, int reg)
{
    enum type t = f->regs[reg].type;

    return t == TYPE_PRED ? 0 : (type_bytes(t) + 3) / 4;
}

static uint64_t *set_of(uint64_t *sets, const struct live *l, int block)
{
    return sets + (size_t)block * (size_t)l->words;
}

static bool has(const uint64_t *set, int reg)
{
    return set[reg / 64] >> reg % 64 & 1;
}

/* Walk a block backwards from its live-out set; returns the peak. */
static int walk(const struct live *l, int block, uint64_t *set, int start)
{
    const struct flow_block *b = &l->g->blocks[block];
    int now = start, peak = start, regs[USES_MAX], n;

    for (int pc = b->end - 1; pc >= b->first; pc--) {
        const struct inst *in = &l->p->insts[pc];

        n = inst_writes(in, regs, USES_MAX);
        for (int i = 0; i < n; i++) {
            /* A guarded write may leave the old value. */
            if (has(set, regs[i]) && in->guard < 0) {
                set[regs[i] / 64] &= ~(1ull << regs[i] % 64);
                now -= cost_of(l->f, regs[i]);
            }
        }
        n = inst_reads(in, regs, USES_MAX);
        for (int i = 0; i < n; i++)
            if (!has(set, regs[i])) {
                set[regs[i] / 64] |= 1ull << regs[i] % 64;
                now += cost_of(l->f, regs[i]);
            }
        if (now > peak)
            peak = now;
    }
    return peak;
}

static int total(const struct live *l, const uint64_t *set)
{
    int n = 0;

    for (int r = 0; r < l->f->reg_count; r++)
        if (has(set, r))
            n += cost_of(l->f, r);
    return n;
}

/* out(b) = union of in(successors); true if it grew. */
static bool join(const struct live *l, int block)
{
    const struct flow_block *b = &l->g->blocks[block];
    uint64_t *out = set_of(l->out, l, block);
    bool grew = false;

    for (int i = 0; i < b->succ_count; i++) {
        int s = l->g->succs[b->succ_first + i];
        const uint64_t *in = set_of(l->in, l, s);

        if (s == l->g->block_count)
            continue;
        for (int w = 0; w < l->words; w++) {
            grew = grew || (in[w] & ~out[w]);
            out[w] |= in[w];
        }
    }
    return grew;
}

int live_registers(const struct program *p, const struct func *f,
                   const struct flow *g)
{
    struct arena a = { 0 };
    struct live l = { .p = p, .f = f, .g = g };
    size_t words;
    int peak = 0;
    bool changed = true;

    l.words = (f->reg_count + 63) / 64 + 1;
    words = (size_t)l.words * (size_t)(g->block_count + 1);
    if (words > LIVE_WORDS_MAX)
        return 255;
    l.in = ARENA_NEW(&a, uint64_t, words);
    l.out = ARENA_NEW(&a, uint64_t, words);
    for (bool first = true; changed; first = false) {
        changed = false;
        for (int b = g->block_count - 1; b >= 0; b--) {
            uint64_t *in = set_of(l.in, &l, b);

            if (!join(&l, b) && !first)
                continue;
            memcpy(in, set_of(l.out, &l, b), (size_t)l.words * 8);
            walk(&l, b, in, 0);
            changed = true;
        }
    }
    for (int b = 0; b < g->block_count; b++) {
        uint64_t *set = set_of(l.in, &l, b);
        int n;

        memcpy(set, set_of(l.out, &l, b), (size_t)l.words * 8);
        n = walk(&l, b, set, total(&l, set));
        peak = n > peak ? n : peak;
    }
    arena_clear(&a);
    return peak;
}
