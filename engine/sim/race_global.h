/* SPDX-License-Identifier: Apache-2.0 */
/* The exact look at a launch that may race on global memory. */
#ifndef SIM_RACE_GLOBAL_H
#define SIM_RACE_GLOBAL_H

#include "sim/access.h"

struct claims;
struct exact;

/* Watch the lines that `first`, the claims of the first run, suspects. c: the
   claims of the run to come, where they are marked. */
struct exact *exact_open(struct claims *c, const struct claims *first);
void exact_close(struct exact *e);
struct order *exact_order(const struct exact *e);

/* An allowed access, before it is done. */
void exact_access(struct worker *x, const struct request *r, enum access kind);

/* The same in shared memory, where it may order what happens in global. */
void exact_shared(struct worker *x, const struct request *r, enum access kind);

#endif
