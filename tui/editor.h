/* SPDX-License-Identifier: Apache-2.0 */
/* The learner's own editor. */
#ifndef TUI_EDITOR_H
#define TUI_EDITOR_H

#include <stdbool.h>

struct arena;
struct diags;

/* $VISUAL, else $EDITOR, else what the machine has. */
const char *editor_command(void);

/* The arguments after the command that open path at a line (0: anywhere), in
   the way this editor wants them; NULL at the end. */
const char **editor_arguments(struct arena *a, const char *command,
                              const char *path, int line);

/* Run it on this terminal and wait. False and a diag if it did not start. */
bool editor_run(struct arena *a, const char *path, int line, struct diags *ds);

#endif
