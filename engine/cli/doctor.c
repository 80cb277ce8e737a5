/* SPDX-License-Identifier: Apache-2.0 */
/* What the answers mean. Text and figures in, lines out; asks nothing. */
#include "cli/doctor.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

#define FREE_MIN (UINT64_C(256) << 20) /* a course's builds, with room */

struct lines {
    struct arena *arena;
    struct doctor_line *at;
    int count;
};

static void add(struct lines *l, const char *what, enum doctor_status status,
                const char *found, const char *matters, const char *remedy)
{
    l->at[l->count++] =
        (struct doctor_line){ what, status, found, matters, remedy };
}

static int compare(struct version a, struct version b)
{
    return a.major != b.major ? (a.major > b.major) - (a.major < b.major)
                              : (a.minor > b.minor) - (a.minor < b.minor);
}

static void judge_driver(struct lines *l, const struct doctor_facts *f)
{
    static const char *const only = "only for --gpu; the lab needs no card";

    if (!f->smi.present)
        add(l, "driver", DOCTOR_NOTE, "no nvidia-smi: no NVIDIA driver", only,
            "");
    else if (!f->smi.works && strstr(f->smi.said, "mismatch"))
        add(l, "driver", DOCTOR_NOTE, f->smi.said, only,
            "the driver was updated under a running kernel module: restart "
            "the machine");
    else if (!f->smi.works)
        add(l, "driver", DOCTOR_NOTE,
            arena_printf(l->arena, "nvidia-smi fails: %s", f->smi.said), only,
            "install or reload the driver, then run nvidia-smi again");
    else if (!f->gpus)
        add(l, "driver", DOCTOR_NOTE, "a driver, but no card", only,
            "look for the card with lspci; in a container pass it through");
    else
        add(l, "driver", DOCTOR_OK,
            arena_printf(l->arena, "driver %d, up to CUDA %d.%d; %d %s, %s",
                         f->smi.version.major, f->driver_cuda.major,
                         f->driver_cuda.minor, f->gpus,
                         f->gpus == 1 ? "card" : "cards", f->gpu),
            "--gpu can measure here", "");
}

static void judge_toolkit(struct lines *l, const struct doctor_facts *f)
{
    const struct version *d = &f->driver_cuda, *t = &f->nvcc.version;

    if (!f->nvcc.present) {
        add(l, "toolkit", DOCTOR_NOTE, "no nvcc",
            "only for --compiler nvcc and --gpu; clang does without", "");
        return;
    }
    if (!f->nvcc.works || !t->major) {
        add(l, "toolkit", DOCTOR_NOTE,
            arena_printf(l->arena, "nvcc fails: %s", f->nvcc.said),
            "--compiler nvcc will not work", "install the toolkit again");
        return;
    }
    add(l, "toolkit", DOCTOR_OK,
        arena_printf(l->arena, "CUDA Toolkit %d.%d", t->major, t->minor),
        "--compiler nvcc works", "");
    if (!d->major)
        return;
    if (d->major < t->major)
        add(l, "driver >= toolkit", DOCTOR_PROBLEM,
            arena_printf(l->arena, "the driver stops at CUDA %d.%d", d->major,
                         d->minor),
            "programs fail on the card with error 35, insufficient driver",
            "update the driver, or use an older toolkit");
    else if (compare(*d, *t) < 0)
        add(l, "driver >= toolkit", DOCTOR_NOTE,
            arena_printf(l->arena, "the driver stops at CUDA %d.%d", d->major,
                         d->minor),
            "compiled code runs; PTX of this toolkit will not (error 222)",
            "update the driver, or compile for the card itself (-arch=sm_NN)");
    else
        add(l, "driver >= toolkit", DOCTOR_OK, "holds", "they fit", "");
}

