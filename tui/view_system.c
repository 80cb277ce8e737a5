/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The run on one axis of time, with a cursor.
 *
 *   host calls  ▒██░░█▒
 *   copies in     ████
 *   kernels            ██████
 *               0       20 us      40 us
 *
 * A cell is dark where its row was busy most of the cell's time.
 */
#include <stdio.h>

#include "tui/run_view.h"
#include "tui/view.h"

static const struct {
    const char *name;
    enum style style;
} looks[SYSTEM_KIND_COUNT] = {
    [SYSTEM_CALL] = { "call", STYLE_WAIT },
    [SYSTEM_WAIT] = { "call that waits", STYLE_BARRIER },
    [SYSTEM_KERNEL] = { "kernel", STYLE_ISSUE },
    [SYSTEM_COPY_IN] = { "copy to the device", STYLE_SHARED },
    [SYSTEM_COPY_OUT] = { "copy to the host", STYLE_PIPE },
    [SYSTEM_COPY_DEVICE] = { "copy or memset on it", STYLE_READY },
};

#define COLUMNS_MAX 1024

/* Time that each kind takes of each column. */
struct columns {
    uint64_t busy[SYSTEM_KIND_COUNT][COLUMNS_MAX];
};

static void gather(const struct system_row *r, uint64_t first, uint64_t per_col,
                   int cols, struct columns *out)
{
    for (int k = 0; k < SYSTEM_KIND_COUNT; k++)
        for (int x = 0; x < cols; x++)
            out->busy[k][x] = 0;
    for (int i = 0; i < r->count; i++) {
        const struct system_bar *b = &r->bars[i];
        uint64_t from = b->start_ns > first ? b->start_ns : first;

        if (b->start_ns >= first + per_col * (uint64_t)cols)
            break;
        if (b->end_ns <= first)
            continue;
        for (int x = (int)((from - first) / per_col); x < cols; x++) {
            uint64_t start = first + per_col * (uint64_t)x;
            uint64_t end = start + per_col;

            start = b->start_ns > start ? b->start_ns : start;
            if (start >= b->end_ns)
                break;
            out->busy[b->kind][x] +=
                (b->end_ns < end ? b->end_ns : end) - start;
        }
    }
}

static void row(const struct system_row *s, const struct system_view *v,
                int label, bool selected, int y, struct rect r, struct frame *f)
{
    static const char *const shades[] = { "░", "▒", "▓", "█" };
    struct columns c;
    int cursor = (int)((v->cursor_ns - v->first_ns) / v->per_col);
    int cols = r.cols - label - 1;

    cols = cols > COLUMNS_MAX ? COLUMNS_MAX : cols;
    frame_text(f, rect_sub(r, 0, 0, r.rows, label - 1), y, 1,
               selected ? STYLE_SELECTED : STYLE_PLAIN, s->label);
    gather(s, v->first_ns, v->per_col, cols, &c);
    for (int x = 0; x < cols; x++) {
        uint64_t all = 0;
        int best = 0;

        for (int k = 0; k < SYSTEM_KIND_COUNT; k++) {
            all += c.busy[k][x];
            if (c.busy[k][x] > c.busy[best][x])
                best = k;
        }
        if (!all) {
            if (x == cursor)
                frame_text(f, r, y, label + x, STYLE_KEY, "│");
        } else {
            uint64_t quarter = 4 * (all < v->per_col ? all : v->per_col);
            int shade = (int)((quarter + v->per_col - 1) / v->per_col) - 1;

            frame_text(f, r, y, label + x,
                       x == cursor ? STYLE_SELECTED : looks[best].style,
                       shades[shade]);
        }
    }
}

static void axis(const struct system_view *v, int label, struct rect r,
                 struct frame *f)
{
    for (int x = 0; label + x < r.cols - 10; x += 14) {
        char t[32];

        time_text(v->first_ns + (uint64_t)x * v->per_col, t, sizeof t);
        frame_text(f, r, 0, label + x, STYLE_RULE, "│");
        frame_text(f, r, 0, label + x + 1, STYLE_DIM, t);
    }
}

