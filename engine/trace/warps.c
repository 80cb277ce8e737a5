/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/warps.h"

const char *const warp_counter_names[WARP_COUNTERS] = {
#define WARP_COUNTER(id, text) [WARP_##id] = text,
#include "trace/warp_counters.def"
#undef WARP_COUNTER
};
