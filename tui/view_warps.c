/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What each warp did, cycle by cycle, for both kernels on one axis.
 *
 *   naive
 *   b0 w0  ██░░░░░░░░░░░░░░██
 *   b0 w1  ▓██░░░░░░░░░░░░░▓█
 *   tiled
 *   b0 w0  ██░░░░│▒▒██
 *          0         100       200
 *
 * A column shows the state that took most of its cycles.
 */
#include <stdio.h>

#include "tui/layout.h"
#include "tui/view.h"

static const struct {
    const char *glyph, *name;
    enum style style;
} looks[WARP_STATE_COUNT] = {
    [WARP_ABSENT] = { " ", "not resident", STYLE_DIM },
    [WARP_ISSUE] = { "█", "issues", STYLE_ISSUE },
    [WARP_NOT_SELECTED] = { "▓", "ready, not picked", STYLE_READY },
    [WARP_LONG_SCOREBOARD] = { "░", "waits: memory", STYLE_MEMORY },
    [WARP_SHORT_SCOREBOARD] = { "▒", "waits: shared", STYLE_SHARED },
    [WARP_MATH_PIPE] = { "▄", "waits: pipe busy", STYLE_PIPE },
    [WARP_MEM_THROTTLE] = { "▲", "waits: queue full", STYLE_MEMORY },
    [WARP_WAIT] = { "─", "waits: fixed", STYLE_WAIT },
    [WARP_BARRIER] = { "│", "waits: barrier", STYLE_BARRIER },
};

/* The first span that ends after a cycle. */
static int span_at(const struct warp_row *w, uint64_t cycle)
{
    int low = 0, high = w->span_count;

    while (low < high) {
        int mid = low + (high - low) / 2;
        const struct warp_span *s = &w->spans[mid];

        if ((uint64_t)s->start + s->cycles > cycle)
            high = mid;
        else
            low = mid + 1;
    }
    return low;
}

/* The state that took most of the cycles from .. to - 1; *span moves on. */
static int state_of(const struct warp_row *w, uint64_t from, uint64_t to,
                    int *span)
{
    uint64_t spent[WARP_STATE_COUNT] = { 0 };
    int best = WARP_ABSENT;

    for (; *span < w->span_count; ++*span) {
        const struct warp_span *s = &w->spans[*span];
        uint64_t start = s->start > from ? s->start : from;
        uint64_t end = (uint64_t)s->start + s->cycles;

        if (s->start >= to)
            break;
        if (s->state < WARP_STATE_COUNT && end > start)
            spent[s->state] += (end < to ? end : to) - start;
        if (end > to)
            break;
    }
    for (int i = 0; i < WARP_STATE_COUNT; i++)
        if (spent[i] > spent[best])
            best = i;
    return best;
}

static void rows(const struct trace_launch *l, int first_row, uint32_t first,
                 uint32_t per_col, int label, struct rect r, struct frame *f)
{
    for (int y = 0; l && y < r.rows; y++) {
        const struct warp_row *w;
        int span;

        if (first_row + y < 0 || first_row + y >= l->time.row_count)
            continue;
        w = &l->time.rows[first_row + y];
        span = span_at(w, first);
        frame_printf(f, rect_sub(r, 0, 0, r.rows, label - 1), y, 1, STYLE_DIM,
                     "b%u w%u", w->block, w->warp);
        for (int x = label; x < r.cols; x++) {
            uint64_t from = first + (uint64_t)(x - label) * per_col;
            int s = state_of(w, from, from + per_col, &span);

            if (from >= l->time.rows_cycles)
                break;
            frame_text(f, r, y, x, looks[s].style, looks[s].glyph);
        }
    }
}

/* The kernel, and which of its warps are shown. */
static void head(const struct pair *p, int side, int row, int shown,
                 struct rect r, struct frame *f)
{
    char cycles[NUMBER_MAX];
    const struct trace_launch *l = p->launch[side];
    int col = frame_text(f, r, 0, 1, side ? STYLE_SIDE_B : STYLE_SIDE_A,
                         pair_label(p, side));

    if (!l) {
        frame_text(f, r, 0, col, STYLE_DIM, ": no kernel ran");
        return;
    }
    col = frame_printf(f, r, 0, col + 1, STYLE_DIM, "%s", l->kernel);
    if (l->time.row_count == 0) {
        frame_text(f, r, 0, col, STYLE_DIM, ", no timeline was recorded");
        return;
    }
    number_text(
        (struct value){ .known = true, .number = (double)l->time.cycles },
        cycles);
    col = frame_printf(f, r, 0, col, STYLE_DIM, ", %s cycles in all (modelled)",
                       cycles);
    if (shown < l->time.row_count)
        frame_printf(f, r, 0, col, STYLE_DIM, ", warps %d to %d of %d", row + 1,
                     row + shown, l->time.row_count);
}

