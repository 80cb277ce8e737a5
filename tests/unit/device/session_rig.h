/* SPDX-License-Identifier: Apache-2.0 */
/* A home with a device of our own and a program beside it, and ways to run
   sessions in it. */
#ifndef TESTS_SESSION_RIG_H
#define TESTS_SESSION_RIG_H

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/proc.h"
#include "device/session.h"

#define HERE "tests/unit/device/"

/* Made once: a home with a device, and a program beside it. */
static char folder[] = "/tmp/warplings-session-XXXXXX";
static char program[100];
static struct arena arena;
static struct diags diags;
static struct home home;

static inline const char *in_folder(const char *name)
{
    return arena_printf(&arena, "%s/%s", folder, name);
}

static inline void compile(const char *source, const char *out)
{
    const char *const argv[] = {
        "cc", "-D_GNU_SOURCE", "-o", out, source, NULL
    };
    struct proc p = { .argv = argv, .timeout_ms = 30000 };

    if (!proc_run(&p, 1))
        fprintf(stderr, "%s: %s\n", source, p.err.at ? p.err.at : "");
    proc_release(&p);
}

static inline void write_trace(void)
{
    struct api_call call = { .name = "cudaMalloc", .end_ns = 5 };
    struct trace t = { .card = "t4",
                       .complete = true,
                       .peak_device_bytes = 77,
                       .calls = &call,
                       .call_count = 1 };

    trace_write(in_folder("trace"), &t, &diags);
}

static inline void make(void)
{
    diags.arena = &arena;
    if (!mkdtemp(folder))
        abort();
    snprintf(program, sizeof program, "%s/program", folder);
    home = (struct home){ .lib = folder, .cards = folder };
    compile(HERE "session_program.c", program);
    compile(HERE "session_device.c", in_folder("warplings-device"));
    write_trace();
}

static inline void unmake(void)
{
    file_remove_tree(folder);
    arena_clear(&arena);
}

static inline double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* How many processes run a program of our folder; zombies have none. */
static inline int left_over(void)
{
    DIR *proc = opendir("/proc");
    const struct dirent *e;
    int count = 0;

    ck_assert_ptr_nonnull(proc);
    while ((e = readdir(proc))) {
        char path[300], exe[300];
        ssize_t n;

        snprintf(path, sizeof path, "/proc/%s/exe", e->d_name);
        n = readlink(path, exe, sizeof exe);
        if (n > 0 && !strncmp(exe, folder, strlen(folder)))
            count++;
    }
    closedir(proc);
    return count;
}

static inline bool has_child(void)
{
    siginfo_t info;

    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/* Run the program with up to two words; nothing may be left of it. */
static inline struct session_result run(struct session_options o,
                                        const char *what, const char *more)
{
    const char *args[] = { what, more };
    struct session_result r;

    o.home = &home;
    o.program = o.program ? o.program : program;
    o.args = args;
    o.arg_count = more ? 2 : 1;
    ck_assert(session_run(&arena, &o, &r, &diags));
    ck_assert_int_eq(diags.count, 0);
    ck_assert_int_eq(left_over(), 0);
    ck_assert(!has_child());
    return r;
}

#define RUN(what, ...) run((struct session_options){ __VA_ARGS__ }, what, NULL)

/* The same with no options. */
static inline struct session_result bare(const char *what)
{
    return RUN(what, .limits = false);
}

#endif
