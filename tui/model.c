/* SPDX-License-Identifier: Apache-2.0 */
#include "tui/model.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "tui/layout.h"
#include "tui/view.h"

const struct lesson *model_lesson(const struct model *m)
{
    if (m->screen != SCREEN_HOME && m->lesson.text.lesson)
        return m->lesson.text.lesson;
    if (m->home.selected < 0 || m->home.selected >= m->course->lesson_count ||
        !home_shows(m, m->home.selected))
        return NULL;
    return &m->course->lessons[m->home.selected];
}

/* Does s hold the text, whatever the case? */
static bool holds(const char *s, const char *text)
{
    for (; s && *s; s++) {
        size_t n = 0;

        while (text[n] &&
               tolower((unsigned char)s[n]) == tolower((unsigned char)text[n]))
            n++;
        if (!text[n])
            return true;
    }
    return !*text;
}

bool home_shows(const struct model *m, int index)
{
    const struct lesson *l = &m->course->lessons[index];
    const char *text = m->home.filter;

    return holds(l->title, text) || holds(l->id, text) ||
           holds(l->concepts, text);
}

int home_lines(const struct model *m, struct home_line out[HOME_LINES_MAX])
{
    const char *part = NULL;
    int n = 0;

    for (int i = 0; i < m->course->lesson_count; i++) {
        const char *own = m->course->lessons[i].part;

        if (!home_shows(m, i) || n + 2 > HOME_LINES_MAX)
            continue;
        if (own && (!part || strcmp(part, own))) {
            out[n++] = (struct home_line){ own, -1 };
            part = own;
        }
        out[n++] = (struct home_line){ NULL, i };
    }
    return n;
}

enum lane_state lane_state(const struct model *m, int number)
{
    for (int i = 0; i < m->course->lesson_count; i++) {
        if (m->course->lessons[i].number != number)
            continue;
        if (number < 0 || number >= 64)
            return LANE_UNTRIED;
        return m->work.state[number].passed  ? LANE_PASSED
               : m->work.state[number].tries ? LANE_TRIED
                                             : LANE_UNTRIED;
    }
    return LANE_ABSENT;
}

enum context model_context(const struct model *m)
{
    static const enum context contexts[] = {
        [SCREEN_HOME] = CONTEXT_HOME,   [SCREEN_LESSON] = CONTEXT_LESSON,
        [SCREEN_CHECK] = CONTEXT_CHECK, [SCREEN_COMPARE] = CONTEXT_COMPARE,
        [SCREEN_RUN] = CONTEXT_RUN,     [SCREEN_CARDS] = CONTEXT_CARDS,
    };

    if (m->help)
        return CONTEXT_HELP;
    if (m->job.running != JOB_NONE)
        return CONTEXT_RUNNING;
    return contexts[m->screen];
}

struct rect model_body(const struct model *m)
{
    return layout_screen((struct rect){ 0, 0, m->rows, m->cols }).body;
}

int page_width(const struct model *m)
{
    return layout_pages(model_body(m)).left.cols - 2;
}

int page_rows(const struct model *m)
{
    return layout_pages(model_body(m)).left.rows;
}

int counters_rows(const struct model *m)
{
    return model_body(m).rows - 1;
}

static int rows_of(const struct pair *p, int side)
{
    return p && p->launch[side] ? p->launch[side]->time.row_count : 0;
}

/* The timeline's part of the body: below the tabs, and below the launch's
   name where there is one kernel. */
static struct warps_layout warps_of(const struct model *m,
                                    const struct compare_view *v)
{
    struct rect body = model_body(m);
    const struct pair *p = v->pair;
    int above = p && p->single ? 2 : 1;

    return layout_warps(rect_sub(body, above, 0, body.rows - above, body.cols),
                        rows_of(p, 0), p && p->single ? -1 : rows_of(p, 1));
}

int warp_columns(const struct model *m, const struct compare_view *v)
{
    struct warps_layout l = warps_of(m, v);
    int n = l.rows_a.cols - l.label;

    return n < 1 ? 1 : n;
}

int warp_rows(const struct model *m, const struct compare_view *v, int *total)
{
    struct warps_layout l = warps_of(m, v);
    int a = rows_of(v->pair, 0), b = rows_of(v->pair, 1);

    /* Both scroll together: the larger overhang counts. */
    *total = l.rows_a.rows + (a - l.rows_a.rows > b - l.rows_b.rows
                                  ? a - l.rows_a.rows
                                  : b - l.rows_b.rows);
    return l.rows_a.rows;
}

void model_release(struct model *m)
{
    arena_clear(&m->help_arena);
    arena_clear(&m->run.arena);
    arena_clear(&m->cards.arena);
    arena_clear(&m->lesson.arena);
    arena_clear(&m->check.arena);
    arena_clear(&m->compare.arena);
}
