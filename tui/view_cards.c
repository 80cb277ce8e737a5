/* SPDX-License-Identifier: Apache-2.0 */
/* The card browser: each figure of a card with its source, beside another's. */
#include <string.h>

#include "base/arena.h"
#include "time/peaks.h"
#include "tui/update.h"
#include "tui/view.h"

#define VALUE_COLUMN 28
#define OTHER_COLUMN 50
#define RATIO_COLUMN 66

static double value_of(const struct card *c, int i)
{
    const double values[] = {
#define FIELD(name, unit, meaning) c->name,
#include "time/card_fields.def"
#undef FIELD
    };

    return values[i];
}

/* One figure: of the card, of the other one if there is one, their ratio. */
static void figure(struct doc *d, const char *name, const char *unit,
                   double value, const double *other, bool derived)
{
    char ratio[NUMBER_MAX];

    doc_line(d);
    doc_text(d, STYLE_BOLD, name);
    doc_column(d, VALUE_COLUMN);
    doc_printf(d, STYLE_PLAIN, "%s%.10g %s", derived ? "~" : "", value, unit);
    if (!other)
        return;
    ratio_text((struct value){ .known = true, .number = *other },
               (struct value){ .known = true, .number = value }, ratio);
    doc_column(d, OTHER_COLUMN);
    doc_printf(d, STYLE_SIDE_B, "%.10g", *other);
    doc_column(d, RATIO_COLUMN);
    doc_text(d, value != *other ? STYLE_WARN : STYLE_DIM, ratio);
}

static void cards_doc(struct doc *d, const struct card *c,
                      const struct card *other)
{
    doc_line(d);
    doc_text(d, STYLE_TITLE, "At best (derived from the figures below)");
    for (int i = 0; i < peaks_count(); i++) {
        struct peak p = peaks_at(c, i);
        double than = other ? peaks_at(other, i).value : 0;

        figure(d, p.name, p.unit, p.value, other ? &than : NULL, false);
        doc_paragraph(d, 2, STYLE_DIM, p.meaning);
    }
    doc_line(d);
    doc_line(d);
    doc_text(d, STYLE_TITLE,
             "Figures (~: a rule or a modelling choice, not in a source)");
    for (int i = 0; i < card_field_count; i++) {
        double than = other ? value_of(other, i) : 0;

        figure(d, card_fields[i].name, card_fields[i].unit, value_of(c, i),
               other ? &than : NULL, card_value_derived(c, i));
        doc_paragraph(d, 2, STYLE_DIM, card_fields[i].meaning);
        doc_paragraph(d, 2, STYLE_DIM,
                      arena_printf(d->arena, "source: %s", card_source(c, i)));
    }
}

static int rows_of(const struct model *m)
{
    return model_body(m).rows - 2;
}

void cards_relayout(struct model *m)
{
    struct cards_view *v = &m->cards;
    int most;

    arena_clear(&v->arena);
    v->doc = doc_new(&v->arena, model_body(m).cols - 2, m->ascii);
    if (v->count > 0)
        cards_doc(&v->doc, &v->cards[v->selected],
                  v->other >= 0 ? &v->cards[v->other] : NULL);
    most = doc_scroll_max(&v->doc, rows_of(m));
    v->scroll = v->scroll > most ? most : v->scroll;
}

void cards_take(struct model *m, const struct card *cards, int count)
{
    struct cards_view *v = &m->cards;

    v->cards = cards;
    v->count = count;
    v->selected = v->scroll = 0;
    v->other = -1;
    for (int i = 0; i < count; i++)
        if (m->card && !strcmp(cards[i].name, m->card))
            v->selected = i;
    cards_relayout(m);
}

bool cards_move(struct model *m, enum action a)
{
    struct cards_view *v = &m->cards;
    int step = a == ACTION_NEXT_CARD ? 1 : a == ACTION_PREV_CARD ? -1 : 0;

    if (v->count > 0 && step)
        v->selected = (v->selected + step + v->count) % v->count;
    else if (v->count > 0 && a == ACTION_OTHER_CARD)
        v->other = v->other == v->selected ? -1 : v->selected;
    else
        return scroll_move(&v->scroll, doc_scroll_max(&v->doc, rows_of(m)),
                           rows_of(m), a);
    cards_relayout(m);
    return true;
}

void cards_render(const struct model *m, struct rect r, struct frame *f)
{
    const struct cards_view *v = &m->cards;
    const struct card *c = v->count > 0 ? &v->cards[v->selected] : NULL;
    int col;

    if (!c) {
        frame_text(f, r, 1, 2, STYLE_DIM, "no card could be read");
        return;
    }
    col = frame_printf(f, r, 0, 1, STYLE_SIDE_A, "%s", c->name);
    col = frame_printf(f, r, 0, col, STYLE_DIM, "  %s, %d of %d", c->product,
                       v->selected + 1, v->count);
    if (v->other >= 0) {
        col = frame_text(f, r, 0, col, STYLE_DIM, "; beside ");
        frame_text(f, r, 0, col, STYLE_SIDE_B, v->cards[v->other].name);
    }
    doc_render(&v->doc, v->scroll, -1,
               rect_sub(r, 2, 1, r.rows - 2, r.cols - 1), f);
}
