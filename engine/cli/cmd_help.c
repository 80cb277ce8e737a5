/* SPDX-License-Identifier: Apache-2.0 */
/* help: what --help prints, of one command or all; also the man page and the
   completion scripts, for the installation. */
#include <string.h>

#include "cli/cli.h"
#include "cli/manual.h"

int cmd_help(struct cli *c)
{
    const char *topic = c->opt.command;
    const struct command *one;
    struct buf b = { 0 };

    if (topic && !strcmp(topic, "help"))
        topic = c->opt.word_count ? c->opt.words[0] : NULL;
    one = topic ? command_find(topic) : NULL;
    if (topic && !strcmp(topic, "man") && c->opt.word_count)
        manual_page(&b);
    else if (!topic || one)
        manual_help(one, &b);
    else if (!c->opt.word_count || !manual_completion(topic, &b))
        return cli_usage(c, "help: there is no command '%s'", topic);
    return cli_print(&b, EXIT_PASS);
}
