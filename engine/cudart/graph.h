/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Graphs live in the client: nodes are submissions that wait to be sent. A
 * launch sends them one by one, in an order in which each comes after what it
 * depends on.
 */
#ifndef CUDART_GRAPH_H
#define CUDART_GRAPH_H

#include "cudart/handles.h"
#include "cudart/submit.h"

enum {
    NODE_MAGIC = 0x6e6f6465,
    GRAPH_MAGIC = 0x67726170,
    EXEC_MAGIC = 0x65786563
};

struct graph_node {
    unsigned magic;
    struct graph *graph;
    int index; /* stays, also in clones */
    enum cudaGraphNodeType type;
    bool enabled;
    struct submission work; /* kind BUS_LOOK: nothing to send */
    struct graph_node **after;
    int after_count;
    struct graph *child;
    void *event;
    struct graph_node *original; /* in a clone */
    /* As they were given, for those who ask. */
    struct cudaKernelNodeParams kernel;
    void **kernel_args; /* into work.bytes */
    struct cudaMemcpy3DParms copy;
    struct cudaMemsetParams set;
    struct cudaHostNodeParams host;
};

struct graph {
    unsigned magic;
    struct graph_node **nodes; /* NULL where one was destroyed */
    int count, capacity;
};

struct graph_exec {
    unsigned magic;
    struct graph *graph; /* its own clone, without child graphs inside */
    unsigned long long flags;
};

struct graph *graph_new(void);
void graph_free(struct graph *g);
bool graph_is(const struct graph *g);
bool node_is(const struct graph_node *n);
bool exec_is(const struct graph_exec *e);

/* A node after others; takes no ownership. NULL: a dependency is no node of
   the graph. */
struct graph_node *graph_add(struct graph *g, enum cudaGraphNodeType type,
                             struct graph_node *const *after, size_t count);
void graph_remove(struct graph_node *n);

/* Take over a copy of some work. */
void node_set_work(struct graph_node *n, const struct submission *s);

struct graph *graph_clone(const struct graph *g);
/* Nodes so that each comes after what it depends on; NULL: there is a cycle.
   Owned by the caller. */
struct graph_node **graph_order(const struct graph *g, int *count);

int exec_new(struct graph *g, unsigned long long flags, struct graph_exec **out,
             struct graph_node **bad);
void exec_free(struct graph_exec *e);
int exec_launch(struct graph_exec *e, void *stream);

/* ---- capture (capture.c) ------------------------------------------------- */

struct capture {
    struct capture *next;
    struct graph *graph;
    void *origin; /* the stream in which it began */
    unsigned long long id;
    int mode;
    bool spoilt;
};

/* Add work to the capture that a stream is part of. */
int capture_add(struct stream_info *s, const struct submission *work);
/* Is a stream captured that the legacy stream would wait for? */
bool capture_is_implicit(void);
/* What was done does not go with a capture: they all end in an error. */
void capture_spoil(void);
/* May the thread do what a capture forbids (allocate, wait for the device)? */
int capture_allows(void);
int capture_record(struct event_info *e, struct stream_info *s);
int capture_wait(struct stream_info *s, struct event_info *e);

#endif
