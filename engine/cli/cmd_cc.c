/* SPDX-License-Identifier: Apache-2.0 */
/* cc: the compiler wrapper; makes a program that starts its own device. */
#include <stdio.h>

#include "cli/cli.h"

int cmd_cc(struct cli *c)
{
    struct cc_result built;
    bool ok;

    if (c->opt.word_count == 0)
        return cli_usage(c, "cc: which files?");
    if (!c->opt.output)
        c->opt.output = "a.out";
    ok = cli_build(c, &built);
    cli_diags(c);
    return ok ? EXIT_PASS : EXIT_COMPILE;
}
