/* SPDX-License-Identifier: Apache-2.0 */
/* The help: the key table in words. */
#include "tui/keys.h"
#include "tui/view.h"

#define TEXT_COLUMN 16

static const char *const titles[CONTEXT_COUNT] = {
    [CONTEXT_HOME] = "The list of lessons",
    [CONTEXT_LESSON] = "A lesson",
    [CONTEXT_CHECK] = "The result of a check",
    [CONTEXT_RUNNING] = "While something runs",
    [CONTEXT_COMPARE] = "Two kernels side by side",
    [CONTEXT_CARDS] = "The cards",
    [CONTEXT_RUN] = "One run",
    [CONTEXT_HELP] = "This help",
    [CONTEXT_ANY] = "Everywhere",
};

static void section(struct doc *d, enum context c)
{
    if (d->count)
        doc_line(d);
    doc_line(d);
    doc_text(d, STYLE_TITLE, titles[c]);
    for (int i = 0; i < key_count; i++) {
        const struct key *k = &key_table[i];

        if (k->context != c || !*k->help)
            continue;
        doc_line(d);
        doc_printf(d, STYLE_KEY, "  %s", k->shown);
        for (int j = i + 1; j < key_count && !*key_table[j].help &&
                            key_table[j].action == k->action;
             j++)
            doc_printf(d, STYLE_KEY, " %s", key_table[j].shown);
        doc_column(d, TEXT_COLUMN);
        doc_text(d, STYLE_PLAIN, k->help);
    }
}

void help_doc(struct doc *d, enum context here)
{
    section(d, here);
    section(d, CONTEXT_ANY);
    for (int c = 0; c < CONTEXT_COUNT; c++)
        if (c != (int)here && c != CONTEXT_ANY)
            section(d, (enum context)c);
}
