/* SPDX-License-Identifier: Apache-2.0 */
/* One warp: its storage, its turn, the flow of its splits. */
#include <stdlib.h>

#include "base/bug.h"
#include "sim/access.h"
#include "sim/order.h"
#include "sim/split.h"

enum {
    BACK_EDGES = 1024, /* of a split or a warp before others get a turn */
    POLL_WEIGHT = 8,   /* of a back-edge, if the loop looks at others */
    POLL_TURNS = 64,   /* before lanes that wait go on alone */
    DEPTH_MAX = 1024,  /* calls inside each other */
    LAUNCH_FAILURE = 719,
    NOT_SUPPORTED = 801
};

struct frame *frame_of(struct warp *w, int lane, int depth)
{
    return &w->frames[depth * WARP_SIZE + lane];
}

static void *more(void *list, size_t bytes)
{
    list = realloc(list, bytes);
    if (!list)
        DIE("out of memory (%zu bytes for a warp)", bytes);
    return list;
}

static void more_rows(struct warp *w, int rows, int preds)
{
    if (rows > w->row_capacity) {
        struct row *fresh = aligned_alloc(64, (size_t)rows * sizeof *fresh);

        if (!fresh)
            DIE("out of memory for registers");
        memset(fresh, 0, (size_t)rows * sizeof *fresh);
        if (w->rows)
            memcpy(fresh, w->rows, (size_t)w->row_capacity * sizeof *fresh);
        free(w->rows);
        w->rows = fresh;
        w->row_capacity = rows;
    }
    if (preds > w->pred_capacity) {
        w->preds = more(w->preds, (size_t)preds * sizeof *w->preds);
        memset(w->preds + w->pred_capacity, 0,
               (size_t)(preds - w->pred_capacity) * sizeof *w->preds);
        w->pred_capacity = preds;
    }
}

/* Room for a frame at some depth. */
static void more_space(struct worker *x, struct warp *w, const struct frame *f,
                       int depth)
{
    const struct func *fn = &x->p->funcs[f->func];

    more_rows(w, f->window + x->s->window_rows[f->func] + 1,
              f->preds + x->s->window_preds[f->func] + 1);
    private_grow(&w->frame, f->frame + fn->frame_bytes);
    private_grow(&w->local, f->local + fn->local_bytes);
    if (depth >= w->frame_depths) {
        int want = depth + 4;

        w->frames =
            more(w->frames, (size_t)want * WARP_SIZE * sizeof *w->frames);
        w->frame_depths = want;
    }
}

void warp_open(struct worker *x, struct block *b, struct warp *w)
{
    struct frame f = { .func = x->s->l->func };
    int threads = b->thread_count - w->index * WARP_SIZE;

    w->live = threads >= WARP_SIZE ? WARP_FULL : (1u << threads) - 1;
    more_space(x, w, &f, 0);
    for (int i = 0; i < WARP_SIZE; i++)
        *frame_of(w, i, 0) = f;
    split_add(w, w->live, x->p->funcs[f.func].first, 0, -1);
}

void warp_close(struct warp *w)
{
    free(w->rows);
    free(w->preds);
    private_release(&w->frame);
    private_release(&w->local);
    free(w->splits);
    free(w->joins);
    free(w->frames);
    *w = (struct warp){ 0 };
}

/* Point the worker at the registers of the split. */
static void enter(struct worker *x, struct warp *w, int s)
{
    const struct frame *f =
        frame_of(w, first_lane(w->splits[s].mask), w->splits[s].depth);

    x->split = &w->splits[s];
    x->end = x->p->funcs[f->func].end;
    x->win = w->rows + f->window;
    x->preds = w->preds + f->preds;
}

static void stop_launch(struct worker *x, enum finding_id id, int error,
                        const char *detail, uint32_t mask)
{
    bool is_new;
    struct finding *f = found_add(x, id, mask, -1, &is_new);

    if (is_new)
        f->detail = detail;
    x->stop = true;
    x->failed = true;
    if (!x->error)
        x->error = error;
}

