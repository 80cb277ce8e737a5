/* SPDX-License-Identifier: Apache-2.0 */
/* Every metric of both runs in a table: first those that changed. */
#include <stdio.h>

#include "report/json.h"
#include "tui/view.h"

/* Columns end where these say. */
struct columns {
    int a, b, ratio, basis;
};

static void right(struct doc *d, int end, enum style style, const char *text)
{
    doc_column(d, end - text_cols(text, d->ascii));
    doc_text(d, style, text);
}

/* A label cut to n cells. */
static void cut(struct doc *d, int n, enum style style, const char *text)
{
    struct cells c = { 0 };

    cells_add(d->arena, &c, text_of(text), d->ascii, style);
    c.count = c.count > n ? n : c.count;
    doc_cells(d, &c);
}

static void row(struct doc *d, const struct columns *at,
                const struct counter_row *c, bool changed)
{
    const struct metric_info *info = &metric_table[c->metric];
    char a[NUMBER_MAX], b[NUMBER_MAX], ratio[NUMBER_MAX];

    number_text(c->a, a);
    number_text(c->b, b);
    ratio_text(c->a, c->b, ratio);
    doc_line(d);
    cut(d, 33, STYLE_PLAIN, info->text);
    if (info->scope == SCOPE_RUN)
        doc_text(d, STYLE_DIM, " run");
    right(d, at->a, changed ? STYLE_BOLD : STYLE_PLAIN, a);
    right(d, at->b, changed ? STYLE_BOLD : STYLE_PLAIN, b);
    right(d, at->ratio, changed ? STYLE_KEY : STYLE_DIM, changed ? ratio : "=");
    doc_column(d, at->basis);
    doc_text(d, STYLE_DIM, basis_text(info->basis));
    if (d->width >= 120) {
        doc_column(d, at->basis + 11);
        doc_text(d, STYLE_DIM, info->meaning);
    }
}

static void heading(struct doc *d, const struct columns *at,
                    const struct pair *p, const char *title)
{
    struct cells c = { 0 };

    doc_line(d);
    doc_text(d, STYLE_TITLE, title);
    for (int side = 0; side < 2; side++) {
        c.count = 0;
        cells_add(d->arena, &c, text_of(pair_label(p, side)), d->ascii,
                  side ? STYLE_SIDE_B : STYLE_SIDE_A);
        c.count = c.count > 13 ? 13 : c.count;
        doc_column(d, (side ? at->b : at->a) - c.count);
        doc_cells(d, &c);
    }
    right(d, at->ratio, STYLE_DIM, "change");
    doc_column(d, at->basis);
    doc_text(d, STYLE_DIM, "basis");
}

void counters_doc(struct doc *d, const struct pair *p)
{
    struct columns at = { 46, 59, 68, 69 };

    if (d->width >= 120)
        at = (struct columns){ 56, 74, 86, 89 };
    heading(d, &at, p, "What changed");
    for (int i = 0; i < p->changed_count; i++)
        row(d, &at, &p->counters[i], true);
    if (p->changed_count == 0) {
        doc_line(d);
        doc_text(d, STYLE_DIM, "  nothing");
    }
    if (p->counter_count == p->changed_count)
        return;
    doc_line(d);
    heading(d, &at, p, "The same in both");
    for (int i = p->changed_count; i < p->counter_count; i++)
        row(d, &at, &p->counters[i], false);
}
