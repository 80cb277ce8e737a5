/* SPDX-License-Identifier: Apache-2.0 */
/* How a launch's counters spread over its warps. */
#include "tui/run_view.h"
#include "tui/view.h"

enum { NAME = 34, NUMBER = 14 };

static void number(struct doc *d, int column, double n)
{
    char text[NUMBER_MAX];

    number_text((struct value){ .known = true, .number = n }, text);
    doc_column(d, NAME + (column + 1) * NUMBER - text_cols(text, d->ascii));
    doc_text(d, STYLE_BOLD, text);
}

static void heading(struct doc *d, int column, const char *text)
{
    doc_column(d, NAME + (column + 1) * NUMBER - text_cols(text, d->ascii));
    doc_text(d, STYLE_DIM, text);
}

/* The warp that executed most, where they are not all alike. */
static void heaviest(struct doc *d, const struct warp_counts *w)
{
    if (!w->listed_count || w->least[WARP_INST] == w->most[WARP_INST])
        return;
    doc_line(d);
    doc_printf(d, STYLE_DIM,
               "  most instructions: warp %u of block %llu (linear index)",
               w->listed[0].warp, (unsigned long long)w->listed[0].block);
}

void warp_counts_doc(struct doc *d, const struct warp_counts *w)
{
    if (!w->warps)
        return;
    doc_line(d);
    doc_line(d);
    doc_printf(d, STYLE_TITLE, "By warp, of %llu (counted)",
               (unsigned long long)w->warps);
    doc_line(d);
    heading(d, 0, "least");
    heading(d, 1, "mean");
    heading(d, 2, "most");
    for (int i = 0; i < WARP_COUNTERS; i++) {
        if (!w->most[i])
            continue;
        doc_line(d);
        doc_printf(d, STYLE_PLAIN, "  %s", warp_counter_names[i]);
        number(d, 0, (double)w->least[i]);
        number(d, 1, (double)w->total[i] / (double)w->warps);
        number(d, 2, (double)w->most[i]);
    }
    heaviest(d, w);
}
