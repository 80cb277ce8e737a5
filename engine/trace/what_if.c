/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/what_if.h"

const struct what_if_row what_if_table[WHAT_IF_COUNT] = {
#define WHAT_IF(id, name, words) { name, words },
#include "trace/what_if.def"
#undef WHAT_IF
};
