/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Signals as bytes in a pipe, so that the loop handles them between frames;
 * and the terminal restored when this program crashes or gives up.
 */
#ifndef TUI_TERM_SIGNALS_H
#define TUI_TERM_SIGNALS_H

#include <stdbool.h>

struct diags;

/* Call before the terminal is taken over. Returns the pipe's end to read, -1
   and a diag on failure. */
int signals_open(struct diags *ds);
void signals_close(void);

/* The next signal that came in; 0 if none. */
int signals_next(void);

/* Stop the whole job, as ^Z does; returns when it goes on. */
void signals_stop(void);

/* While another program has the terminal: ^C is its own, ^Z stops both. */
void signals_lend(bool lend);

#endif
