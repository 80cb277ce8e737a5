/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PTX_LIVE_H
#define PTX_LIVE_H

#include "ptx/flow.h"

/*
 * The most 32-bit registers that hold live values at any point of a function,
 * by PTX liveness: a 64-bit register counts two, a predicate none.
 */
int live_registers(const struct program *p, const struct func *f,
                   const struct flow *g);

#endif
