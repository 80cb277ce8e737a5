/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/ops.h"

const struct op_info op_table[OP_COUNT] = {
#define OP(id, text, unit, operands, types, words, meaning) \
    [OP_##id] = { text, UNIT_##unit, operands, types, words, meaning },
#include "ptx/ops.def"
#undef OP
};
