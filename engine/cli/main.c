/* SPDX-License-Identifier: Apache-2.0 */
/* The lab: find the command and run it. */
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "tui/tui.h"

/* No command and no terminal: where you are, and what to type. */
static int where_you_are(struct cli *c)
{
    struct course course;
    struct work w = { 0 };
    struct buf b = { 0 };
    int passed = 0, next = 0;

    if (!cli_course(c, &course))
        return EXIT_MACHINE;
    if (!work_find(&c->arena, c->opt.work, &w)) {
        buf_str(&b, "No working copy yet. Make one:\n\n"
                    "  warplings init ~/warplings\n\n");
    } else {
        for (int i = 0; i < course.lesson_count; i++) {
            int n = course.lessons[i].number;

            passed += w.state[n].passed;
            if (!w.state[n].passed && !next)
                next = n;
        }
        buf_printf(&b, "%s: %d of %d lessons passed", w.dir, passed,
                   course.lesson_count);
        if (next)
            buf_printf(&b, "; next is %02d", next);
        buf_str(&b, "\n\n");
    }
    buf_printf(&b,
               "  warplings show %02d     read the chapter\n"
               "  warplings check %02d    check your answer\n"
               "  warplings hint %02d     get a hint\n"
               "  warplings list        all lessons\n"
               "  warplings --help      all commands\n",
               next ? next : 2, next ? next : 2, next ? next : 2);
    return cli_print(&b, EXIT_PASS);
}

static int no_command(struct cli *c)
{
    struct tui_options o = cli_tui_options(c);

    if (c->opt.json || c->opt.plain || !isatty(STDIN_FILENO) ||
        !isatty(STDOUT_FILENO))
        return where_you_are(c);
    return tui_main(&o);
}

static int unknown_command(const struct cli *c)
{
    const char *best = NULL;
    int least = 3;

    for (int i = 0; i < command_count; i++) {
        int d = word_distance(c->opt.command, command_table[i].name);

        if (d < least) {
            least = d;
            best = command_table[i].name;
        }
    }
    if (best)
        return cli_usage(c, "unknown command '%s'; did you mean '%s'?",
                         c->opt.command, best);
    return cli_usage(c, "unknown command '%s'", c->opt.command);
}

static int dispatch(struct cli *c)
{
    const struct command *command;

    if (c->opt.version) {
        struct buf b = { 0 };

        buf_str(&b, "warplings " WARPLINGS_VERSION "\n");
        return cli_print(&b, EXIT_PASS);
    }
    if (c->opt.help)
        return cmd_help(c);
    if (!c->opt.command)
        return cli_card(c) ? no_command(c) : EXIT_USAGE;
    command = command_find(c->opt.command);
    if (!command)
        return unknown_command(c);
    return cli_card(c) ? command->run(c) : EXIT_USAGE;
}

int main(int argc, char **argv)
{
    struct cli c = { 0 };
    int code;

    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_IGN);
    c.diags.arena = &c.arena;
    c.home = home_find(&c.arena);
    if (!options_parse(&c.arena, argc, (const char *const *)argv, &c.opt,
                       &c.diags)) {
        cli_diags(&c);
        code = EXIT_USAGE;
    } else {
        cli_look(&c);
        code = dispatch(&c);
    }
    arena_clear(&c.arena);
    return code;
}
