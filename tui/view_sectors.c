/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lane -> sector: 32 lanes above, each with the letter of the sector it asked
 * for; below, each sector with the bytes used and wasted.
 *
 *   lane    0 1 2 3 ...
 *   sector  A A B B ...
 *
 *   A +0     ████████   B +32    ██······
 */
#include <stdio.h>

#include "tui/request.h"
#include "tui/view.h"

#define WORDS        (SECTOR_BYTES / 4) /* cells of a sector: 4 bytes each */
#define LANES_COLUMN 9

static void facts(const struct request_sample *s, const struct sector_map *m,
                  struct rect r, struct frame *f)
{
    int moved = m->count * SECTOR_BYTES;
    int col = frame_printf(f, r, 0, 1, STYLE_PLAIN,
                           "block (%u,%u,%u) warp %u: %d lanes × %u bytes, ",
                           s->block[0], s->block[1], s->block[2], s->warp,
                           m->active_lanes, s->bytes);

    col =
        frame_printf(f, r, 0, col, m->count > m->ideal ? STYLE_BAD : STYLE_GOOD,
                     "%d sectors", m->count);
    frame_printf(f, r, 0, col, STYLE_PLAIN, " (ideal %d), %d%% used", m->ideal,
                 moved ? m->bytes_used * 100 / moved : 0);
}

static void lanes(const struct sector_map *m, struct rect r, struct frame *f)
{
    int step = r.cols >= LANES_COLUMN + 3 * LANES   ? 3
               : r.cols >= LANES_COLUMN + 2 * LANES ? 2
                                                    : 1;

    frame_text(f, r, 2, 1, STYLE_DIM, "lane");
    frame_text(f, r, 3, 1, STYLE_DIM, "sector");
    for (int l = 0; l < LANES; l++) {
        int col = LANES_COLUMN + l * step;

        if (step == 3 || l % 4 == 0)
            frame_printf(f, r, 2, col, STYLE_DIM, "%d", l);
        if (m->lane[l] < 0)
            frame_text(f, r, 3, col, STYLE_DIM, "·");
        else
            frame_put(f, r, 3, col, (uint32_t)sector_letter(m->lane[l]),
                      m->lane[l] % 2 ? STYLE_SIDE_B : STYLE_KEY);
    }
}

/* Eight cells: all, some or none of each word's bytes were used. */
static void words(uint32_t used, int row, int col, struct rect r,
                  struct frame *f)
{
    for (int w = 0; w < WORDS; w++) {
        uint32_t four = used >> (w * 4) & 0xf;

        frame_text(f, r, row, col + w, four ? STYLE_USED : STYLE_WASTED,
                   four == 0xf ? "█"
                   : four      ? "▄"
                               : "·");
    }
}

/* Columns of one sector: letter, offset, words. */
static int offset_cols(const struct sector_map *m)
{
    char text[32];

    if (m->count == 0)
        return 2;
    return snprintf(
        text, sizeof text, "+%llu",
        (unsigned long long)(m->sector[m->count - 1] - m->sector[0]) *
            SECTOR_BYTES);
}

static void legend(int hidden, struct rect r, struct frame *f)
{
    int col = frame_text(f, r, r.rows - 1, 1, STYLE_USED, "█");

    col = frame_text(f, r, r.rows - 1, col, STYLE_DIM, " 4 bytes used  ");
    col = frame_text(f, r, r.rows - 1, col, STYLE_USED, "▄");
    col = frame_text(f, r, r.rows - 1, col, STYLE_DIM, " some used  ");
    col = frame_text(f, r, r.rows - 1, col, STYLE_WASTED, "·");
    col = frame_text(f, r, r.rows - 1, col, STYLE_DIM, " moved for nothing");
    if (hidden > 0)
        frame_printf(f, r, r.rows - 1, col + 2, STYLE_WARN,
                     "PgDn: %d more sectors", hidden);
}

void sectors_render(const struct request_sample *s, int scroll, struct rect r,
                    struct frame *f)
{
    struct rect in = rect_sub(r, 5, 0, r.rows - 6, r.cols);
    struct sector_map m;
    int offset, cols, across;

    sector_map(s, &m);
    offset = offset_cols(&m);
    cols = 2 + offset + 1 + WORDS + 2;
    across = (r.cols - 1) / cols < 1 ? 1 : (r.cols - 1) / cols;
    across = across >= 8 ? 8 : across >= 4 ? 4 : across;
    facts(s, &m, r, f);
    lanes(&m, r, f);
    for (int i = 0; i < m.count; i++) {
        int row = i / across - scroll, col = 1 + i % across * cols;
        uint64_t away = (m.sector[i] - m.sector[0]) * SECTOR_BYTES;

        if (row < 0)
            continue;
        frame_put(f, in, row, col, (uint32_t)sector_letter(i),
                  i % 2 ? STYLE_SIDE_B : STYLE_KEY);
        frame_printf(f, in, row, col + 2, STYLE_DIM, "+%llu",
                     (unsigned long long)away);
        words(m.used[i], row, col + 3 + offset, in, f);
    }
    if (r.rows > 6)
        legend(m.count - (scroll + in.rows) * across, r, f);
}
