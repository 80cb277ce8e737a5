/* SPDX-License-Identifier: Apache-2.0 */
/* One request of each memory instruction is kept, to draw it. */
#include "sim/access.h"

void sample_keep(struct worker *x, const struct request *r, bool store,
                 bool shared)
{
    const struct inst *const in = r->u->in;
    struct request_sample *s;

    if (!x->sample_of[x->pc]) {
        struct request_sample fresh = { .pc = x->pc };

        ARENA_PUSH(x->arena, x->samples, x->sample_count, x->sample_capacity,
                   fresh);
        x->sample_of[x->pc] = x->sample_count;
    }
    x->widest[x->pc] = (uint8_t)lanes_of(r->mask);
    s = &x->samples[x->sample_of[x->pc] - 1];
    *s = (struct request_sample){
        .pc = x->pc,
        .line = in->line,
        .file = in->file >= 0 && in->file < x->p->file_count
                    ? x->p->files[in->file]
                    : NULL,
        .text = in->text,
        .warp = (uint32_t)x->warp->index,
        .active = r->mask,
        .bytes = r->bytes,
        .is_store = store,
        .is_shared = shared,
    };
    memcpy(s->block, x->block->at, sizeof s->block);
    for (int i = 0; i < WARP_SIZE; i++)
        if (r->mask >> i & 1)
            s->address[i] = request_address(r, i);
}
