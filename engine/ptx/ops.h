/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PTX_OPS_H
#define PTX_OPS_H

/* The hardware unit that executes an opcode; some depend on the type. */
enum unit {
    UNIT_ALU,  /* integer or float lanes, by the instruction's type */
    UNIT_MOVE, /* moves and conversions ptxas mostly removes */
    UNIT_SFU,  /* special functions */
    UNIT_CVT,  /* conversions between types */
    UNIT_MEM,  /* load, store, atomic: by space */
    UNIT_SHUFFLE,
    UNIT_VOTE,
    UNIT_BRANCH,
    UNIT_SYNC, /* barriers and fences */
    UNIT_NONE  /* costs nothing: pragma-like */
};

enum op {
#define OP(id, text, unit, operands, types, words, meaning) OP_##id,
#include "ptx/ops.def"
#undef OP
    OP_COUNT
};

struct op_info {
    const char *text; /* the opcode before its first dot */
    enum unit unit;
    const char *operands; /* see the top of ops.def */
    const char *types;    /* sets of PTX types it takes */
    const char *words;    /* groups of dotted words it takes */
    const char *meaning;
};

extern const struct op_info op_table[OP_COUNT];

#endif
