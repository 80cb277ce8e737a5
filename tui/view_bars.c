/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The pair as bars: time first, then what explains it.
 *
 *   time_us  modelled
 *     naive ████████████████  123.4
 *     tiled ▓▓▓▓▓▓▓▓▓         67.0   ÷ 1.84
 */
#include <stdio.h>

#include "report/json.h"
#include "tui/view.h"

#define BAR_MAX    100
#define LABEL_COLS 14

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

/* Rows of a pair of bars. */
static int bar_rows(struct rect r)
{
    return r.rows >= 30 ? 4 : 3;
}

int bars_fit(struct rect r)
{
    return r.rows < 5 ? 1 : (r.rows - 2 + bar_rows(r) - 3) / bar_rows(r);
}

void bars_render(const struct pair *p, const char *card, int first,
                 struct rect r, struct frame *f)
{
    int fit = bars_fit(r);

    headline(p, card, r, f);
    for (int i = 0; i < fit && first + i < p->bar_count && first >= 0; i++) {
        int m = p->bars[first + i], row = 2 + i * bar_rows(r), col;
        const struct metric_info *info = &metric_table[m];
        struct value a = pair_value(p, 0, info->text);
        struct value b = pair_value(p, 1, info->text);
        double most = a.number > b.number ? a.number : b.number;
        char ratio[NUMBER_MAX];

        col = frame_text(f, r, row, 1, STYLE_CODE, info->text);
        frame_printf(f, r, row, col + 2, STYLE_DIM, "%s%s%s",
                     basis_text(info->basis), *info->unit ? ", " : "",
                     info->unit);
        ratio_text(a, b, ratio);
        bar(pair_label(p, 0), 0, a, most, "", row + 1, r, f);
        bar(pair_label(p, 1), 1, b, most, ratio, row + 2, r, f);
    }
    if (p->bar_count == 0)
        frame_text(f, r, 2, 1, STYLE_DIM, "no kernel ran");
    else if (first + fit < p->bar_count)
        frame_text_right(f, r, 1, r.cols - 1, STYLE_DIM, "j: more");
}
