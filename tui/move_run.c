/* SPDX-License-Identifier: Apache-2.0 */
/* Moving about in the visualiser of one run. */
#include "tui/update.h"
#include "tui/view.h"

static struct rect run_body(const struct model *m)
{
    struct rect body = model_body(m);

    return rect_sub(body, 1, 0, body.rows - 1, body.cols);
}

static struct system_layout system_of(const struct model *m)
{
    const struct shown *s = m->run.shown;

    return layout_system(run_body(m), s ? s->system.row_count : 0);
}

static uint64_t columns_of(const struct model *m)
{
    struct system_layout l = system_of(m);
    int n = l.rows.cols - l.label - 1;

    return n < 1 ? 1 : (uint64_t)n;
}

static void whole_run(struct model *m)
{
    struct system_view *v = &m->run.system;
    uint64_t n = columns_of(m), end = m->run.shown->system.end_ns;

    v->first_ns = 0;
    v->per_col = end / n + 1;
}

/* The window follows the cursor; neither leaves the run. */
static void follow(struct model *m)
{
    struct system_view *v = &m->run.system;
    const struct system *s = &m->run.shown->system;
    uint64_t n = columns_of(m), span = n * v->per_col;

    if (v->cursor_ns > s->end_ns)
        v->cursor_ns = s->end_ns;
    if (v->cursor_ns < v->first_ns)
        v->first_ns = v->cursor_ns - v->cursor_ns % v->per_col;
    if (v->cursor_ns >= v->first_ns + span)
        v->first_ns = v->cursor_ns - span + v->per_col;
    if (span > s->end_ns)
        v->first_ns = 0;
}

/* Zoom about the cursor: it stays in its column. */
static void zoom(struct model *m, uint64_t per_col)
{
    struct system_view *v = &m->run.system;
    uint64_t n = columns_of(m), most = m->run.shown->system.end_ns / n + 1;
    uint64_t column = (v->cursor_ns - v->first_ns) / v->per_col;

    v->per_col = per_col < 1 ? 1 : per_col > most ? most : per_col;
    v->first_ns = v->cursor_ns > column * v->per_col
                      ? v->cursor_ns - column * v->per_col
                      : 0;
}

static void jump(struct model *m, bool forward)
{
    struct system_view *v = &m->run.system;
    const struct system *s = &m->run.shown->system;
    const struct system_gap *g = forward ? system_gap_after(s, v->cursor_ns)
                                         : system_gap_before(s, v->cursor_ns);

    if (g)
        v->cursor_ns = g->start_ns;
    else
        model_say(m, false, forward ? "no gap after this" : "no gap before");
}

static void mark(struct system_view *v)
{
    v->marked = !(v->marked && v->mark_ns == v->cursor_ns);
    v->mark_ns = v->cursor_ns;
}

static bool system_move(struct model *m, enum action a)
{
    struct system_view *v = &m->run.system;
    const struct system *s = &m->run.shown->system;
    int rows = system_of(m).rows.rows;
    bool moved = true;

    if (v->per_col == 0)
        whole_run(m);
    switch ((int)a) {
    case ACTION_ZOOM_IN:
        zoom(m, v->per_col / 2);
        break;
    case ACTION_ZOOM_OUT:
        zoom(m, v->per_col * 2);
        break;
    case ACTION_ZOOM_ALL:
        whole_run(m);
        break;
    case ACTION_LEFT:
        v->cursor_ns -= v->cursor_ns < v->per_col ? v->cursor_ns : v->per_col;
        break;
    case ACTION_RIGHT:
        v->cursor_ns += v->per_col;
        break;
    case ACTION_NEXT_GAP:
        jump(m, true);
        break;
    case ACTION_PREV_GAP:
        jump(m, false);
        break;
    case ACTION_MARK:
        mark(v);
        break;
    case ACTION_TOP:
        v->cursor_ns = 0;
        break;
    case ACTION_BOTTOM:
        v->cursor_ns = s->end_ns;
        break;
    default:
        moved = scroll_move(&v->row, s->row_count - 1, rows, a);
        break;
    }
    if (v->row < v->top)
        v->top = v->row;
    if (v->row >= v->top + rows)
        v->top = v->row - rows + 1;
    follow(m);
    return moved;
}

/* One column on or back, or play; the window follows. */
static bool step(struct model *m, enum action a)
{
    struct compare_view *v = &m->run.one;
    uint64_t cycles = v->pair->cycles, n = (uint64_t)warp_columns(m, v);
    uint64_t now = v->now;

    if (a == ACTION_PLAY)
        m->run.playing = !m->run.playing;
    else if (a == ACTION_STEP)
        now += v->per_col;
    else if (a == ACTION_STEP_BACK)
        now -= now < v->per_col ? now : v->per_col;
    else
        return false;
    if (now >= cycles) { /* the end: there is nothing more to play */
        now = cycles > 0 ? cycles - 1 : 0;
        m->run.playing = false;
    }
    v->now = (uint32_t)now;
    if (now < v->first)
        v->first = v->now;
    if (now >= v->first + n * v->per_col)
        v->first = (uint32_t)(now - n * v->per_col + v->per_col);
    return true;
}

bool run_move(struct model *m, enum action a)
{
    struct run_view *v = &m->run;
    int rows = run_body(m).rows - 1, n;

    if (!v->shown)
        return false;
    switch (v->tab) {
    case RUN_SYSTEM:
        return system_move(m, a);
    case RUN_WARPS:
        return step(m, a) || warps_move(m, &v->one, a);
    case RUN_LANES:
        n = lanes_steps(v->shown);
        return scroll_move(&v->step, n > 0 ? n - 1 : 0, rows - 4, a);
    case RUN_MEMORY:
        return memory_move(&v->one, a);
    case RUN_BANKS:
        return memory_move(&v->banks, a);
    case RUN_SOURCE:
        n = source_lines(v->shown);
        return scroll_move(&v->line, n > 0 ? n - 1 : 0, rows / 2, a);
    case RUN_METRICS:
        return scroll_move(&v->scroll, doc_scroll_max(&v->metrics, rows), rows,
                           a);
    case RUN_TAB_COUNT:
        break;
    }
    return false;
}
