/* SPDX-License-Identifier: Apache-2.0 */
#include "base/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define OUTPUT_MAX (1u << 20)
/* How often we look whether a child with open pipes has ended. */
#define TICK_MS 50

/* What one running child needs besides its struct proc. */
struct child {
    struct proc *p;
    pid_t pid;
    int fd[2]; /* its stdout and stderr; -1 once closed */
    long long deadline_ms;
    bool reaped, expired;
    int status;
};

static long long now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000ll + t.tv_nsec / 1000000;
}

const char *proc_find(const char *name, const char *path, char *out,
                      size_t size)
{
    struct stat st;

    if (!path)
        path = getenv("PATH");

    if (strchr(name, '/')) {
        snprintf(out, size, "%s", name);
        return !access(out, X_OK) && !stat(out, &st) && S_ISREG(st.st_mode)
                   ? out
                   : NULL;
    }
    for (const char *p = path && *path ? path : "/usr/bin:/bin"; p && *p;) {
        size_t n = strcspn(p, ":");

        /* An empty entry means the current folder: not searched. */
        if (n && snprintf(out, size, "%.*s/%s", (int)n, p, name) < (int)size &&
            !access(out, X_OK) && !stat(out, &st) && S_ISREG(st.st_mode))
            return out;
        p += n + (p[n] == ':');
    }
    return NULL;
}

/* In the child, up to exec: only calls that are safe after fork. */
static void become(const struct proc *p, const char *path, const char **env,
                   const int fd[3])
{
    int why, nothing;

    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL);
    if (p->memory_max) {
        struct rlimit max = { p->memory_max, p->memory_max };

        setrlimit(RLIMIT_AS, &max);
    }
    nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0 && dup2(nothing, 0) == 0 && dup2(fd[0], 1) == 1 &&
        dup2(fd[1], 2) == 2 && (!p->cwd || !chdir(p->cwd))) {
#ifdef SYS_close_range
        syscall(SYS_close_range, 3u, ~0u, 4u /* close on exec */);
#endif
        execve(path, (char *const *)p->argv, (char *const *)env);
    }
    why = errno;
    if (write(fd[2], &why, sizeof why) < 0)
        _exit(126);
    _exit(127);
}

/* The error of an exec that failed, or 0. */
static int exec_error(int fd)
{
    int why = 0;
    ssize_t n;

    do
        n = read(fd, &why, sizeof why);
    while (n < 0 && errno == EINTR);
    return n == sizeof why ? why : 0;
}

/* Is this entry of the environment replaced by one of env? */
static bool replaced(const char *entry, const char *const *env)
{
    for (; env && *env; env++) {
        size_t n = strcspn(*env, "=");

        if (!strncmp(entry, *env, n) && entry[n] == '=')
            return true;
    }
    return false;
}

/* Our environment with env's entries; made before fork, as malloc must not
 * be called after it. */
