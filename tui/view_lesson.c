/* SPDX-License-Identifier: Apache-2.0 */
/* The lesson reader: chapter, exercise, solution. */
#include <stdio.h>
#include <string.h>

#include "tui/layout.h"
#include "tui/md.h"
#include "tui/view.h"

#define HINTS 3

void tabs_render(const char *const *names, int shown, struct rect r,
                 struct frame *f)
{
    int col = 1;

    for (int i = 0; names[i]; i++) {
        bool now = i == shown;

        col = frame_text(f, r, 0, col, now ? STYLE_TAB : STYLE_DIM,
                         now ? "[" : " ");
        col = frame_text(f, r, 0, col, now ? STYLE_TAB : STYLE_DIM, names[i]);
        col = frame_text(f, r, 0, col, now ? STYLE_TAB : STYLE_DIM,
                         now ? "]" : " ");
        col++;
    }
}

/* How many hints the learner has opened. */
static int hints_of(const struct model *m, const struct lesson *l)
{
    int n =
        l->number >= 0 && l->number < 64 ? m->work.state[l->number].hints : 0;

    return n < 0 ? 0 : n > HINTS ? HINTS : n;
}

/* Cut the chapter behind its section "Predict"; returns what follows. */
static struct text after_predict(struct text *chapter)
{
    static const char heading[] = "\n## ", own[] = "\n## Predict\n";
    bool within = false;

    for (size_t i = 0; i + sizeof heading <= chapter->size; i++) {
        const char *p = chapter->at + i;

        if (memcmp(p, heading, sizeof heading - 1) != 0)
            continue;
        if (within) {
            struct text rest = { p + 1, chapter->size - i - 1 };

            chapter->size = i + 1;
            return rest;
        }
        within = chapter->size - i >= sizeof own - 1 &&
                 !memcmp(p, own, sizeof own - 1);
    }
    return (struct text){ "", 0 };
}

void chapter_doc(struct doc *d, const struct model *m)
{
    const struct lesson *l = m->lesson.text.lesson;
    int hints = l ? hints_of(m, l) : 0;

    struct text top = m->lesson.text.chapter, rest = after_predict(&top);

    md_doc(d, top);
    predictions_doc(d, m);
    md_doc(d, rest);
    for (int i = 0; i < hints; i++) {
        d->item = i;
        doc_line(d);
        doc_line(d);
        doc_printf(d, STYLE_TITLE, "Hint %d of %d", i + 1, HINTS);
        md_doc(d, text_of(l->hints[i] ? l->hints[i] : "-"));
    }
    d->item = -1;
}

static void page(const struct model *m, enum page p, struct rect r,
                 struct frame *f)
{
    if (p == PAGE_EXERCISE && m->lesson.pages[p].count == 0)
        frame_text(f, r, 1, 1, STYLE_DIM, "the exercise could not be read");
    doc_render(&m->lesson.pages[p], m->lesson.scroll[p], -1,
               rect_sub(r, 0, 1, r.rows, r.cols - 1), f);
}

void lesson_render(const struct model *m, struct rect r, struct frame *f)
{
    struct pages_layout l = layout_pages(r);
    const struct lesson *lesson = m->lesson.text.lesson;
    bool passed = lesson && lane_state(m, lesson->number) == LANE_PASSED;
    const char *names[PAGE_COUNT + 1] = { "chapter", "exercise.cu",
                                          passed ? "solution" : NULL, NULL };
    enum page p = m->lesson.page;

    if (!lesson) {
        frame_text(f, r, 1, 2, STYLE_DIM, "reading ...");
        return;
    }
    tabs_render(names, (int)p, l.tabs, f);
    if (!l.split) {
        page(m, p, l.left, f);
        return;
    }
    page(m, PAGE_CHAPTER, l.left, f);
    for (int y = 0; y < l.right.rows; y++)
        frame_text(f, r, y + 1, l.left.cols, STYLE_RULE, "│");
    page(m, p == PAGE_SOLUTION ? PAGE_SOLUTION : PAGE_EXERCISE, l.right, f);
}
