/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who calls whom. Node i is function i; the last node stands for "through a
 * pointer": it calls every function whose address is taken.
 */
#ifndef PTX_CALLS_H
#define PTX_CALLS_H

#include "ptx/program.h"

struct arena;

struct calls {
    int node_count;    /* functions + 1 */
    int *first, *edge; /* callees of node n: edge[first[n] .. first[n + 1]) */
    int *group;        /* of a node: functions that reach each other; groups
                          are numbered callees before callers */
    int group_count;
    int *order;      /* nodes, group by group */
    bool *recursive; /* by node: calls itself, perhaps through others */
};

void calls_make(struct arena *a, const struct program *p, struct calls *out);

#endif
