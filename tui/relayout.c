/* SPDX-License-Identifier: Apache-2.0 */
/* What depends on the width of the screen is laid out here, not in render. */
#include "tui/code.h"
#include "tui/layout.h"
#include "tui/update.h"
#include "tui/view.h"

#define TEXT_WIDTH_MAX 88 /* longer lines are hard to read */

static int keep(int scroll, const struct doc *d, int rows)
{
    int most = doc_scroll_max(d, rows);

    return scroll > most ? most : scroll < 0 ? 0 : scroll;
}

void lesson_relayout(struct model *m)
{
    struct lesson_view *v = &m->lesson;
    struct arena *a = &v->arena;
    int width = page_width(m);
    int text = width > TEXT_WIDTH_MAX ? TEXT_WIDTH_MAX : width;

    arena_clear(a);
    v->pages[PAGE_CHAPTER] = doc_new(a, text, m->ascii);
    v->pages[PAGE_EXERCISE] = doc_new(a, width, m->ascii);
    v->pages[PAGE_SOLUTION] = doc_new(a, width, m->ascii);
    if (!v->text.lesson)
        return;
    chapter_doc(&v->pages[PAGE_CHAPTER], m);
    code_doc(&v->pages[PAGE_EXERCISE], v->text.exercise);
    code_doc(&v->pages[PAGE_SOLUTION], v->text.solution);
    for (int p = 0; p < PAGE_COUNT; p++)
        v->scroll[p] = keep(v->scroll[p], &v->pages[p], page_rows(m));
}

void check_relayout(struct model *m)
{
    struct check_view *v = &m->check;
    struct rect body = model_body(m);

    arena_clear(&v->arena);
    v->doc = doc_new(&v->arena, body.cols - 3, m->ascii);
    v->items = 0;
    if (v->done) {
        check_doc(&v->doc, v->done);
        for (int i = 0; i < v->doc.count; i++)
            if (v->doc.lines[i].item >= v->items)
                v->items = v->doc.lines[i].item + 1;
    }
    v->selected = v->items == 0             ? -1
                  : v->selected < 0         ? 0
                  : v->selected >= v->items ? v->items - 1
                                            : v->selected;
    v->scroll = keep(v->scroll, &v->doc, body.rows);
}

void counters_relayout(struct model *m)
{
    struct compare_view *v = &m->compare;

    arena_clear(&v->arena);
    v->counters = doc_new(&v->arena, model_body(m).cols - 2, m->ascii);
    if (v->pair)
        counters_doc(&v->counters, v->pair);
    v->scroll = keep(v->scroll, &v->counters, counters_rows(m));
}

void run_relayout(struct model *m)
{
    struct run_view *v = &m->run;

    arena_clear(&v->arena);
    v->metrics = doc_new(&v->arena, model_body(m).cols - 2, m->ascii);
    if (v->shown)
        metrics_doc(&v->metrics, v->shown);
    v->scroll = keep(v->scroll, &v->metrics, model_body(m).rows - 2);
}

static void help_relayout(struct model *m)
{
    struct rect box = layout_help((struct rect){ 0, 0, m->rows, m->cols });
    bool shown = m->help;
    enum context here;

    m->help = false;
    here = model_context(m);
    m->help = shown;
    arena_clear(&m->help_arena);
    m->help_doc = doc_new(&m->help_arena, box.cols - 5, m->ascii);
    if (shown)
        help_doc(&m->help_doc, here);
    m->help_scroll = keep(m->help_scroll, &m->help_doc, box.rows - 2);
}

void relayout(struct model *m)
{
    lesson_relayout(m);
    check_relayout(m);
    counters_relayout(m);
    cards_relayout(m);
    help_relayout(m);
    home_move(m, ACTION_NONE);
    compare_move(m, ACTION_NONE);
    run_relayout(m);
    run_move(m, ACTION_NONE);
}
