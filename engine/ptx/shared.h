/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PTX_SHARED_H
#define PTX_SHARED_H

#include "ptx/calls.h"

struct program;

/*
 * Place static shared variables and fill shared_bytes and dynamic_shared.
 *
 * The offset of a variable is fixed in the program. Two variables may lie over
 * each other when no kernel uses both; so each goes to the lowest place that
 * is free among those it shares a kernel with. Variables of many kernels go
 * first, then in the order of the text.
 */
void shared_place(struct program *p, const struct calls *c);

#endif
