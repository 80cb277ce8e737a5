/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clang without a toolkit. Both halves of every file run at once: the host
 * half embeds a few bytes that stand for the PTX, objcopy puts the PTX there
 * when both are done.
 */
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/fatbin.h"
#include "cc/build.h"
#include "cc/lines.h"

#define PTX_SIZE_MAX (256u << 20)

static const char *const common_flags[] = {
    "-nocudainc",
    "-nocudalib",
    "--cuda-path=/nonexistent", /* an installed toolkit is not looked at */
    "-include",
    "cuda_runtime.h",
    "-Xclang",
    "-target-sdk-version=11.0", /* launches as since CUDA 9.2 */
    NULL,
};

static const char *const device_flags[] = {
    "--cuda-device-only",
    "--cuda-gpu-arch=sm_80",
    "-fmath-errno", /* else std::exp(int) ends in the backend */
    "-Xclang",
    "-target-feature",
    "-Xclang",
    "+ptx70",              /* shuffles and votes */
    "-fno-builtin-malloc", /* a malloc whose memory is not used stays */
    "-fno-builtin-free",
    "-S",
    NULL,
};

static const char *const output_flags[] = {
    "-gline-tables-only",
    "-Qunused-arguments",
    "-fno-caret-diagnostics",
    "-ftemplate-backtrace-limit=0", /* down to the learner's line */
    "-fno-color-diagnostics",
    "-fdiagnostics-print-source-range-info",
    NULL,
};

/* What all compilations of a unit share. */
static struct args begin(struct build *b, const struct unit *u)
{
    static const char *const languages[] = {
        [UNIT_CUDA] = "cuda", [UNIT_CPP] = "c++", [UNIT_C] = "c"
    };
    struct args v = { .a = b->a };

    args_add(&v, b->tool.path);
    args_add(&v, "-x");
    args_add(&v, languages[u->kind]);
    if (u->kind != UNIT_C)
        args_add(&v,
                 arena_printf(b->a, "-std=%s",
                              b->flags.standard ? b->flags.standard : "c++17"));
    args_all(&v, output_flags);
    /* As system headers, so that our overloads win over the library's. */
    args_add(&v, "-isystem");
    args_add(&v, b->o->home->cuda);
    args_add(&v, "-isystem");
    args_add(&v, arena_printf(b->a, "%s/nvtx", b->o->home->cuda));
    return v;
}

/* What comes last: the learner's flags, the list of headers, in and out. */
static void finish(struct build *b, const struct unit *u, struct args *v,
                   const char *half, const char *suffix)
{
    args_all(v, b->flags.compile.at);
    args_add(v, "-MD");
    args_add(v, "-MF");
    args_add(v, arena_printf(b->a, "%s.%s.d", u->base, half));
    args_add(v, "-o");
    args_add(v, arena_printf(b->a, "%s%s", u->base, suffix));
    args_add(v, *u->source == '-' ? arena_printf(b->a, "./%s", u->source)
                                  : u->source);
}

static struct args device_half(struct build *b, const struct unit *u)
{
    struct args v = begin(b, u);

    args_all(&v, common_flags);
    args_all(&v, device_flags);
    args_add(&v, b->flags.debug ? "-O0" : "-O3");
    args_all(&v, b->flags.device.at);
    finish(b, u, &v, "device", ".ptx");
    return v;
}

static struct args host_half(struct build *b, const struct unit *u,
                             const char *stands_for_ptx)
{
    struct args v = begin(b, u);

    args_add(&v, b->flags.debug ? "-O0" : "-O1");
    if (u->kind == UNIT_CUDA) {
        args_all(&v, common_flags);
        args_add(&v, "--cuda-host-only");
        args_add(&v, "-Xclang");
        args_add(&v, "-fcuda-include-gpubinary");
        args_add(&v, "-Xclang");
        args_add(&v, stands_for_ptx);
    }
    args_add(&v, "-c");
    args_all(&v, b->flags.host.at);
    finish(b, u, &v, "host", ".o");
    return v;
}

/* Wrap the PTX and put it into the object. */
static bool embed_ptx(struct build *b, const struct unit *u)
{
    const char *packed = arena_printf(b->a, "%s.fatbin", u->base);
    const char *name = "objcopy";
    struct args v = { .a = b->a };
    struct buf out = { 0 }, lined = { 0 };
    struct text ptx;
    struct proc p;
    bool ok = file_read(b->a, arena_printf(b->a, "%s.ptx", u->base),
                        PTX_SIZE_MAX, &ptx, b->ds);

    if (!ok)
        return false;
    lines_keep_learners(b->a, b->messages, ptx, &lined);
    fatbin_pack((struct text){ lined.at, lined.size }, &out);
    buf_release(&lined);
    ok = file_write(packed, (struct text){ out.at, out.size }, b->ds);
    buf_release(&out);
    args_add(&v, "objcopy");
    args_add(&v, "--update-section");
    args_add(&v, arena_printf(b->a, ".nv_fatbin=%s", packed));
    args_add(&v, arena_printf(b->a, "%s.o", u->base));
    p = build_proc(&v);
    if (!ok)
        return false;
    if (proc_run(&p, 1) || (p.err.at && strstr(p.err.at, "not found"))) {
        /* Without such a section there is no device code in this file. */
        proc_release(&p);
        return true;
    }
    proc_release(&p);
    p = build_proc(&v);
    return build_run(b, &p, &name, 1);
}

/* A few bytes where the PTX will be; alignment comes with the section. */
static const char *write_stand_in(struct build *b)
{
    const char *path = arena_printf(b->a, "%s/no-ptx", b->dir);

    return file_write(path, text_of("warplings: PTX goes here"), b->ds) ? path
                                                                        : NULL;
}

bool clang_compile(struct build *b)
{
    const char *stand_in = write_stand_in(b);
    bool ok = stand_in != NULL;

    for (int i = 0; i < b->unit_count; i++) {
        const struct unit *u = &b->units[i];
        const char *const names[] = { b->tool.text, b->tool.text };
        struct args v[2];
        struct proc p[2];
        int n = 0;

        if (u->kind == UNIT_OBJECT || !stand_in)
            continue;
        if (u->kind == UNIT_CUDA)
            v[n++] = device_half(b, u);
        v[n++] = host_half(b, u, stand_in);
        for (int k = 0; k < n; k++)
            p[k] = build_proc(&v[k]);
        ok = build_run(b, p, names, n) &&
             (u->kind != UNIT_CUDA || embed_ptx(b, u)) && ok;
    }
    return ok;
}
