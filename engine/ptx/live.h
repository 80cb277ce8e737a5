/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PTX_LIVE_H
#define PTX_LIVE_H

#include "ptx/flow.h"

/* Returned where a function is too big for the analysis. */
enum { LIVE_TOO_BIG = 1 << 20 };

/*
 * The most 32-bit registers that hold live values at any point of a function.
 * A 64-bit register counts two, a predicate none. Values that ptxas does not
 * keep in registers count none: kernel parameters and launch extents, which
 * are operands in the constant bank, and constants and addresses, which it
 * makes again where they are used. Loads of a block count as if some of them
 * stood at its start, where ptxas puts them.
 *
 * across[c] of every call c of the function becomes the registers that live
 * across it.
 */
int live_registers(const struct program *p, const struct func *f,
                   const struct flow *g, int *across);

#endif
