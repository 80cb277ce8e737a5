/* SPDX-License-Identifier: Apache-2.0 */
/* Help, man page and completions, all from the tables of commands, options,
   variables and exit codes. */
#ifndef CLI_MANUAL_H
#define CLI_MANUAL_H

#include <stdbool.h>

struct buf;
struct command;

/* --help: of one command, or of all if it is NULL. */
void manual_help(const struct command *one, struct buf *out);

/* warplings.1, as man(7) macros. */
void manual_page(struct buf *out);

/* A completion script for "bash", "zsh" or "fish"; false for another shell. */
bool manual_completion(const char *shell, struct buf *out);

#endif
