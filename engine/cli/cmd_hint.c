/* SPDX-License-Identifier: Apache-2.0 */
/* hint: one more of the three hints. */
#include "cli/cli.h"

int cmd_hint(struct cli *c)
{
    struct course course;
    struct work w = { 0 };
    const struct lesson *l;
    struct buf b = { 0 };
    int step = 0;
    bool has_work;

    if (!cli_course(c, &course))
        return EXIT_MACHINE;
    has_work = work_find(&c->arena, c->opt.work, &w);
    if (c->opt.word_count != 1 && !(c->opt.word_count == 0 && w.last))
        return cli_usage(c, "hint: which lesson?");
    l = cli_lesson(c, &course,
                   c->opt.word_count ? c->opt.words[0]
                                     : arena_printf(&c->arena, "%d", w.last));
    if (!l)
        return EXIT_USAGE;
    if (has_work) {
        step = w.state[l->number].hints;
        step = step > 2 ? 2 : step;
        w.state[l->number].hints = step + 1;
        w.last = l->number;
        if (!work_save(&w, &c->diags))
            cli_diags(c);
    }
    buf_printf(&b, "hint %d of 3: %s\n", step + 1, l->hints[step]);
    if (!has_work)
        buf_str(&b, "(later hints need a working copy: "
                    "warplings init ~/warplings)\n");
    return cli_print(&b, EXIT_PASS);
}
