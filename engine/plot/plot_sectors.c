/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One request: 32 lanes above, the sectors they touched below, a line from
 * each lane to the bytes it asked for. Bytes that were moved for nothing stay
 * empty.
 */
#include <stdio.h>

#include "base/diag.h"
#include "plot/draw.h"
#include "tui/request.h"

enum { ACROSS = 16, LANE_TOP = 26, ROW = 44, SECTOR_HEIGHT = 18 };

#define LANE_WIDTH   (INNER / LANES)
#define SECTOR_WIDTH (INNER / ACROSS)

static double lane_x(int lane)
{
    return MARGIN + lane * LANE_WIDTH;
}

static double sector_x(int i)
{
    return MARGIN + i % ACROSS * SECTOR_WIDTH + 2;
}

static void lanes(struct plot *p, const struct request_sample *s, int side)
{
    for (int l = 0; l < LANES; l++) {
        bool on = s->active >> l & 1;

        svg_rect(&p->svg, on ? plot_side_class(side) : SVG_EMPTY, lane_x(l) + 1,
                 p->y, LANE_WIDTH - 2, 8, NULL);
        if (l % 4 == 0 || l == LANES - 1)
            svg_text(&p->svg, SVG_DIM, SVG_MIDDLE, lane_x(l) + LANE_WIDTH / 2,
                     p->y - 4, "%d", l);
    }
}

/* Bytes that some lane wanted, in runs. */
static void used(struct plot *p, const struct sector_map *m, int i, int side,
                 double y)
{
    double byte = (SECTOR_WIDTH - 4) / SECTOR_BYTES;

    for (int from = 0, to; from < SECTOR_BYTES; from = to) {
        bool on = m->used[i] >> from & 1;

        for (to = from; to < SECTOR_BYTES && (m->used[i] >> to & 1) == on; to++)
            ;
        if (on)
            svg_rect(&p->svg, plot_side_class(side), sector_x(i) + from * byte,
                     y, (to - from) * byte, SECTOR_HEIGHT, NULL);
    }
}

static unsigned long long offset(const struct sector_map *m, int i)
{
    return (unsigned long long)(m->sector[i] - m->sector[0]) * SECTOR_BYTES;
}

/* How many sectors apart the offsets stand, so that none runs into the next. */
static int label_step(const struct sector_map *m)
{
    char text[32];

    if (!m->count)
        return 1;
    snprintf(text, sizeof text, "+%llu", offset(m, m->count - 1));
    return 1 + (int)((svg_text_width(text) + 6) / SECTOR_WIDTH);
}

static void sectors(struct plot *p, const struct sector_map *m, int side)
{
    int apart = label_step(m);

    for (int i = 0; i < m->count; i++) {
        double y = p->y + i / ACROSS * ROW;
        char tip[64];

        snprintf(tip, sizeof tip, "sector at +%llu, %d of 32 bytes used",
                 offset(m, i), __builtin_popcount(m->used[i]));
        svg_rect(&p->svg, SVG_FRAME, sector_x(i) - 1, y - 1, SECTOR_WIDTH - 2,
                 SECTOR_HEIGHT + 2, tip);
        svg_rect(&p->svg, SVG_EMPTY, sector_x(i), y, SECTOR_WIDTH - 4,
                 SECTOR_HEIGHT, tip);
        used(p, m, i, side, y);
        if (i % ACROSS % apart == 0)
            svg_text(&p->svg, SVG_DIM, SVG_START, sector_x(i),
                     y + SECTOR_HEIGHT + 14, "+%llu", offset(m, i));
    }
}

/* From each lane to its bytes; only into the first row, where they can be
   told apart. */
static void arrows(struct plot *p, const struct request_sample *s,
                   const struct sector_map *m, double from)
{
    double byte = (SECTOR_WIDTH - 4) / SECTOR_BYTES;

    for (int l = 0; l < LANES; l++) {
        int i = m->lane[l];

        if (i >= 0 && i < ACROSS)
            svg_line(&p->svg, SVG_FRAME, lane_x(l) + LANE_WIDTH / 2, from,
                     sector_x(i) +
                         ((double)(s->address[l] % SECTOR_BYTES) + 0.5) * byte,
                     p->y - 2);
    }
}

static void one_side(struct plot *p, int side)
{
    const struct request *r = plot_request(p, side, false);
    const struct request_sample *s = r->sample;
    struct sector_map m;
    double from;

    sector_map(s, &m);
    plot_heading(p, side,
                 "line %d, a %s of %u bytes per lane: %d sectors for "
                 "%d bytes (%d would do)",
                 (int)s->line, s->is_store ? "store" : "load", s->bytes,
                 m.count, m.bytes_used, m.ideal);
    plot_say(p,
             "%s, line %d: %d lanes of a warp %s %u bytes each; they touch %d "
             "sectors of 32 bytes where %d would do.",
             pair_label(&p->pair, side), (int)s->line, m.active_lanes,
             s->is_store ? "store" : "load", s->bytes, m.count, m.ideal);
    p->y += LANE_TOP - 8;
    lanes(p, s, side);
    from = p->y + 9;
    p->y += 56;
    arrows(p, s, &m, from);
    sectors(p, &m, side);
    p->y += (m.count + ACROSS - 1) / ACROSS * ROW;
}

bool draw_sectors(struct plot *p)
{
    double x = MARGIN;

    for (int side = 0; side < plot_sides(p); side++)
        if (!plot_request(p, side, false))
            return diag_fail(p->diags,
                             "%s: no request to global memory was recorded",
                             pair_label(&p->pair, side));
    for (int side = 0; side < plot_sides(p); side++)
        one_side(p, side);
    p->y += 12;
    for (int side = 0; side < plot_sides(p); side++)
        x = plot_legend(p, plot_side_class(side), x,
                        p->is_pair ? pair_label(&p->pair, side)
                                   : "bytes asked for");
    plot_legend(p, SVG_EMPTY, x, "moved for nothing");
    return true;
}