/* The cursor, and the mark to measure from, where they are on the axis. */
static void pointers(const struct system_view *v, int label, struct rect r,
                     struct frame *f)
{
    frame_text(f, r, 0, 1, STYLE_DIM, v->marked ? "cursor, mark" : "cursor");
    if (v->marked && v->mark_ns >= v->first_ns &&
        (v->mark_ns - v->first_ns) / v->per_col < (uint64_t)r.cols)
        frame_text(f, r, 0,
                   label + (int)((v->mark_ns - v->first_ns) / v->per_col),
                   STYLE_KEY, "▼");
    frame_text(f, r, 0,
               label + (int)((v->cursor_ns - v->first_ns) / v->per_col),
               STYLE_KEY, "▲");
}

/* What stands under the cursor, row by row, and what the gap means. */
static void detail(const struct shown *s, const struct system_view *v,
                   struct rect r, struct frame *f)
{
    const struct system *sys = &s->system;
    char t[32], what[160];
    int y = 0, col;

    time_text(v->cursor_ns, t, sizeof t);
    col = frame_printf(f, r, y, 1, STYLE_BOLD, "at %s", t);
    if (v->marked) {
        time_text(v->cursor_ns > v->mark_ns ? v->cursor_ns - v->mark_ns
                                            : v->mark_ns - v->cursor_ns,
                  t, sizeof t);
        frame_printf(f, r, y, col + 2, STYLE_KEY, "%s from the mark", t);
    }
    y++;
    for (int i = 0; i < sys->row_count && y < r.rows - 1; i++) {
        bool covers;
        const struct system_bar *b =
            system_bar_at(&sys->rows[i], v->cursor_ns, &covers);

        if (!b || !covers)
            continue;
        system_bar_text(sys, b, what, sizeof what);
        time_text(b->end_ns - b->start_ns, t, sizeof t);
        frame_printf(f, r, y, 1, STYLE_DIM, "%s", sys->rows[i].label);
        col = frame_text(f, r, y, 16, looks[b->kind].style, what);
        frame_printf(f, r, y++, col + 1, STYLE_PLAIN, "for %s", t);
    }
    for (int i = 0; i < sys->gap_count; i++) {
        const struct system_gap *g = &sys->gaps[i];

        if (v->cursor_ns < g->start_ns || v->cursor_ns >= g->end_ns)
            continue;
        system_gap_text(sys, g, what, sizeof what);
        frame_text(f, r, y++, 1, STYLE_WARN, what);
        break;
    }
}

static void legend(const struct system_view *v, struct rect r, struct frame *f)
{
    int across = r.cols >= 120 ? 6 : 3, width = (r.cols - 1) / across;
    char t[32];

    time_text(v->per_col, t, sizeof t);
    frame_printf(f, r, 0, 1, STYLE_DIM, "a column is %s (modelled)", t);
    for (int k = 0; k < SYSTEM_KIND_COUNT; k++) {
        int y = 1 + k / across, col = 1 + k % across * width;

        frame_text(f, r, y, col, looks[k].style, "█");
        frame_text(f, r, y, col + 2, STYLE_DIM, looks[k].name);
    }
}

void system_render(const struct shown *s, const struct system_view *v,
                   struct rect r, struct frame *f)
{
    const struct system *sys = &s->system;
    struct system_layout l = layout_system(r, sys->row_count);

    if (!sys->row_count || !v->per_col) {
        frame_text(f, r, 1, 1, STYLE_DIM, "the program made no CUDA call");
        return;
    }
    for (int i = 0; i < l.rows.rows && v->top + i < sys->row_count; i++)
        row(&sys->rows[v->top + i], v, l.label, v->top + i == v->row, i, l.rows,
            f);
    pointers(v, l.label, l.cursor, f);
    axis(v, l.label, l.axis, f);
    detail(s, v, l.detail, f);
    legend(v, l.legend, f);
}
