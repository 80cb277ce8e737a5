/* SPDX-License-Identifier: Apache-2.0 */
/* Work for a stream: sent to the device, or captured as a node of a graph. */
#ifndef CUDART_SUBMIT_H
#define CUDART_SUBMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bus/bus.h"
#include "cudart/client.h"

/*
 * One piece of work, by its kind:
 *   BUS_LAUNCH         bytes: parameters; arg as in launch.c
 *   BUS_COPY, _IN, _OUT, BUS_MEMSET   shape, and host for its ordinary end
 *   BUS_HOST_FUNCTION, BUS_EVENT_RECORD, BUS_STREAM_WAIT, BUS_PREFETCH
 */
struct submission {
    enum bus_kind kind;
    uint64_t arg[BUS_ARGS];
    void *bytes; /* parameters of a launch */
    size_t size;
    struct bus_shape shape;
    char *host; /* the host's end of a copy; NULL none */
    bool host_is_source;
    bool async;
};

/* Where a kind keeps its stream in arg[]. */
int submission_stream(enum bus_kind kind);

/* Send it, or capture it if the stream is being captured. */
int submit(const struct submission *s, void *stream);

/* Send it now, as it is: arg has its stream. in_graph: it is a node, of a graph
   whose messages are being sent. */
int submission_send(const struct submission *s, bool in_graph);

/* Fill in a copy of any shape between any two places. kind as cudaMemcpyKind.
   Host and device ends are found by their addresses; 0 bytes: kind BUS_LOOK.
   Returns the error of the call. */
int submission_copy(struct submission *s, const struct bus_shape *shape,
                    void *dst, const void *src, int kind, bool async);

/* The function that the client answers alone was called: for the record. */
void submit_look(void);

#endif
