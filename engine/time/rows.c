/* SPDX-License-Identifier: Apache-2.0 */
#include "time/rows.h"

#include <string.h>

#include "base/arena.h"

static uint32_t row_end(const struct warp_row *w)
{
    const struct warp_span *last;

    if (!w->span_count)
        return 0;
    last = &w->spans[w->span_count - 1];
    return last->start + last->cycles;
}

static void append(struct rows *r, int row, uint32_t end, enum warp_state state)
{
    struct warp_row *w = &r->row[row];
    uint32_t start = row_end(w);

    if (end <= start)
        return;
    if (w->span_count && w->spans[w->span_count - 1].state == state) {
        w->spans[w->span_count - 1].cycles += end - start;
        return;
    }
    ARENA_PUSH(r->arena, w->spans, w->span_count, r->capacity[row],
               ((struct warp_span){ .start = start,
                                    .cycles = end - start,
                                    .state = (uint8_t)state }));
}

void rows_add(struct rows *r, int row, uint64_t start, uint64_t end,
              enum warp_state state)
{
    if (start >= ROWS_CYCLES)
        return;
    if (end > ROWS_CYCLES)
        end = ROWS_CYCLES;
    append(r, row, (uint32_t)start, WARP_ABSENT);
    append(r, row, (uint32_t)end, state);
}

void rows_finish(struct rows *r, uint64_t cycles, struct launch_time *out)
{
    uint32_t end = cycles < ROWS_CYCLES ? (uint32_t)cycles : ROWS_CYCLES;

    for (int i = 0; i < r->count; i++)
        append(r, i, end, WARP_ABSENT);
    out->rows = ARENA_NEW(r->arena, struct warp_row, r->count);
    memcpy(out->rows, r->row, (size_t)r->count * sizeof *out->rows);
    out->row_count = r->count;
    out->rows_cycles = r->count ? end : 0;
}
