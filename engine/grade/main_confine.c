/* SPDX-License-Identifier: Apache-2.0 */
/*
 * warplings-confine: start one program behind walls and stay to guard it.
 * grade/sandbox.h says what for; sandbox.c writes the command line. The end is
 * the program's, by status or signal; 124 over a limit, 125 refused.
 */
#include "grade/confine.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/proc.h"

enum {
    REFUSED = 125,
    OVER = 124,
    OPEN_FILES = 128,
    BWRAP_PROCESSES = 3,    /* its own, in the program's count */
    PIDS_MAX = 1 << 22,     /* the kernel's own bound */
    UID_HIGH = CONFINE_UID, /* nobody's, where all numbers are mapped */
    UID_LOW = 30000,        /* in containers that map 65536 of them */
    UID_RANGE = 30000,
};

static bool keep(const char **list, int *count, const char *value)
{
    if (*count >= CONFINE_LIST_MAX)
        return false;
    list[(*count)++] = value;
    return true;
}

/* One "--name value"; false if it makes no sense. */
static bool option(struct confine *c, const char *name, const char *value)
{
    unsigned long long n = strtoull(value, NULL, 10);

    if (!strcmp(name, "--tier"))
        c->tier = (enum sandbox_tier)n;
    else if (!strcmp(name, "--ro"))
        return keep(c->ro, &c->ro_count, value);
    else if (!strcmp(name, "--rw"))
        return keep(c->rw, &c->rw_count, value);
    else if (!strcmp(name, "--env"))
        return keep(c->env, &c->env_count, value);
    else if (!strcmp(name, "--cwd"))
        c->cwd = value;
    else if (!strcmp(name, "--report"))
        c->report = value;
    else if (!strcmp(name, "--keep-fd"))
        c->keep_fd = (int)n;
    else if (!strcmp(name, "--wall-ms"))
        c->limits.wall_ms = (int)n;
    else if (!strcmp(name, "--cpu-s"))
        c->limits.cpu_s = (int)n;
    else if (!strcmp(name, "--memory"))
        c->limits.memory_bytes = n;
    else if (!strcmp(name, "--file"))
        c->limits.file_bytes = n;
    else if (!strcmp(name, "--disk"))
        c->limits.disk_bytes = n;
    else if (!strcmp(name, "--processes"))
        c->limits.processes = (int)n;
    else
        return false;
    return true;
}

static bool parse(struct confine *c, char **argv)
{
    int i = 1;

    for (; argv[i] && strcmp(argv[i], "--"); i += 2)
        if (!argv[i + 1] || !option(c, argv[i], argv[i + 1]))
            return false;
    if (!argv[i] || !argv[i + 1])
        return false;
    c->argv = argv + i + 1;
    return c->limits.wall_ms > 0 && c->limits.memory_bytes > 0 &&
           c->limits.disk_bytes > 0 && c->tier <= SANDBOX_NONE;
}

static void limit(int what, uint64_t most)
{
    struct rlimit r;

    if (getrlimit(what, &r))
        return;
    r.rlim_max = most < r.rlim_max ? (rlim_t)most : r.rlim_max;
    r.rlim_cur = r.rlim_max;
    setrlimit(what, &r);
}

/* How many threads our user has now: its limit counts those too. */
static uint64_t users_threads(const struct confine *c)
{
    uint64_t count = BWRAP_PROCESSES;
    DIR *proc = c->uid == getuid() ? opendir("/proc") : NULL;
    const struct dirent *e;

    while (proc && (e = readdir(proc))) {
        char path[64];
        struct stat st;

        snprintf(path, sizeof path, "/proc/%d/task", atoi(e->d_name));
        if (atoi(e->d_name) > 0 && !stat(path, &st) && st.st_uid == c->uid)
            count += st.st_nlink > 2 ? st.st_nlink - 2 : 1;
    }
    if (proc)
        closedir(proc);
    return count;
}

static void set_limits(const struct confine *c, uint64_t others)
{
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NOFILE, OPEN_FILES);
    limit(RLIMIT_MSGQUEUE, 0);
    limit(RLIMIT_MEMLOCK, 0);
    limit(RLIMIT_FSIZE, c->limits.file_bytes);
    limit(RLIMIT_DATA, c->limits.memory_bytes);
    limit(RLIMIT_NPROC, others + (uint64_t)c->limits.processes);
    limit(RLIMIT_CPU, (uint64_t)c->limits.cpu_s + 1);
    /* The soft one says why by its signal, the hard one just kills. */
    struct rlimit r = { (rlim_t)c->limits.cpu_s, (rlim_t)c->limits.cpu_s + 1 };
    setrlimit(RLIMIT_CPU, &r);
}

/* Tell the guard what failed, and end. */
static void give_up(int fd, const char *what)
{
    char line[300];
    int n = snprintf(line, sizeof line, "%s: %s", what, strerror(errno));

    if (write(fd, line, (size_t)n) < 0)
        _exit(REFUSED);
    _exit(REFUSED);
}

static void change_user(const struct confine *c, int report)
{
    if (c->uid == getuid())
        return;
    if (setgroups(0, NULL) || setresgid(c->uid, c->uid, c->uid) ||
        setresuid(c->uid, c->uid, c->uid))
        give_up(report, "cannot take another user id");
}