/* Move bytes inside one lane's call area. */
static void copy_private(struct lane_memory *m, int lane, int to, int from,
                         int bytes)
{
    for (int i = 0; i < bytes; i += 8) {
        const size_t n = bytes - i < 8 ? (size_t)(bytes - i) : 8;
        uint64_t v;

        private_read(m, lane, (uint64_t)(from + i), &v, n);
        private_write(m, lane, (uint64_t)(to + i), &v, n);
    }
}

uint64_t call_value(const struct worker *x, const struct call_arg *a, int lane)
{
    const struct frame *f = frame_of(x->warp, lane, x->split->depth);
    int row;

    if (a->reg < 0)
        return a->imm;
    row = x->s->slots[f->func][a->reg];
    return type_bytes(x->p->funcs[f->func].regs[a->reg].type) == 8
               ? wide_at(x, row)[lane]
               : row_at(x, row)->lane[lane];
}

static void copy_args(const struct worker *x, struct warp *w,
                      const struct call *c, const struct frame *from,
                      const struct frame *to, int lane)
{
    const struct func *callee = &x->p->funcs[to->func];

    for (int i = 0; i < c->arg_count && i < callee->param_count; i++) {
        const struct call_arg *a = &c->args[i];
        const struct param *formal = &callee->params[i];
        const int n = formal->bytes < a->bytes ? formal->bytes : a->bytes;

        if (a->frame_offset >= 0) {
            copy_private(&w->frame, lane, to->frame + formal->offset,
                         from->frame + a->frame_offset, n);
        } else {
            const uint64_t v = call_value(x, a, lane);

            private_write(&w->frame, lane,
                          (uint64_t)(to->frame + formal->offset), &v,
                          formal->bytes < 8 ? (size_t)formal->bytes : 8);
        }
    }
}

/* Where a callee's local memory begins: above all of the lanes'. */
static int local_above(const struct worker *x, struct warp *w,
                       const struct split *sp)
{
    uint64_t top = 0;

    for (int i = 0; i < WARP_SIZE; i++) {
        const uint64_t own =
            sp->mask >> i & 1 ? stack_top(x, frame_of(w, i, sp->depth)) : 0;

        top = own > top ? own : top;
    }
    return (int)((top + 15) / 16 * 16);
}

static bool call_direct(struct worker *x, struct warp *w, int s,
                        const struct call *c, int func)
{
    struct split *sp = &w->splits[s];
    int lane0 = first_lane(sp->mask), depth = sp->depth;
    struct frame from = *frame_of(w, lane0, depth);
    const struct func *caller = &x->p->funcs[from.func];
    struct frame to = {
        .func = func,
        .window = from.window + x->s->window_rows[from.func],
        .preds = from.preds + x->s->window_preds[from.func],
        .frame = from.frame + caller->frame_bytes,
        .local =
            w->grown ? local_above(x, w, sp) : from.local + caller->local_bytes,
        .return_pc = sp->pc + 1,
        .call = (int)(c - x->p->calls),
    };

    if (depth + 1 >= DEPTH_MAX ||
        to.frame + to.local + x->p->funcs[func].local_bytes > STACK_MAX) {
        stop_launch(x, FINDING_STACK_OVERFLOW, LAUNCH_FAILURE,
                    x->p->funcs[func].display, sp->mask);
        return false;
    }
    more_space(x, w, &to, depth + 1);
    private_forget(&w->local, sp->mask, to.local,
                   x->p->funcs[func].local_bytes);
    for (int i = 0; i < WARP_SIZE; i++)
        if (sp->mask >> i & 1) {
            *frame_of(w, i, depth + 1) = to;
            copy_args(x, w, c, &from, &to, i);
        }
    sp->depth++;
    sp->pc = x->p->funcs[func].first;
    enter(x, w, s);
    return true;
}

