/* SPDX-License-Identifier: Apache-2.0 */
/* reset: put the starter back; the old answer is kept beside it. */
#include <stdio.h>
#include <unistd.h>

#include "cli/cli.h"

static bool agreed(const struct cli *c, const char *path)
{
    char line[16] = "";

    if (c->opt.yes)
        return true;
    if (c->opt.no_input || !isatty(STDIN_FILENO))
        return false;
    fprintf(stderr, "Put the starter back in place of %s? [y/n] ", path);
    return fgets(line, sizeof line, stdin) &&
           (line[0] == 'y' || line[0] == 'Y');
}

int cmd_reset(struct cli *c)
{
    struct course course;
    struct work w = { 0 };
    const struct lesson *l;
    struct buf b = { 0 };
    const char *backup = NULL;

    if (c->opt.word_count != 1)
        return cli_usage(c, "reset: which lesson?");
    if (!cli_course(c, &course))
        return EXIT_MACHINE;
    l = cli_lesson(c, &course, c->opt.words[0]);
    if (!l)
        return EXIT_USAGE;
    if (!work_find(&c->arena, c->opt.work, &w))
        return cli_usage(c, "reset: no working copy here; see 'init'");
    if (!agreed(c, work_exercise(&c->arena, &w, l))) {
        fputs("warplings: nothing was changed (--yes answers the question)\n",
              stderr);
        return EXIT_FAIL;
    }
    if (!work_reset(&c->arena, &w, l, &backup, &c->diags)) {
        cli_diags(c);
        return EXIT_MACHINE;
    }
    buf_printf(&b, "the starter is back: %s\n",
               work_exercise(&c->arena, &w, l));
    if (backup)
        buf_printf(&b, "your answer is kept: %s\n", backup);
    return cli_print(&b, EXIT_PASS);
}
