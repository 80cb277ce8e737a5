/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of recorded blocks, for the timing model. */
#include <stdlib.h>

#include "base/bug.h"
#include "sim/access.h"

static void *grown(void *list, int32_t count, int32_t *capacity, int32_t more,
                   size_t size)
{
    if (count + more <= *capacity)
        return list;
    *capacity = *capacity ? 2 * *capacity : 64;
    if (*capacity < count + more)
        *capacity = count + more;
    list = realloc(list, (size_t)*capacity * size);
    if (!list)
        DIE("out of memory for a record");
    return list;
}

void log_step(struct worker *x, uint32_t mask, const uint64_t *sectors,
              int sector_count, int wavefronts)
{
    struct warp_log *const log = x->warp->log;
    const int32_t share = x->s->l->recorder->steps_max / x->s->warps;

    if (log->step_count >= (share > 0 ? share : 1)) {
        x->block->log->truncated = true;
        return;
    }
    log->steps = grown(log->steps, log->step_count, &log->step_capacity, 1,
                       sizeof *log->steps);
    log->steps[log->step_count++] = (struct step){
        .pc = x->pc,
        .active = mask,
        .first_sector = (uint32_t)log->sector_count,
        .sector_count = (uint16_t)sector_count,
        .wavefronts = (uint16_t)wavefronts,
    };
    if (!sector_count)
        return;
    log->sectors = grown(log->sectors, log->sector_count, &log->sector_capacity,
                         sector_count, sizeof *log->sectors);
    memcpy(log->sectors + log->sector_count, sectors,
           (size_t)sector_count * sizeof *sectors);
    log->sector_count += sector_count;
}

void log_request(struct worker *x, const struct request *r, int wavefronts)
{
    uint64_t sectors[WARP_SIZE];

    for (int i = 0; i < r->s->sectors; i++)
        sectors[i] = r->start / 32 + (uint64_t)r->s->sector[i];
    log_step(x, r->mask, sectors, r->s->sectors, wavefronts);
}

void block_log_release(struct block_log *b)
{
    for (int i = 0; i < b->warp_count; i++) {
        free(b->warps[i].steps);
        free(b->warps[i].sectors);
    }
    free(b->warps);
    *b = (struct block_log){ 0 };
}
