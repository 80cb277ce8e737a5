/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The device program. The lab starts one per run, and so does a program that
 * is run by hand; it serves one socket and ends with it.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "base/home.h"
#include "device/device.h"

static const char *value_of(int argc, char **argv, const char *name)
{
    for (int i = 1; i + 1 < argc; i++)
        if (!strcmp(argv[i], name))
            return argv[i + 1];
    return NULL;
}

static bool has(int argc, char **argv, const char *name)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], name))
            return true;
    return false;
}

/* Findings in short, for a program that is run by hand. */
static void say_findings(const struct trace *t)
{
    for (int i = 0; i < t->finding_count; i++) {
        const struct finding *f = &t->findings[i];

        fprintf(stderr, "warplings: %s", finding_table[f->id].text);
        if (f->at.file && f->at.line)
            fprintf(stderr, " at %s:%d", f->at.file, (int)f->at.line);
        if (f->launch >= 0 && f->launch < t->launch_count)
            fprintf(stderr, " in %s", t->launches[f->launch].kernel);
        fprintf(stderr, "%s%s\n", f->detail ? ": " : "",
                f->detail ? f->detail : "");
    }
    if (t->finding_count)
        fputs("warplings: 'warplings run' on the source says more\n", stderr);
}

static int run(struct device *d, const struct device_options *o, int fd)
{
    struct arena a = { 0 };
    struct diags ds = { .arena = &a };
    int code = EXIT_SUCCESS;

    if (!device_open(d, o, &ds))
        code = EXIT_FAILURE;
    if (code == EXIT_SUCCESS) {
        device_serve(d, fd);
        if (o->trace && !trace_write(o->trace, &d->trace, &ds))
            code = EXIT_FAILURE;
        if (o->say)
            say_findings(&d->trace);
    }
    for (const struct diag *x = ds.first; x; x = x->next)
        fprintf(stderr, "warplings-device: %s\n", x->text);
    device_close(d);
    arena_clear(&a);
    return code;
}

int main(int argc, char **argv)
{
    struct arena a = { 0 };
    struct home home = home_find(&a);
    const char *bus = value_of(argc, argv, "--bus");
    const char *workers = value_of(argc, argv, "--workers");
    const char *budget = value_of(argc, argv, "--budget");
    const char *gpus = value_of(argc, argv, "--gpus");
    const char *vram = value_of(argc, argv, "--vram");
    struct device_options o = {
        .cards = value_of(argc, argv, "--cards"),
        .card = value_of(argc, argv, "--card"),
        .trace = value_of(argc, argv, "--trace"),
        .workers = workers ? atoi(workers) : 1,
        .vram_bytes = vram ? strtoull(vram, NULL, 10) : 0,
        .gpus = gpus ? atoi(gpus) : 1,
        .budget = budget ? strtoull(budget, NULL, 10) : 0,
        .checks_off = has(argc, argv, "--checks-off"),
        .sampled = has(argc, argv, "--sampled"),
        .what_if = has(argc, argv, "--what-if"),
        .downloads = has(argc, argv, "--downloads"),
        .track_writes = has(argc, argv, "--track-writes"),
        .say = has(argc, argv, "--say"),
    };
    struct device d;
    int code;

    if (!bus) {
        fputs("warplings-device serves a program's bus; it is started by the "
              "lab, not by hand\n",
              stderr);
        return 2;
    }
    if (!o.cards)
        o.cards = home.cards;
    if (!o.card)
        o.card =
            getenv("WARPLINGS_CARD") ? getenv("WARPLINGS_CARD") : CARD_DEFAULT;
    prctl(PR_SET_PDEATHSIG, o.trace ? SIGKILL : 0);
    code = run(&d, &o, atoi(bus));
    arena_clear(&a);
    return code;
}
