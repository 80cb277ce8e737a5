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
#define SECTOR_COLS  22
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

void sectors_render(const struct request_sample *s, int scroll, struct rect r,
                    struct frame *f)
{
    struct sector_map m;
    struct rect in = rect_sub(r, 5, 0, r.rows - 6, r.cols);
    int across = r.cols / SECTOR_COLS < 1 ? 1 : r.cols / SECTOR_COLS;

    sector_map(s, &m);
    facts(s, &m, r, f);
    lanes(&m, r, f);
    across = across > 4 ? (across >= 8 ? 8 : 4) : across;
    for (int i = 0; i < m.count; i++) {
        int row = i / across - scroll, col = 1 + i % across * SECTOR_COLS;
        uint64_t away = (m.sector[i] - m.sector[0]) * SECTOR_BYTES;

        if (row < 0)
            continue;
        frame_put(f, in, row, col, (uint32_t)sector_letter(i),
                  i % 2 ? STYLE_SIDE_B : STYLE_KEY);
        frame_printf(f, rect_sub(in, 0, 0, in.rows, col + 10), row, col + 2,
                     STYLE_DIM, "+%llu", (unsigned long long)away);
        words(m.used[i], row, col + 11, in, f);
    }
    if (r.rows > 6) {
        int col = frame_text(f, r, r.rows - 1, 1, STYLE_USED, "█");

        col = frame_text(f, r, r.rows - 1, col, STYLE_DIM, " 4 bytes used  ");
        col = frame_text(f, r, r.rows - 1, col, STYLE_USED, "▄");
        col = frame_text(f, r, r.rows - 1, col, STYLE_DIM, " some used  ");
        col = frame_text(f, r, r.rows - 1, col, STYLE_WASTED, "·");
        frame_text(f, r, r.rows - 1, col, STYLE_DIM,
                   " moved for nothing; +n: bytes after sector A");
    }
}
