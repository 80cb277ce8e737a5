/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pair as bars: time first, then what explains it.
 *
 *   time_us  modelled
 *     naive ████████████████████████  123.4
 *     tiled ▓▓▓▓▓▓▓▓▓▓▓▓▓              67.0   ÷ 1.84
 */
#include <stdio.h>

#include "tui/view.h"

#define BAR_MAX    100
#define LABEL_COLS 14

/* The metrics that tell the story, most telling first. */
static const char *const story[] = {
    "time_us",
    "global_load_sectors",
    "global_load_efficiency_pct",
    "shared_bank_conflicts",
    "inst_executed",
    "global_store_sectors",
    "shared_wavefronts",
    "divergent_branches",
    "active_lanes_avg",
    "barriers",
    "global_atomics",
    "occupancy_achieved_pct",
    "speed_of_light_memory_pct",
    "speed_of_light_compute_pct",
    "registers_per_thread",
    "shared_bytes_per_block",
};

static const struct {
    const char *glyph;
    enum style style;
} sides[] = { { "█", STYLE_SIDE_A }, { "▓", STYLE_SIDE_B } };

static void bar(const char *label, int side, struct value v, double most,
                const char *ratio, int row, struct rect r, struct frame *f)
{
    char number[NUMBER_MAX];
    int room = r.cols - LABEL_COLS - 28, n = 0;

    room = room > BAR_MAX ? BAR_MAX : room;
    if (v.known && !v.text && most > 0 && v.number > 0)
        n = (int)(v.number / most * room + 0.5);
    if (v.known && !v.text && v.number > 0 && n < 1)
        n = 1;
    number_text(v, number);
    frame_text(f, rect_sub(r, row, 0, 1, LABEL_COLS - 1), 0, 3, STYLE_PLAIN,
               label);
    for (int x = 0; x < n; x++)
        frame_text(f, r, row, LABEL_COLS + x, sides[side].style,
                   sides[side].glyph);
    frame_text_right(f, r, row, LABEL_COLS + room + 16, STYLE_BOLD, number);
    frame_text(f, r, row, LABEL_COLS + room + 18, STYLE_KEY, ratio);
}

static void headline(const struct pair *p, const char *card, struct rect r,
                     struct frame *f)
{
    int col = frame_printf(f, r, 0, 1, STYLE_BOLD, "%s", pair_label(p, 0));

    col = frame_text(f, r, 0, col, STYLE_DIM, " against ");
    col = frame_text(f, r, 0, col, STYLE_BOLD, pair_label(p, 1));
    col = frame_text(f, r, 0, col, STYLE_DIM, ": ");
    if (p->c->speedup > 0)
        col = frame_printf(f, r, 0, col, STYLE_GOOD, "speed-up %.2f×",
                           p->c->speedup);
    else
        col = frame_text(f, r, 0, col, STYLE_DIM, "speed-up -");
    frame_printf(f, r, 0, col, STYLE_DIM, "  (kernel time, modelled for %s)",
                 card ? card : "-");
}

void bars_render(const struct pair *p, const char *card, struct rect r,
                 struct frame *f)
{
    int row = 2;

    headline(p, card, r, f);
    for (size_t i = 0; i < sizeof story / sizeof *story; i++) {
        int m = metric_find(SCOPE_LAUNCH, story[i]);
        struct value a = pair_value(p, 0, story[i]);
        struct value b = pair_value(p, 1, story[i]);
        char ratio[NUMBER_MAX];
        double most = a.number > b.number ? a.number : b.number;

        if (m < 0 || (!a.known && !b.known) || row + 3 > r.rows)
            continue;
        if (!(a.number > 0) && !(b.number > 0))
            continue;
        frame_printf(f, r, row, 1, STYLE_CODE, "%s", story[i]);
        frame_printf(f, r, row, 3 + text_cols(story[i], f->ascii), STYLE_DIM,
                     "%s%s%s", basis_text(metric_table[m].basis),
                     *metric_table[m].unit ? ", " : "", metric_table[m].unit);
        ratio_text(a, b, ratio);
        bar(pair_label(p, 0), 0, a, most, "", row + 1, r, f);
        bar(pair_label(p, 1), 1, b, most, ratio, row + 2, r, f);
        row += r.rows >= 30 ? 4 : 3;
    }
    if (row == 2)
        frame_text(f, r, row, 1, STYLE_DIM, "no kernel ran");
}
