/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/split.h"

#include <stdlib.h>

#include "base/bug.h"

static void *grown(void *list, int count, int *capacity, size_t size)
{
    if (count < *capacity)
        return list;
    *capacity = *capacity ? 2 * *capacity : 8;
    list = realloc(list, (size_t)*capacity * size);
    if (!list)
        DIE("out of memory");
    return list;
}

int split_add(struct warp *w, uint32_t mask, int pc, int depth, int join)
{
    struct split fresh = {
        .state = SPLIT_RUN, .mask = mask, .pc = pc, .depth = depth, .join = join
    };

    for (int i = 0; i < w->split_count; i++)
        if (w->splits[i].state == SPLIT_DEAD) {
            w->splits[i] = fresh;
            return i;
        }
    w->splits =
        grown(w->splits, w->split_count, &w->split_capacity, sizeof *w->splits);
    w->splits[w->split_count] = fresh;
    return w->split_count++;
}

static int join_add(struct warp *w, struct join j)
{
    j.used = true;
    for (int i = 0; i < w->join_count; i++)
        if (!w->joins[i].used) {
            w->joins[i] = j;
            return i;
        }
    w->joins =
        grown(w->joins, w->join_count, &w->join_capacity, sizeof *w->joins);
    w->joins[w->join_count] = j;
    return w->join_count++;
}

/* All lanes of a join are there: they go on as one split. */
static void resume(struct warp *w, int j)
{
    struct join done = w->joins[j];
    int s;

    w->joins[j].used = false;
    s = split_add(w, done.mask, done.pc, done.depth, done.parent);
    split_meet(w, s);
}

bool split_meet(struct warp *w, int s)
{
    struct split *sp = &w->splits[s];
    struct join *j;

    if (sp->join < 0)
        return false;
    j = &w->joins[sp->join];
    if (j->pc != sp->pc || j->depth != sp->depth)
        return false;
    j->arrived |= sp->mask;
    sp->state = SPLIT_DEAD;
    if (j->arrived == j->mask)
        resume(w, sp->join);
    return true;
}

void split_divide(struct worker *x, struct warp *w, int s, uint32_t part,
                  int pc_part, int pc_rest, int meet)
{
    struct split old = w->splits[s];
    int join = old.join, p;

    (void)x;
    /* A loop that lanes leave one by one comes to the same place each time:
       one join serves all of them. */
    if (join < 0 || w->joins[join].pc != meet ||
        w->joins[join].depth != old.depth)
        join = join_add(w, (struct join){ .pc = meet,
                                          .depth = old.depth,
                                          .mask = old.mask,
                                          .parent = old.join });
    w->splits[s].mask = old.mask & ~part;
    w->splits[s].pc = pc_rest;
    w->splits[s].join = join;
    p = split_add(w, part, pc_part, old.depth, join);
    w->splits[p].back_edges = old.back_edges;
    split_meet(w, p);
    if (w->splits[s].state == SPLIT_RUN &&
        w->splits[s].mask == (old.mask & ~part))
        split_meet(w, s);
}

bool split_release(struct warp *w)
{
    const int joins = w->join_count;
    bool any = false;

    for (int j = 0; j < joins; j++) {
        const struct join at = w->joins[j];
        int s;

        if (!at.used || !at.arrived)
            continue;
        w->joins[j].mask &= ~at.arrived;
        w->joins[j].arrived = 0;
        s = split_add(w, at.arrived, at.pc, at.depth, at.parent);
        split_meet(w, s);
        any = true;
    }
    return any;
}

void split_exit(struct warp *w, int s, uint32_t lanes)
{
    int j = w->splits[s].join;

    w->live &= ~lanes;
    w->splits[s].mask &= ~lanes;
    if (!w->splits[s].mask)
        w->splits[s].state = SPLIT_DEAD;
    while (j >= 0) {
        struct join *at = &w->joins[j];
        int parent = at->parent;

        at->mask &= ~lanes;
        at->arrived &= ~lanes;
        if (!at->mask)
            at->used = false;
        else if (at->arrived == at->mask)
            resume(w, j);
        j = parent;
    }
}
