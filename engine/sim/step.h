/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the simulator tells the timing model: the steps of chosen blocks. A
 * step is one warp instruction that was executed; it knows no cycles.
 */
#ifndef SIM_STEP_H
#define SIM_STEP_H

#include <stdbool.h>
#include <stdint.h>

struct step {
    int32_t pc;
    uint32_t active;       /* lanes that executed it; 0: predicated off */
    uint32_t first_sector; /* index into warp_log.sectors */
    uint16_t sector_count; /* distinct 32-byte sectors of global or local */
    uint16_t wavefronts;   /* shared memory: passes needed; atomics: most
                              lanes on one address; global loads and
                              stores: passes by the same bank rule, or 0
                              where not worked out */
};

/* All steps of one warp, in the order it executed them. */
struct warp_log {
    struct step *steps;
    uint64_t *sectors; /* address / 32, as they were first touched */
    int32_t step_count, step_capacity;
    int32_t sector_count, sector_capacity;
};

/* One recorded block. Grows with malloc; freed by block_log_release. */
struct block_log {
    uint64_t block; /* linear index: x + gx * (y + gy * z) */
    struct warp_log *warps;
    int32_t warp_count;
    bool truncated; /* the cap was reached; the tail is missing */
};

void block_log_release(struct block_log *b);

/*
 * Which blocks to record. want() is called once per block before it starts,
 * from any worker, and must depend on the arguments alone; it returns NULL or
 * a zeroed block_log owned by the recorder, used by one worker only.
 */
struct recorder {
    void *context;
    struct block_log *(*want)(void *context, uint64_t block);
    int32_t steps_max; /* cap per block; each warp keeps an even share, its
                          first steps_max / warps steps, so that a cut
                          block shows all its warps */
};

#endif