/* The function each lane wants; lanes of the first one go, others wait. */
static int call_target(struct worker *x, struct warp *w, int s,
                       const struct uop *u, const struct call *c)
{
    struct split *sp = &w->splits[s];
    uint32_t same = 0;
    uint64_t first;
    const uint64_t *target;

    if (c->func >= 0)
        return c->func;
    target = wide_at(x, x->s->call_rows[u->in->call]);
    first = target[first_lane(sp->mask)];
    for (int i = 0; i < WARP_SIZE; i++)
        if ((sp->mask >> i & 1) && target[i] == first)
            same |= 1u << i;
    if (first < MEMORY_FUNCS || (first - MEMORY_FUNCS) % 16 ||
        (first - MEMORY_FUNCS) / 16 >= (uint64_t)x->p->func_count) {
        stop_launch(x, FINDING_KERNEL_TRAP, LAUNCH_FAILURE,
                    "a call through a pointer that is no function", same);
        return -1;
    }
    if (same != sp->mask) {
        split_divide(x, w, s, sp->mask & ~same, sp->pc, sp->pc, sp->pc + 1);
        enter(x, w, s);
    }
    return (int)((first - MEMORY_FUNCS) / 16);
}

static void do_call(struct worker *x, struct warp *w, int s,
                    const struct uop *u)
{
    const struct call *c = &x->p->calls[u->in->call];
    int func = call_target(x, w, s, u, c);

    if (func < 0)
        return;
    if (x->p->funcs[func].is_extern) {
        extern_call(x, c, &x->p->funcs[func], w->splits[s].mask);
        w->splits[s].pc++;
    } else {
        call_direct(x, w, s, c, func);
    }
}

/* Back to the caller; return values go to its call area. */
static void do_return(struct worker *x, struct warp *w, int s)
{
    struct split *sp = &w->splits[s];
    int lane0 = first_lane(sp->mask);
    struct frame f = *frame_of(w, lane0, sp->depth);
    const struct func *fn = &x->p->funcs[f.func];
    const struct call *c = &x->p->calls[f.call];
    const struct frame *to = frame_of(w, lane0, sp->depth - 1);

    for (int i = 0; i < WARP_SIZE; i++) {
        for (int k = 0;
             (sp->mask >> i & 1) && k < c->ret_count && k < fn->ret_count; k++)
            if (c->rets[k].frame_offset >= 0)
                copy_private(&w->frame, i, to->frame + c->rets[k].frame_offset,
                             f.frame + fn->rets[k].offset, fn->rets[k].bytes);
    }
    sp->depth--;
    sp->pc = f.return_pc;
    enter(x, w, s);
}

/* ret: go to the function's end, where diverged lanes meet, then return. */
static void at_function_end(struct worker *x, struct warp *w, int s)
{
    struct split *sp = &w->splits[s];

    if (sp->depth == 0) {
        split_exit(w, s, sp->mask);
        return;
    }
    if (!split_meet(w, s)) {
        do_return(x, w, s);
        split_meet(w, s);
    }
}

/* Where diverged lanes meet. Threads that come to the end of a kernel do not
   wait for each other: they end. */
static int meeting_place(const struct worker *x, const struct split *sp,
                         int reconverge)
{
    const struct inst *in;

    if (sp->depth > 0 || reconverge >= x->end || reconverge < 0)
        return reconverge;
    in = &x->p->insts[reconverge];
    return in->guard < 0 && (in->op == OP_RET || in->op == OP_EXIT)
               ? x->end
               : reconverge;
}

/* Several targets: each lane goes where its index says. */
static void do_index(struct worker *x, struct warp *w, int s,
                     const struct uop *u, uint32_t mask)
{
    const struct row *index = row_at(x, u->a);
    int meet = meeting_place(x, &w->splits[s], u->in->reconverge);

    while (mask) {
        uint32_t v = index->lane[first_lane(mask)], same = 0;
        int pc;

        for (int i = 0; i < WARP_SIZE; i++)
            if ((mask >> i & 1) && index->lane[i] == v)
                same |= 1u << i;
        if (v >= (uint32_t)u->in->target_count)
            v = 0; /* PTX leaves it undefined */
        pc = x->p->target_pcs[u->in->targets + (int)v];
        mask &= ~same;
        if (!mask) {
            w->splits[s].pc = pc;
            split_meet(w, s);
            return;
        }
        split_divide(x, w, s, same, pc, w->splits[s].pc, meet);
    }
}

