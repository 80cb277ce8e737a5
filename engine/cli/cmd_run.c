/* SPDX-License-Identifier: Apache-2.0 */
/* run: build any CUDA program, run it on the simulated card, report. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

/* Sources that cannot be compiled get their own sentence. */
static bool sources_ok(struct cli *c)
{
    for (int i = 0; i < c->opt.word_count; i++) {
        struct stat st;
        const char *path = c->opt.words[i];

        if (stat(path, &st) < 0)
            diag_fail(&c->diags, "cannot read '%s': no such file", path);
        else if (S_ISDIR(st.st_mode))
            diag_fail(&c->diags, "cannot compile '%s': it is a folder", path);
    }
    return c->diags.count == 0;
}

bool cli_build(struct cli *c, struct cc_result *out)
{
    struct cc_options o = {
        .home = &c->home,
        .compiler = c->opt.compiler,
        .sources = c->opt.words,
        .source_count = c->opt.word_count,
        .flags = c->opt.flags,
        .flag_count = c->opt.flag_count,
        .output = c->opt.command && !strcmp(c->opt.command, "run")
                      ? NULL
                      : c->opt.output,
    };

    return sources_ok(c) && cc_build(&c->arena, &o, out, &c->diags);
}

static struct report_source source_of(const struct cli *c,
                                      const struct cc_result *built,
                                      const struct session_result *run)
{
    return (struct report_source){
        .program = c->opt.words[0],
        .compiler = built->compiler,
        .exited = run->end == SESSION_EXITED,
        .exit = run->exit_code,
        .timed_out = run->end == SESSION_TIMEOUT,
        .signal = run->end == SESSION_SIGNALLED ? run->signal : 0,
        .output = run->output,
    };
}

static int print_report(struct cli *c, const struct report *r, int code)
{
    struct buf b = { 0 };

    if (c->opt.json)
        report_json(r, &b);
    else
        report_plain(r, c->width, c->color, c->ascii, &b);
    return cli_print(&b, code);
}

int cmd_run(struct cli *c)
{
    struct cc_result built;
    struct session_result run;
    struct report report;
    struct report_source source;
    struct session_options o = {
        .home = &c->home,
        .args = c->opt.rest,
        .arg_count = c->opt.rest_count,
        .card = c->opt.card,
        .workers = cli_check_options(c).workers,
        .budget = c->opt.budget,
        .vram_bytes = c->opt.vram_bytes,
        .timeout_s = c->opt.timeout_s,
        .gpus = c->opt.gpus,
        .real_clock = c->opt.real_clock,
        .checks_off = c->opt.checks_off || c->opt.sampled,
        .sampled = c->opt.sampled,
        .what_if = c->opt.what_if,
        .pass_through = !c->opt.json,
        /* Shown in the JSON only; it costs time. */
        .track_writes = c->opt.json && !c->opt.sampled,
    };

    if (c->opt.word_count == 0)
        return cli_usage(c, "run: which file?");
    if (!cli_build(c, &built)) {
        cli_diags(c);
        return EXIT_COMPILE;
    }
    cli_diags(c);
    c->diags = (struct diags){ .arena = &c->arena };
    o.program = built.program;
    if (o.sampled)
        fputs("warplings: --sampled: only the blocks that are timed run; "
              "results and counts are not those of the whole\n",
              stderr);
    fflush(stdout);
    if (!session_run(&c->arena, &o, &run, &c->diags)) {
        cli_diags(c);
        return EXIT_MACHINE;
    }
    if (c->opt.output && !trace_write(c->opt.output, &run.trace, &c->diags)) {
        cli_diags(c);
        return EXIT_MACHINE;
    }
    source = source_of(c, &built, &run);
    report_make(&c->arena, &run.trace, &source, &report);
    if (run.end == SESSION_DEVICE_DIED)
        fputs("warplings: the simulated device ended early: a fault of the "
              "lab, not of the program\n",
              stderr);
    if (run.end == SESSION_TIMEOUT)
        fputs("warplings: the program was ended: it ran past the time "
              "limit\n",
              stderr);
    return print_report(c, &report,
                        run.end == SESSION_EXITED ||
                                run.end == SESSION_SIGNALLED
                            ? EXIT_PASS
                            : EXIT_MACHINE);
}
