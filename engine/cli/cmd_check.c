/* SPDX-License-Identifier: Apache-2.0 */
/* check: judge an answer, say why, keep progress. */
#include <stdio.h>
#include <unistd.h>

#include "cli/cli.h"

/* Note the result in the learner's progress. */
static void remember(struct cli *c, struct work *w,
                     const struct check_result *r)
{
    int n = r->lesson->number;

    w->state[n].tries++;
    w->last = n;
    if (r->points > w->state[n].points)
        w->state[n].points = r->points;
    if (r->verdict == VERDICT_PASS)
        w->state[n].passed = true;
    if (!work_save(w, &c->diags)) {
        cli_diags(c);
        c->diags = (struct diags){ .arena = &c->arena };
    }
}

int cli_check(struct cli *c, const struct course *course,
              const struct lesson *l, struct work *w, bool has_work)
{
    struct check_options o = cli_check_options(c);
    struct check_result r;
    struct buf b = { 0 };
    bool ok;

    if (has_work)
        o.work = w->dir;
    ok = check_run(&c->arena, course, l, &o, &r, &c->diags);
    if (o.progress)
        fputs("\r\033[K", stderr);
    if (!ok) {
        cli_diags(c);
        return EXIT_MACHINE;
    }
    if (has_work && !c->opt.file)
        remember(c, w, &r);
    if (c->opt.json)
        check_json(&r, &b);
    else
        check_plain(&r, c->width, c->color, c->ascii, &b);
    return cli_print(&b, verdict_exit_code(r.verdict));
}

int cmd_check(struct cli *c)
{
    struct course course;
    struct work w = { 0 };
    const struct lesson *l;
    bool has_work;
    int worst = EXIT_PASS;

    if (!cli_course(c, &course))
        return EXIT_MACHINE;
    has_work = work_find(&c->arena, c->opt.work, &w);
    if (c->opt.all) {
        for (int i = 0; i < course.lesson_count; i++) {
            int code = cli_check(c, &course, &course.lessons[i], &w, has_work);

            worst = code > worst ? code : worst;
        }
        return worst;
    }
    if (c->opt.word_count > 1)
        return cli_usage(c, "check: one lesson, or --all");
    if (c->opt.word_count == 0 && !w.last)
        return cli_usage(c, "check: which lesson?");
    if (c->opt.word_count == 1)
        l = cli_lesson(c, &course, c->opt.words[0]);
    else
        l = cli_lesson(c, &course, arena_printf(&c->arena, "%d", w.last));
    return l ? cli_check(c, &course, l, &w, has_work) : EXIT_USAGE;
}
