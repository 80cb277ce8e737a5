/* SPDX-License-Identifier: Apache-2.0 */
/* Ask the machine: each tool is run once, with a time limit. */
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/text.h"
#include "cc/cc.h"
#include "cli/doctor.h"

enum { TOOL_MS = 20000, SAID_MAX = 16384 };

struct version doctor_version(const char *text, const char *after)
{
    struct version v = { 0 };
    const char *at = strstr(text, after);

    if (!at)
        return v;
    at += strlen(after);
    while (*at && (*at < '0' || *at > '9')) {
        if (*at == '\n')
            return v;
        at++;
    }
    if (sscanf(at, "%4d.%4d", &v.major, &v.minor) < 2)
        v.minor = 0;
    return v;
}

/* The first line that says something, without what a terminal would obey. */
static const char *first_line(struct arena *a, const char *text)
{
    size_t n;
    char *line;

    text += strspn(text, " \t\r\n");
    n = strcspn(text, "\r\n");
    line = arena_strndup(a, text, n < 200 ? n : 200);
    for (signed char *c = (signed char *)line; *c; c++)
        if (*c < ' ' || *c == 127) /* bytes above ASCII are negative too */
            *c = '?';
    return line;
}

static struct doctor_tool ask(struct arena *a, const char *const *argv)
{
    struct doctor_tool t = { .said = "" };
    struct proc p = { .argv = argv,
                      .output_max = SAID_MAX,
                      .timeout_ms = TOOL_MS };
    char path[4096], end[64];

    t.present = proc_find(argv[0], NULL, path, sizeof path) != NULL;
    if (!t.present)
        return t;
    t.works = proc_run(&p, 1);
    if (t.works)
        t.said = arena_strndup(a, p.out.at ? p.out.at : "", p.out.size);
    else if (p.err.size || p.out.size)
        t.said = first_line(a, p.err.size ? p.err.at : p.out.at);
    else
        t.said = arena_strdup(a, p.end == PROC_TIMEOUT
                                     ? "no answer"
                                     : proc_end_text(&p, end, sizeof end));
    proc_release(&p);
    return t;
}

static void probe_driver(struct arena *a, struct doctor_facts *f)
{
    static const char *const list[] = { "nvidia-smi",
                                        "--query-gpu=driver_version,name",
                                        "--format=csv,noheader", NULL };
    static const char *const screen[] = { "nvidia-smi", NULL };
    struct doctor_tool all;
    const char *comma;

    f->smi = ask(a, list);
    f->gpu = "";
    if (!f->smi.works)
        return;
    f->smi.version = doctor_version(f->smi.said, "");
    for (const char *c = f->smi.said; *c; c++)
        f->gpus += *c == '\n' && c > f->smi.said && c[-1] != '\n';
    if (!f->smi.version.major)
        f->gpus = 0;
    comma = strchr(f->smi.said, ',');
    if (comma)
        f->gpu = first_line(a, comma + 1);
    all = ask(a, screen);
    f->driver_cuda = doctor_version(all.said, "CUDA Version:");
}

static void probe_framework(struct arena *a, struct doctor_facts *f)
{
    static const char *const version[] = { "python3", "--version", NULL };
    static const char *const torch[] = {
        "python3", "-c",
        "import importlib.util as u\n"
        "if u.find_spec('torch') is None: raise SystemExit(3)\n"
        "import torch\n"
        "print('torch', torch.__version__, 'cuda', torch.version.cuda, "
        "'sees', torch.cuda.is_available())",
        NULL
    };

    f->python = ask(a, version);
    if (!f->python.works)
        return;
    f->torch = ask(a, torch);
    f->torch.present =
        f->torch.works || (strcmp(f->torch.said, "exit status 3") != 0);
    if (f->torch.works) {
        f->torch.version = doctor_version(f->torch.said, " cuda ");
        f->torch_sees_gpu = strstr(f->torch.said, "sees True") != NULL;
        if (strstr(f->torch.said, "cuda None"))
            f->torch.version = (struct version){ 0 };
        f->torch.said = first_line(a, f->torch.said);
    }
}

static void probe_compilers(struct arena *a, struct doctor_facts *f)
{
    const char *clang = compiler_version(a, COMPILER_CLANG);
    static const char *const nvcc[] = { "nvcc", "--version", NULL };
    const char *version;

    f->clang.present = compiler_available(COMPILER_CLANG);
    f->clang.works = clang != NULL;
    f->clang.said = clang ? clang : "";
    f->clang.version = doctor_version(f->clang.said, "clang");
    f->nvcc = ask(a, nvcc);
    if (f->nvcc.present) {
        f->nvcc.version = doctor_version(f->nvcc.said, "release");
        return;
    }
    /* Not in PATH, but where toolkits are put. */
    version = compiler_version(a, COMPILER_NVCC);
    if (version)
        f->nvcc = (struct doctor_tool){ true, true, version,
                                        doctor_version(version, "nvcc") };
}

static void probe_terminal(struct doctor_facts *f)
{
    struct winsize w;

    f->term = getenv("TERM") ? getenv("TERM") : "";
    f->locale = nl_langinfo(CODESET);
    if (isatty(STDOUT_FILENO) && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &w)) {
        f->columns = w.ws_col;
        f->rows = w.ws_row;
    }
}

/* The nearest folder above path that is there. */
static const char *existing(struct arena *a, const char *path)
{
    char *p = arena_strdup(a, path);
    struct stat st;

    while (stat(p, &st) && strrchr(p, '/') && strrchr(p, '/') != p)
        *strrchr(p, '/') = '\0';
    return p;
}

void doctor_probe(struct arena *a, const struct home *home,
                  struct doctor_facts *out)
{
    static const char *const bwrap[] = { "bwrap",         "--ro-bind", "/", "/",
                                         "--unshare-all", "/bin/true", NULL };
    struct statvfs vfs;
    struct stat st;
    const char *place;

    *out = (struct doctor_facts){ .cache = home->cache };
    probe_driver(a, out);
    probe_compilers(a, out);
    probe_framework(a, out);
    out->sandbox = ask(a, bwrap);
    probe_terminal(out);
    place = existing(a, home->cache);
    out->cache_writable =
        !stat(place, &st) && S_ISDIR(st.st_mode) && !access(place, W_OK);
    if (!statvfs(place, &vfs))
        out->cache_free = (uint64_t)vfs.f_bavail * vfs.f_frsize;
}
