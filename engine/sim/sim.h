/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Execute one launch, exactly: results, counters and findings are the same
 * for any number of workers. Knows no cycles, caches or cards.
 */
#ifndef SIM_SIM_H
#define SIM_SIM_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/program.h"
#include "sim/memory.h"
#include "sim/step.h"
#include "trace/trace.h"

struct arena;

struct launch {
    const struct program *program; /* symbols' offsets are device addresses */
    int func;                      /* an entry */
    uint32_t grid[3], block[3];
    const uint8_t *params; /* the kernel's parameter block */
    uint32_t params_bytes;
    uint32_t dynamic_shared; /* bytes per block */
    struct memory *memory;
    struct recorder *recorder; /* NULL: record nothing */
    uint64_t grid_workspace;   /* cooperative launches: address of two
                                      words, size and barrier, both 0; else 0 */
    uint32_t cards;            /* a bit for each card whose memory it may
                                  reach; 0: all */
    int64_t resident_blocks;   /* blocks that fit on the card at once:
                                  decides what a spinning block may wait
                                  for */
    int sm_count;              /* for %nsmid; %smid is block % sm_count */
    uint64_t clock_hz;         /* for %clock64 and %globaltimer, which
                                  advance with executed instructions */
    uint64_t start_ns;         /* %globaltimer at the start */
    uint64_t inst_budget;      /* warp instructions before the launch is
                                  called endless; 0: the default */
    int workers;               /* host threads; 0: one */
    uint64_t blocks_max;       /* run only the first ones; 0: all. What the
                                  launch leaves behind is incomplete */
    bool checks_off;           /* skip races and uninitialised reads */
    bool track_writes;         /* fill max_writes_per_element */
    int32_t launch_index;      /* stamped into findings */
};

struct sim_result {
    bool ok;   /* false: stopped by an error finding */
    int error; /* cudaError_t to return: 0, 700 illegal
                  address, 716 misaligned, 719 launch
                  failure, 710 assert, 702 timeout, 98... */
    struct counters total;
    struct warp_counts warps;
    struct hot_address hot;
    uint32_t max_writes_per_element;
    int workers;                /* that did it in the end: for tests, and of
                                   no consequence */
    uint64_t blocks_worked;     /* blocks of which some thread touched global or
                                   shared memory, or called printf and
                                   the like */
    struct inst_profile *insts; /* by pc, only those that ran */
    int32_t inst_count;
    struct request_sample *samples;
    int32_t sample_count;
    struct finding *findings; /* in deterministic order; one for what a
                                 source line does to one allocation, one
                                 for two lines that race */
    int32_t finding_count;
    const char *output; /* what device printf wrote */
    uint32_t output_bytes;
    uint64_t distinct_load_sectors, distinct_store_sectors; /* footprint of
                                      the launch in global memory, 32-byte
                                      sectors touched at least once */
};

/* Run the launch. The result lives in a. An illegal access of any kind is a
   finding, never a crash. The caller has checked the launch limits. */
void sim_run(struct arena *a, const struct launch *l, struct sim_result *out);

#endif
