/* SPDX-License-Identifier: Apache-2.0 */
/* The terminal: frames out, keys in. One at a time. */
#ifndef TUI_TERM_H
#define TUI_TERM_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct diags;
struct frame;
struct term;

/*
 * Take the terminal over. mono: no colours. *ascii becomes true if the locale
 * has no UTF-8. NULL and a diag if the terminal cannot do it.
 */
struct term *term_open(struct arena *a, bool mono, bool *ascii,
                       struct diags *ds);
void term_close(struct term *t);

/* Hand the terminal back for a while, as for an editor; take it again. */
void term_leave(struct term *t);
void term_enter(struct term *t);

/* Rows and columns now. */
void term_size(struct term *t, int *rows, int *cols);

void term_show(struct term *t, const struct frame *f);

/* Draw everything again at the next term_show. */
void term_redraw(struct term *t);

enum term_input { TERM_KEY, TERM_NOTHING, TERM_END };

/* The next key, without waiting; TERM_END when the input is at its end. */
enum term_input term_key(struct term *t, uint32_t *code);

#endif
