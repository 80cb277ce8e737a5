/* SPDX-License-Identifier: Apache-2.0 */
#include "time/plan.h"

#include <stdlib.h>

#include "base/bug.h"

static struct block_log *want(void *context, uint64_t block)
{
    struct time_plan *p = context;
    uint64_t i = block / (uint64_t)p->active_sms;

    if (block > 0 && block <= PLAN_NEAR && p->active_sms > PLAN_NEAR) {
        p->near[block - 1].block = block;
        return &p->near[block - 1];
    }
    if (block % (uint64_t)p->active_sms || i >= (uint64_t)p->recorded)
        return NULL;
    p->logs[i].block = block;
    return &p->logs[i];
}

static uint64_t min_u64(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Full waves to record: more where a block cannot be long. */
static uint64_t waves_of(const struct time_plan *p, const struct func *f)
{
    const struct program *prog = p->launch.program;
    uint64_t wave = (uint64_t)(f->end - f->first) * (uint64_t)p->resident *
                    (uint64_t)p->occupancy.warps_per_block;
    bool loops = false;

    for (int pc = f->first; pc < f->end; pc++) {
        if (prog->insts[pc].op == OP_CALL)
            return PLAN_WAVES;
        loops |= prog->insts[pc].back_edge;
    }
    if (loops)
        wave *= PLAN_TRIPS;
    for (uint64_t n = PLAN_WAVES_SHORT; n > PLAN_WAVES; n--) {
        if (wave * (n + 1) <= PLAN_STEPS_MAX)
            return n;
    }
    return PLAN_WAVES;
}

struct time_plan *time_plan_new(const struct card *c, const struct launch *l)
{
    const struct func *f = &l->program->funcs[l->func];
    struct time_plan *p = calloc(1, sizeof *p);
    uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];
    uint64_t last;

    if (!p)
        DIE("out of memory");
    p->card = c;
    p->launch = *l;
    p->shared_bytes = (uint32_t)f->shared_bytes + l->dynamic_shared;
    p->occupancy = occupancy_of(c, threads ? (int)threads : 1, f->registers,
                                (int)p->shared_bytes);
    p->blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
    p->active_sms = (int)min_u64(p->blocks, (uint64_t)c->sm_count);
    p->ran = p->blocks;
    if (p->active_sms < 1)
        p->active_sms = 1;
    p->sm_blocks =
        (p->blocks + (uint64_t)p->active_sms - 1) / (uint64_t)p->active_sms;
    p->resident = p->occupancy.blocks_per_sm;
    if (p->resident < 1)
        p->resident = 1;
    last = p->sm_blocks % (uint64_t)p->resident;
    p->recorded = (int)min_u64(p->sm_blocks,
                               (uint64_t)p->resident * waves_of(p, f) + last);
    p->logs = calloc((size_t)p->recorded + 1, sizeof *p->logs);
    if (!p->logs)
        DIE("out of memory");
    p->recorder =
        (struct recorder){ .context = p,
                           .want = want,
                           .steps_max = PLAN_STEPS_MAX /
                                        (p->recorded ? p->recorded : 1) };
    return p;
}

struct recorder *time_plan_recorder(struct time_plan *p)
{
    return &p->recorder;
}

uint64_t time_plan_sample(struct time_plan *p)
{
    p->ran =
        min_u64(p->blocks, (uint64_t)p->recorded * (uint64_t)p->active_sms);
    return p->ran;
}

void time_plan_free(struct time_plan *p)
{
    if (!p)
        return;
    for (int i = 0; i < p->recorded; i++)
        block_log_release(&p->logs[i]);
    for (int i = 0; i < PLAN_NEAR; i++)
        block_log_release(&p->near[i]);
    free(p->logs);
    free(p);
}
