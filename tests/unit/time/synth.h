/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Launches made by hand for the timing tests: a program of a few decoded
 * instructions, and a function that writes the steps each warp takes, as the
 * simulator would. Addresses turn into sectors and bank passes here.
 */
#ifndef SYNTH_H
#define SYNTH_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "time/plan.h"
#include "time/time.h"

enum { SYNTH_INSTS = 256, SYNTH_REGS = 128 };

struct synth {
    struct arena arena;
    struct inst insts[SYNTH_INSTS];
    struct reg regs[SYNTH_REGS];
    struct func func;
    struct program program;
    struct launch launch;
    struct sim_result result;
    struct warp_log *log; /* the warp being written */
    struct step beyond;   /* stands for every step past the cap */
    int32_t cap;          /* steps a warp may keep */
    uint64_t steps;       /* the warp took */
    bool what_if;         /* time it without each cost as well */
    int n;                /* a size, for the kernel */
    int kind;             /* a variant, for the kernel */
};

typedef void synth_warp(struct synth *s, uint64_t block, int warp);

static inline void synth_init(struct synth *s)
{
    memset(s, 0, sizeof *s);
    s->program.insts = s->insts;
    s->program.funcs = &s->func;
    s->program.func_count = 1;
    s->func.is_entry = true;
    s->func.regs = s->regs;
    s->func.reg_count = SYNTH_REGS;
    s->func.registers = 24;
    s->launch.program = &s->program;
    for (int i = 0; i < 3; i++)
        s->launch.grid[i] = s->launch.block[i] = 1;
}

static inline void synth_release(struct synth *s)
{
    arena_clear(&s->arena);
}

static inline struct operand synth_reg(int reg)
{
    return (struct operand){ .kind = OPERAND_REG, .reg = reg, .symbol = -1 };
}

/* Add an instruction; dst < 0: none; sources end at the first -1. Its pc. */
static inline int synth_add(struct synth *s, enum op op, enum type type,
                            enum space space, int dst, int a, int b, int c)
{
    int pc = s->program.inst_count++;
    struct inst *in = &s->insts[pc];
    int sources[3] = { a, b, c };

    ck_assert_int_lt(pc, SYNTH_INSTS);
    *in = (struct inst){ .op = op,
                         .type = type,
                         .space = space,
                         .vec = 1,
                         .guard = -1,
                         .target = -1,
                         .reconverge = -1,
                         .call = -1,
                         .text = "" };
    if (dst >= 0) {
        in->operand[in->operand_count++] = synth_reg(dst);
        in->dst_count = 1;
    }
    for (int i = 0; i < 3 && sources[i] >= 0; i++)
        in->operand[in->operand_count++] = synth_reg(sources[i]);
    s->func.end = s->program.inst_count;
    return pc;
}

static inline int synth_alu(struct synth *s, enum op op, enum type type,
                            int dst, int a, int b)
{
    return synth_add(s, op, type, SPACE_NONE, dst, a, b, -1);
}

/* A branch back to pc `to`. */
static inline int synth_bra(struct synth *s, int to, int predicate)
{
    int pc = synth_add(s, OP_BRA, TYPE_NONE, SPACE_NONE, -1, -1, -1, -1);

    s->insts[pc].target = to;
    s->insts[pc].back_edge = true;
    s->insts[pc].guard = predicate;
    return pc;
}

static inline struct step *synth_step(struct synth *s, int pc)
{
    struct warp_log *w = s->log;

    s->steps++;
    if (w->step_count >= s->cap)
        return &s->beyond;
    if (w->step_count == w->step_capacity) {
        w->step_capacity = w->step_capacity ? 2 * w->step_capacity : 64;
        w->steps =
            realloc(w->steps, (size_t)w->step_capacity * sizeof *w->steps);
        ck_assert_ptr_nonnull(w->steps);
    }
    w->steps[w->step_count] =
        (struct step){ .pc = pc,
                       .active = 0xffffffff,
                       .first_sector = (uint32_t)w->sector_count };
    return &w->steps[w->step_count++];
}