static const char **make_env(const char *const *env)
{
    size_t n = 0, extra = 0, out = 0;
    const char **all;

    while (environ[n])
        n++;
    while (env && env[extra])
        extra++;
    all = calloc(n + extra + 1, sizeof *all);
    for (size_t i = 0; all && i < n; i++) {
        if (!replaced(environ[i], env))
            all[out++] = environ[i];
    }
    for (size_t i = 0; all && i < extra; i++)
        all[out++] = env[i];
    return all;
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Pipes, fork, exec; 0 or why not. Fills pid and fd. */
static int child_fork(struct child *c, const char *path, const char **env)
{
    int r[3] = { -1, -1, -1 }, w[3] = { -1, -1, -1 }, why = 0;

    for (int i = 0; i < 3 && !why; i++) {
        int both[2];

        if (pipe2(both, O_CLOEXEC))
            why = errno;
        else
            r[i] = both[0], w[i] = both[1];
    }
    if (!why && (c->pid = fork()) < 0) {
        why = errno;
        c->pid = 0;
    } else if (!why && !c->pid) {
        become(c->p, path, env, w);
    }
    for (int i = 0; i < 3; i++)
        close_fd(&w[i]);
    if (!why) {
        setpgid(c->pid, c->pid);
        why = exec_error(r[2]);
        if (why)
            waitpid(c->pid, &c->status, 0);
    }
    close_fd(&r[2]);
    for (int i = 0; i < 2; i++) {
        if (why)
            close_fd(&r[i]);
        c->fd[i] = r[i];
    }
    return why;
}

/* PATH as the child will have it; NULL: ours. */
static const char *env_path(const char *const *env)
{
    const char *path = NULL;

    for (; env && *env; env++) {
        if (!strncmp(*env, "PATH=", 5))
            path = *env + 5;
    }
    return path;
}

static void child_start(struct child *c)
{
    struct proc *p = c->p;
    const char **env = make_env(p->env);
    char path[4096];

    if (!env)
        p->code = ENOMEM;
    else if (!proc_find(p->argv[0], env_path(p->env), path, sizeof path))
        p->code = ENOENT;
    else
        p->code = child_fork(c, path, env);
    p->end = p->code ? PROC_NO_START : PROC_EXITED;
    c->reaped = p->code;
    free(env);
}

static void keep(struct proc *p, struct buf *b, const char *bytes, size_t n)
{
    size_t max = p->output_max ? p->output_max : OUTPUT_MAX;
    size_t room = b->size < max ? max - b->size : 0;

    if (n > room) {
        n = room;
        p->truncated = true;
    }
    buf_add(b, bytes, n);
}

/* Take what a pipe holds; closes it at its end. */
static void child_read(struct child *c, int which)
{
    char bytes[16384];
    ssize_t n = read(c->fd[which], bytes, sizeof bytes);

    if (n > 0) {
        keep(c->p, which ? &c->p->err : &c->p->out, bytes, (size_t)n);
    } else if (n == 0 || (errno != EINTR && errno != EAGAIN)) {
        close(c->fd[which]);
        c->fd[which] = -1;
    }
}

/* After the child has ended: what is left in its pipes, without waiting for
 * others that may still hold them open. */
static void child_drain(struct child *c)
{
    for (int i = 0; i < 2; i++) {
        while (c->fd[i] >= 0) {
            struct pollfd f = { c->fd[i], POLLIN, 0 };

            if (poll(&f, 1, 0) <= 0)
                break;
            child_read(c, i);
        }
        if (c->fd[i] >= 0)
            close(c->fd[i]);
        c->fd[i] = -1;
    }
}

/* Reap it if it has ended, kill it if its time is up. */
static void child_tend(struct child *c)
{
    if (c->deadline_ms && !c->expired && now_ms() >= c->deadline_ms) {
        c->expired = true;
        kill(-c->pid, SIGKILL);
        kill(c->pid, SIGKILL);
    }
    if (waitpid(c->pid, &c->status, WNOHANG) != c->pid)
        return;
    c->reaped = true;
    child_drain(c);
    if (c->expired) {
        c->p->end = PROC_TIMEOUT;
    } else if (WIFSIGNALED(c->status)) {
        c->p->end = PROC_KILLED;
        c->p->code = WTERMSIG(c->status);
    } else {
        c->p->end = PROC_EXITED;
        c->p->code = WEXITSTATUS(c->status);
    }
}

/* Wait for output of any child, a little while. */
static void children_poll(struct child *cs, int count, struct pollfd *fds)
{
    int n = 0, wait = TICK_MS;

    for (int i = 0; i < count; i++) {
        bool open = false;

        for (int k = 0; k < 2 && !cs[i].reaped; k++) {
            if (cs[i].fd[k] < 0)
                continue;
            open = true;
            fds[n++] = (struct pollfd){ cs[i].fd[k], POLLIN, 0 };
        }
        /* Both pipes closed: it is about to end. */
        if (!cs[i].reaped && !open)
            wait = 1;
    }
    poll(fds, (nfds_t)n, wait);
    n = 0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 2 && !cs[i].reaped; k++) {
            if (cs[i].fd[k] >= 0 && fds[n++].revents)
                child_read(&cs[i], k);
        }
    }
}

bool proc_run(struct proc *procs, int count)
{
    struct child *cs = calloc((size_t)count + 1, sizeof *cs);
    struct pollfd *fds = calloc((size_t)count * 2 + 1, sizeof *fds);
    bool busy = cs && fds, ok = busy;

    for (int i = 0; i < count && busy; i++) {
        cs[i] = (struct child){ .p = &procs[i], .fd = { -1, -1 } };
        if (procs[i].timeout_ms)
            cs[i].deadline_ms = now_ms() + procs[i].timeout_ms;
        child_start(&cs[i]);
    }
    while (busy) {
        busy = false;
        children_poll(cs, count, fds);
        for (int i = 0; i < count; i++) {
            if (!cs[i].reaped)
                child_tend(&cs[i]);
            busy |= !cs[i].reaped;
        }
    }
    for (int i = 0; i < count && ok; i++) {
        child_drain(&cs[i]);
        ok = procs[i].end == PROC_EXITED && procs[i].code == 0;
    }
    free(cs);
    free(fds);
    return ok;
}

void proc_release(struct proc *p)
{
    buf_release(&p->out);
    buf_release(&p->err);
}

const char *proc_end_text(const struct proc *p, char *out, size_t size)
{
    switch (p->end) {
    case PROC_EXITED:
        snprintf(out, size, "exit status %d", p->code);
        break;
    case PROC_KILLED:
        snprintf(out, size, "killed by signal %d", p->code);
        break;
    case PROC_TIMEOUT:
        snprintf(out, size, "stopped after %d s", p->timeout_ms / 1000);
        break;
    case PROC_NO_START:
        snprintf(out, size, "could not start: %s", strerror(p->code));
        break;
    }
    return out;
}
