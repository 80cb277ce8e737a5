/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cli.h"

#include <errno.h>
#include <langinfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "time/card.h"
#include "tui/tui.h"

const struct command command_table[] = {
#define COMMAND(name, arguments, meaning) \
    { #name, arguments, meaning, cmd_##name },
#include "cli/commands.def"
#undef COMMAND
};

const int command_count = (int)(sizeof command_table / sizeof *command_table);

const struct command *command_find(const char *name)
{
    for (int i = 0; i < command_count; i++)
        if (!strcmp(command_table[i].name, name))
            return &command_table[i];
    return NULL;
}

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);

    return value && *value;
}

static bool wants_color(const struct cli *c)
{
    const char *term = getenv("TERM"), *cli = getenv("CLICOLOR");

    if (c->opt.no_color || c->opt.plain || is_set("NO_COLOR"))
        return false;
    if (is_set("CLICOLOR_FORCE") && strcmp(getenv("CLICOLOR_FORCE"), "0"))
        return true;
    if (!isatty(STDOUT_FILENO) || !term || !strcmp(term, "dumb"))
        return false;
    return !cli || strcmp(cli, "0");
}

void cli_look(struct cli *c)
{
    struct winsize size = { 0 };
    const char *columns = getenv("COLUMNS");

    c->color = wants_color(c);
    c->ascii = c->opt.ascii || strcmp(nl_langinfo(CODESET), "UTF-8");
    c->width = columns ? atoi(columns) : 0;
    if (c->width <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        c->width = size.ws_col;
    if (c->width <= 0)
        c->width = 80;
    if (c->width < 40)
        c->width = 40;
    if (c->width > 120)
        c->width = 120;
}

void cli_diags(const struct cli *c)
{
    static const char *const levels[] = { "error", "warning", "note" };

    for (const struct diag *d = c->diags.first; d; d = d->next) {
        if (!d->at.file) {
            fprintf(stderr, "warplings: %s\n", d->text);
            continue;
        }
        fprintf(stderr, "%s", d->at.file);
        if (d->at.line)
            fprintf(stderr, ":%d", d->at.line);
        if (d->at.line && d->at.col)
            fprintf(stderr, ":%d", d->at.col);
        fprintf(stderr, ": %s: %s\n", levels[d->level], d->text);
        if (d->source) {
            fprintf(stderr, "    %s\n", d->source);
            if (d->at.col > 0 && d->at.col <= 200) {
                fputs("    ", stderr);
                for (int i = 0; i < d->at.col - 1 && d->source[i]; i++)
                    fputc(d->source[i] == '\t' ? '\t' : ' ', stderr);
                fputs("^\n", stderr);
            }
        }
    }
}

int cli_print(struct buf *b, int code)
{
    bool ok = true;

    if (b->size)
        ok = fwrite(b->at, 1, b->size, stdout) == b->size;
    if (fflush(stdout) != 0)
        ok = false;
    if (!ok && errno != EPIPE)
        fprintf(stderr, "warplings: cannot write the result: %s\n",
                strerror(errno));
    buf_release(b);
    return ok ? code : EXIT_MACHINE;
}

int cli_usage(const struct cli *c, const char *fmt, ...)
{
    va_list ap;

    fputs("warplings: ", stderr);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    if (c->opt.command && command_find(c->opt.command))
        fprintf(stderr, "usage: warplings %s %s\n", c->opt.command,
                command_find(c->opt.command)->arguments);
    fputs("'warplings --help' lists all commands\n", stderr);
    return EXIT_USAGE;
}

bool cli_course(struct cli *c, struct course *out)
{
    const char *root = c->opt.course ? c->opt.course : c->home.share;

    if (!course_load(&c->arena, root, out, &c->diags)) {
        cli_diags(c);
        return false;
    }
    /* Half-written lessons: said, and the others go on. */
    cli_diags(c);
    c->diags = (struct diags){ .arena = &c->arena };
    return true;
}

const struct lesson *cli_lesson(struct cli *c, const struct course *course,
                                const char *word)
{
    const struct lesson *l = course_find(course, word);

    if (!l)
        cli_usage(c,
                  "no lesson '%s' in this edition; 'warplings list' shows "
                  "what there is",
                  word);
    return l;
}

bool cli_card(struct cli *c)
{
    int n;
    const char **names, *card = c->opt.card;
    struct buf b = { 0 };

    if (!card)
        return true;
    names = card_list(&c->arena, c->home.cards, &n);
    for (int i = 0; i < n; i++)
        if (!strcmp(names[i], card))
            return true;
    for (int i = 0; i < n; i++)
        buf_printf(&b, "%s%s", i ? ", " : "", names[i]);
    cli_usage(c, "no card '%s'; there are %s", card, b.at ? b.at : "none");
    buf_release(&b);
    return false;
}

/* Threads of the simulator when none were asked for. */
static int default_threads(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    return n < 1 ? 1 : n > 8 ? 8 : (int)n;
}

static bool say_progress(void *context, const char *what)
{
    (void)context;
    fprintf(stderr, "\r\033[K%s...", what);
    return false;
}

struct check_options cli_check_options(struct cli *c)
{
    struct check_options o = {
        .home = &c->home,
        .file = c->opt.file,
        .card = c->opt.card,
        .compiler = c->opt.compiler,
        .workers = c->opt.threads ? c->opt.threads : default_threads(),
        .seed = c->opt.seed,
        .budget = c->opt.budget,
        .timeout_s = c->opt.timeout_s,
    };

    if (isatty(STDERR_FILENO) && !c->opt.json && !c->opt.plain)
        o.progress = say_progress;
    return o;
}

struct tui_options cli_tui_options(struct cli *c)
{
    return (struct tui_options){
        .home = &c->home,
        .course_root = c->opt.course ? c->opt.course : c->home.share,
        .work_dir = c->opt.work,
        .card = c->opt.card,
        .compiler = c->opt.compiler,
        .workers = cli_check_options(c).workers,
        .timeout_s = c->opt.timeout_s,
        .ascii = c->ascii,
        .mono = !c->color,
    };
}
