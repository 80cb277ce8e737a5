/* SPDX-License-Identifier: Apache-2.0 */
/* Moving about: every action that only changes what part is shown. */
#include "tui/layout.h"
#include "tui/update.h"
#include "tui/view.h"

static int clamp(int n, int low, int high)
{
    return n > high ? (high < low ? low : high) : n < low ? low : n;
}

bool scroll_move(int *at, int most, int page, enum action a)
{
    switch ((int)a) {
    case ACTION_DOWN:
        ++*at;
        break;
    case ACTION_UP:
        --*at;
        break;
    case ACTION_PAGE_DOWN:
        *at += page > 2 ? page - 2 : 1;
        break;
    case ACTION_PAGE_UP:
        *at -= page > 2 ? page - 2 : 1;
        break;
    case ACTION_TOP:
        *at = 0;
        break;
    case ACTION_BOTTOM:
        *at = most;
        break;
    default:
        return false;
    }
    *at = clamp(*at, 0, most);
    return true;
}

/* Keep the selected lesson's line, and its heading, on the screen. */
static void home_follow(struct model *m, const struct home_line *lines, int n)
{
    int rows = layout_home(model_body(m)).list.rows, at = 0;

    while (at < n - 1 && lines[at].lesson != m->home.selected)
        at++;
    if (at < m->home.top)
        m->home.top = at;
    if (at > 0 && lines[at - 1].part && m->home.top == at)
        m->home.top = at - 1;
    if (at >= m->home.top + rows)
        m->home.top = at - rows + 1;
    m->home.top = clamp(m->home.top, 0, n - rows);
}

bool home_move(struct model *m, enum action a)
{
    struct home_line lines[HOME_LINES_MAX];
    int n = home_lines(m, lines), shown[HOME_LINES_MAX], count = 0, at = 0;
    bool moved;

    for (int i = 0; i < n; i++) {
        if (lines[i].part)
            continue;
        if (lines[i].lesson <= m->home.selected)
            at = count;
        shown[count++] = lines[i].lesson;
    }
    moved =
        scroll_move(&at, count - 1, layout_home(model_body(m)).list.rows, a);
    if (count > 0)
        m->home.selected = shown[clamp(at, 0, count - 1)];
    home_follow(m, lines, n);
    return moved;
}

/* The page that keys scroll. */
static enum page page_of(const struct model *m)
{
    return m->lesson.page;
}

bool lesson_move(struct model *m, enum action a)
{
    enum page p = page_of(m);
    int rows = page_rows(m);

    return scroll_move(&m->lesson.scroll[p],
                       doc_scroll_max(&m->lesson.pages[p], rows), rows, a);
}

/* Bring the selected item onto the screen; its first line wins. */
static void check_follow(struct model *m)
{
    int rows = model_body(m).rows, first, end;
    int most = doc_scroll_max(&m->check.doc, rows);

    doc_item(&m->check.doc, m->check.selected, &first, &end);
    if (end > m->check.scroll + rows)
        m->check.scroll = end - rows;
    if (first < m->check.scroll)
        m->check.scroll = first;
    m->check.scroll = clamp(m->check.scroll, 0, most);
}

bool check_move(struct model *m, enum action a)
{
    struct check_view *v = &m->check;
    int step = a == ACTION_DOWN ? 1 : a == ACTION_UP ? -1 : 0;
    int next = v->selected + step, rows = model_body(m).rows;
    int most = doc_scroll_max(&v->doc, rows);

    if (step && next >= 0 && next < v->items) {
        v->selected = next;
        check_follow(m);
        return true;
    }
    if (a == ACTION_TOP && v->items)
        v->selected = 0;
    if (a == ACTION_BOTTOM && v->items)
        v->selected = v->items - 1;
    return scroll_move(&v->scroll, most, rows, a);
}

