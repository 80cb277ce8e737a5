/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/live.h"

#include <string.h>

#include "base/arena.h"
#include "ptx/uses.h"

/* Bounds: words of one kind of set, and words looked at while they settle. */
enum { LIVE_WORDS_MAX = 1 << 22, LIVE_WORK_MAX = 1 << 28 };

struct live {
    struct arena arena; /* scratch */
    const struct program *p;
    const struct func *f;
    const struct flow *g;
    int *weight; /* by register: 32-bit registers it takes */
    int *number; /* by register: place in the sets; -1 lives in one block */
    int *reg_of; /* by place */
    int count;   /* of places */
    int words;   /* 64-bit words of one set */
    /* by block: read before written, written, live at its start */
    uint64_t *reads, *writes, *in;
};

/* ---- what takes a register ----------------------------------------------- */

static bool launch_extent(enum special s)
{
    return (s >= SREG_NTID_X && s <= SREG_NTID_Z) ||
           (s >= SREG_NCTAID_X && s <= SREG_NCTAID_Z);
}

/* Can the value be had again without a register, given which others can? */
static bool is_free(const struct inst *in, const bool *free)
{
    const struct operand *o = &in->operand[1];

    if (in->guard >= 0)
        return false;
    if (in->op == OP_LD)
        return in->space == SPACE_PARAM && o->base == BASE_KPARAM;
    if (in->op != OP_MOV && in->op != OP_CVTA)
        return false;
    switch (o->kind) {
    case OPERAND_IMM:
    case OPERAND_SYMBOL:
    case OPERAND_FUNC:
    case OPERAND_ADDRESS:
        return true;
    case OPERAND_SPECIAL:
        return launch_extent(o->special);
    case OPERAND_REG:
        return free[o->reg];
    default:
        return false;
    }
}

/* Registers written once, by something that is free. In the order of the
   text, so a copy of a later value counts: that is rare and errs upwards. */
static void weigh(struct live *l)
{
    size_t n = (size_t)l->f->reg_count + 1;
    int *writes = ARENA_NEW(&l->arena, int, n), regs[USES_MAX];
    bool *free = ARENA_NEW(&l->arena, bool, n);

    l->weight = ARENA_NEW(&l->arena, int, n);
    for (int pc = l->f->first; pc < l->f->end; pc++)
        for (int k = inst_writes(&l->p->insts[pc], regs, USES_MAX); k-- > 0;)
            writes[regs[k]]++;
    for (int pc = l->f->first; pc < l->f->end; pc++) {
        const struct inst *in = &l->p->insts[pc];
        int k = inst_writes(in, regs, USES_MAX);

        if (!k || !is_free(in, free))
            continue;
        while (k-- > 0)
            free[regs[k]] = writes[regs[k]] == 1;
    }
    for (int r = 0; r < l->f->reg_count; r++)
        if (!free[r])
            l->weight[r] = (type_bytes(l->f->regs[r].type) + 3) / 4;
}

/* ---- sets of registers that live across blocks --------------------------- */

static void number_globals(struct live *l)
{
    size_t n = (size_t)l->f->reg_count + 1;
    int *written = ARENA_NEW(&l->arena, int, n), regs[USES_MAX];

    l->number = ARENA_NEW(&l->arena, int, n);
    l->reg_of = ARENA_NEW(&l->arena, int, n);
    memset(l->number, -1, n * sizeof *l->number);
    for (int b = 0; b < l->g->block_count; b++)
        for (int pc = l->g->blocks[b].first; pc < l->g->blocks[b].end; pc++) {
            const struct inst *in = &l->p->insts[pc];

            for (int k = inst_reads(in, regs, USES_MAX); k-- > 0;)
                if (l->weight[regs[k]] && written[regs[k]] != b + 1 &&
                    l->number[regs[k]] < 0) {
                    l->number[regs[k]] = l->count;
                    l->reg_of[l->count++] = regs[k];
                }
            if (in->guard < 0) /* a guarded write may leave the old value */
                for (int k = inst_writes(in, regs, USES_MAX); k-- > 0;)
                    written[regs[k]] = b + 1;
        }
}

static uint64_t *set_of(const struct live *l, uint64_t *sets, int block)
{
    return sets + (size_t)block * (size_t)l->words;
}

static bool has(const uint64_t *set, int i)
{
    return set[i / 64] >> i % 64 & 1;
}

static void put(uint64_t *set, int i)
{
    set[i / 64] |= 1ull << i % 64;
}

static void gather(struct live *l, int b)
{
    uint64_t *reads = set_of(l, l->reads, b), *writes = set_of(l, l->writes, b);
    int regs[USES_MAX];

    for (int pc = l->g->blocks[b].first; pc < l->g->blocks[b].end; pc++) {
        const struct inst *in = &l->p->insts[pc];

        for (int k = inst_reads(in, regs, USES_MAX); k-- > 0;)
            if (l->number[regs[k]] >= 0 && !has(writes, l->number[regs[k]]))
                put(reads, l->number[regs[k]]);
        if (in->guard < 0)
            for (int k = inst_writes(in, regs, USES_MAX); k-- > 0;)
                if (l->number[regs[k]] >= 0)
                    put(writes, l->number[regs[k]]);
    }
}

