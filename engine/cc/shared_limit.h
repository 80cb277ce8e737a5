/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Static shared memory has a limit of 48 KiB a block. The tool that refuses
 * more, ptxas, does not run when only PTX is made, so we count.
 */
#ifndef CC_SHARED_LIMIT_H
#define CC_SHARED_LIMIT_H

#include <stdbool.h>

#include "base/text.h"

struct arena;

/* A kernel whose static shared variables are too large. */
struct shared_excess {
    const char *kernel;   /* its own name, without what C++ adds */
    unsigned long bytes;  /* all of its static shared variables */
    const char *variable; /* the largest of these; NULL if it has no name */
    unsigned long variable_bytes;
    const char *file; /* where its code begins, as the compiler wrote it;
                         NULL unknown */
    int line;
};

enum { SHARED_STATIC_MAX = 48 * 1024 };

/*
 * Find the kernels of some PTX that have more than SHARED_STATIC_MAX, with
 * what the functions they call need. Any text will do; what is no PTX has
 * none. The list lives in a.
 */
struct shared_excess *shared_limit_scan(struct arena *a, struct text ptx,
                                        int *count);

struct build;

/* Errors for all kernels of the build that are over the limit, at the line of
   the declaration; true if there are none. */
bool shared_limit_check(struct build *b);

#endif