/* A turn is shorter where the warp probably waits. */
static int weight_of_edge(const struct worker *x, struct warp *w)
{
    const bool polled = x->polls != w->seen_polls;

    w->seen_polls = x->polls;
    return polled ? POLL_WEIGHT : 1;
}

static void do_branch(struct worker *x, struct warp *w, int s,
                      const struct uop *u, uint32_t mask)
{
    struct split *sp = &w->splits[s];
    const struct inst *in = u->in;

    if (mask && in->back_edge)
        sp->back_edges += weight_of_edge(x, w);
    if (mask == sp->mask) {
        sp->pc = in->target;
        split_meet(w, s);
    } else if (!mask) {
        sp->pc++;
        split_meet(w, s);
    } else {
        x->tally[x->pc].divergent++;
        x->count[WARP_DIVERGENT]++;
        split_divide(x, w, s, mask, in->target, sp->pc + 1,
                     meeting_place(x, sp, in->reconverge));
    }
}

/* The row that holds the member mask of a .sync instruction. */
static int member_row(const struct uop *u)
{
    switch (u->in->op) {
    case OP_SHFL:
        return u->e;
    case OP_VOTE:
    case OP_MATCH:
    case OP_REDUX:
        return u->b;
    default:
        return u->a;
    }
}

/* bar.warp.sync: what the lanes did before is in order for them. */
static void warp_met(struct worker *x, uint32_t mask)
{
    race_warp_sync(x, mask);
    order_warp_sync(x, mask);
}

static void execute_sync(struct worker *x, const struct uop *u, uint32_t mask)
{
    if (u->in->op == OP_BAR || u->in->op == OP_BARRIER)
        warp_met(x, mask);
    else
        u->run(x, u, mask);
}

/* What each lane of a split names as its members: tiles of a warp run one
   instruction at once, each lane with the mask of its own tile. */
static void read_members(const struct worker *x, const struct uop *u,
                         uint32_t mask, uint32_t need[WARP_SIZE])
{
    const struct row *const row = row_at(x, member_row(u));

    for (int i = 0; i < WARP_SIZE; i++)
        if (mask >> i & 1)
            need[i] = row->lane[i];
}

/* All lanes that some lane of mask names. */
static uint32_t named_by(uint32_t mask, const uint32_t need[WARP_SIZE])
{
    uint32_t all = 0;

    for (int i = 0; i < WARP_SIZE; i++)
        if (mask >> i & 1)
            all |= need[i];
    return all;
}

/* Lanes that run the instruction but are not in their own mask. */
static void check_members(struct worker *x, uint32_t mask,
                          const uint32_t need[WARP_SIZE])
{
    uint32_t outside = 0;
    bool is_new;
    struct finding *f;

    for (int i = 0; i < WARP_SIZE; i++)
        outside |= mask & ~need[i] & 1u << i;
    if (!outside)
        return;
    f = found_add(x, FINDING_WARP_MASK, outside, -1, &is_new);
    if (is_new)
        f->detail = "lanes execute it that its mask does not name";
}

/* Each set of lanes with one mask for itself. */
static void execute_sets(struct worker *x, const struct uop *u, uint32_t mask,
                         const uint32_t need[WARP_SIZE])
{
    while (mask) {
        const uint32_t members = need[first_lane(mask)];
        uint32_t set = 0;

        for (int i = 0; i < WARP_SIZE; i++)
            if ((mask >> i & 1) && need[i] == members)
                set |= 1u << i;
        execute_sync(x, u, set);
        mask &= ~set;
    }
}

static void do_sync(struct worker *x, struct warp *w, int s,
                    const struct uop *u, uint32_t mask)
{
    struct split *sp = &w->splits[s];
    uint32_t need[WARP_SIZE] = { 0 };

    read_members(x, u, mask, need);
    check_members(x, mask, need);
    if (named_by(mask, need) & w->live & ~mask) {
        sp->state = SPLIT_SYNC; /* the others may be on their way */
        return;
    }
    execute_sets(x, u, mask, need);
    sp->pc++;
    split_meet(w, s);
}

