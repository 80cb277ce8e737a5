/* SPDX-License-Identifier: Apache-2.0 */
/* plot: a picture of a run, or of two, as SVG. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "cli/cli.h"
#include "plot/plot.h"
#include "time/card.h"

/* The last part of a path without its ending: a label. */
static const char *label_of(struct arena *a, const char *path)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    const char *dot = strrchr(name, '.');

    return arena_printf(
        a, "%.*s", dot && dot > name ? (int)(dot - name) : (int)strlen(name),
        name);
}

/* A program is run, a record is read. */
static bool get(struct cli *c, const char *path, struct trace *t,
                struct report *r)
{
    struct check_options o = cli_check_options(c);
    bool ok;

    if (!file_is_cuda(path))
        return report_read(&c->arena, path, t, r, &c->diags);
    ok = compare_run_one(&c->arena, &o, &path, 1, t, r, &c->diags);
    if (o.progress)
        fputs("\r\033[K", stderr);
    return ok;
}

static bool get_all(struct cli *c, const char *const *files, int count,
                    struct comparison *out)
{
    *out = (struct comparison){ 0 };
    out->label_a = label_of(&c->arena, files[0]);
    out->label_b = count > 1 ? label_of(&c->arena, files[1]) : NULL;
    return get(c, files[0], &out->trace_a, &out->a) &&
           (count < 2 || get(c, files[1], &out->trace_b, &out->b));
}

/* What to draw: one or two files, or a lesson's pair. The exit code, 0 when
   files are set. */
static int sources_of(struct cli *c, const char **files, int *count,
                      const struct lesson **lesson)
{
    int n = c->opt.word_count - 1;

    if (n < 1 || n > 2)
        return cli_usage(c, "plot: a kind, and one or two programs or "
                            "records, or a lesson");
    for (*count = 0; *count < n; ++*count) {
        const char *word = c->opt.words[1 + *count];

        if (file_exists(word)) {
            files[*count] = word;
            continue;
        }
        if (n > 1 || strchr(word, '/') || strchr(word, '.'))
            return cli_usage(c, "plot: cannot read '%s': no such file", word);
        break;
    }
    if (*count < n) {
        struct course course;

        if (!cli_course(c, &course))
            return EXIT_MACHINE;
        *lesson = cli_lesson(c, &course, c->opt.words[1]);
        if (!*lesson)
            return EXIT_USAGE;
        files[0] = (*lesson)->naive.path;
        files[1] = (*lesson)->better.path;
        *count = 2;
        if (!files[0] || !files[1])
            return cli_usage(c, "lesson %02d has no pair to draw",
                             (*lesson)->number);
    }
    return EXIT_PASS;
}

static int write_out(struct cli *c, struct buf *b)
{
    bool ok;

    if (!c->opt.output)
        return cli_print(b, EXIT_PASS);
    c->diags = (struct diags){ .arena = &c->arena };
    ok = file_write(c->opt.output, (struct text){ b->at, b->size }, &c->diags);
    buf_release(b);
    cli_diags(c);
    return ok ? EXIT_PASS : EXIT_MACHINE;
}

int cmd_plot(struct cli *c)
{
    int kind = c->opt.word_count ? plot_find(c->opt.words[0]) : -1, count = 0;
    const char *files[2] = { NULL, NULL };
    const struct lesson *lesson = NULL;
    struct comparison pair;
    struct card card;
    struct buf b = { 0 };
    int code;
    bool ok;

    if (kind < 0)
        return cli_usage(c, "plot: which picture? There are:"
#define PLOT(id, name, basis, meaning) " " name
#include "plot/plots.def"
#undef PLOT
        );
    code = sources_of(c, files, &count, &lesson);
    if (code != EXIT_PASS)
        return code;
    ok = get_all(c, files, count, &pair);
    cli_diags(c);
    if (!ok)
        return c->diags.first && c->diags.first->at.line ? EXIT_COMPILE
                                                         : EXIT_MACHINE;
    c->diags = (struct diags){ .arena = &c->arena };
    if (lesson && lesson_is_about_run(lesson))
        compare_whole_run(&pair);
    ok = (kind != PLOT_ROOFLINE ||
          card_load(&c->arena, c->home.cards,
                    pair.trace_a.card ? pair.trace_a.card : CARD_DEFAULT, &card,
                    &c->diags)) &&
         plot_make(&c->arena, (enum plot_kind)kind, &pair, count > 1,
                   kind == PLOT_ROOFLINE ? &card : NULL, &b, &c->diags);
    cli_diags(c);
    if (!ok)
        return EXIT_MACHINE;
    return write_out(c, &b);
}
