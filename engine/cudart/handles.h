/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the client knows of streams and events: enough to refuse a bad handle
 * without asking the device, and which of them are being captured.
 */
#ifndef CUDART_HANDLES_H
#define CUDART_HANDLES_H

#include <stdbool.h>
#include <stdint.h>

struct capture;
struct graph_node;

struct stream_info {
    bool used;
    unsigned flags;
    int priority;
    uint32_t gpu;
    struct capture *capture;  /* NULL: not being captured */
    struct graph_node **tail; /* what its next node comes after; owned */
    int tail_count;
};

struct event_info {
    bool used, recorded;
    unsigned flags;
    struct capture *capture; /* recorded in one */
    struct graph_node **tail;
    int tail_count;
};

/* In this thread, stream 0 means the thread's own one. */
void stream_default_is_thread(bool on);

/* The bus' number of a stream. */
uint64_t stream_number(const void *stream);

/* NULL if there is no such stream. Default streams have one each too. */
struct stream_info *stream_info(const void *stream);
struct event_info *event_info(const void *event);

void stream_known(const void *stream, unsigned flags, int priority,
                  uint32_t gpu);
void event_known(const void *event, unsigned flags);

/* A capture has ended: no stream or event is part of it any more. */
void streams_leave_capture(const struct capture *c);

/* A list of nodes, copied. */
void tail_copy(struct graph_node ***to, int *to_count,
               struct graph_node *const *from, int count);

#endif
