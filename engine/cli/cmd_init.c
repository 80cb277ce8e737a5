/* SPDX-License-Identifier: Apache-2.0 */
/* init: make a working copy, or complete one; nothing is overwritten. */
#include "cli/cli.h"

int cmd_init(struct cli *c)
{
    struct course course;
    struct buf b = { 0 };

    if (c->opt.word_count != 1)
        return cli_usage(c, "init: which folder?");
    if (!cli_course(c, &course))
        return EXIT_MACHINE;
    if (!work_init(&c->arena, &course, c->opt.words[0], &c->diags)) {
        cli_diags(c);
        return EXIT_MACHINE;
    }
    buf_printf(&b, "your exercises are in %s\n", c->opt.words[0]);
    return cli_print(&b, EXIT_PASS);
}
