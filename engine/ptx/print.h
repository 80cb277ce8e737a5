/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PTX_PRINT_H
#define PTX_PRINT_H

#include "base/text.h"
#include "ptx/program.h"

/* A listing: functions with what was worked out for them, and each
   instruction with its pc, source line, target and meeting point. */
void ptx_print(const struct program *p, struct buf *out);

#endif
