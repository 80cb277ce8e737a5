/* SPDX-License-Identifier: Apache-2.0 */
/* Which lanes took part in what: the path of one warp, for the picture. */
#include "base/arena.h"
#include "time/plan.h"
#include "time/time.h"

enum { PATH_MAX_STEPS = 2000 };

/* Lanes that its steps left out; 0 if it never split. */
static uint64_t missing_lanes(const struct warp_log *w)
{
    uint64_t missing = 0;

    for (int i = 0; i < w->step_count; i++)
        missing += 32u - (uint64_t)__builtin_popcount(w->steps[i].active);
    return missing;
}

/* The first recorded block's warp that split most, or its first one. */
static const struct warp_log *choose(const struct time_plan *p,
                                     struct lane_path *out)
{
    const struct warp_log *best = NULL;
    uint64_t most = 0;

    for (int i = 0; i < (p->recorded ? 1 : 0); i++)
        for (int k = 0; k < p->logs[i].warp_count && p->logs[i].warps; k++) {
            const struct warp_log *w = &p->logs[i].warps[k];
            const uint64_t missing = missing_lanes(w);

            if (best && missing <= most)
                continue;
            best = w;
            most = missing;
            out->block = (uint32_t)p->logs[i].block;
            out->warp = (uint32_t)k;
        }
    return best;
}

void time_lanes(struct arena *a, const struct time_plan *p,
                struct lane_path *out)
{
    const struct program *prog = p->launch.program;
    const struct warp_log *w;
    int capacity = 0;

    *out = (struct lane_path){ 0 };
    w = choose(p, out);
    for (int i = 0; w && i < w->step_count; i++) {
        const struct inst *in = &prog->insts[w->steps[i].pc];
        struct lane_step s = {
            .line = in->line,
            .file = in->file >= 0 && in->file < prog->file_count
                        ? prog->files[in->file]
                        : NULL,
            .mask = w->steps[i].active,
            .count = 1,
        };
        struct lane_step *last =
            out->count ? &out->steps[out->count - 1] : NULL;

        if (!s.mask)
            continue; /* its guard held for nobody */
        if (last && last->line == s.line && last->file == s.file &&
            last->mask == s.mask) {
            last->count++;
        } else if (out->count == PATH_MAX_STEPS) {
            out->cut = true;
            return;
        } else {
            ARENA_PUSH(a, out->steps, out->count, capacity, s);
        }
    }
}
