/* SPDX-License-Identifier: Apache-2.0 */
/* The inside of a time_plan: which blocks are recorded, and their logs. */
#ifndef TIME_PLAN_H
#define TIME_PLAN_H

#include "time/time.h"

enum {
    PLAN_STEPS_MAX = 1500000, /* recorded steps of a launch, about */
    PLAN_WAVES = 2,           /* full waves recorded, if there are as many */
    PLAN_WAVES_SHORT = 8,     /* of kernels whose blocks are short, and whose
                               start would weigh too much */
    PLAN_TRIPS = 64,          /* of a loop, to guess what is short */
    PLAN_NEAR = 3             /* blocks beside block 0 that are recorded for
                               what they touch */
};

/*
 * Blocks go round the SMs: SM 0 gets 0, n, 2n, ... It gets the most, so the
 * launch ends when it does. Its first `recorded` blocks are played: whole
 * waves and, at the end, as many as its last wave has.
 */
struct time_plan {
    const struct card *card;
    struct launch launch;
    struct occupancy occupancy;
    int resident;       /* blocks on SM 0 at once */
    uint64_t blocks;    /* of the launch */
    uint64_t sm_blocks; /* of SM 0 */
    int active_sms;     /* SMs with a block */
    int recorded;
    uint32_t shared_bytes; /* per block */
    uint64_t ran;          /* blocks that the launch runs */
    struct block_log *logs;
    struct block_log near[PLAN_NEAR]; /* blocks 1 to PLAN_NEAR, of other SMs */
    struct recorder recorder;
};

#endif
