/* SPDX-License-Identifier: Apache-2.0 */
/* Control flow of one function: basic blocks and their edges. */
#ifndef PTX_FLOW_H
#define PTX_FLOW_H

#include "ptx/program.h"

struct arena;

struct flow_block {
    int first, end;             /* pcs [first, end) */
    int succ_first, succ_count; /* range of flow.succs */
};

struct flow {
    struct flow_block *blocks;
    int block_count;
    int *block_of; /* block of pc - func.first */
    int *succs;    /* block numbers; block_count is the exit */
    int succ_count;
};

/* The control flow graph of a function that has instructions. */
void flow_make(struct arena *a, const struct program *p, const struct func *f,
               struct flow *out);

/*
 * Immediate post-dominators: out[b] is a block, or block_count (the exit)
 * where paths from b meet at the end only. A loop without an end counts as if
 * it could leave after its last block, so that lanes meet again inside it.
 */
int *flow_post_dominators(struct arena *a, const struct flow *f);

#endif
