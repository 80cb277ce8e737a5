/* SPDX-License-Identifier: Apache-2.0 */
/* trace: a run as a file that Perfetto and Chrome open. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/cli.h"
#include "report/perfetto.h"

static bool get_report(struct cli *c, const char *path, struct trace *t,
                       struct report *r)
{
    struct check_options o = cli_check_options(c);
    bool ok;

    if (file_is_cuda(path)) {
        ok = compare_run_one(&c->arena, &o, &path, 1, t, r, &c->diags);
        if (o.progress)
            fputs("\r\033[K", stderr);
    } else {
        ok = report_read(&c->arena, path, t, r, &c->diags);
    }
    cli_diags(c);
    return ok;
}

int cmd_trace(struct cli *c)
{
    struct trace t;
    struct report r;
    struct buf b = { 0 };
    bool ok;

    if (c->opt.word_count != 1)
        return cli_usage(c, "trace: which program or record?");
    if (!file_exists(c->opt.words[0]))
        return cli_usage(c, "trace: cannot read '%s': no such file",
                         c->opt.words[0]);
    if (!get_report(c, c->opt.words[0], &t, &r))
        return c->diags.first && c->diags.first->at.line ? EXIT_COMPILE
                                                         : EXIT_MACHINE;
    perfetto_json(&r, &b);
    if (!c->opt.output)
        return cli_print(&b, EXIT_PASS);
    c->diags = (struct diags){ .arena = &c->arena };
    ok = file_write(c->opt.output, (struct text){ b.at, b.size }, &c->diags);
    buf_release(&b);
    cli_diags(c);
    return ok ? EXIT_PASS : EXIT_MACHINE;
}