/* Two lanes of one mask may come to different __syncwarps; all else they do
   by one instruction. */
static bool sync_together(const struct worker *x, const struct split *a,
                          const struct split *b)
{
    const struct inst *in = &x->p->insts[a->pc], *other = &x->p->insts[b->pc];

    return b->state == SPLIT_SYNC &&
           ((a->pc == b->pc && a->depth == b->depth) ||
            (in->sub == SUB_WARP && other->sub == SUB_WARP));
}

/* Execute it for the lanes of go among the splits that wait together with s,
   and let these splits go on. */
static void sync_done(struct worker *x, struct warp *w, int s, uint32_t go,
                      const uint32_t need[WARP_SIZE])
{
    const struct split at = w->splits[s];

    execute_sets(x, &x->s->uops[at.pc], go, need);
    for (int k = 0; k < w->split_count; k++) {
        struct split *const sp = &w->splits[k];

        if (sync_together(x, &at, sp) && !(sp->mask & ~go)) {
            sp->state = SPLIT_RUN;
            sp->pc++;
        }
    }
    for (int k = 0; k < w->split_count; k++)
        if (w->splits[k].state == SPLIT_RUN)
            split_meet(w, k);
}

/* Of the splits that wait together with s: those whose lanes name only lanes
   that can go on with them. */
static uint32_t complete(const struct worker *x, const struct warp *w, int s,
                         uint32_t all, const uint32_t need[WARP_SIZE])
{
    bool again = true;

    while (again) {
        again = false;
        for (int k = 0; k < w->split_count; k++) {
            const struct split *const sp = &w->splits[k];

            if (sync_together(x, &w->splits[s], sp) && (sp->mask & all) &&
                (named_by(sp->mask, need) & w->live & ~all)) {
                all &= ~sp->mask;
                again = true;
            }
        }
    }
    return all;
}

/* Splits that wait for each other: enough of them to go on? */
static bool release_sync(struct worker *x, struct warp *w, bool force)
{
    for (int s = 0; s < w->split_count; s++) {
        const struct split *sp = &w->splits[s];
        uint32_t all = 0, go, need[WARP_SIZE] = { 0 };

        if (sp->state != SPLIT_SYNC)
            continue;
        for (int k = 0; k < w->split_count; k++)
            if (sync_together(x, sp, &w->splits[k])) {
                enter(x, w, k);
                read_members(x, &x->s->uops[w->splits[k].pc], w->splits[k].mask,
                             need);
                all |= w->splits[k].mask;
            }
        enter(x, w, s);
        x->pc = sp->pc;
        go = complete(x, w, s, all, need);
        if (!go && force) {
            bool is_new;
            struct finding *f =
                found_add(x, FINDING_WARP_MASK, all, -1, &is_new);

            if (is_new)
                f->detail = "lanes that its mask names never come";
            go = all;
        }
        if (!go)
            continue;
        sync_done(x, w, s, go, need);
        return true;
    }
    return false;
}

static const char *trap_text(const struct inst *in)
{
    return in->op == OP_TRAP ? "trap" : in->op == OP_BRKPT ? "brkpt" : NULL;
}

static void do_stop(struct worker *x, const struct uop *u, uint32_t mask)
{
    const char *trap = trap_text(u->in);

    if (trap)
        stop_launch(x, FINDING_KERNEL_TRAP, LAUNCH_FAILURE, trap, mask);
    else
        stop_launch(x, FINDING_UNSUPPORTED, NOT_SUPPORTED,
                    u->in->unsupported ? u->in->unsupported : u->in->text,
                    mask);
}

/* Instructions that do more than go on to the next one. False when the split
   must be looked up again. */
