/* SPDX-License-Identifier: Apache-2.0 */
/* The compare screen: tabs over the four pictures. */
#include "tui/view.h"

void compare_render(const struct model *m, struct rect r, struct frame *f)
{
    static const char *const names[TAB_COUNT + 1] = { "1 bars", "2 counters",
                                                      "3 warps", "4 memory",
                                                      NULL };
    const struct compare_view *v = &m->compare;
    struct rect in = rect_sub(r, 1, 0, r.rows - 1, r.cols);

    tabs_render(names, (int)v->tab, r, f);
    if (!v->pair) {
        frame_text(f, in, 1, 2, STYLE_DIM, "nothing to compare yet");
        return;
    }
    switch (v->tab) {
    case TAB_BARS:
        bars_render(v->pair, v->pair->c->a.card, v->bar, in, f);
        break;
    case TAB_COUNTERS:
        doc_render(&v->counters, v->scroll, -1,
                   rect_sub(in, 0, 1, in.rows, in.cols - 1), f);
        break;
    case TAB_WARPS:
        warps_render(v->pair, v->row, v->first, v->per_col, in, f);
        break;
    case TAB_MEMORY:
        memory_render(v->pair, v->request, v->request_scroll, in, f);
        break;
    case TAB_COUNT:
        break;
    }
}
