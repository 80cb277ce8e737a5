/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Progress as one warp: a lane for each lesson.
 *
 *   █ █ ▒ □ □ · · ·
 *   1       5
 */
#include <stdio.h>

#include "tui/view.h"

#define LANES_MAX 64

static const struct {
    const char *glyph, *name;
    enum style style;
} looks[] = {
    [LANE_ABSENT] = { "·", "not in this edition", STYLE_DIM },
    [LANE_UNTRIED] = { "□", "not yet", STYLE_PLAIN },
    [LANE_TRIED] = { "▒", "tried", STYLE_WARN },
    [LANE_PASSED] = { "█", "passed", STYLE_GOOD },
};

const char *lane_glyph(enum lane_state s)
{
    return looks[s].glyph;
}

enum style lane_style(enum lane_state s)
{
    return looks[s].style;
}

static int lanes_of(const struct model *m)
{
    int n = m->course->planned;

    return n < 1 ? 32 : n > LANES_MAX ? LANES_MAX : n;
}

static void headline(const struct model *m, struct rect r, struct frame *f)
{
    int passed = 0, points = 0, of = 0, col;

    for (int i = 0; i < m->course->lesson_count; i++) {
        const struct lesson *l = &m->course->lessons[i];

        of += l->points;
        if (l->number < 0 || l->number >= 64)
            continue;
        passed += m->work.state[l->number].passed;
        points += m->work.state[l->number].points;
    }
    col = frame_text(f, r, 0, 1, STYLE_TITLE, "Your warp");
    frame_printf(f, r, 0, col + 2, STYLE_PLAIN,
                 "%d of %d lessons passed, %d of %d points", passed,
                 m->course->lesson_count, points, of);
}

static void legend(struct rect r, int row, struct frame *f)
{
    int col = 1;

    for (int s = LANE_PASSED; s >= LANE_ABSENT; s--) {
        col = frame_text(f, r, row, col, looks[s].style, looks[s].glyph);
        col = frame_text(f, r, row, col + 1, STYLE_DIM, looks[s].name);
        col += 3;
    }
}

void warp_render(const struct model *m, struct rect r, struct frame *f)
{
    const struct lesson *at = model_lesson(m);
    int lanes = lanes_of(m);
    int step = r.cols - 2 >= lanes * 4 ? 4 : r.cols - 2 >= lanes * 2 ? 2 : 1;

    headline(m, r, f);
    for (int i = 0; i < lanes; i++) {
        enum lane_state s = lane_state(m, i + 1);
        bool here = at && at->number == i + 1;
        int col = 1 + i * step;

        for (int x = 0; x < (step == 4 ? 3 : 1); x++)
            frame_text(f, r, 2, col + x, looks[s].style, looks[s].glyph);
        if (step == 4)
            frame_printf(f, r, 3, col, here ? STYLE_KEY : STYLE_DIM,
                         here ? "▲%02d" : " %02d", i + 1);
        else if (here)
            frame_printf(f, r, 3, col, STYLE_KEY, "▲%02d", i + 1);
        else if (i == 0 || i == lanes - 1)
            frame_printf(f, r, 3, col, STYLE_DIM, "%d", i + 1);
    }
    legend(r, 4, f);
}