static void do_flow(struct worker *x, struct warp *w, int s,
                    const struct uop *u, uint32_t mask)
{
    struct split *sp = &w->splits[s];

    x->count[WARP_BARRIERS] += u->flow == FLOW_BARRIER;
    if (u->flow == FLOW_BRANCH) {
        do_branch(x, w, s, u, mask);
        return;
    }
    if (!mask) {
        sp->pc++;
        split_meet(w, s);
        return;
    }
    /* A guard that holds for some: they do it, the rest goes on, and both
       meet after it (or at the function's end). */
    if (mask != sp->mask && u->flow != FLOW_EXIT) {
        int meet = u->in->reconverge >= 0 ? u->in->reconverge : sp->pc + 1;

        split_divide(x, w, s, sp->mask & ~mask, sp->pc + 1, sp->pc, meet);
        return;
    }
    switch ((enum flow_kind)u->flow) {
    case FLOW_INDEX:
        do_index(x, w, s, u, mask);
        break;
    case FLOW_CALL:
        do_call(x, w, s, u);
        if (!x->stop)
            split_meet(w, s);
        break;
    case FLOW_RET:
        sp->pc =
            x->p->funcs[frame_of(w, first_lane(mask), sp->depth)->func].end;
        at_function_end(x, w, s);
        break;
    case FLOW_EXIT:
        split_exit(w, s, mask);
        if (w->splits[s].state == SPLIT_RUN && w->splits[s].mask) {
            w->splits[s].pc++;
            split_meet(w, s);
        }
        break;
    case FLOW_BARRIER:
        barrier_arrive(x, u, sp, mask);
        break;
    case FLOW_SYNC:
        do_sync(x, w, s, u, mask);
        break;
    case FLOW_SLEEP:
        x->polls++;
        sp->pc++;
        sp->back_edges = BACK_EDGES;
        split_meet(w, s);
        break;
    case FLOW_STOP:
        do_stop(x, u, mask);
        break;
    case FLOW_NEXT:
    case FLOW_BRANCH:
        break;
    }
}

/* A run of plain instructions, up to where the split meets others. */
static void run_plain(struct worker *x, const struct warp *w, struct split *sp)
{
    const struct uop *u = &x->s->uops[sp->pc];
    const uint32_t mask = sp->mask;
    const uint64_t lanes = (uint64_t)lanes_of(mask);
    int pc = sp->pc, n = u->plain;

    if (sp->join >= 0) {
        const int before = w->joins[sp->join].pc - pc;

        n = before > 0 && before < n ? before : n;
    }
    x->steps += (uint64_t)n;
    x->runs[pc].inst++;
    x->runs[pc].thread_inst += lanes;
    x->count[WARP_THREAD_INST] += lanes * (uint64_t)n;
    sp->pc += n;
    x->runs[sp->pc].inst--;
    x->runs[sp->pc].thread_inst -= lanes;
    for (; n > 0; n--, u++) {
        x->pc = pc++;
        u->run(x, u, mask);
    }
}

/* One instruction, with a guard or more to do than to go on. */
static void run_step(struct worker *x, struct warp *w, int s,
                     const struct uop *u)
{
    struct split *const sp = &w->splits[s];
    const bool alone = sp->join < 0;
    uint32_t mask = sp->mask;

    x->pc = sp->pc;
    if (u->guard >= 0)
        mask &= pred_read(x, u->guard, u->guard_not);
    x->tally[x->pc].inst++;
    x->tally[x->pc].thread_inst += (uint64_t)lanes_of(mask);
    x->count[WARP_THREAD_INST] += (uint64_t)lanes_of(mask);
    x->steps++;
    if (w->log && (u->class != CLASS_MEM || !mask))
        log_step(x, mask, NULL, 0, 0);
    if (u->flow == FLOW_NEXT) {
        if (mask)
            u->run(x, u, mask);
        sp->pc++;
        split_meet(w, s);
    } else if (u->flow == FLOW_BRANCH && alone && (!mask || mask == sp->mask)) {
        sp->pc = mask ? u->in->target : sp->pc + 1;
        if (mask && u->in->back_edge)
            sp->back_edges += weight_of_edge(x, w);
    } else {
        do_flow(x, w, s, u, mask);
    }
}

