/* SPDX-License-Identifier: Apache-2.0 */
/* view: a program's run, or a record of one, on the screens; without a
   terminal, the report of it. */
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/cli.h"
#include "tui/tui.h"

static int report_record(struct cli *c, const char *path)
{
    struct trace t;
    struct report r;
    struct buf b = { 0 };

    if (!report_read(&c->arena, path, &t, &r, &c->diags)) {
        cli_diags(c);
        return EXIT_MACHINE;
    }
    if (c->opt.json)
        report_json(&r, &b);
    else
        report_plain(&r, c->width, c->color, c->ascii, &b);
    return cli_print(&b, EXIT_PASS);
}

int cmd_view(struct cli *c)
{
    struct tui_options o = cli_tui_options(c);

    if (c->opt.word_count != 1)
        return cli_usage(c, "view: which program or record?");
    o.view = c->opt.words[0];
    if (!file_exists(o.view))
        return cli_usage(c, "view: cannot read '%s': no such file", o.view);
    if (!c->opt.json && !c->opt.plain && isatty(STDIN_FILENO) &&
        isatty(STDOUT_FILENO))
        return tui_main(&o);
    return file_is_cuda(o.view) ? cmd_run(c) : report_record(c, o.view);
}
