/* SPDX-License-Identifier: Apache-2.0 */
#include "device/session_child.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "time/card.h"

enum { PROCESSES_MAX = 256, TIMEOUT_DEFAULT_S = 60 };

#define MEMORY_MAX ((rlim_t)2 << 30)
#define FILE_MAX   ((rlim_t)1 << 30)

static bool cpu_has_v3(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

static const char *device_path(struct arena *a, const struct home *home)
{
    const char *fast = arena_printf(a, "%s/warplings-device-v3", home->lib);

    if (cpu_has_v3() && access(fast, X_OK) == 0)
        return fast;
    return arena_printf(a, "%s/warplings-device", home->lib);
}

/* A pipe that closes when exec succeeds and brings errno when it fails. */
static bool exec_failed(int fd, int *why)
{
    ssize_t n;

    do {
        n = read(fd, why, sizeof *why);
    } while (n < 0 && errno == EINTR);
    close(fd);
    return n == (ssize_t)sizeof *why;
}

static void give_up(int fd)
{
    int why = errno;

    if (write(fd, &why, sizeof why) < 0)
        _exit(126);
    _exit(127);
}

static pid_t started(pid_t child, int report, const char *path,
                     struct diags *ds)
{
    int why = 0;

    if (child > 0 && !exec_failed(report, &why))
        return child;
    if (child < 0)
        close(report);
    diag_fail(ds, "cannot start '%s': %s", path,
              strerror(child < 0 ? errno : why));
    return -1;
}

pid_t session_start_device(struct arena *a, const struct session_options *o,
                           const struct session_fds *fds, const char *trace,
                           struct diags *ds)
{
    const char *path = device_path(a, o->home), *argv[20];
    int n = 0, report[2];
    pid_t child;

    argv[n++] = path;
    argv[n++] = "--bus";
    argv[n++] = "3";
    argv[n++] = "--trace";
    argv[n++] = trace;
    argv[n++] = "--card";
    argv[n++] = o->card ? o->card : CARD_DEFAULT;
    argv[n++] = "--cards";
    argv[n++] = o->home->cards;
    argv[n++] = "--workers";
    argv[n++] = arena_printf(a, "%d", o->workers > 0 ? o->workers : 1);
    argv[n++] = "--vram";
    argv[n++] = arena_printf(a, "%llu", (unsigned long long)o->vram_bytes);
    if (o->checks_off)
        argv[n++] = "--checks-off";
    if (o->downloads)
        argv[n++] = "--downloads";
    if (o->track_writes)
        argv[n++] = "--track-writes";
    argv[n] = NULL;
    if (pipe2(report, O_CLOEXEC) < 0) {
        diag_fail(ds, "cannot make a pipe: %s", strerror(errno));
        return -1;
    }
    child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_RDWR);

        prctl(PR_SET_PDEATHSIG, SIGKILL);
        setpgid(0, 0);
        report[1] = fcntl(report[1], F_DUPFD_CLOEXEC, 10);
        dup2(fcntl(fds->device_bus, F_DUPFD, 10), 3);
        dup2(null, 0);
        dup2(2, 1);
        execv(path, (char *const *)(uintptr_t)argv);
        give_up(report[1]);
    }
    close(report[1]);
    return started(child, report[0], path, ds);
}

static void limit(int what, rlim_t value)
{
    struct rlimit r = { value, value };

    setrlimit(what, &r);
}

static void set_limits(const struct session_options *o)
{
    int seconds = o->timeout_s > 0 ? o->timeout_s : TIMEOUT_DEFAULT_S;

    limit(RLIMIT_CORE, 0);
    if (!o->limits)
        return;
    limit(RLIMIT_NPROC, PROCESSES_MAX);
    limit(RLIMIT_FSIZE, o->file_max ? o->file_max : FILE_MAX);
    limit(RLIMIT_DATA, MEMORY_MAX);
    limit(RLIMIT_CPU, (rlim_t)seconds + 2);
}

static void set_environment(const struct session_options *o)
{
    const char *old = getenv("LD_LIBRARY_PATH");
    char path[2 * PATH_MAX];

    snprintf(path, sizeof path, "%s%s%s", o->home->lib, old ? ":" : "",
             old ? old : "");
    setenv("LD_LIBRARY_PATH", path, 1);
    setenv("WARPLINGS_BUS", "3", 1);
}

static void become_program(const struct session_options *o,
                           const struct session_fds *fds, int report,
                           const char *const *argv)
{
    int in = o->pass_through ? 0 : open("/dev/null", O_RDONLY);
    int bus = fcntl(fds->program_bus, F_DUPFD, 10);
    int out = fcntl(fds->output, F_DUPFD, 10);

    report = fcntl(report, F_DUPFD_CLOEXEC, 10);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setsid();
    personality(ADDR_NO_RANDOMIZE);
    dup2(in, 0);
    dup2(out, 1);
    dup2(out, 2);
    dup2(bus, 3);
    close(out);
    close(bus);
    signal(SIGPIPE, SIG_DFL);
    set_environment(o);
    set_limits(o);
    if (o->cwd && chdir(o->cwd) < 0)
        give_up(report);
    execv(o->program, (char *const *)(uintptr_t)argv);
    give_up(report);
}

pid_t session_start_program(struct arena *a, const struct session_options *o,
                            const struct session_fds *fds, struct diags *ds)
{
    const char **argv = ARENA_NEW(a, const char *, (size_t)o->arg_count + 2);
    int report[2];
    pid_t child;

    argv[0] = o->program;
    for (int i = 0; i < o->arg_count; i++)
        argv[i + 1] = o->args[i];
    if (pipe2(report, O_CLOEXEC) < 0) {
        diag_fail(ds, "cannot make a pipe: %s", strerror(errno));
        return -1;
    }
    fflush(stdout);
    child = fork();
    if (child == 0)
        become_program(o, fds, report[1], argv);
    close(report[1]);
    return started(child, report[0], o->program, ds);
}