/* Run split s until it branches off, waits or ends. */
static void run_split(struct worker *x, struct warp *w, int s)
{
    enter(x, w, s);
    while (w->splits[s].state == SPLIT_RUN && !x->stop) {
        struct split *const sp = &w->splits[s];
        const struct uop *const u = &x->s->uops[sp->pc];

        if (sp->pc == x->end) {
            /* joined at the end of its function */
            at_function_end(x, w, s);
            return;
        }
        if (u->plain && !w->log) {
            run_plain(x, w, sp);
            split_meet(w, s);
            continue;
        }
        run_step(x, w, s, u);
        if (u->flow == FLOW_NEXT)
            continue;
        if (w->splits[s].state != SPLIT_RUN)
            return;
        if (w->splits[s].back_edges >= BACK_EDGES)
            return;
        enter(x, w, s);
    }
}

/* The runnable split after `after`, round robin; -1 if there is none. */
static int next_split(const struct warp *w, int after)
{
    for (int k = 1; k <= w->split_count; k++) {
        int s = (after + k) % w->split_count;

        if (w->splits[s].state == SPLIT_RUN)
            return s;
    }
    return -1;
}

static uint64_t state_hash(const struct warp *w)
{
    uint64_t h = 14695981039346656037ull;
    const uint64_t *r = (const uint64_t *)(const void *)w->rows;

    for (int i = 0; i < w->row_capacity * 16; i++)
        h = (h ^ r[i]) * 0x9e3779b97f4a7c15ull, h ^= h >> 31;
    for (int i = 0; i < w->pred_capacity; i++)
        h = (h ^ w->preds[i]) * 1099511628211ull;
    for (int i = 0; i < w->split_count; i++)
        h = (h ^ (uint64_t)w->splits[i].pc) * 1099511628211ull;
    return h;
}

/* A turn is over with back-edges used up: did it change anything at all? */
static void note_progress(const struct worker *x, struct warp *w, bool polled)
{
    uint64_t h = state_hash(w);

    w->same = h == w->seen_state;
    w->stuck = w->same && x->writes == w->seen_writes;
    w->poll_turns += polled;
    w->seen_state = h;
    w->seen_writes = x->writes;
}

static void note_counts(struct worker *x, struct warp *w,
                        const uint64_t before[WARP_COUNTERS])
{
    x->count[WARP_INST] = x->steps;
    for (int i = 0; i < WARP_COUNTERS; i++)
        w->count[i] += x->count[i] - before[i];
}

static void run_turn(struct worker *x, struct block *b, struct warp *w)
{
    uint64_t polls = x->polls; /* from here on they are this warp's */
    int s = -1;

    x->warp = w;
    x->block = b;
    w->seen_polls = polls;
    while (w->live && !x->stop && x->steps < x->s->budget) {
        int turns = 0;

        s = next_split(w, s < 0 ? w->split_count - 1 : s);
        if (s < 0) {
            if (release_sync(x, w, false))
                continue;
            if (!w->barrier_wait && release_sync(x, w, true))
                continue;
            /* Lanes that wait to meet those at the barrier go on alone. */
            if (w->barrier_wait && barrier_blocked(x, w) && split_release(w))
                continue;
            break;
        }
        run_split(x, w, s);
        for (int k = 0; k < w->split_count; k++)
            turns += w->splits[k].state == SPLIT_RUN &&
                     w->splits[k].back_edges < BACK_EDGES;
        if (!turns && next_split(w, 0) >= 0) {
            for (int k = 0; k < w->split_count; k++)
                w->splits[k].back_edges = 0;
            note_progress(x, w, x->polls != polls);
            polls = x->polls;
            if ((w->same || w->poll_turns >= POLL_TURNS) && split_release(w)) {
                w->poll_turns = 0;
                continue;
            }
            break; /* other warps have a turn */
        }
    }
}

bool warp_run(struct worker *x, struct block *b, struct warp *w)
{
    uint64_t before[WARP_COUNTERS];

    memcpy(before, x->count, sizeof before);
    run_turn(x, b, w);
    note_counts(x, w, before);
    return x->steps > before[WARP_INST];
}
