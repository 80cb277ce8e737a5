/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/workers.h"

#include <pthread.h>
#include <string.h>

#include "base/bug.h"
#include "sim/claims.h"
#include "sim/libm.h"

enum {
    WORKERS_MOST = 16,
    BLOCKS_LEAST = 8, /* of each worker: else starting it costs more */
    WARPS_LEAST = 256 /* of each */
};

/* ---- which launches ------------------------------------------------------ */

static bool is_outside(enum space s)
{
    return s == SPACE_GLOBAL || s == SPACE_GENERIC;
}

/* Time goes on with the instructions of all blocks before. */
static bool reads_clock(const struct inst *in)
{
    for (int i = 0; i < in->operand_count; i++)
        if (in->operand[i].kind == OPERAND_SPECIAL &&
            in->operand[i].special >= SREG_CLOCK &&
            in->operand[i].special <= SREG_GLOBALTIMER_HI)
            return true;
    return false;
}

/*
 * An integer sum, minimum, ... whose old value nobody reads: in which order
 * blocks do it makes no difference, as long as all of the launch do the same
 * (so one operation, on one width).
 */
static bool commutes(const struct launch_state *s, int pc,
                     const struct inst **one)
{
    const struct inst *const in = &s->p->insts[pc];

    if ((in->op == OP_ATOM && !s->uops[pc].blind) || in->vec != 1 ||
        (in->mods & (MOD_ACQUIRE | MOD_RELEASE)))
        return false;
    switch (in->type) {
    case TYPE_B32:
    case TYPE_U32:
    case TYPE_S32:
    case TYPE_B64:
    case TYPE_U64:
    case TYPE_S64:
        break;
    default:
        return false;
    }
    switch (in->sub) {
    case SUB_ADD:
    case SUB_MIN:
    case SUB_MAX:
    case SUB_AND:
    case SUB_OR:
    case SUB_XOR:
        break;
    default:
        return false;
    }
    if (*one && ((*one)->sub != in->sub || (*one)->type != in->type))
        return false;
    *one = in;
    return true;
}

/* Does the instruction look at, or wait for, what other blocks do? */
static bool needs_others(const struct launch_state *s, int pc,
                         const struct inst **one)
{
    const struct inst *const in = &s->p->insts[pc];

    switch (in->op) {
    case OP_ATOM:
    case OP_RED:
        return is_outside(in->space) && !commutes(s, pc, one);
    case OP_LD:
    case OP_ST:
        return is_outside(in->space) &&
               (in->mods &
                (MOD_VOLATILE | MOD_RELAXED | MOD_ACQUIRE | MOD_RELEASE));
    case OP_NANOSLEEP:
        return true;
    default:
        return reads_clock(in);
    }
}

/* Functions that only compute: no pointers, no heap, no text. */
static bool is_pure(const struct func *f)
{
    const struct libm_function *m = libm_find(f->name);

    return m && !strpbrk(m->sig, "FDI");
}

static bool is_assert(const struct func *f)
{
    return !strcmp(f->name, "__assertfail") ||
           !strcmp(f->name, "__assert_fail");
}

static bool blocks_stand_alone(struct launch_state *s)
{
    const struct inst *one = NULL;

    for (int i = 0; i < s->p->func_count; i++) {
        const struct func *f = &s->p->funcs[i];

        if (!s->reached[i])
            continue;
        if (f->is_extern && !is_pure(f) && !is_assert(f))
            return false;
        for (int pc = f->first; pc < f->end && !f->is_extern; pc++)
            if (needs_others(s, pc, &one))
                return false;
    }
    s->commutes = one != NULL;
    return !one || !s->l->checks_off; /* words are told apart by claims */
}

int workers_wanted(struct launch_state *s)
{
    const struct launch *l = s->l;
    const uint64_t blocks = blocks_of(l);
    uint64_t n =
        (uint64_t)(l->workers < WORKERS_MOST ? l->workers : WORKERS_MOST);

    while (n > 1 && (blocks / n < BLOCKS_LEAST ||
                     blocks / n * (uint64_t)s->warps < WARPS_LEAST))
        n--;
    return n > 1 && blocks_stand_alone(s) ? (int)n : 1;
}

/* ---- putting together ---------------------------------------------------- */

