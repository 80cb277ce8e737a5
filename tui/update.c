/* SPDX-License-Identifier: Apache-2.0 */
#include "tui/update.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tui/view.h"

void effect_add(struct effects *out, struct effect e)
{
    if (out->count < EFFECTS_MAX)
        out->at[out->count++] = e;
}

void model_say(struct model *m, bool bad, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(m->message, sizeof m->message, fmt, ap);
    va_end(ap);
    m->message_is_bad = bad;
}

void model_start(struct model *m)
{
    for (int i = 0; i < m->course->lesson_count; i++)
        if (m->course->lessons[i].number == m->work.last)
            m->home.selected = i;
    m->compare.per_col = 1;
    m->check.selected = -1;
    relayout(m);
}

/* ---- jobs ---------------------------------------------------------------- */

void job_start(struct model *m, enum job job, struct effects *out)
{
    static const enum effect_kind effects[] = { [JOB_CHECK] = EFFECT_CHECK,
                                                [JOB_COMPARE] = EFFECT_COMPARE,
                                                [JOB_RUN] = EFFECT_RUN };
    const struct lesson *l = model_lesson(m);

    if (!l)
        return;
    if (m->screen == SCREEN_HOME)
        lesson_open(m, l, out);
    if (job == JOB_COMPARE && (!l->naive.path || !l->better.path)) {
        model_say(m, true, "this lesson has no pair to compare");
        return;
    }
    if (job == JOB_COMPARE && m->compare.pair) {
        m->screen = SCREEN_COMPARE; /* its kernels do not change */
        return;
    }
    m->job = (struct job_view){ .running = job };
    effect_add(out, (struct effect){ .kind = effects[job], .lesson = l });
}

static void job_step(struct model *m, const char *what)
{
    struct job_view *j = &m->job;

    if (j->running == JOB_NONE || !what)
        return;
    if (j->step_count > 0 && !strcmp(j->steps[j->step_count - 1], what))
        return;
    if (j->step_count == STEPS_MAX) {
        memmove(j->steps, j->steps + 1, sizeof j->steps - sizeof *j->steps);
        j->step_count--;
    }
    snprintf(j->steps[j->step_count++], sizeof *j->steps, "%s", what);
}

static void checked(struct model *m, const struct checked *c,
                    struct effects *out)
{
    int n = state_index(c->result.lesson);

    m->job = (struct job_view){ 0 };
    m->screen = SCREEN_CHECK;
    m->check.done = c;
    m->check.scroll = 0;
    m->check.selected = 0;
    check_relayout(m);
    if (!m->has_work || !n)
        return;
    m->work.state[n].tries++;
    if (c->result.points > m->work.state[n].points)
        m->work.state[n].points = c->result.points;
    if (c->result.verdict == VERDICT_PASS) {
        m->work.state[n].passed = true;
        model_say(m, false, "passed: s shows the solution, v compares");
    }
    m->work.last = n;
    effect_add(out, (struct effect){ .kind = EFFECT_SAVE });
    lesson_relayout(m);
}

static void compared(struct model *m, const struct pair *p)
{
    m->job = (struct job_view){ 0 };
    m->screen = SCREEN_COMPARE;
    m->compare.pair = p;
    m->compare.tab = TAB_BARS;
    m->compare.scroll = m->compare.row = m->compare.bar = 0;
    m->compare.request = m->compare.request_scroll = 0;
    counters_relayout(m);
    lesson_relayout(m); /* the run answers the predictions */
    m->compare.tab = TAB_WARPS;
    compare_move(m, ACTION_ZOOM_ALL);
    m->compare.tab = TAB_BARS;
}

/* The exercise was saved: check it, now or when the job is done. */
static void saved(struct model *m, struct effects *out)
{
    const struct lesson *l = m->lesson.text.lesson;

    if (m->no_auto || !l || m->screen == SCREEN_HOME)
        return;
    if (m->job.running != JOB_NONE) {
        m->saved_since = true;
        if (m->job.running == JOB_CHECK)
            effect_add(out, (struct effect){ .kind = EFFECT_CANCEL });
        return;
    }
    m->saved_since = false;
    effect_add(out, (struct effect){ .kind = EFFECT_LOAD, .lesson = l });
    model_say(m, false, "saved: checking");
    m->job = (struct job_view){ .running = JOB_CHECK };
    effect_add(out, (struct effect){ .kind = EFFECT_CHECK, .lesson = l });
}

