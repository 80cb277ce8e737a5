/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nvcc. Its own stages run one after the other; we ask it what they would be
 * (--dryrun) and run the host's and the device's side by side:
 *
 *   cpp4 -- cudafe++ --------------+
 *   cpp1 -- cicc ----- fatbinary --+-- gcc
 *
 * Where the list is not exactly this, nvcc runs as it likes.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "cc/build.h"
#include "cc/dryrun.h"

static const char *const fixed_flags[] = {
    "--no-compress", "-cudart", "none", "-Xcompiler", "-g1", NULL,
};

static struct args command(struct build *b, const struct unit *u)
{
    const char *arch = b->flags.arch ? b->flags.arch : "80";
    struct args v = { .a = b->a };

    args_add(&v, b->tool.path);
    args_add(&v, arena_printf(b->a, "-arch=compute_%s", arch));
    args_add(&v, arena_printf(b->a, "-code=compute_%s", arch));
    args_all(&v, fixed_flags);
    args_add(&v, b->flags.debug ? "-G" : "-lineinfo");
    if (b->flags.standard && u->kind != UNIT_C)
        args_add(&v, arena_printf(b->a, "-std=%s", b->flags.standard));
    args_all(&v, b->flags.compile.at);
    args_all(&v, b->flags.host.at);
    /* NVTX that talks to us; the toolkit's looks for a profiler. */
    args_add(&v, "-I");
    args_add(&v, arena_printf(b->a, "%s/nvtx", b->o->home->cuda));
    if (!strchr(b->dir, ',')) { /* temp names stay out of the program */
        args_add(&v, "-Xcompiler");
        args_add(&v, arena_printf(b->a, "-ffile-prefix-map=%s=.", b->dir));
    }
    args_add(&v, "-c");
    args_add(&v, *u->source == '-' ? arena_printf(b->a, "./%s", u->source)
                                   : u->source);
    args_add(&v, "-o");
    args_add(&v, arena_printf(b->a, "%s.o", u->base));
    return v;
}

/* As nvcc does it, one stage after the other. */
static bool compile_plain(struct build *b, const struct unit *u)
{
    struct args v = command(b, u);
    struct proc p;

    args_add(&v, "-MD");
    args_add(&v, "-MF");
    args_add(&v, arena_printf(b->a, "%s.host.d", u->base));
    p = build_proc(&v);
    return build_run(b, &p, &b->tool.text, 1);
}

/* What nvcc would do; false if it will not say so in the known form. */
static bool ask(struct build *b, const struct unit *u, struct dryrun *out)
{
    struct args v = command(b, u);
    struct proc p;
    bool ok;

    args_add(&v, "--keep");
    args_add(&v, "--keep-dir");
    args_add(&v, arena_printf(b->a, "%s.keep", u->base));
    args_add(&v, "--dryrun");
    p = build_proc(&v);
    ok = file_mkdirs(arena_printf(b->a, "%s.keep", u->base), b->ds) &&
         proc_run(&p, 1) && p.err.at && !p.truncated &&
         dryrun_parse(b->a, p.err.at, out);
    proc_release(&p);
    return ok;
}

static struct proc stage_proc(struct dryrun *d, enum stage s)
{
    struct proc p = build_proc(&d->stages[s]);

    p.env = d->env.at;
    return p;
}

/* Headers of both preprocessor runs; a module id that is always the same. */
static bool prepare(struct build *b, const struct unit *u, struct dryrun *d)
{
    static const enum stage cpps[] = { STAGE_CPP_HOST, STAGE_CPP_DEVICE };
    static const char *const halves[] = { "host", "device" };
    const char *id;

    for (int i = 0; i < 2; i++) {
        struct args *v = &d->stages[cpps[i]];

        args_add(v, "-MD");
        args_add(v, "-MF");
        args_add(v, arena_printf(b->a, "%s.%s.d", u->base, halves[i]));
    }
    args_add(&d->env, "LC_ALL=C");
    args_add(&d->env, "LANGUAGE=C");
    /* Local names of several files must not clash: the source's name tells. */
    id = arena_printf(
        b->a, "_%08x_wl",
        (unsigned)hash_add((struct hash){ 0 }, u->source, strlen(u->source)).a);
    return file_write(d->module_id, text_of(id), b->ds);
}

static bool compile_stages(struct build *b, const struct unit *u,
                           struct dryrun *d)
{
    static const enum stage steps[][2] = {
        { STAGE_CPP_HOST, STAGE_CPP_DEVICE },
        { STAGE_CUDAFE, STAGE_CICC },
        { STAGE_FATBINARY, STAGE_FATBINARY },
        { STAGE_HOST, STAGE_HOST },
    };
    const char *const names[] = { b->tool.text, b->tool.text };

    if (!prepare(b, u, d))
        return false;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct proc p[2] = { stage_proc(d, steps[i][0]),
                             stage_proc(d, steps[i][1]) };

        if (!build_run(b, p, names, steps[i][0] == steps[i][1] ? 1 : 2))
            return false;
    }
    return true;
}

bool nvcc_compile(struct build *b)
{
    bool ok = true;

    for (int i = 0; i < b->unit_count; i++) {
        const struct unit *u = &b->units[i];
        struct dryrun d;

        if (u->kind == UNIT_OBJECT)
            continue;
        if (u->kind == UNIT_CUDA && ask(b, u, &d))
            ok = compile_stages(b, u, &d) && ok;
        else
            ok = compile_plain(b, u) && ok;
    }
    return ok;
}
