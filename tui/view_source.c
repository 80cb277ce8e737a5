/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What each line cost, as a share of the launch, and the PTX of one line.
 *
 *   line    inst sectors  excess  stalls
 *    12  ██ 41 %    50 %     0 %    70 %  c[i] = a[i] + b[i];
 */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "tui/run_view.h"
#include "tui/view.h"

enum { NUMBERS = 46 }; /* columns before the source text */

int source_lines(const struct shown *s)
{
    return s->heat.count;
}

static void share(uint64_t part, uint64_t whole, int end, int y,
                  enum style plain, struct rect r, struct frame *f)
{
    char t[16] = "";
    double pct = whole ? 100.0 * (double)part / (double)whole : 0;

    if (part)
        snprintf(t, sizeof t, pct < 0.95 ? "%.1f%%" : "%.0f%%", pct);
    frame_text_right(f, r, y, end,
                     plain == STYLE_SELECTED ? plain
                     : pct >= 25             ? STYLE_BAD
                     : pct >= 10             ? STYLE_WARN
                                             : STYLE_PLAIN,
                     t);
}

static void list_row(const struct shown *s, const struct heat_line *h,
                     bool selected, int y, struct rect r, struct frame *f)
{
    const struct heat_line *all = &s->heat.total;
    enum style style = selected ? STYLE_SELECTED : STYLE_PLAIN;
    struct text code = source_line(&s->sources, h->file, h->line);

    if (selected)
        for (int x = 0; x < r.cols; x++)
            frame_put(f, r, y, x, ' ', style);
    if (h->line)
        frame_printf(f, r, y, 0, style, "%5d", h->line);
    else
        frame_text(f, r, y, 0, style, "    -");
    share(h->inst, all->inst, 14, y, style, r, f);
    share(h->sectors, all->sectors, 22, y, style, r, f);
    share(h->excess, all->excess, 29, y, style, r, f);
    share(h->conflicts, all->conflicts, 37, y, style, r, f);
    share(h->stalls, all->stalls, 45, y, style, r, f);
    frame_printf(f, r, y, NUMBERS, style, " %.*s", (int)code.size, code.at);
}

/* PTX of the chosen line with what each statement did. */
static void ptx(const struct heat_line *h, struct rect r, struct frame *f)
{
    frame_printf(f, r, 0, 0, STYLE_TITLE, "PTX of %s%s%d",
                 *h->file ? file_base(h->file) : "no line",
                 *h->file ? ":" : " ", h->line);
    frame_text(f, r, 1, 0, STYLE_DIM, "executed    lanes  statement");
    for (int i = 0; i < h->inst_count && i + 2 < r.rows; i++) {
        const struct inst_profile *p = h->insts[i];
        char n[NUMBER_MAX];
        double lanes =
            p->count.inst ? (double)p->count.thread_inst / (double)p->count.inst
                          : 0;

        number_text(
            (struct value){ .known = true, .number = (double)p->count.inst },
            n);
        frame_text_right(f, r, i + 2, 10, STYLE_PLAIN, n);
        frame_printf(f, r, i + 2, 12, lanes < 31.5 ? STYLE_WARN : STYLE_DIM,
                     "%5.1f", lanes);
        frame_printf(f, r, i + 2, 19, STYLE_CODE, "%s", p->text ? p->text : "");
    }
}

void source_render(const struct shown *s, int line, struct rect r,
                   struct frame *f)
{
    struct source_layout l = layout_source(r, s->heat.count);
    int top = line - l.list.rows + 2;

    if (!s->heat.count) {
        frame_text(f, r, 1, 1, STYLE_DIM, "no kernel ran");
        return;
    }
    top = top < 0 ? 0 : top;
    frame_text(f, l.list, 0, 0, STYLE_DIM,
               " line     inst sectors excess conflicts stalls  source");
    for (int y = 0; y + 1 < l.list.rows && top + y < s->heat.count; y++)
        list_row(s, &s->heat.lines[top + y], top + y == line, y + 1, l.list, f);
    if (line >= 0 && line < s->heat.count)
        ptx(&s->heat.lines[line], l.ptx, f);
}
