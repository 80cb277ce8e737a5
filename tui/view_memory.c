/* SPDX-License-Identifier: Apache-2.0 */
/* The list of memory requests, worst first, and the picture of one. */
#include <stdio.h>

#include "base/file.h"
#include "tui/layout.h"
#include "tui/request.h"
#include "tui/view.h"

static void list_row(const struct pair *p, const struct request *q,
                     bool selected, int row, struct rect r, struct frame *f)
{
    const struct request_sample *s = q->sample;
    enum style style = selected ? STYLE_SELECTED : STYLE_PLAIN;
    char cost[64], number[NUMBER_MAX];
    int col;

    number_text((struct value){ .known = true, .number = (double)q->excess },
                number);
    snprintf(cost, sizeof cost, "%s %s too many", number,
             s->is_shared ? "wavefronts" : "sectors");
    if (selected)
        for (int x = 0; x < r.cols; x++)
            frame_put(f, r, row, x, ' ', style);
    col = p->single ? 0
                    : frame_printf(f, rect_sub(r, row, 0, 1, 14), 0, 1,
                                   selected  ? style
                                   : q->side ? STYLE_SIDE_B
                                             : STYLE_SIDE_A,
                                   "%s", pair_label(p, q->side));
    col = col > 13 ? 13 : col;
    frame_printf(f, rect_sub(r, row, 0, 1, r.cols - 24), 0, col + 1, style,
                 "%s line %d", s->is_store ? "store" : "load", s->line);
    frame_text_right(f, r, row, r.cols - 1,
                     selected    ? style
                     : q->excess ? STYLE_BAD
                                 : STYLE_GOOD,
                     cost);
}

static void list(const struct pair *p, int selected, struct rect r,
                 struct frame *f)
{
    int top = selected - r.rows + 1;

    top = top < 0 ? 0 : top;
    for (int y = 0; y < r.rows && top + y < p->request_count; y++)
        list_row(p, &p->requests[top + y], top + y == selected, y, r, f);
}

static void head(const struct pair *p, const struct request *q, struct rect r,
                 struct frame *f)
{
    const struct request_sample *s = q->sample;
    int col = 0;

    if (!p->single)
        col = frame_printf(f, r, 0, 1, q->side ? STYLE_SIDE_B : STYLE_SIDE_A,
                           "%s", pair_label(p, q->side));
    col = frame_printf(f, r, 0, col, STYLE_BOLD, " %s of %s memory",
                       s->is_store ? "store" : "load",
                       s->is_shared ? "shared" : "global");
    col = frame_printf(f, r, 0, col, STYLE_CODE, "  %s:%d",
                       s->file ? file_base(s->file) : "-", s->line);
    frame_printf(f, r, 0, col, STYLE_DIM, "  %s", s->text ? s->text : "");
}

void memory_render(const struct pair *p, int request, int scroll, struct rect r,
                   struct frame *f)
{
    struct memory_layout l = layout_memory(r, p->request_count);
    struct rect in;

    if (p->request_count == 0 || request < 0 || request >= p->request_count) {
        frame_text(f, r, 1, 1, STYLE_DIM,
                   p->single
                       ? "no memory request was recorded"
                       : "no memory request was recorded in either kernel");
        return;
    }
    list(p, request, l.list, f);
    in = rect_sub(l.picture, 1, 0, l.picture.rows - 1, l.picture.cols);
    head(p, &p->requests[request], in, f);
    in = rect_sub(in, 1, 0, in.rows - 1, in.cols);
    if (p->requests[request].sample->is_shared)
        banks_render(p->requests[request].sample, scroll, in, f);
    else
        sectors_render(p->requests[request].sample, scroll, in, f);
}
