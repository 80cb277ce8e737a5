/* SPDX-License-Identifier: Apache-2.0 */
#include "device/session_child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cpu.h"
#include "base/diag.h"
#include "time/card.h"

enum { PROCESSES_MAX = 256, TIMEOUT_DEFAULT_S = 60 };

#define MEMORY_MAX ((rlim_t)2 << 30)
#define FILE_MAX   ((rlim_t)1 << 30)

static const char *device_path(struct arena *a, const struct home *home)
{
    const char *path = NULL, *end;

    for (int i = 0; (end = cpu_build(i)); i++) {
        path = arena_printf(a, "%s/warplings-device%s", home->lib, end);
        if (access(path, X_OK) == 0)
            break;
    }
    return path;
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

/* What both children begin with: to end with the lab, whatever happens to it,
   and to know nothing of its signals. */
static void begin(pid_t lab)
{
    sigset_t none;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != lab)
        _exit(126); /* it died before we asked */
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* All files but 0 to 3 end at exec. */
static void close_files(void)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 4u, ~0u, 4u /* close on exec */) == 0)
        return;
#endif
    for (int fd = 4; fd < 1024; fd++)
        fcntl(fd, F_SETFD, FD_CLOEXEC);
}

/* The child, once it runs what it was made for. why: the error of fork. */
static pid_t started(pid_t child, int why, int report, const char *path,
                     struct diags *ds)
{
    if (child < 0)
        close(report);
    else if (!exec_failed(report, &why))
        return child;
    else
        waitpid(child, NULL, 0);
    diag_fail(ds, "cannot start '%s': %s", path, strerror(why));
    return -1;
}

pid_t session_start_device(struct arena *a, const struct session_options *o,
                           const struct session_fds *fds, const char *trace,
                           struct diags *ds)
{
    const char *path = device_path(a, o->home), *argv[28];
    int n = 0, why, report[2];
    pid_t lab = getpid(), child;

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
    argv[n++] = "--budget";
    argv[n++] = arena_printf(a, "%llu", (unsigned long long)o->budget);
    argv[n++] = "--gpus";
    argv[n++] = arena_printf(a, "%d", o->gpus > 0 ? o->gpus : 1);
    if (o->checks_off)
        argv[n++] = "--checks-off";
    if (o->sampled)
        argv[n++] = "--sampled";
    if (o->what_if)
        argv[n++] = "--what-if";
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

        begin(lab);
        setpgid(0, 0);
        report[1] = fcntl(report[1], F_DUPFD_CLOEXEC, 10);
        dup2(fcntl(fds->device_bus, F_DUPFD, 10), 3);
        dup2(null, 0);
        dup2(2, 1);
        close_files();
        execv(path, (char *const *)(uintptr_t)argv);
        give_up(report[1]);
    }
    why = errno;
    close(report[1]);
    return started(child, why, report[0], path, ds);
}

/* Never above what we may have ourselves. */
static void limit(int what, rlim_t soft, rlim_t hard)
{
    struct rlimit r;

    if (getrlimit(what, &r) < 0)
        return;
    r.rlim_max = hard < r.rlim_max ? hard : r.rlim_max;
    r.rlim_cur = soft < r.rlim_max ? soft : r.rlim_max;
    setrlimit(what, &r);
}

static void set_limits(const struct session_options *o)
{
    rlim_t seconds =
        o->timeout_s > 0 ? (rlim_t)o->timeout_s : (rlim_t)TIMEOUT_DEFAULT_S;
    rlim_t file = o->file_max ? (rlim_t)o->file_max : FILE_MAX;

    limit(RLIMIT_CORE, 0, 0);
    if (!o->limits)
        return;
    limit(RLIMIT_NPROC, PROCESSES_MAX, PROCESSES_MAX);
    limit(RLIMIT_FSIZE, file, file);
    limit(RLIMIT_DATA, MEMORY_MAX, MEMORY_MAX);
    /* The soft one says why, by its signal; the hard one just kills. */
    limit(RLIMIT_CPU, seconds + 2, seconds + 4);
}

/* Ours, with the bus and the way to our runtime. Made before the fork, as
   nothing may be allocated after it. */
static const char **program_env(struct arena *a,
                                const struct session_options *o)
{
    static const char bus[] = "WARPLINGS_BUS=", lib[] = "LD_LIBRARY_PATH=";
    static const char clock[] = "WARPLINGS_HOST_CLOCK=";
    const struct home *home = o->home;
    const char *old = getenv("LD_LIBRARY_PATH"), **env;
    size_t count = 0, n = 0;

    while (environ[count])
        count++;
    env = ARENA_NEW(a, const char *, count + 4);
    for (size_t i = 0; i < count; i++)
        if (strncmp(environ[i], bus, sizeof bus - 1) != 0 &&
            strncmp(environ[i], clock, sizeof clock - 1) != 0 &&
            strncmp(environ[i], lib, sizeof lib - 1) != 0)
            env[n++] = environ[i];
    env[n++] = "WARPLINGS_BUS=3";
    env[n++] = o->real_clock ? "WARPLINGS_HOST_CLOCK=real"
                             : "WARPLINGS_HOST_CLOCK=virtual";
    /* An empty part would mean the current folder. */
    env[n] = arena_printf(a, "%s%s%s%s", lib, home->lib, old && *old ? ":" : "",
                          old ? old : "");
    return env;
}

static void become_program(const struct session_options *o,
                           const struct session_fds *fds, int report,
                           const char *const *argv, const char *const *env)
{
    int in = o->pass_through ? 0 : open("/dev/null", O_RDONLY);
    int bus = fcntl(fds->program_bus, F_DUPFD, 10);
    int out = fcntl(fds->output, F_DUPFD, 10);

    report = fcntl(report, F_DUPFD_CLOEXEC, 10);
    setsid();
    personality(ADDR_NO_RANDOMIZE);
    dup2(in, 0);
    dup2(out, 1);
    dup2(out, 2);
    dup2(bus, 3);
    close_files();
    set_limits(o);
    if (o->cwd && chdir(o->cwd) < 0)
        give_up(report);
    execve(o->program, (char *const *)(uintptr_t)argv,
           (char *const *)(uintptr_t)env);
    give_up(report);
}

pid_t session_start_program(struct arena *a, const struct session_options *o,
                            const struct session_fds *fds, struct diags *ds)
{
    const char **argv = ARENA_NEW(a, const char *, (size_t)o->arg_count + 2);
    const char **env = program_env(a, o);
    int why, report[2];
    pid_t lab = getpid(), child;

    argv[0] = o->program;
    for (int i = 0; i < o->arg_count; i++)
        argv[i + 1] = o->args[i];
    if (pipe2(report, O_CLOEXEC) < 0) {
        diag_fail(ds, "cannot make a pipe: %s", strerror(errno));
        return -1;
    }
    fflush(stdout);
    child = fork();
    if (child == 0) {
        begin(lab);
        become_program(o, fds, report[1], argv, env);
    }
    why = errno;
    close(report[1]);
    return started(child, why, report[0], o->program, ds);
}
