/* SPDX-License-Identifier: Apache-2.0 */
/* Actions on a lesson: open, hint, solution, edit, reset. */
#include <string.h>

#include "base/diag.h"
#include "base/file.h"
#include "tui/update.h"
#include "tui/view.h"

#define HINTS 3

int state_index(const struct lesson *l)
{
    return l && l->number > 0 && l->number < 64 ? l->number : 0;
}

void lesson_open(struct model *m, const struct lesson *l, struct effects *out)
{
    bool other = m->lesson.text.lesson != l;

    m->screen = SCREEN_LESSON;
    m->home.selected = (int)(l - m->course->lessons);
    if (other) {
        m->lesson.text = (struct lesson_text){ .lesson = l };
        m->lesson.page = PAGE_CHAPTER;
        memset(m->lesson.scroll, 0, sizeof m->lesson.scroll);
        m->check.done = NULL;
        m->check.scroll = 0;
        m->compare.pair = NULL;
        relayout(m);
    }
    effect_add(out, (struct effect){ .kind = EFFECT_LOAD, .lesson = l });
    if (m->has_work && state_index(l) && m->work.last != l->number) {
        m->work.last = l->number;
        effect_add(out, (struct effect){ .kind = EFFECT_SAVE });
    }
}

static void hint(struct model *m)
{
    const struct lesson *l = model_lesson(m);
    int n = state_index(l), first, end;

    if (!l)
        return;
    m->screen = SCREEN_LESSON;
    m->lesson.page = PAGE_CHAPTER;
    if (m->work.state[n].hints < HINTS)
        m->work.state[n].hints++;
    else
        model_say(m, false, "these are all hints");
    lesson_relayout(m);
    doc_item(&m->lesson.pages[PAGE_CHAPTER], m->work.state[n].hints - 1, &first,
             &end);
    m->lesson.scroll[PAGE_CHAPTER] = first;
    lesson_relayout(m);
}

static void solution(struct model *m)
{
    const struct lesson *l = model_lesson(m);

    if (!l || lane_state(m, l->number) != LANE_PASSED) {
        model_say(m, false, "the solution opens after a pass; h gives a hint");
        return;
    }
    m->screen = SCREEN_LESSON;
    m->lesson.page = PAGE_SOLUTION;
}

void lesson_guess(struct model *m, int choice)
{
    const struct lesson *l = m->lesson.text.lesson;
    int n = state_index(l), i = 0, first, end;
    int count = l ? l->prediction_count : 0;

    count = count > GUESSES_MAX ? GUESSES_MAX : count;
    while (i < count && m->lesson.guess[n][i])
        i++;
    if (i == count) {
        model_say(m, false,
                  count ? "all is predicted; v runs the two kernels"
                        : "this chapter asks for no prediction");
        return;
    }
    if (choice >= l->predictions[i].choice_count) {
        model_say(m, false, "the question has %d answers",
                  l->predictions[i].choice_count);
        return;
    }
    m->lesson.guess[n][i] = choice + 1;
    m->lesson.page = PAGE_CHAPTER;
    lesson_relayout(m);
    doc_item(&m->lesson.pages[PAGE_CHAPTER], PREDICTION_ITEM + i, &first, &end);
    m->lesson.scroll[PAGE_CHAPTER] = first;
    lesson_relayout(m);
}

/* The line, if the place is in the learner's file; else 0. */
static int line_of(const struct model *m, const char *file, int line)
{
    const char *own = m->lesson.text.exercise_path;

    return file && own && !strcmp(file_base(file), file_base(own)) ? line : 0;
}

/* Where the selected finding points, in the learner's file. */
static int selected_line(const struct model *m)
{
    const struct checked *c = m->check.done;
    int item = m->check.selected;

    if (m->screen != SCREEN_CHECK || !c || item < 0)
        return 0;
    for (const struct diag *d = c->result.compile; d; d = d->next)
        if (item-- == 0)
            return line_of(m, d->at.file, d->at.line);
    if (item >= c->result.finding_count)
        return 0;
    return line_of(m, c->result.findings[item].file,
                   c->result.findings[item].line);
}

static void edit(struct model *m, struct effects *out)
{
    if (!m->lesson.text.exercise_path)
        model_say(m, true,
                  "no working copy to edit; `warplings init DIR` makes one");
    else
        effect_add(out, (struct effect){ .kind = EFFECT_EDIT,
                                         .lesson = model_lesson(m),
                                         .path = m->lesson.text.exercise_path,
                                         .line = selected_line(m) });
}

static void reset(struct model *m)
{
    if (!m->lesson.text.exercise_path)
        model_say(m, true, "no working copy, so nothing to put back");
    else
        m->confirm_reset = true;
}

static void next_lesson(struct model *m, int step, struct effects *out)
{
    const struct lesson *l = model_lesson(m);
    int i = l ? (int)(l - m->course->lessons) + step : -1;

    if (i < 0 || i >= m->course->lesson_count)
        model_say(m, false, "no lesson there");
    else
        lesson_open(m, &m->course->lessons[i], out);
}

void lesson_act(struct model *m, enum action a, struct effects *out)
{
    switch ((int)a) {
    case ACTION_OPEN:
        if (model_lesson(m))
            lesson_open(m, model_lesson(m), out);
        break;
    case ACTION_CHECK:
        job_start(m, JOB_CHECK, out);
        break;
    case ACTION_RUN:
        job_start(m, JOB_RUN, out);
        break;
    case ACTION_COMPARE:
        job_start(m, JOB_COMPARE, out);
        break;
    case ACTION_EDIT:
        edit(m, out);
        break;
    case ACTION_HINT:
        hint(m);
        if (m->has_work)
            effect_add(out, (struct effect){ .kind = EFFECT_SAVE });
        break;
    case ACTION_SOLUTION:
        solution(m);
        break;
    case ACTION_RESET:
        reset(m);
        break;
    case ACTION_NEXT_LESSON:
        next_lesson(m, 1, out);
        break;
    case ACTION_PREV_LESSON:
        next_lesson(m, -1, out);
        break;
    default:
        break;
    }
}
