/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/manual.h"

#include <string.h>

#include "base/text.h"
#include "cli/cli.h"

static const struct {
    int number;
    const char *meaning;
} codes[] = {
#define CODE(number, name, meaning) { number, meaning },
#include "cli/exit_codes.def"
#undef CODE
};

static const struct {
    const char *name, *meaning;
} variables[] = {
#define VARIABLE(name, meaning) { #name, meaning },
#include "cli/environment.def"
#undef VARIABLE
};

enum {
    CODE_COUNT = sizeof codes / sizeof *codes,
    VARIABLE_COUNT = sizeof variables / sizeof *variables
};

void manual_help(const struct command *one, struct buf *out)
{
    if (one) {
        buf_printf(out, "usage: warplings %s%s%s\n\n  %s\n\n", one->name,
                   *one->arguments ? " " : "", one->arguments, one->meaning);
    } else {
        buf_str(out, "usage: warplings [COMMAND] [OPTIONS]\n\n"
                     "A lab for CUDA in the terminal; no GPU is needed.\n"
                     "Without a command it opens the lab.\n\ncommands:\n");
        for (int i = 0; i < command_count; i++)
            buf_printf(out, "  %-9s %-30s %s\n", command_table[i].name,
                       command_table[i].arguments, command_table[i].meaning);
        buf_str(out, "\n");
    }
    buf_str(out, "options, the same everywhere:\n");
    options_help(out);
    buf_str(out, "\nexit codes:\n");
    for (int i = 0; i < CODE_COUNT; i++)
        buf_printf(out, "  %-3d %s\n", codes[i].number, codes[i].meaning);
    if (one)
        return;
    buf_str(out, "\nenvironment:\n");
    for (int i = 0; i < VARIABLE_COUNT; i++)
        buf_printf(out, "  %-16s %s\n", variables[i].name,
                   variables[i].meaning);
}

/* Text for roff: dashes and backslashes as themselves, no line a request. */
static void roff(struct buf *out, const char *s)
{
    if (*s == '.' || *s == '\'')
        buf_str(out, "\\&");
    for (; *s; s++) {
        if (*s == '-')
            buf_str(out, "\\-");
        else if (*s == '\\')
            buf_str(out, "\\e");
        else
            buf_add(out, s, 1);
    }
}

static void entry(struct buf *out, const char *name, const char *argument,
                  const char *meaning)
{
    buf_str(out, ".TP\n.B ");
    roff(out, name);
    if (argument && *argument) {
        buf_str(out, " ");
        roff(out, argument);
    }
    buf_str(out, "\n");
    roff(out, meaning);
    buf_str(out, "\n");
}

void manual_page(struct buf *out)
{
    buf_str(out,
            ".TH WARPLINGS 1 \"\" \"warplings " WARPLINGS_VERSION "\"\n"
            ".SH NAME\nwarplings \\- a lab for CUDA in the terminal\n"
            ".SH SYNOPSIS\n.B warplings\n[COMMAND] [OPTIONS]\n"
            ".SH DESCRIPTION\n"
            "Compiles CUDA programs, runs them on a simulated GPU, says what "
            "is wrong and on\nwhich line, grades what they cost and draws the "
            "run. No GPU is needed.\nWithout a command it opens the lab.\n"
            ".SH COMMANDS\n");
    for (int i = 0; i < command_count; i++)
        entry(out, command_table[i].name, command_table[i].arguments,
              command_table[i].meaning);
    buf_str(out, ".SH OPTIONS\nThe same for every command.\n");
    for (int i = 0; i < option_count; i++)
        entry(out, option_table[i].name, option_table[i].argument,
              option_table[i].meaning);
    buf_str(out, ".SH EXIT STATUS\n");
    for (int i = 0; i < CODE_COUNT; i++) {
        buf_printf(out, ".TP\n.B %d\n", codes[i].number);
        roff(out, codes[i].meaning);
        buf_str(out, "\n");
    }
    buf_str(out, ".SH ENVIRONMENT\n");
    for (int i = 0; i < VARIABLE_COUNT; i++)
        entry(out, variables[i].name, NULL, variables[i].meaning);
}
