/* SPDX-License-Identifier: Apache-2.0 */
/* One request to shared memory: a row per wavefront, a column per bank, in
   each place the lane that is served. */
#include "base/diag.h"
#include "plot/draw.h"
#include "tui/request.h"

enum { LABEL = 76, CELL_HEIGHT = 17, SHOWN = 32 };

#define CELL_WIDTH ((INNER - LABEL) / BANKS)

static double bank_x(int b)
{
    return MARGIN + LABEL + b * CELL_WIDTH;
}

static void row(struct plot *p, const struct bank_map *m, int y, int side)
{
    svg_text(&p->svg, SVG_DIM, SVG_END, MARGIN + LABEL - 8,
             p->y + CELL_HEIGHT - 4, "%s%d", y ? "" : "wavefront ", y + 1);
    for (int b = 0; b < BANKS; b++) {
        bool on = m->lane[y][b] >= 0;

        svg_rect(&p->svg, on ? plot_side_class(side) : SVG_EMPTY,
                 bank_x(b) + 0.5, p->y + 0.5, CELL_WIDTH - 1, CELL_HEIGHT - 1,
                 NULL);
        if (on)
            svg_text(&p->svg, SVG_BACK, SVG_MIDDLE, bank_x(b) + CELL_WIDTH / 2,
                     p->y + CELL_HEIGHT - 4, "%d", m->lane[y][b]);
    }
    p->y += CELL_HEIGHT;
}

static void one_side(struct plot *p, int side)
{
    const struct request_sample *s = plot_request(p, side, true)->sample;
    struct bank_map m;

    bank_map(s, &m);
    plot_heading(p, side,
                 "line %d, a %s of %u bytes per lane: %d wavefront%s (%d "
                 "would do)",
                 (int)s->line, s->is_store ? "store" : "load", s->bytes, m.rows,
                 m.rows == 1 ? "" : "s", m.ideal);
    plot_say(p,
             "%s, line %d: %d lanes %s %u bytes each of shared memory in %d "
             "wavefront%s where %d would do.",
             pair_label(&p->pair, side), (int)s->line, m.active_lanes,
             s->is_store ? "store" : "load", s->bytes, m.rows,
             m.rows == 1 ? "" : "s", m.ideal);
    p->y += 14;
    svg_text(&p->svg, SVG_DIM, SVG_END, MARGIN + LABEL - 8, p->y - 3, "bank");
    for (int b = 0; b < BANKS; b += 4)
        svg_text(&p->svg, SVG_DIM, SVG_MIDDLE, bank_x(b) + CELL_WIDTH / 2,
                 p->y - 3, "%d", b);
    for (int y = 0; y < m.rows && y < SHOWN; y++)
        row(p, &m, y, side);
    if (m.rows > SHOWN) {
        p->y += 16;
        svg_text(&p->svg, SVG_DIM, SVG_START, bank_x(0), p->y,
                 "and %d more wavefronts", m.rows - SHOWN);
    }
    p->y += 10;
}

bool draw_banks(struct plot *p)
{
    for (int side = 0; side < plot_sides(p); side++)
        if (!plot_request(p, side, true))
            return diag_fail(p->diags,
                             "%s: no request to shared memory was recorded",
                             pair_label(&p->pair, side));
    for (int side = 0; side < plot_sides(p); side++)
        one_side(p, side);
    p->y += 12;
    svg_text(&p->svg, SVG_DIM, SVG_START, MARGIN, p->y,
             "A row is one pass over the banks; the numbers are lanes. A bank "
             "serves one word a pass.");
    return true;
}
