/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The counters of a launch by warp: least, most and sum over all its warps,
 * and the warps that executed most.
 */
#ifndef TRACE_WARPS_H
#define TRACE_WARPS_H

#include <stdint.h>

enum warp_counter {
#define WARP_COUNTER(id, text) WARP_##id,
#include "trace/warp_counters.def"
#undef WARP_COUNTER
    WARP_COUNTERS
};

/* Names, by enum warp_counter. */
extern const char *const warp_counter_names[WARP_COUNTERS];

/* Warps listed one by one, at most; all of a launch that has no more. */
enum { WARPS_LISTED = 16 };

struct warp_count {
    uint64_t block; /* linear index */
    uint32_t warp;  /* in the block */
    uint64_t count[WARP_COUNTERS];
};

struct warp_counts {
    uint64_t warps; /* that began; 0: not counted, in old files */
    uint64_t least[WARP_COUNTERS], most[WARP_COUNTERS], total[WARP_COUNTERS];
    struct warp_count *listed; /* most instructions first, then in order */
    int32_t listed_count;
};

#endif
