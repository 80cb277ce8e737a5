/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycles for a launch on a card. Usage:
 *
 *     plan = time_plan_new(card, launch)      which blocks to record
 *     launch.recorder = time_plan_recorder(plan); sim_run(...)
 *     time_launch(arena, plan, &sim_result, &trace_launch.time)
 *     time_plan_free(plan)
 *
 * A few blocks of one SM are played in detail, the rest extrapolated.
 */
#ifndef TIME_TIME_H
#define TIME_TIME_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/sim.h"
#include "time/card.h"
#include "trace/trace.h"

struct arena;
struct time_plan;

/* Resident blocks per SM and what limits them. block_threads > 0. */
struct occupancy {
    int blocks_per_sm;
    int warps_per_block;
    enum limiter limiter;
    double theoretical_pct;
};
struct occupancy occupancy_of(const struct card *c, int block_threads,
                              int registers, int shared_bytes);

/* Plan for one launch; l->resident_blocks etc. may still be unset. */
struct time_plan *time_plan_new(const struct card *c, const struct launch *l);
struct recorder *time_plan_recorder(struct time_plan *p);

/* Run only the recorded blocks and those between them, which share L2 with
   them: how many of the first ones that is. From here on the launch's counts
   are taken to be those of these blocks alone. */
uint64_t time_plan_sample(struct time_plan *p);
void time_plan_free(struct time_plan *p);

/* Model the launch from what was recorded. Everything lives in a. Also fills
   insts[].stall_cycles of r for the sampled instructions. */
void time_launch(struct arena *a, const struct time_plan *p,
                 struct sim_result *r, struct launch_time *out);

/* The launch's microseconds if it did not have that cost: the same blocks,
   played again without it. now_us: as it is. Above 0; without caches or with
   one block on an SM at a time it may be longer. */
double time_what_if(const struct time_plan *p, const struct sim_result *r,
                    double now_us, enum what_if w);

/* The path of the recorded warp that split most. Lives in a; files and lines
   are the program's. */
void time_lanes(struct arena *a, const struct time_plan *p,
                struct lane_path *out);

/* Host and link costs, in virtual nanoseconds. */
uint64_t time_api_ns(const struct card *c, const char *api);
uint64_t time_launch_latency_ns(const struct card *c);
/* Between the end of a stream's work and a launch that waits for it. A graph's
   nodes follow without. */
uint64_t time_launch_gap_ns(void);
uint64_t time_copy_ns(const struct card *c, enum op_kind kind, uint64_t bytes,
                      bool pageable);
uint64_t time_memset_ns(const struct card *c, uint64_t bytes);

/* Pages of managed memory move because somebody touched them; and bytes of
   pinned memory that a kernel reads or writes where they are. */
uint64_t time_migration_ns(const struct card *c, uint64_t bytes,
                           bool to_device);
uint64_t time_bus_ns(const struct card *c, uint64_t bytes);

#endif