static void axis(uint32_t first, uint32_t per_col, int label, struct rect r,
                 struct frame *f)
{
    frame_text(f, r, 0, 1, STYLE_DIM, "cycle");
    for (int x = 0; label + x < r.cols - 10; x += 14) {
        char number[NUMBER_MAX];
        struct value v = { .known = true,
                           .number = first + (double)x * per_col };

        number_text(v, number);
        frame_text(f, r, 0, label + x, STYLE_RULE, "│");
        frame_text(f, r, 0, label + x + 1, STYLE_DIM, number);
    }
}

/* Share of warp cycles in a state; '-' if the launch has no times. */
static void share(const struct trace_launch *l, int state, int end, int row,
                  enum style style, struct rect r, struct frame *f)
{
    char text[16] = "-";

    if (l && l->time.cycles)
        snprintf(text, sizeof text, "%.0f%%", l->time.stall_pct[state]);
    frame_text_right(f, r, row, end, style, text);
}

static void legend(const struct pair *p, uint32_t per_col, struct rect r,
                   struct frame *f)
{
    int across = r.cols / LEGEND_COLS < 1 ? 1 : r.cols / LEGEND_COLS, col;

    col = frame_printf(f, r, 0, 1, STYLE_DIM,
                       "%u cycle%s per column; share of warp cycles%s", per_col,
                       per_col == 1 ? "" : "s", p->single ? "" : ": ");
    if (!p->single) {
        col = frame_text(f, r, 0, col, STYLE_SIDE_A, pair_label(p, 0));
        col = frame_text(f, r, 0, col, STYLE_DIM, ", ");
        frame_text(f, r, 0, col, STYLE_SIDE_B, pair_label(p, 1));
    }
    for (int s = WARP_ISSUE; s < WARP_STATE_COUNT; s++) {
        int row = 1 + (s - 1) / across;

        col = 1 + (s - 1) % across * LEGEND_COLS;
        frame_text(f, r, row, col, looks[s].style, looks[s].glyph);
        frame_text(f, r, row, col + 2, STYLE_PLAIN, looks[s].name);
        share(p->launch[0], s, col + 23, row, STYLE_SIDE_A, r, f);
        if (!p->single)
            share(p->launch[1], s, col + 28, row, STYLE_SIDE_B, r, f);
    }
}

void warps_render(const struct pair *p, int row, uint32_t first,
                  uint32_t per_col, struct rect r, struct frame *f)
{
    const struct trace_launch *a = p->launch[0], *b = p->launch[1];
    struct warps_layout l = layout_warps(r, a ? a->time.row_count : 0,
                                         p->single ? -1
                                         : b       ? b->time.row_count
                                                   : 0);

    per_col = per_col < 1 ? 1 : per_col;
    head(p, 0, row, l.rows_a.rows, l.head_a, f);
    rows(a, row, first, per_col, l.label, l.rows_a, f);
    if (!p->single) {
        head(p, 1, row, l.rows_b.rows, l.head_b, f);
        rows(b, row, first, per_col, l.label, l.rows_b, f);
    }
    axis(first, per_col, l.label, l.axis, f);
    legend(p, per_col, l.legend, f);
}

void warps_cursor_render(const struct pair *p, uint32_t now, uint32_t first,
                         uint32_t per_col, struct rect r, struct frame *f)
{
    const struct trace_launch *a = p->launch[0];
    struct warps_layout l = layout_warps(r, a ? a->time.row_count : 0, -1);
    int issue = 0, count = a ? a->time.row_count : 0;
    uint64_t at;

    per_col = per_col < 1 ? 1 : per_col;
    at = now < first ? 0 : (now - first) / per_col;
    if (count == 0)
        return;
    for (int i = 0; i < count; i++) {
        int span = span_at(&a->time.rows[i], now);

        issue += state_of(&a->time.rows[i], now, (uint64_t)now + 1, &span) ==
                 WARP_ISSUE;
    }
    if (now >= first &&
        at < (uint64_t)(l.axis.cols > l.label ? l.axis.cols : 0))
        frame_text(f, l.axis, 0, l.label + (int)at, STYLE_KEY, "▲");
    frame_printf(f, l.legend, 0, 48, STYLE_KEY, "▲ cycle %u: %d of %d issue",
                 now, issue, count);
}
