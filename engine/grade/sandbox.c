/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/sandbox.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/proc.h"

enum { SPARE_MS = 15000, PROBE_MS = 10000, REPORT_MAX = 4096 };

static const struct sandbox_limits defaults = {
    .wall_ms = 60000,
    .cpu_s = 60,
    .memory_bytes = 2ull << 30,
    .file_bytes = 64ull << 20,
    .disk_bytes = 256ull << 20,
    .processes = 64,
    .output_bytes = 1ull << 20,
};

struct words {
    struct arena *a;
    const char **at;
    int count, capacity;
};

static void say(struct words *w, const char *word)
{
    ARENA_PUSH(w->a, w->at, w->count, w->capacity, word);
}

static void say_number(struct words *w, const char *name, uint64_t value,
                       uint64_t otherwise)
{
    say(w, name);
    say(w, arena_printf(w->a, "%llu",
                        (unsigned long long)(value ? value : otherwise)));
}

static void say_list(struct words *w, const char *name, const char *const *list)
{
    for (; list && *list; list++) {
        say(w, name);
        say(w, *list);
    }
}

const char *sandbox_tier_name(enum sandbox_tier t)
{
    switch (t) {
    case SANDBOX_BWRAP:
        return "bubblewrap";
    case SANDBOX_LANDLOCK:
        return "Landlock";
    case SANDBOX_NONE:
        break;
    }
    return "none";
}

/* A negative limit is a mistake of ours, but must not become none at all. */
static uint64_t whole(int n)
{
    return n > 0 ? (uint64_t)n : 0;
}

const char *const *sandbox_wrap(struct arena *a, const char *lib,
                                enum sandbox_tier t,
                                const struct sandbox_job *job,
                                const char *report)
{
    const struct sandbox_limits *l = &job->limits, *d = &defaults;
    struct words w = { .a = a };
    const char *first = job->rw && job->rw[0] ? job->rw[0] : "/";

    say(&w, arena_printf(a, "%s/warplings-confine", lib));
    say(&w, "--tier");
    say(&w, arena_printf(a, "%d", (int)t));
    say_number(&w, "--wall-ms", whole(l->wall_ms), whole(d->wall_ms));
    say_number(&w, "--cpu-s", whole(l->cpu_s), whole(d->cpu_s));
    say_number(&w, "--memory", l->memory_bytes, d->memory_bytes);
    say_number(&w, "--file", l->file_bytes, d->file_bytes);
    say_number(&w, "--disk", l->disk_bytes, d->disk_bytes);
    say_number(&w, "--processes", whole(l->processes), whole(d->processes));
    say_number(&w, "--keep-fd", whole(job->keep_fd), 2);
    say_list(&w, "--ro", job->ro);
    say_list(&w, "--rw", job->rw);
    say_list(&w, "--env", job->env);
    say(&w, "--cwd");
    say(&w, job->cwd ? job->cwd : first);
    if (report) {
        say(&w, "--report");
        say(&w, report);
    }
    say(&w, "--");
    for (int i = 0; job->argv[i]; i++)
        say(&w, job->argv[i]);
    say(&w, NULL);
    return w.at;
}

static struct text copy(struct arena *a, const struct buf *b)
{
    return (struct text){ arena_strndup(a, b->at ? b->at : "", b->size),
                          b->size };
}

/* What the helper wrote; anything else is a sandbox that did not work. */
static bool read_report(struct arena *a, const char *path,
                        struct sandbox_result *out, struct diags *ds)
{
    struct diags quiet = { .arena = a };
    struct text t;
    int end, skip = 0;

    if (!file_read(a, path, REPORT_MAX, &t, &quiet) ||
        sscanf(t.at, "%d %d %n", &end, &out->code, &skip) != 2 || end < 0 ||
        end > SANDBOX_REFUSED)
        return diag_fail(ds, "the sandbox ended without a report");
    out->end = (enum sandbox_end)end;
    out->why = arena_strndup(a, t.at + skip, strcspn(t.at + skip, "\n"));
    return out->end != SANDBOX_REFUSED ||
           diag_fail(ds, "the sandbox refused: %s", out->why);
}

bool sandbox_run(struct arena *a, const char *lib, enum sandbox_tier t,
                 const struct sandbox_job *job, struct sandbox_result *out,
                 struct diags *ds)
{
    char folder[] = "/tmp/warplings-box-XXXXXX";
    const char *report;
    struct proc p = { 0 };
    int wall = job->limits.wall_ms > 0 ? job->limits.wall_ms : defaults.wall_ms;
    bool ok;

    *out = (struct sandbox_result){ .end = SANDBOX_REFUSED, .why = "" };
    if (!mkdtemp(folder)) /* for us alone: 0700 */
        return diag_fail(ds, "cannot make a folder in /tmp: %s",
                         strerror(errno));
    report = arena_printf(a, "%s/report", folder);
    p.argv = sandbox_wrap(a, lib, t, job, report);
    p.timeout_ms = wall + SPARE_MS; /* the helper has its own clock */
    p.output_max = job->limits.output_bytes ? job->limits.output_bytes
                                            : defaults.output_bytes;
    proc_run(&p, 1);
    out->cut = p.truncated;
    out->out = copy(a, &p.out);
    out->err = copy(a, &p.err);
    if (p.end == PROC_NO_START)
        ok =
            diag_fail(ds, "cannot start '%s': %s", p.argv[0], strerror(p.code));
    else
        ok = read_report(a, report, out, ds);
    proc_release(&p);
    file_remove_tree(folder);
    return ok;
}

enum sandbox_tier sandbox_probe(const char *lib)
{
    struct sandbox_job job = {
        .argv = (const char *const[]){ "/usr/bin/true", NULL },
        .limits = { .wall_ms = PROBE_MS },
    };
    enum sandbox_tier found = SANDBOX_NONE;

    for (int t = SANDBOX_BWRAP; t < SANDBOX_NONE && found == SANDBOX_NONE;
         t++) {
        struct arena a = { 0 };
        struct diags quiet = { .arena = &a };
        struct sandbox_result r;

        if (sandbox_run(&a, lib, (enum sandbox_tier)t, &job, &r, &quiet) &&
            r.end == SANDBOX_EXITED && r.code == 0)
            found = (enum sandbox_tier)t;
        arena_clear(&a);
    }
    return found;
}