bool help_move(struct model *m, enum action a)
{
    int rows = layout_help((struct rect){ 0, 0, m->rows, m->cols }).rows - 2;

    return scroll_move(&m->help_scroll, doc_scroll_max(&m->help_doc, rows),
                       rows, a);
}

/* Cycles per column that show everything. */
static uint32_t whole(const struct model *m, const struct compare_view *v)
{
    uint32_t cycles = v->pair ? v->pair->cycles : 0;
    uint32_t n = (uint32_t)warp_columns(m, v);

    return cycles / n + (cycles % n != 0) + (cycles == 0);
}

/* Zoom about the middle of the screen. */
static void zoom(const struct model *m, struct compare_view *v,
                 uint32_t per_col)
{
    uint64_t half = (uint64_t)warp_columns(m, v) / 2;
    uint64_t middle = v->first + half * v->per_col;
    uint32_t most = whole(m, v);

    v->per_col = per_col < 1 ? 1 : per_col > most ? most : per_col;
    v->first =
        middle > half * v->per_col ? (uint32_t)(middle - half * v->per_col) : 0;
}

/* Nothing to see after the end: the last column shows the last cycle. */
static void keep_inside(const struct model *m, struct compare_view *v)
{
    uint64_t cycles = v->pair ? v->pair->cycles : 0;
    uint64_t shown = (uint64_t)warp_columns(m, v) * v->per_col;

    if (v->first + shown > cycles)
        v->first = cycles > shown ? (uint32_t)(cycles - shown) : 0;
}

bool warps_move(const struct model *m, struct compare_view *v, enum action a)
{
    uint32_t step = (uint32_t)(warp_columns(m, v) / 4 + 1) * v->per_col;
    int total, rows = warp_rows(m, v, &total);
    bool moved = true;

    switch ((int)a) {
    case ACTION_ZOOM_IN:
        zoom(m, v, v->per_col / 2);
        break;
    case ACTION_ZOOM_OUT:
        zoom(m, v, v->per_col > UINT32_MAX / 2 ? UINT32_MAX : v->per_col * 2);
        break;
    case ACTION_ZOOM_ALL:
        v->per_col = whole(m, v);
        v->first = 0;
        break;
    case ACTION_LEFT:
        v->first = v->first > step ? v->first - step : 0;
        break;
    case ACTION_RIGHT:
        v->first = v->first > UINT32_MAX - step ? UINT32_MAX : v->first + step;
        break;
    default:
        moved = scroll_move(&v->row, clamp(total - rows, 0, total), rows, a);
        break;
    }
    keep_inside(m, v);
    return moved;
}

bool memory_move(struct compare_view *v, enum action a)
{
    int n = v->pair ? v->pair->request_count : 0;

    if (a == ACTION_PAGE_DOWN || a == ACTION_PAGE_UP)
        return scroll_move(&v->request_scroll, 63, 6, a);
    if (scroll_move(&v->request, n - 1 < 0 ? 0 : n - 1, 1, a)) {
        v->request_scroll = 0;
        return true;
    }
    return false;
}

static bool bars_move(struct model *m, enum action a)
{
    struct compare_view *v = &m->compare;
    struct rect body = model_body(m);
    int fit = bars_fit(rect_sub(body, 1, 0, body.rows - 1, body.cols));
    int n = v->pair ? v->pair->bar_count : 0;

    return scroll_move(&v->bar, n > fit ? n - fit : 0, fit + 2, a);
}

bool compare_move(struct model *m, enum action a)
{
    struct compare_view *v = &m->compare;
    int rows = counters_rows(m);

    switch (v->tab) {
    case TAB_COUNTERS:
        return scroll_move(&v->scroll, doc_scroll_max(&v->counters, rows), rows,
                           a);
    case TAB_WARPS:
        return warps_move(m, v, a);
    case TAB_MEMORY:
        return memory_move(v, a);
    case TAB_BARS:
        return bars_move(m, a);
    case TAB_COUNT:
        break;
    }
    return false;
}
