/* SPDX-License-Identifier: Apache-2.0 */
/* The list of lessons, with progress above and details beside or below. */
#include <stdio.h>

#include "tui/layout.h"
#include "tui/view.h"

static void lesson_row(const struct model *m, const struct lesson *l,
                       bool selected, int row, struct rect r, struct frame *f)
{
    enum lane_state s = lane_state(m, l->number);
    enum style style = selected ? STYLE_SELECTED : STYLE_PLAIN;
    int n = l->number >= 0 && l->number < 64 ? l->number : 0, col;
    char points[32];

    if (selected)
        for (int x = 1; x < r.cols - 1; x++)
            frame_put(f, r, row, x, ' ', style);
    frame_text(f, r, row, 3, selected ? style : lane_style(s), lane_glyph(s));
    col = frame_printf(f, rect_sub(r, 0, 0, r.rows, r.cols - 14), row, 5, style,
                       "%02d  %s", l->number, l->title ? l->title : l->id);
    if (m->work.last == l->number && l->number)
        frame_text(f, rect_sub(r, 0, 0, r.rows, r.cols - 14), row, col + 2,
                   selected ? style : STYLE_KEY, "◀ you stopped here");
    snprintf(points, sizeof points, "%d/%d", m->work.state[n].points,
             l->points);
    frame_text_right(f, r, row, r.cols - 2,
                     selected                 ? style
                     : s == LANE_PASSED       ? STYLE_GOOD
                     : m->work.state[n].tries ? STYLE_WARN
                                              : STYLE_DIM,
                     points);
}

static void list(const struct model *m, struct rect r, struct frame *f)
{
    struct home_line lines[HOME_LINES_MAX];
    int n = home_lines(m, lines), row = 0;

    for (int i = m->home.top; i >= 0 && i < n && row < r.rows; i++, row++) {
        if (lines[i].part)
            frame_text(f, rect_sub(r, 0, 0, r.rows, r.cols - 1), row, 1,
                       STYLE_TITLE, lines[i].part);
        else
            lesson_row(m, &m->course->lessons[lines[i].lesson],
                       lines[i].lesson == m->home.selected, row, r, f);
    }
    if (n == 0)
        frame_text(f, r, 0, 1, STYLE_DIM,
                   m->course->lesson_count ? "no lesson matches; Esc shows all"
                                           : "no lesson could be read");
}

static void detail(const struct model *m, struct rect r, struct frame *f)
{
    const struct lesson *l = model_lesson(m);
    struct rect in;
    int row = 0, n;

    if (!l || r.rows < 3)
        return;
    r = rect_sub(r, 0, 0, 3 + (l->concepts != NULL) + l->goal_count, r.cols);
    in = rect_sub(r, 1, 2, r.rows - 2, r.cols - 4);
    n = l->number >= 0 && l->number < 64 ? l->number : 0;
    frame_box(f, r, l->id);
    if (l->concepts)
        frame_text(f, in, row++, 0, STYLE_PLAIN, l->concepts);
    frame_printf(f, in, row++, 0, STYLE_DIM, "tried %d times, %d of 3 hints",
                 m->work.state[n].tries, m->work.state[n].hints);
    for (int i = 0; i < l->goal_count; i++) {
        const struct goal *g = &l->goals[i];
        char points[32];

        snprintf(points, sizeof points, "%d", g->points);
        frame_text(f, in, row, 0, STYLE_DIM, "goal");
        frame_text(f, rect_sub(in, 0, 0, in.rows, in.cols - 12), row, 5,
                   STYLE_PLAIN, g->text ? g->text : g->id);
        if (g->shown_only)
            frame_text_right(f, in, row++, in.cols, STYLE_DIM, "shown");
        else
            frame_text_right(f, in, row++, in.cols, STYLE_DIM, points);
    }
}

void home_render(const struct model *m, struct rect r, struct frame *f)
{
    struct home_layout l = layout_home(r);

    warp_render(m, l.warp, f);
    list(m, l.list, f);
    detail(m, l.detail, f);
}
