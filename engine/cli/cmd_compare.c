/* SPDX-License-Identifier: Apache-2.0 */
/* compare: a lesson's pair of kernels, or any two programs, side by side. */
#include <stdio.h>

#include "cli/cli.h"

int cmd_compare(struct cli *c)
{
    struct check_options o = cli_check_options(c);
    struct comparison pair;
    struct buf b = { 0 };
    const struct lesson *l = NULL;
    const char *file_a, *file_b;
    bool ok;

    if (c->opt.word_count == 2) {
        file_a = c->opt.words[0];
        file_b = c->opt.words[1];
    } else if (c->opt.word_count == 1) {
        struct course course;

        if (!cli_course(c, &course))
            return EXIT_MACHINE;
        l = cli_lesson(c, &course, c->opt.words[0]);
        if (!l)
            return EXIT_USAGE;
        file_a = l->naive.path;
        file_b = l->better.path;
        if (!file_a || !file_b)
            return cli_usage(c, "lesson %02d has no pair to compare",
                             l->number);
    } else {
        return cli_usage(c, "compare: a lesson, or two files");
    }
    ok = compare_run(&c->arena, &o, file_a, file_b, &pair, &c->diags);
    if (o.progress)
        fputs("\r\033[K", stderr);
    cli_diags(c);
    if (!ok)
        return c->diags.first && c->diags.first->at.file ? EXIT_COMPILE
                                                         : EXIT_MACHINE;
    if (l && lesson_is_about_run(l))
        compare_whole_run(&pair);
    if (c->opt.json)
        compare_json(&pair, &b);
    else
        compare_plain(&pair, c->width, c->color, c->ascii, &b);
    if (l && !c->opt.json)
        compare_predictions(&c->arena, &pair, l, c->width, &b);
    return cli_print(&b, EXIT_PASS);
}
