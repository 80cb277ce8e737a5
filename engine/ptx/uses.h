/* SPDX-License-Identifier: Apache-2.0 */
/* Which registers an instruction reads and writes, and what kind it is. */
#ifndef PTX_USES_H
#define PTX_USES_H

#include "ptx/program.h"

enum inst_class {
    CLASS_FP32,    /* float arithmetic and comparison */
    CLASS_FP64,    /* double */
    CLASS_FP16,    /* half and bfloat16, scalar or packed */
    CLASS_INT,     /* integer arithmetic, logic, shifts, comparison */
    CLASS_MEM,     /* loads, stores, atomics */
    CLASS_CONTROL, /* branches, calls, barriers */
    CLASS_OTHER    /* moves, conversions, shuffles, votes */
};

enum inst_class inst_class(const struct inst *in);

/* Enough room for any one instruction's registers. */
enum { USES_MAX = 64 };

/*
 * Indices into func.regs that the instruction reads (guard, address bases,
 * vectors, what a call names) or writes, at most max of them; returns how
 * many. A register may stand there twice.
 */
int inst_reads(const struct inst *in, int regs[], int max);
int inst_writes(const struct inst *in, int regs[], int max);

#endif
