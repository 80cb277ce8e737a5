/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PTX instructions that ptxas makes one of, or half of:
 *
 *   mul.wide, shl   whose result is only added     IMAD.WIDE, LEA
 *   add             whose result is added once     IADD3
 *   and.pred, ...   of a comparison's result       ISETP.AND
 *   64-bit integers of which only the low half counts, as in an address of
 *   shared memory: 32-bit ones
 */
#ifndef TIME_FUSE_H
#define TIME_FUSE_H

#include "time/uop.h"

struct arena;

/* Change the uops of one function: what is merged into its reader becomes
   free, which passes its operands' readiness on. */
void fuse_func(struct arena *a, const struct program *p, const struct func *f,
               struct uop *u);

#endif