/* Bits of word w that live at the end of a block. */
static uint64_t out_word(const struct live *l, int block, int w)
{
    const struct flow_block *b = &l->g->blocks[block];
    uint64_t bits = 0;

    for (int i = 0; i < b->succ_count; i++) {
        int s = l->g->succs[b->succ_first + i];

        if (s < l->g->block_count)
            bits |= set_of(l, l->in, s)[w];
    }
    return bits;
}

/* False if the function is too big. */
static bool settle(struct live *l)
{
    size_t words;
    bool changed = true;
    long work = 0;

    l->words = (l->count + 63) / 64;
    words = (size_t)l->words * (size_t)l->g->block_count + 1;
    if (words > LIVE_WORDS_MAX)
        return false;
    l->reads = ARENA_NEW(&l->arena, uint64_t, words);
    l->writes = ARENA_NEW(&l->arena, uint64_t, words);
    l->in = ARENA_NEW(&l->arena, uint64_t, words);
    for (int b = 0; b < l->g->block_count; b++)
        gather(l, b);
    while (changed) {
        changed = false;
        for (int b = l->g->block_count - 1; b >= 0; b--) {
            const uint64_t *reads = set_of(l, l->reads, b);
            const uint64_t *writes = set_of(l, l->writes, b);
            uint64_t *in = set_of(l, l->in, b);

            work += (long)l->words * (l->g->blocks[b].succ_count + 1);
            for (int w = 0; w < l->words; w++) {
                uint64_t bits = reads[w] | (out_word(l, b, w) & ~writes[w]);

                changed = changed || bits != in[w];
                in[w] = bits;
            }
        }
        if (work > LIVE_WORK_MAX)
            return false;
    }
    return true;
}

/* ---- the peak ------------------------------------------------------------ */

struct count {
    bool *live; /* by register */
    int now, peak;
};

/* ptxas moves the loads of a block up to its start, so that they run at once,
   as long as their results take about so many registers. */
enum { EARLY_LOADS = 12 };

/* Registers that a load from beyond the thread fills; 0 for all else. */
static int loads(const struct live *l, const struct inst *in)
{
    int regs[USES_MAX], sum = 0;

    if (in->op != OP_LD || in->space == SPACE_PARAM || in->space == SPACE_LOCAL)
        return 0;
    for (int k = inst_writes(in, regs, USES_MAX); k-- > 0;)
        sum += l->weight[regs[k]];
    return sum;
}

static void set_live(const struct live *l, struct count *c, int reg, bool live)
{
    if (c->live[reg] == live)
        return;
    c->live[reg] = live;
    c->now += live ? l->weight[reg] : -l->weight[reg];
}

/* Walk a block backwards from what lives at its end. */
static void count_block(const struct live *l, int b, struct count *c,
                        int *across)
{
    int regs[USES_MAX], n, early = 0;

    for (int pc = l->g->blocks[b].end - 1; pc >= l->g->blocks[b].first; pc--) {
        const struct inst *in = &l->p->insts[pc];

        early += loads(l, in);
        if (in->call >= 0)
            across[in->call] = c->now;
        n = inst_writes(in, regs, USES_MAX);
        for (int k = 0; k < n; k++) /* what nobody reads takes room as well */
            set_live(l, c, regs[k], true);
        c->peak = c->now > c->peak ? c->now : c->peak;
        for (int k = 0; k < n && in->guard < 0; k++)
            set_live(l, c, regs[k], false);
        n = inst_reads(in, regs, USES_MAX);
        for (int k = 0; k < n; k++)
            set_live(l, c, regs[k], true);
        c->peak = c->now > c->peak ? c->now : c->peak;
    }
    early = c->now + (early < EARLY_LOADS ? early : EARLY_LOADS);
    c->peak = early > c->peak ? early : c->peak;
}

/* Forget what still lives at the start of a block. */
static void clear_block(const struct live *l, int b, struct count *c)
{
    int regs[USES_MAX];

    for (int i = 0; i < l->count; i++)
        c->live[l->reg_of[i]] = false;
    for (int pc = l->g->blocks[b].first; pc < l->g->blocks[b].end; pc++) {
        for (int k = inst_reads(&l->p->insts[pc], regs, USES_MAX); k-- > 0;)
            c->live[regs[k]] = false;
        for (int k = inst_writes(&l->p->insts[pc], regs, USES_MAX); k-- > 0;)
            c->live[regs[k]] = false;
    }
    c->now = 0;
}

int live_registers(const struct program *p, const struct func *f,
                   const struct flow *g, int *across)
{
    struct live l = { .p = p, .f = f, .g = g };
    struct count c = { 0 };

    weigh(&l);
    number_globals(&l);
    if (!settle(&l)) {
        arena_clear(&l.arena);
        return LIVE_TOO_BIG;
    }
    c.live = ARENA_NEW(&l.arena, bool, (size_t)f->reg_count + 1);
    for (int b = 0; b < g->block_count; b++) {
        for (int w = 0; w < l.words; w++)
            for (uint64_t bits = out_word(&l, b, w); bits; bits &= bits - 1)
                set_live(&l, &c, l.reg_of[w * 64 + __builtin_ctzll(bits)],
                         true);
        count_block(&l, b, &c, across);
        clear_block(&l, b, &c);
    }
    arena_clear(&l.arena);
    return c.peak;
}
