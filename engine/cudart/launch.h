/* SPDX-License-Identifier: Apache-2.0 */
/* A launch, checked and packed, before it is sent or put into a graph. */
#ifndef CUDART_LAUNCH_H
#define CUDART_LAUNCH_H

#include "cudart/submit.h"

struct launch_shape {
    unsigned grid[3], block[3];
    size_t shared;
    bool together; /* cooperative: all blocks at once */
};

/* The caller frees out->bytes. Returns the error of the call, and reports what
   the configuration breaks. */
int launch_work(const void *host, const struct launch_shape *l, void **args,
                struct submission *out);

#endif
