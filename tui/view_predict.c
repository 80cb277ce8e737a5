/* SPDX-License-Identifier: Apache-2.0 */
/* Predictions in the chapter: the question, your answer, what the run says. */
#include "tui/update.h"
#include "tui/view.h"

static void choices(struct doc *d, const struct prediction *p, int guess,
                    int truth)
{
    for (int k = 0; k < p->choice_count; k++) {
        bool right = k == truth, own = k + 1 == guess;
        char digit[2] = { (char)('1' + k), '\0' };
        struct cells first = { 0 }, rest = { 0 }, c = { 0 };

        cells_add(d->arena, &first, text_of(own ? "> " : "  "), d->ascii,
                  STYLE_KEY);
        cells_add(d->arena, &first, text_of(digit), d->ascii, STYLE_KEY);
        cells_add(d->arena, &first, text_of("  "), d->ascii, STYLE_PLAIN);
        cells_add(d->arena, &rest, text_of("     "), d->ascii, STYLE_PLAIN);
        cells_add(d->arena, &c, text_of(p->choices[k].text), d->ascii,
                  right ? STYLE_GOOD
                  : own ? STYLE_BOLD
                        : STYLE_PLAIN);
        doc_wrap(d, &c, &first, &rest);
    }
}

static void outcome(struct doc *d, int guess, int truth, double number)
{
    if (truth >= 0)
        doc_printf(d, guess == truth + 1 ? STYLE_GOOD : STYLE_WARN,
                   "  The run says %.4g, that is %d: %s", number, truth + 1,
                   guess == truth + 1 ? "as you said" : "not as you said");
    else
        doc_text(d, STYLE_DIM, "  v runs both kernels, which answers it");
}

void predictions_doc(struct doc *d, const struct model *m)
{
    const struct lesson *l = m->lesson.text.lesson;
    const struct pair *pair = m->compare.pair;
    int n = state_index(l), count = l ? l->prediction_count : 0;
    bool asked = false;

    for (int i = 0; i < count && i < GUESSES_MAX; i++) {
        const struct prediction *p = &l->predictions[i];
        int guess = m->lesson.guess[n][i], truth = -1;
        double number = 0;

        if (guess && pair) /* only who answered is told */
            truth = compare_answer(d->arena, pair->c, l, i, &number);
        d->item = PREDICTION_ITEM + i;
        doc_line(d);
        doc_line(d);
        doc_printf(d, STYLE_TITLE, "Question %d of %d", i + 1, count);
        doc_paragraph(d, 2, STYLE_PLAIN, p->ask);
        choices(d, p, guess, truth);
        doc_line(d);
        if (guess)
            outcome(d, guess, truth, number);
        else if (!asked)
            doc_printf(d, STYLE_DIM, "  answer with 1 to %d", p->choice_count);
        asked |= !guess;
    }
    d->item = -1;
}