static void judge_framework(struct lines *l, const struct doctor_facts *f)
{
    const struct version *t = &f->torch.version;

    if (!f->torch.present) {
        add(l, "framework", DOCTOR_NOTE,
            f->python.works ? "no PyTorch" : "no Python",
            "the lab does not use it", "");
        return;
    }
    if (!f->torch.works) {
        add(l, "framework", DOCTOR_NOTE,
            arena_printf(l->arena, "PyTorch fails: %s", f->torch.said),
            "not to the lab", "install PyTorch again");
        return;
    }
    if (!t->major) {
        add(l, "framework", DOCTOR_NOTE, "PyTorch built without CUDA",
            f->gpus ? "it will not use the card" : "not to the lab",
            f->gpus ? "install the CUDA build of PyTorch" : "");
        return;
    }
    add(l, "framework", DOCTOR_OK,
        arena_printf(l->arena, "PyTorch for CUDA %d.%d", t->major, t->minor),
        f->torch_sees_gpu ? "it sees the card" : "it brings its own runtime",
        "");
    if (f->driver_cuda.major && f->driver_cuda.major < t->major)
        add(l, "driver >= framework", DOCTOR_PROBLEM,
            "the driver is older than PyTorch's CUDA",
            "PyTorch will not use the card",
            "update the driver, or install a PyTorch for an older CUDA");
    else if (f->gpus && !f->torch_sees_gpu)
        add(l, "driver >= framework", DOCTOR_PROBLEM,
            "versions fit, yet PyTorch sees no card",
            "PyTorch will not use the card",
            "look at CUDA_VISIBLE_DEVICES and at the rights on /dev/nvidia*");
    if (f->nvcc.version.major && f->nvcc.version.major != t->major)
        add(l, "toolkit >= framework", DOCTOR_NOTE,
            "another major version than PyTorch's",
            "only to extensions that PyTorch compiles with nvcc",
            "for extensions, use a toolkit of PyTorch's major version");
}

static void judge_compiler(struct lines *l, const struct doctor_facts *f)
{
    bool nvcc = f->nvcc.works && f->nvcc.version.major;

    if (f->clang.works && f->clang.version.major >= 14)
        add(l, "clang", DOCTOR_OK, f->clang.said, "compiles the lessons", "");
    else
        add(l, "clang", nvcc ? DOCTOR_NOTE : DOCTOR_PROBLEM,
            f->clang.works     ? f->clang.said
            : f->clang.present ? "clang is here but does not run"
                               : "no clang",
            nvcc ? "the lab uses nvcc, which is slower"
                 : "the lab cannot compile anything",
            "install clang 14 or later: make lab does");
}

static void judge_terminal(struct lines *l, const struct doctor_facts *f)
{
    bool utf8 = strstr(f->locale, "UTF-8") || strstr(f->locale, "utf8");

    if (!f->columns) {
        add(l, "terminal", DOCTOR_NOTE, "output is not a terminal",
            "the screens need one; --plain does not", "");
        return;
    }
    if (f->columns < 60 || f->rows < 18)
        add(l, "terminal", DOCTOR_PROBLEM,
            arena_printf(l->arena, "%d x %d", f->columns, f->rows),
            "too small for the screens", "make it 80 x 24 or larger");
    else if (!*f->term || !strcmp(f->term, "dumb"))
        add(l, "terminal", DOCTOR_PROBLEM, "TERM says that it can do nothing",
            "the screens cannot be drawn",
            "set TERM to what the terminal is, e.g. xterm-256color");
    else
        add(l, "terminal", utf8 ? DOCTOR_OK : DOCTOR_NOTE,
            arena_printf(l->arena, "%s, %d x %d, %s", f->term, f->columns,
                         f->rows, utf8 ? "UTF-8" : f->locale),
            utf8 ? "shows every screen" : "pictures are drawn in ASCII",
            utf8 ? "" : "set LANG to a UTF-8 locale, e.g. C.UTF-8");
}

static void judge_machine(struct lines *l, const struct doctor_facts *f)
{
    if (!f->sandbox.present)
        add(l, "sandbox", DOCTOR_NOTE, "no bubblewrap",
            "only for running programs of people you do not know",
            "install bubblewrap");
    else if (!f->sandbox.works)
        add(l, "sandbox", DOCTOR_NOTE,
            arena_printf(l->arena, "bubblewrap fails: %s", f->sandbox.said),
            "no namespaces here, as in most containers", "");
    else
        add(l, "sandbox", DOCTOR_OK, "bubblewrap with namespaces",
            "programs can be shut in", "");
    if (!f->cache_writable)
        add(l, "disk", DOCTOR_PROBLEM,
            arena_printf(l->arena, "cannot write to %s", f->cache),
            "every run compiles again, nothing is kept",
            "set XDG_CACHE_HOME to a folder you may write to");
    else if (f->cache_free < FREE_MIN)
        add(l, "disk", DOCTOR_PROBLEM,
            arena_printf(l->arena, "%.0f MB free for %s",
                         (double)f->cache_free / 1e6, f->cache),
            "builds and records may fail", "free some space");
    else
        add(l, "disk", DOCTOR_OK,
            arena_printf(l->arena, "%.0f GB free", (double)f->cache_free / 1e9),
            "enough", "");
}

int doctor_judge(struct arena *a, const struct doctor_facts *f,
                 struct doctor_line out[DOCTOR_LINES])
{
    struct lines l = { a, out, 0 };

    judge_driver(&l, f);
    judge_toolkit(&l, f);
    judge_framework(&l, f);
    judge_compiler(&l, f);
    judge_terminal(&l, f);
    judge_machine(&l, f);
    return l.count;
}