static inline void synth_sector(struct synth *s, struct step *t, uint64_t v)
{
    struct warp_log *w = s->log;

    if (t == &s->beyond)
        return;
    for (int i = 0; i < t->sector_count; i++) {
        if (w->sectors[t->first_sector + (uint32_t)i] == v)
            return;
    }
    if (w->sector_count == w->sector_capacity) {
        w->sector_capacity = w->sector_capacity ? 2 * w->sector_capacity : 64;
        w->sectors = realloc(w->sectors,
                             (size_t)w->sector_capacity * sizeof *w->sectors);
        ck_assert_ptr_nonnull(w->sectors);
    }
    w->sectors[w->sector_count++] = v;
    t->sector_count++;
}

/* Most distinct 4-byte words in one of 32 banks. */
static inline uint16_t synth_passes(const uint64_t address[32])
{
    uint64_t seen[32][32];
    int count[32] = { 0 }, most = 0;

    for (int i = 0; i < 32; i++) {
        uint64_t word = address[i] / 4;
        int bank = (int)(word % 32);
        bool old = false;

        for (int k = 0; k < count[bank] && !old; k++)
            old = seen[bank][k] == word;
        if (!old)
            seen[bank][count[bank]++] = word;
        most = count[bank] > most ? count[bank] : most;
    }
    return (uint16_t)most;
}

/* A full warp's access to global memory. */
static inline void synth_global(struct synth *s, int pc,
                                const uint64_t address[32])
{
    struct step *t = synth_step(s, pc);

    if (t == &s->beyond)
        return;
    for (int i = 0; i < 32; i++)
        synth_sector(s, t, address[i] / 32);
    t->wavefronts = synth_passes(address);
}

static inline void synth_shared(struct synth *s, int pc, int passes)
{
    synth_step(s, pc)->wavefronts = (uint16_t)passes;
}

/* Time the launch on a card. The counters a kernel needs besides the number
   of instructions are set by the caller in s->result. */
static inline struct launch_time
synth_time(struct synth *s, const struct card *c, synth_warp *warp)
{
    struct time_plan *p = time_plan_new(c, &s->launch);
    struct recorder *r = time_plan_recorder(p);
    int warps = (int)(s->launch.block[0] * s->launch.block[1] + 31) / 32;
    uint64_t steps = 0, recorded = 0;
    struct launch_time out;

    for (uint64_t b = 0; b < p->blocks; b++) {
        struct block_log *log = r->want(r->context, b);

        if (!log)
            continue;
        ck_assert_uint_eq(log->block, b);
        log->warp_count = warps;
        log->warps = calloc((size_t)warps, sizeof *log->warps);
        ck_assert_ptr_nonnull(log->warps);
        recorded++;
        for (int w = 0; w < warps; w++) {
            s->log = &log->warps[w];
            s->steps = 0;
            s->cap = r->steps_max / warps;
            warp(s, b, w);
            steps += s->steps;
            log->truncated |= s->steps > (uint64_t)s->cap;
        }
    }
    s->result.total.inst = recorded ? steps * p->blocks / recorded : 0;
    time_launch(&s->arena, p, &s->result, &out);
    for (int i = 0; s->what_if && i < WHAT_IF_COUNT; i++)
        out.what_if_us[i] =
            time_what_if(p, &s->result, out.time_us, (enum what_if)i);
    time_plan_free(p);
    return out;
}

/* The three cards whose goals are graded. */
static const char *const synth_cards[] = { "t4", "rtx-4090", "h100-sxm" };

static inline struct card synth_card(struct synth *s, int i)
{
    struct diags ds = { .arena = &s->arena };
    struct card c;
    bool ok =
        card_load(&s->arena, "engine/time/cards", synth_cards[i], &c, &ds);

    ck_assert_msg(ok, "%s", ds.first ? ds.first->text : "");
    return c;
}

#endif
