/* SPDX-License-Identifier: Apache-2.0 */
/* What every command gets, and what they share. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/home.h"
#include "base/text.h"
#include "cli/options.h"
#include "course/course.h"
#include "device/session.h"

#define WARPLINGS_VERSION "0.1.0"

/* Exit codes; see book/formats.md. */
enum {
#define CODE(number, name, meaning) EXIT_##name = number,
#include "cli/exit_codes.def"
#undef CODE
};

struct cli {
    struct arena arena; /* lives as long as the command */
    struct diags diags;
    struct home home;
    struct options opt;
    bool color, ascii; /* decided from options, environment, terminal */
    int width;         /* columns */
};

struct command {
    const char *name, *arguments, *meaning;
    int (*run)(struct cli *c);
};

/* The command of that name; NULL if there is none. */
const struct command *command_find(const char *name);
extern const struct command command_table[];
extern const int command_count;

/* Set color, ascii and width (design: NO_COLOR beats CLICOLOR_FORCE beats
   CLICOLOR; TERM=dumb and --plain mean no colour). */
void cli_look(struct cli *c);

/* Print all diags to stderr, with source line and caret where known. */
void cli_diags(const struct cli *c);

/* Print to stdout and release; EXIT_MACHINE if stdout does not take it. */
int cli_print(struct buf *b, int code);

/* Wrong usage: a sentence on stderr, and EXIT_USAGE. */
int cli_usage(const struct cli *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Load the course of --course or the product's own; false after a message. */
bool cli_course(struct cli *c, struct course *out);

/* The lesson a word names; NULL after a message. */
const struct lesson *cli_lesson(struct cli *c, const struct course *course,
                                const char *word);

/* Options of a check, from the command line. */
struct check_options cli_check_options(struct cli *c);

/* Build the files named on the command line; diags hold what the compiler
   said. In cmd_run.c. */
bool cli_build(struct cli *c, struct cc_result *out);

/* Check one lesson, print the result, note it in the learner's progress if
   there is a working copy; the exit code. In cmd_check.c. */
int cli_check(struct cli *c, const struct course *course,
              const struct lesson *l, struct work *w, bool has_work);

/* The options of the screens. */
struct tui_options;
struct tui_options cli_tui_options(struct cli *c);

/* Is the card of --card known? False after a message. */
bool cli_card(struct cli *c);

#define COMMAND(name, arguments, meaning) int cmd_##name(struct cli *c);
#include "cli/commands.def"
#undef COMMAND

#endif