/* The requests kept are the first of the widest, in order of blocks. */
static void join_samples(struct worker *to, const struct worker *from)
{
    for (int i = 0; i < from->sample_count; i++) {
        const struct request_sample *s = &from->samples[i];
        const int pc = s->pc;

        if (to->sample_of[pc] && from->widest[pc] <= to->widest[pc])
            continue;
        if (!to->sample_of[pc]) {
            ARENA_PUSH(to->arena, to->samples, to->sample_count,
                       to->sample_capacity, *s);
            to->sample_of[pc] = to->sample_count;
        }
        to->samples[to->sample_of[pc] - 1] = *s;
        to->widest[pc] = from->widest[pc];
    }
}

static void join_tally(struct tally *to, const struct tally *from)
{
    to->inst += from->inst;
    to->thread_inst += from->thread_inst;
    to->divergent += from->divergent;
    to->requests += from->requests;
    to->sectors += from->sectors;
    to->ideal += from->ideal;
    to->bytes += from->bytes;
    to->shared_requests += from->shared_requests;
    to->wavefronts += from->wavefronts;
    to->wavefronts_ideal += from->wavefronts_ideal;
    to->local += from->local;
    to->shared_atomics += from->shared_atomics;
    to->global_atomics += from->global_atomics;
    to->conflicts += from->conflicts;
}

static void join(struct worker *to, const struct worker *from)
{
    const uint32_t most = write_counts_most(from->write_counts);

    for (int pc = 0; pc < to->p->inst_count; pc++)
        join_tally(&to->tally[pc], &from->tally[pc]);
    join_samples(to, from);
    hot_join(to, from);
    warp_counts_join(&to->warps, &from->warps);
    to->steps += from->steps;
    to->writes += from->writes;
    to->blocks_worked += from->blocks_worked;
    write_counts_at_least(to->write_counts, most);
}

static bool went_wrong(const struct worker *x)
{
    return x->failed || x->stop || x->found_count || x->unrepeatable ||
           x->claims->suspect_count || x->claims->undo_full ||
           x->steps >= x->s->budget;
}

bool worker_gives_up(const struct worker *x)
{
    bool *const hopeless = &x->s->hopeless;

    if (!x->s->together)
        return false;
    if (!went_wrong(x))
        return __atomic_load_n(hopeless, __ATOMIC_RELAXED);
    __atomic_store_n(hopeless, true, __ATOMIC_RELAXED);
    return true;
}

/* Did each worker come through, and none look at what another wrote? */
static bool all_well(struct worker *x, int n)
{
    if (x[0].s->hopeless)
        return false;
    for (int i = 0; i < n; i++)
        if (went_wrong(&x[i]))
            return false;
    for (int b = 1; b < n; b++)
        for (int a = 0; a < b; a++)
            if (claims_conflict(x[a].claims, x[b].claims))
                return false;
    return true;
}

/* ---- threads ------------------------------------------------------------- */

struct job {
    struct worker *x;
    uint64_t first, end;
    void (*run)(struct worker *x, uint64_t first, uint64_t end);
    pthread_t thread;
    bool started;
};

static void *work(void *argument)
{
    const struct job *j = argument;

    j->run(j->x, j->first, j->end);
    return NULL;
}

bool workers_run(struct worker *x, int n,
                 void (*run)(struct worker *x, uint64_t first, uint64_t end))
{
    const struct launch *l = x[0].s->l;
    const uint64_t blocks = blocks_of(l);
    const uint64_t budget = x[0].s->budget;
    struct job jobs[WORKERS_MOST];
    bool good;

    /* Each has its share, so that all together stay within. */
    x[0].s->together = true;
    x[0].s->budget = budget / (uint64_t)n;
    for (int i = 0; i < n; i++) {
        jobs[i] = (struct job){ .x = &x[i],
                                .first = blocks * (uint64_t)i / (uint64_t)n,
                                .end = blocks * (uint64_t)(i + 1) / (uint64_t)n,
                                .run = run };
        /* Where no thread can be had, this one does its work. */
        jobs[i].started =
            i > 0 && !pthread_create(&jobs[i].thread, NULL, work, &jobs[i]);
    }
    for (int i = 0; i < n; i++)
        if (!jobs[i].started)
            work(&jobs[i]);
    for (int i = 0; i < n; i++)
        if (jobs[i].started && pthread_join(jobs[i].thread, NULL))
            BUG("a worker is lost");
    good = all_well(x, n);
    x[0].s->together = false;
    x[0].s->budget = budget;
    if (good)
        claims_join(x, n);
    for (int i = 1; i < n && good; i++)
        join(&x[0], &x[i]);
    for (int i = 0; i < n && !good; i++)
        claims_undo(x[i].claims, x[i].memory);
    return good;
}
