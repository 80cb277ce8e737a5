/* SPDX-License-Identifier: Apache-2.0 */
/* show: a chapter as text, with the code pulled in from its files. */
#include "cli/cli.h"
#include "course/chapter.h"

int cmd_show(struct cli *c)
{
    struct course course;
    const struct lesson *l;
    struct buf b = { 0 };

    if (c->opt.word_count != 1)
        return cli_usage(c, "show: which lesson?");
    if (!cli_course(c, &course))
        return EXIT_MACHINE;
    l = cli_lesson(c, &course, c->opt.words[0]);
    if (!l)
        return EXIT_USAGE;
    buf_printf(&b, "%02d  %s\n\n%s\n", l->number, l->title,
               chapter_text(&c->arena, course.root, l->chapter));
    return cli_print(&b, EXIT_PASS);
}