static void become(const struct confine *c, pid_t guard, uint64_t others,
                   int report, int status)
{
    char path[4096];

    setsid();
    personality(ADDR_NO_RANDOMIZE); /* the same addresses in every run */
    change_user(c, report);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* after it: a new user forgets it */
    if (getppid() != guard)
        _exit(REFUSED);
    clearenv();
    setenv("PATH", "/usr/local/bin:/usr/bin:/bin", 1);
    for (int i = 0; i < c->env_count; i++)
        putenv((char *)(uintptr_t)c->env[i]);
    set_limits(c, others);
    if (c->tier == SANDBOX_BWRAP) {
        confine_bwrap(c, confine_filter_file(c), status);
        give_up(report, "cannot start bwrap");
    }
    if (chdir(c->cwd))
        give_up(report, "cannot enter the working folder");
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        give_up(report, "cannot give up new privileges");
    if (!proc_find(c->argv[0], NULL, path, sizeof path))
        give_up(report, "cannot find the program");
    if (c->tier == SANDBOX_LANDLOCK && !confine_paths(c))
        give_up(report, "cannot confine by Landlock");
    if (c->tier == SANDBOX_LANDLOCK && !confine_filter(c))
        give_up(report, "cannot filter system calls");
    execv(path, c->argv);
    give_up(report, "cannot start the program");
}

/* Who an earlier job in the same folder was: what it left is this one's. */
static uid_t earlier_user(const struct confine *c)
{
    struct stat st;

    return c->rw_count && !lstat(c->rw[0], &st) && st.st_uid >= UID_HIGH &&
                   st.st_uid < UID_HIGH + PIDS_MAX
               ? st.st_uid
               : 0;
}

/* As root, a user that is nobody else's: no file is its, no process either. */
static bool choose_user(struct confine *c)
{
    uid_t uids[] = { UID_HIGH + (uid_t)getpid(),
                     UID_LOW + (uid_t)getpid() % UID_RANGE };

    if (earlier_user(c))
        uids[0] = earlier_user(c);

    c->uid = getuid();
    if (c->uid != 0 || c->tier == SANDBOX_NONE)
        return true;
    for (int i = 0; i < 2; i++) {
        bool ok = true;

        for (int k = 0; k < c->rw_count; k++)
            ok = ok && !lchown(c->rw[k], uids[i], uids[i]);
        /* Tried on ourselves, and taken back. */
        if (ok && !setresuid(uids[i], uids[i], 0) && !setresuid(0, 0, 0)) {
            c->uid = uids[i];
            return true;
        }
    }
    return false;
}

static void report(const struct confine *c, enum sandbox_end end, int code,
                   const char *why)
{
    FILE *f = c->report ? fopen(c->report, "we") : NULL;

    if (f) {
        fprintf(f, "%d %d %s\n", (int)end, code, why);
        fclose(f);
    }
}

/* What is in a pipe, as a string. */
static size_t take(int fd, char *out, size_t size)
{
    ssize_t n = read(fd, out, size - 1);

    out[n > 0 ? n : 0] = '\0';
    return n > 0 ? (size_t)n : 0;
}

static int guard(const struct confine *c, uint64_t others)
{
    int failed[2], status[2], code = 0;
    char why[320] = "", said[1024] = "";
    pid_t self = getpid(), pid;
    enum sandbox_end end;

    if (pipe2(failed, O_CLOEXEC) || pipe2(status, O_CLOEXEC | O_NONBLOCK) ||
        (pid = fork()) < 0) {
        report(c, SANDBOX_REFUSED, 0, "cannot start a process");
        return REFUSED;
    }
    if (!pid)
        become(
            c, self, others, fcntl(failed[1], F_DUPFD_CLOEXEC, c->keep_fd + 1),
            c->tier == SANDBOX_BWRAP ? fcntl(status[1], F_DUPFD, c->keep_fd + 1)
                                     : -1);
    close(failed[1]);
    close(status[1]);
    take(failed[0], why, sizeof why);
    end = confine_watch(c, pid, &code);
    take(status[0], said, sizeof said);
    /* bwrap's own failures look like its program's, but for this. */
    if (end == SANDBOX_EXITED && c->tier == SANDBOX_BWRAP && !why[0] &&
        !strstr(said, "\"exit-code\""))
        strcpy(why, "bwrap could not start the program");
    if (why[0])
        end = SANDBOX_REFUSED;
    report(c, end, code, why);
    switch (end) {
    case SANDBOX_EXITED:
        return code;
    case SANDBOX_KILLED:
        /* As it died, so do we: whoever started us sees the signal. */
        signal(code, SIG_DFL);
        raise(code);
        return 128 + code;
    case SANDBOX_REFUSED:
        fprintf(stderr, "warplings-confine: %s\n", why);
        return REFUSED;
    case SANDBOX_WALL:
    case SANDBOX_CPU:
    case SANDBOX_MEMORY:
    case SANDBOX_DISK:
        break;
    }
    return OVER;
}

int main(int argc, char **argv)
{
    static struct confine c = { .cwd = "/", .keep_fd = 2 };

    if (argc < 2 || !parse(&c, argv)) {
        fprintf(stderr, "warplings-confine: started by warplings grade only\n");
        return REFUSED;
    }
    syscall(SYS_close_range, (unsigned)c.keep_fd + 1, ~0u, 0u);
    umask(077);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_DUMPABLE, 0); /* nobody reads or traces the guard */
    if (!choose_user(&c)) {
        report(&c, SANDBOX_REFUSED, 0, "cannot take another user id");
        return REFUSED;
    }
    return guard(&c, users_threads(&c));
}
