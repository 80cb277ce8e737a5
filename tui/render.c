/* SPDX-License-Identifier: Apache-2.0 */
/* The frame around the views: title, status, keys, help. */
#include <stdio.h>

#include "tui/keys.h"
#include "tui/layout.h"
#include "tui/view.h"

static void title(const struct model *m, struct rect r, struct frame *f)
{
    const struct lesson *l = model_lesson(m);
    static const char *const names[] = {
        [SCREEN_HOME] = "lessons", [SCREEN_LESSON] = "lesson",
        [SCREEN_CHECK] = "check",  [SCREEN_COMPARE] = "compare",
        [SCREEN_RUN] = "run",      [SCREEN_CARDS] = "cards",
    };
    int col;

    frame_fill(f, r, ' ', STYLE_BAR);
    col = frame_text(f, r, 0, 1, STYLE_BAR, "warplings");
    if (m->screen == SCREEN_RUN && m->run.shown)
        frame_printf(f, r, 0, col, STYLE_BAR, " │ %s", m->run.shown->title);
    else if (m->screen == SCREEN_HOME || m->screen == SCREEN_CARDS || !l ||
             m->run.alone)
        frame_printf(f, r, 0, col, STYLE_BAR, " │ %s",
                     m->course->title ? m->course->title : "");
    else
        frame_printf(f, r, 0, col, STYLE_BAR, " │ %02d %s", l->number,
                     l->title ? l->title : l->id);
    frame_text_right(f, r, 0, r.cols - 1, STYLE_BAR, names[m->screen]);
}

static void status(const struct model *m, struct rect r, struct frame *f)
{
    char card[96];
    int room;

    snprintf(card, sizeof card, "card %s", m->card ? m->card : "-");
    room = r.cols - text_cols(card, f->ascii) - 3;
    frame_text_right(f, r, 0, r.cols - 1, STYLE_DIM, card);
    if (m->confirm_reset)
        frame_text(f, rect_sub(r, 0, 0, 1, room), 0, 1, STYLE_WARN,
                   "Put the starter back? Your file is kept as .bak. [y/n]");
    else if (m->home.typing)
        frame_printf(f, rect_sub(r, 0, 0, 1, room), 0, 1, STYLE_BOLD, "/%s_",
                     m->home.filter);
    else
        frame_text(f, rect_sub(r, 0, 0, 1, room), 0, 1,
                   m->message_is_bad ? STYLE_BAD : STYLE_BOLD, m->message);
}

/* As many keys of the context as fit; `?` always. */
static void footer(const struct model *m, struct rect r, struct frame *f)
{
    enum context here = model_context(m);
    int keep = 8, col = 1;

    frame_text(f, r, 0, r.cols - keep, STYLE_KEY, "?");
    frame_text(f, r, 0, r.cols - keep + 2, STYLE_DIM, "keys");
    for (int i = 0; i < key_count; i++) {
        const struct key *k = &key_table[i];
        int cols = text_cols(k->shown, f->ascii) + 1 +
                   text_cols(k->footer, f->ascii) + 3;

        if (k->context != here || !*k->footer || col + cols > r.cols - keep)
            continue;
        frame_text(f, r, 0, col, STYLE_KEY, k->shown);
        frame_text(f, r, 0, col + text_cols(k->shown, f->ascii) + 1, STYLE_DIM,
                   k->footer);
        col += cols;
    }
}

static void job_render(const struct model *m, struct rect r, struct frame *f)
{
    static const char *const names[] = { [JOB_CHECK] = "Checking",
                                         [JOB_COMPARE] = "Comparing",
                                         [JOB_RUN] = "Running" };
    const struct lesson *l = model_lesson(m);
    int row = 1;

    frame_printf(f, r, row, 2, STYLE_TITLE, "%s %s", names[m->job.running],
                 l && !m->run.alone ? l->id : "");
    frame_printf(f, r, row++, 30, STYLE_DIM, "%d.%d s",
                 m->job.elapsed_ms / 1000, m->job.elapsed_ms / 100 % 10);
    row++;
    for (int i = 0; i < m->job.step_count; i++) {
        bool now = i == m->job.step_count - 1;

        frame_text(f, r, row, 2, now ? STYLE_WARN : STYLE_GOOD,
                   now ? "▶" : "✓");
        frame_text(f, r, row++, 4, now ? STYLE_PLAIN : STYLE_DIM,
                   m->job.steps[i]);
    }
    if (m->job.cancelling)
        frame_text(f, r, row + 1, 2, STYLE_WARN, "stopping ...");
    else
        frame_text(f, r, row + 1, 2, STYLE_DIM, "Esc stops it");
}

static void body(const struct model *m, struct rect r, struct frame *f)
{
    if (m->job.running != JOB_NONE) {
        job_render(m, r, f);
        return;
    }
    switch (m->screen) {
    case SCREEN_HOME:
        home_render(m, r, f);
        break;
    case SCREEN_LESSON:
        lesson_render(m, r, f);
        break;
    case SCREEN_CHECK:
        check_render(m, r, f);
        break;
    case SCREEN_COMPARE:
        compare_render(m, r, f);
        break;
    case SCREEN_RUN:
        run_render(m, r, f);
        break;
    case SCREEN_CARDS:
        cards_render(m, r, f);
        break;
    }
}

static void help(const struct model *m, struct rect r, struct frame *f)
{
    struct rect box = layout_help(r);

    frame_fill(f, box, ' ', STYLE_PLAIN);
    frame_box(f, box, "keys");
    doc_render(&m->help_doc, m->help_scroll, -1,
               rect_sub(box, 1, 2, box.rows - 2, box.cols - 3), f);
}

void render(const struct model *m, struct rect r, struct frame *f)
{
    struct screen_layout l = layout_screen(r);

    frame_fill(f, r, ' ', STYLE_PLAIN);
    if (l.too_small) {
        frame_printf(f, r, 0, 0, STYLE_BOLD, "%dx%d: needs %dx%d", r.cols,
                     r.rows, COLS_MIN, ROWS_MIN);
        return;
    }
    title(m, l.title, f);
    body(m, l.body, f);
    status(m, l.status, f);
    footer(m, l.footer, f);
    if (m->help)
        help(m, r, f);
}
