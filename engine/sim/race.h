/* SPDX-License-Identifier: Apache-2.0 */
/* Between the quick and the exact half of the race check. */
#ifndef SIM_RACE_H
#define SIM_RACE_H

#include "sim/access.h"

struct race_exact;

struct race_exact *race_exact_open(uint32_t bytes, int warps);
void race_exact_close(struct race_exact *e);

/* The running warp's lanes touch `bytes` bytes at their offsets. event:
   counts up; the same for what one instruction does. */
void race_exact_access(struct worker *x, struct race_exact *e, uint32_t mask,
                       const uint32_t *offset, uint32_t bytes, enum access kind,
                       uint32_t event);
void race_exact_sync(struct race_exact *e, int warp, uint32_t mask,
                     uint32_t event);

/* A hazard of so many bytes: a lane of the running warp now, a thread of the
   block earlier. */
void race_report(struct worker *x, uint32_t offset, uint32_t bytes, int lane,
                 enum access kind, int other_pc, int other_thread);

#endif
