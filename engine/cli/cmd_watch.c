/* SPDX-License-Identifier: Apache-2.0 */
/* watch: check whenever the exercise is saved. On a terminal the screens do
   that; elsewhere results are printed until the command is ended. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/watch.h"
#include "cli/cli.h"
#include "tui/tui.h"

/* Sleep until the next save. */
static void wait_for_save(struct watch *w)
{
    struct pollfd p = { .fd = w->fd, .events = POLLIN };

    do {
        poll(&p, 1, watch_timeout(w, clock_ms()));
    } while (!watch_saved(w, clock_ms()));
}

static int print_results(struct cli *c, const struct course *course,
                         const struct lesson *l, struct work *w, bool has_work)
{
    const char *path = c->opt.file ? c->opt.file
                       : has_work  ? work_exercise(&c->arena, w, l)
                                   : l->exercise;
    struct watch watch;
    int code;

    watch_open(&watch, path);
    if (!*watch.path)
        return cli_usage(c, "watch: the path of the file is too long");
    for (;;) {
        c->diags = (struct diags){ .arena = &c->arena };
        code = cli_check(c, course, l, w, has_work);
        if (code == EXIT_MACHINE && ferror(stdout))
            break;
        printf("-- waiting for the next save of %s; Ctrl-C ends --\n", path);
        if (fflush(stdout))
            break;
        wait_for_save(&watch);
    }
    watch_close(&watch);
    return EXIT_MACHINE; /* nobody reads what is printed */
}

int cmd_watch(struct cli *c)
{
    struct tui_options o = cli_tui_options(c);
    struct course course;
    struct work w = { 0 };
    const struct lesson *l = NULL;
    bool has_work;

    if (c->opt.json)
        return cli_usage(c, "watch: prints for people; 'check --json' is for "
                            "programs");
    if (!cli_course(c, &course))
        return EXIT_MACHINE;
    has_work = work_find(&c->arena, c->opt.work, &w);
    if (c->opt.word_count > 1 || (c->opt.word_count == 0 && !w.last))
        return cli_usage(c, "watch: which lesson?");
    l = cli_lesson(c, &course,
                   c->opt.word_count ? c->opt.words[0]
                                     : arena_printf(&c->arena, "%d", w.last));
    if (!l)
        return EXIT_USAGE;
    o.start_lesson = l->number;
    if (!c->opt.plain && !c->opt.file && isatty(STDIN_FILENO) &&
        isatty(STDOUT_FILENO))
        return tui_main(&o);
    return print_results(c, &course, l, &w, has_work);
}
