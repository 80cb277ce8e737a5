/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Short ifs that ptxas makes without a branch: their instructions get the
 * condition as a predicate. Then nothing is fetched anew, and loads of
 * several such ifs start together. PTX keeps the branches.
 */
#ifndef TIME_PREDICATE_H
#define TIME_PREDICATE_H

#include "time/uop.h"

/* Make the branches of a function's short ifs free in u; what is left as a
   branch keeps its kind. A jump to the next instruction is free as well. */
void predicate_ifs(const struct program *p, const struct func *f,
                   struct uop *u);

#endif
