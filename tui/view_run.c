/* SPDX-License-Identifier: Apache-2.0 */
/* The visualiser of one run: tabs over its pictures. */
#include "tui/view.h"

/* Which launch the pictures below are of. */
static void head(const struct shown *s, struct rect r, struct frame *f)
{
    const struct trace_launch *l = s->pair.launch[0];
    int col;

    if (!l) {
        frame_text(f, r, 0, 1, STYLE_DIM, "no kernel ran");
        return;
    }
    col = frame_printf(f, r, 0, 1, STYLE_BOLD, "%s", l->kernel);
    col = frame_printf(f, r, 0, col, STYLE_DIM, "  <<<%u", l->grid[0]);
    for (int i = 1; i < 3; i++)
        if (l->grid[i] > 1 || l->grid[2] > 1)
            col = frame_printf(f, r, 0, col, STYLE_DIM, "x%u", l->grid[i]);
    col = frame_printf(f, r, 0, col, STYLE_DIM, ", %u", l->block[0]);
    for (int i = 1; i < 3; i++)
        if (l->block[i] > 1 || l->block[2] > 1)
            col = frame_printf(f, r, 0, col, STYLE_DIM, "x%u", l->block[i]);
    frame_printf(f, r, 0, col, STYLE_DIM, ">>>  launch %d of %d%s",
                 s->launch + 1, s->one.trace_a.launch_count,
                 s->one.trace_a.launch_count > 1 ? ", ( and ) change it" : "");
}

void run_render(const struct model *m, struct rect r, struct frame *f)
{
    static const char *const names[RUN_TAB_COUNT + 1] = {
        "1 system", "2 warps",  "3 lanes",   "4 memory",
        "5 banks",  "6 source", "7 metrics", NULL
    };
    const struct run_view *v = &m->run;
    struct rect in = rect_sub(r, 1, 0, r.rows - 1, r.cols);

    tabs_render(names, (int)v->tab, r, f);
    if (!v->shown) {
        frame_text(f, in, 1, 2, STYLE_DIM, "nothing to show yet");
        return;
    }
    if (v->tab != RUN_SYSTEM) {
        head(v->shown, in, f);
        in = rect_sub(in, 1, 0, in.rows - 1, in.cols);
    }
    switch (v->tab) {
    case RUN_SYSTEM:
        system_render(v->shown, &v->system, in, f);
        break;
    case RUN_WARPS:
        warps_render(&v->shown->pair, v->one.row, v->one.first, v->one.per_col,
                     in, f);
        warps_cursor_render(&v->shown->pair, v->one.now, v->one.first,
                            v->one.per_col, in, f);
        break;
    case RUN_LANES:
        lanes_render(v->shown, v->step, in, f);
        break;
    case RUN_MEMORY:
        memory_render(&v->shown->pair, v->one.request, v->one.request_scroll,
                      in, f);
        break;
    case RUN_BANKS:
        if (v->shown->banks.request_count == 0)
            frame_text(f, in, 1, 1, STYLE_DIM,
                       "no request of shared memory was recorded");
        else
            memory_render(&v->shown->banks, v->banks.request,
                          v->banks.request_scroll, in, f);
        break;
    case RUN_SOURCE:
        source_render(v->shown, v->line, in, f);
        break;
    case RUN_METRICS:
        doc_render(&v->metrics, v->scroll, -1,
                   rect_sub(in, 0, 1, in.rows, in.cols - 1), f);
        break;
    case RUN_TAB_COUNT:
        break;
    }
}
