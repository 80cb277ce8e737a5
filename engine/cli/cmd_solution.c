/* SPDX-License-Identifier: Apache-2.0 */
/* solution: opens after a pass. */
#include <stdio.h>

#include "base/file.h"
#include "cli/cli.h"

enum { SOURCE_MAX = 1 << 20 };

int cmd_solution(struct cli *c)
{
    struct course course;
    struct work w = { 0 };
    const struct lesson *l;
    struct text t;
    struct buf b = { 0 };

    if (c->opt.word_count != 1)
        return cli_usage(c, "solution: which lesson?");
    if (!cli_course(c, &course))
        return EXIT_MACHINE;
    l = cli_lesson(c, &course, c->opt.words[0]);
    if (!l)
        return EXIT_USAGE;
    if (!work_find(&c->arena, c->opt.work, &w) || !w.state[l->number].passed) {
        fprintf(stderr,
                "warplings: the solution of lesson %02d opens after a pass; "
                "'warplings hint %02d' helps on the way\n",
                l->number, l->number);
        return EXIT_FAIL;
    }
    if (!file_read(&c->arena, l->solution, SOURCE_MAX, &t, &c->diags)) {
        cli_diags(c);
        return EXIT_MACHINE;
    }
    buf_add(&b, t.at, t.size);
    return cli_print(&b, EXIT_PASS);
}
