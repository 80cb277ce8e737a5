/* SPDX-License-Identifier: Apache-2.0 */
#include "course/judge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/proc.h"

enum { SOURCE_MAX = 1 << 20, SECONDS = 60 };

/* Run a program; its output is in p->out. */
static bool run(const char *const *argv, struct proc *p, struct diags *ds)
{
    char how[128];

    *p = (struct proc){ .argv = argv, .timeout_ms = SECONDS * 1000 };
    if (proc_run(p, 1))
        return true;
    diag_fail(ds, "'%s': %s: %.300s", file_base(argv[0]),
              proc_end_text(p, how, sizeof how), p->err.at ? p->err.at : "");
    return false;
}

/* The name of the built checker: by the content of all it is built from. */
static bool program_name(struct arena *a, const struct home *home,
                         const struct lesson *l, const char *dir,
                         const char **out, struct diags *ds)
{
    const char *files[] = {
        l->check_c,
        arena_printf(a, "%s/course/checker.c", home->engine),
        arena_printf(a, "%s/course/checker.h", home->engine),
    };
    struct hash h = { 0 };

    for (int i = 0; i < 3; i++) {
        struct text t;

        if (!file_read(a, files[i], SOURCE_MAX, &t, ds))
            return false;
        h = hash_add(h, t.at, t.size);
    }
    *out = arena_printf(a, "%s/%s-%016llx%016llx", dir, l->id, h.a, h.b);
    return true;
}

static bool build(struct arena *a, const struct home *home,
                  const struct lesson *l, const char *program, struct diags *ds)
{
    const char *beside = arena_printf(a, "%s.%ld", program, (long)getpid());
    const char *argv[] = {
        "cc",
        "-std=c11",
        "-O2",
        "-ffp-contract=off",
        arena_printf(a, "-I%s", home->engine),
        "-o",
        beside,
        l->check_c,
        arena_printf(a, "%s/course/checker.c", home->engine),
        "-lm",
        NULL,
    };
    struct proc p;
    bool ok = run(argv, &p, ds);

    proc_release(&p);
    if (ok && rename(beside, program) < 0)
        ok = diag_fail(ds, "cannot write '%s'", program);
    if (!ok)
        unlink(beside);
    return ok;
}

static void read_cases(struct arena *a, const char *text, struct judge *j)
{
    int capacity = 0;

    for (const char *p = text; *p;) {
        char name[64], kind[16];
        struct judge_case c = { 0 };

        if (sscanf(p, "%63s %ld %15s", name, &c.size, kind) == 3) {
            c.name = arena_strdup(a, name);
            c.graded = !strcmp(kind, "graded");
            ARENA_PUSH(a, j->cases, j->count, capacity, c);
        }
        p += strcspn(p, "\n");
        p += *p == '\n';
    }
}

bool judge_open(struct arena *a, const struct home *home,
                const struct lesson *l, struct judge *out, struct diags *ds)
{
    const char *dir = arena_printf(a, "%s/checkers", home->cache);
    struct diags quiet = { .arena = a };
    struct proc p;
    bool ok;

    *out = (struct judge){ 0 };
    if (!file_mkdirs(dir, &quiet)) /* no cache: somewhere of our own */
        dir = "/tmp";
    if (!program_name(a, home, l, dir, &out->program, ds))
        return false;
    if (access(out->program, X_OK) < 0 && !build(a, home, l, out->program, ds))
        return false;
    ok = run((const char *const[]){ out->program, "cases", NULL }, &p, ds);
    if (ok)
        read_cases(a, p.out.at ? p.out.at : "", out);
    proc_release(&p);
    return ok &&
           (out->count > 0 ||
            diag_fail(ds, "the checker of lesson %s has no cases", l->id));
}

bool judge_make(struct arena *a, const struct judge *j,
                const struct judge_case *c, uint64_t seed, const char *input,
                struct diags *ds)
{
    const char *argv[] = { j->program, "make",
                           c->name,    arena_printf(a, "%" PRIu64, seed),
                           input,      NULL };
    struct proc p;
    bool ok = run(argv, &p, ds);

    proc_release(&p);
    return ok;
}

bool judge_ask(struct arena *a, const struct judge *j,
               const struct judge_case *c, uint64_t seed, const char *input,
               const char *output, struct judgement *out, struct diags *ds)
{
    const char *argv[] = { j->program, "judge",
                           c->name,    arena_printf(a, "%" PRIu64, seed),
                           input,      output,
                           NULL };
    struct proc p;
    bool ok = run(argv, &p, ds);
    const char *text = p.out.at ? p.out.at : "";

    *out = (struct judgement){ 0 };
    if (ok && !strncmp(text, "pass", 4))
        out->pass = true;
    else if (ok && sscanf(text, "size %ld %ld", &out->want_bytes,
                          &out->got_bytes) == 2)
        out->bad_size = true;
    else if (ok && sscanf(text, "fail %ld %ld %lf %lf", &out->wrong,
                          &out->first, &out->expected, &out->got) != 4)
        ok = diag_fail(ds, "the checker answered '%.60s'", text);
    proc_release(&p);
    return ok;
}
