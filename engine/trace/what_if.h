/* SPDX-License-Identifier: Apache-2.0 */
/* Names of the costs that the timing model can leave out. */
#ifndef TRACE_WHAT_IF_H
#define TRACE_WHAT_IF_H

#include "trace/trace.h"

struct what_if_row {
    const char *name;  /* in JSON */
    const char *words; /* "with ...": in text */
};
extern const struct what_if_row what_if_table[WHAT_IF_COUNT];

#endif