/* A run came in, or another launch of it. */
static void show_run(struct model *m, const struct shown *s)
{
    struct run_view *v = &m->run;
    bool again = v->shown == s;

    m->job = (struct job_view){ 0 };
    if (m->screen != SCREEN_RUN)
        v->from = m->screen;
    m->screen = SCREEN_RUN;
    v->shown = s;
    if (!again) {
        v->tab = RUN_SYSTEM;
        v->system = (struct system_view){ 0 };
    }
    v->one = (struct compare_view){ .pair = &s->pair, .per_col = 1 };
    v->banks = (struct compare_view){ .pair = &s->banks, .per_col = 1 };
    v->line = heat_hottest(&s->heat);
    v->scroll = v->step = 0;
    v->playing = false;
    run_relayout(m);
    warps_move(m, &v->one, ACTION_ZOOM_ALL);
    run_move(m, ACTION_NONE);
}

/* ---- actions ------------------------------------------------------------- */

static void turn_page(struct model *m, int step)
{
    const struct lesson *l = model_lesson(m);
    int n = l && lane_state(m, l->number) == LANE_PASSED ? PAGE_COUNT
                                                         : PAGE_SOLUTION;

    if (m->screen == SCREEN_LESSON)
        m->lesson.page = (enum page)(((int)m->lesson.page + step + n) % n);
    else if (m->screen == SCREEN_COMPARE)
        m->compare.tab =
            (enum tab)(((int)m->compare.tab + step + TAB_COUNT) % TAB_COUNT);
    else if (m->screen == SCREEN_RUN)
        m->run.tab = (enum run_tab)(((int)m->run.tab + step + RUN_TAB_COUNT) %
                                    RUN_TAB_COUNT);
    compare_move(m, ACTION_NONE);
    run_move(m, ACTION_NONE);
}

static void pick_tab(struct model *m, int tab)
{
    if (m->screen == SCREEN_LESSON)
        lesson_guess(m, tab);
    else if (m->screen == SCREEN_RUN)
        m->run.tab = (enum run_tab)tab;
    else if (tab < TAB_COUNT)
        m->compare.tab = (enum tab)tab;
    compare_move(m, ACTION_NONE);
    run_move(m, ACTION_NONE);
}

static void pick_launch(struct model *m, int step, struct effects *out)
{
    const struct shown *s = m->run.shown;
    int to = s ? s->launch + step : -1;

    if (s && to >= 0 && to < s->one.trace_a.launch_count)
        effect_add(out, (struct effect){ .kind = EFFECT_PICK, .line = to });
}

static void back(struct model *m)
{
    if (m->help) {
        m->help = false;
        return;
    }
    if (m->screen == SCREEN_RUN) {
        m->screen = m->run.from;
        return;
    }
    m->screen = m->screen == SCREEN_LESSON || m->screen == SCREEN_HOME ||
                        m->screen == SCREEN_CARDS
                    ? SCREEN_HOME
                    : SCREEN_LESSON;
    home_move(m, ACTION_NONE);
}

static bool move(struct model *m, enum action a)
{
    if (m->help)
        return help_move(m, a);
    switch (m->screen) {
    case SCREEN_HOME:
        return home_move(m, a);
    case SCREEN_LESSON:
        return lesson_move(m, a);
    case SCREEN_CHECK:
        return check_move(m, a);
    case SCREEN_COMPARE:
        return compare_move(m, a);
    case SCREEN_RUN:
        return run_move(m, a);
    case SCREEN_CARDS:
        return cards_move(m, a);
    }
    return false;
}

static void clear_filter(struct model *m)
{
    m->home.filter[0] = '\0';
    m->home.typing = false;
    home_move(m, ACTION_NONE);
}

