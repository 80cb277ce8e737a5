/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Chapters: the part of Markdown that the book uses, laid out as a document.
 * Headings, paragraphs, emphasis, code, lists, quotes, tables, rules. What it
 * does not know is shown as it stands.
 */
#ifndef TUI_MD_H
#define TUI_MD_H

#include "tui/doc.h"

/* Append the text to the document. */
void md_doc(struct doc *d, struct text source);

/* Inline marks of one paragraph (line ends count as blanks). */
void md_inline(struct arena *a, struct text t, bool ascii, enum style base,
               struct cells *out);

/* A pipe table: its rows, the second being the rule. Lead stands before each
   line. */
void md_table(struct doc *d, const struct text *rows, int n,
              const struct cells *lead);

#endif