static void act(struct model *m, enum action a, struct effects *out)
{
    if (move(m, a))
        return;
    switch ((int)a) {
    case ACTION_NEXT_TAB:
        turn_page(m, 1);
        break;
    case ACTION_PREV_TAB:
        turn_page(m, -1);
        break;
    case ACTION_TAB_1:
    case ACTION_TAB_2:
    case ACTION_TAB_3:
    case ACTION_TAB_4:
    case ACTION_TAB_5:
    case ACTION_TAB_6:
    case ACTION_TAB_7:
        pick_tab(m, (int)a - ACTION_TAB_1);
        break;
    case ACTION_NEXT_LAUNCH:
        pick_launch(m, 1, out);
        break;
    case ACTION_PREV_LAUNCH:
        pick_launch(m, -1, out);
        break;
    case ACTION_CARDS:
        m->screen = SCREEN_CARDS;
        if (!m->cards.cards)
            effect_add(out, (struct effect){ .kind = EFFECT_CARDS });
        break;
    case ACTION_AUTO:
        m->no_auto = !m->no_auto;
        model_say(m, false, "check on save: %s", m->no_auto ? "off" : "on");
        break;
    case ACTION_FILTER:
        m->home.typing = true;
        break;
    case ACTION_CLEAR:
        clear_filter(m);
        break;
    case ACTION_BACK:
        if (m->screen == SCREEN_RUN && m->run.alone && !m->help)
            effect_add(out, (struct effect){ .kind = EFFECT_QUIT });
        else
            back(m);
        break;
    case ACTION_HELP:
        m->help = true;
        m->help_scroll = 0;
        relayout(m);
        break;
    case ACTION_CANCEL:
        m->job.cancelling = true;
        effect_add(out, (struct effect){ .kind = EFFECT_CANCEL });
        break;
    case ACTION_REDRAW:
        effect_add(out, (struct effect){ .kind = EFFECT_REDRAW });
        break;
    case ACTION_SUSPEND:
        effect_add(out, (struct effect){ .kind = EFFECT_SUSPEND });
        break;
    case ACTION_QUIT:
        effect_add(out, (struct effect){ .kind = EFFECT_QUIT });
        break;
    default:
        lesson_act(m, a, out);
        break;
    }
}

/* ---- events -------------------------------------------------------------- */

/* Keys while the filter is typed. */
static void type(struct model *m, uint32_t code)
{
    size_t n = strlen(m->home.filter);

    if (code == K_ESCAPE) {
        clear_filter(m);
        return;
    }
    if (code == K_ENTER) {
        m->home.typing = false;
        return;
    }
    if ((code == K_BACKSPACE || code == 0x7f || code == 8) && n > 0)
        m->home.filter[n - 1] = '\0';
    else if (code >= ' ' && code < 0x7f && n + 1 < sizeof m->home.filter)
        m->home.filter[n] = (char)code, m->home.filter[n + 1] = '\0';
    home_move(m, ACTION_NONE);
}

static void key(struct model *m, uint32_t code, struct effects *out)
{
    enum action a;

    if (code == '\r')
        code = K_ENTER;
    a = key_action(m->rows < 1 ? CONTEXT_ANY : model_context(m), code);
    if (m->confirm_reset && a != ACTION_QUIT) {
        m->confirm_reset = false;
        if (code == 'y' || code == 'Y')
            effect_add(out, (struct effect){ .kind = EFFECT_RESET,
                                             .lesson = model_lesson(m) });
        else
            model_say(m, false, "nothing was changed");
        return;
    }
    if (m->home.typing && m->screen == SCREEN_HOME && !m->help &&
        m->job.running == JOB_NONE && code != K_CTRL('c') &&
        code != K_CTRL('z') && code != K_CTRL('l')) {
        type(m, code);
        return;
    }
    m->message[0] = '\0';
    act(m, a, out);
}

void update(struct model *m, const struct event *e, struct effects *out)
{
    switch (e->kind) {
    case EVENT_KEY:
        key(m, e->code, out);
        break;
    case EVENT_RESIZE:
        m->rows = e->rows < 1 ? 1 : e->rows;
        m->cols = e->cols < 1 ? 1 : e->cols;
        relayout(m);
        break;
    case EVENT_LOADED:
        m->lesson.text = *e->text;
        lesson_relayout(m);
        break;
    case EVENT_STEP:
        job_step(m, e->message);
        break;
    case EVENT_TICK:
        m->job.elapsed_ms = e->elapsed_ms;
        break;
    case EVENT_CHECKED:
        checked(m, e->check, out);
        break;
    case EVENT_COMPARED:
        compared(m, e->pair);
        break;
    case EVENT_SAVED:
        saved(m, out);
        break;
    case EVENT_SHOWN:
        show_run(m, e->shown);
        break;
    case EVENT_PLAY:
        if (m->screen == SCREEN_RUN && m->run.tab == RUN_WARPS)
            run_move(m, ACTION_STEP);
        else
            m->run.playing = false;
        break;
    case EVENT_CARDS:
        cards_take(m, e->cards, e->card_count);
        break;
    case EVENT_FAILED:
        m->job = (struct job_view){ 0 };
        model_say(m, true, "%s", e->message ? e->message : "it did not work");
        break;
    case EVENT_CANCELLED:
        m->job = (struct job_view){ 0 };
        model_say(m, false, "stopped");
        break;
    case EVENT_MESSAGE:
        model_say(m, false, "%s", e->message ? e->message : "");
        break;
    }
    if (m->saved_since && m->job.running == JOB_NONE)
        saved(m, out);
}
