/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The guard: waits for the program, looks at what its processes hold and what
 * they have written, and ends all of them. It is the reaper of whatever loses
 * its parent, so nothing gets away by setsid or a double fork.
 */
#include "grade/confine.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum {
    TICK_US = 2000,      /* between looks for the end */
    LOOK_MS = 100,       /* between looks at memory and disk */
    KILL_MS = 5000,      /* for all to die */
    QUIET_ROUNDS = 2,    /* looks that find nobody, to be sure */
    DEPTH_MAX = 64,      /* folders in folders */
    ENTRIES_MAX = 20000, /* files looked at */
    PROCESSES_MAX = 4096
};

struct family {
    pid_t pid[PROCESSES_MAX], parent[PROCESSES_MAX];
    bool ours[PROCESSES_MAX];
    int count;
};

static void family_read(struct family *f)
{
    DIR *proc = opendir("/proc");
    const struct dirent *e;

    f->count = 0;
    while (proc && (e = readdir(proc)) && f->count < PROCESSES_MAX) {
        char path[64], line[512];
        const char *after;
        int parent;
        FILE *in;

        snprintf(path, sizeof path, "/proc/%d/stat", atoi(e->d_name));
        if (atoi(e->d_name) <= 0 || !(in = fopen(path, "re")))
            continue;
        /* The name, in brackets, may hold anything. */
        if (fgets(line, sizeof line, in) && (after = strrchr(line, ')')) &&
            sscanf(after + 1, " %*c %d", &parent) == 1) {
            f->pid[f->count] = atoi(e->d_name);
            f->parent[f->count] = parent;
            f->ours[f->count++] = false;
        }
        fclose(in);
    }
    if (proc)
        closedir(proc);
}

/* Mark all that descend from us, to any depth; how many there are. */
static int family_mark(struct family *f)
{
    int marked = 0, before;

    do {
        before = marked;
        for (int i = 0; i < f->count; i++) {
            bool ours = f->parent[i] == getpid();

            for (int k = 0; k < f->count && !ours && !f->ours[i]; k++)
                ours = f->ours[k] && f->pid[k] == f->parent[i];
            if (ours && !f->ours[i]) {
                f->ours[i] = true;
                marked++;
            }
        }
    } while (marked != before);
    return marked;
}

static uint64_t resident(pid_t pid)
{
    char path[64];
    unsigned long long pages = 0;
    FILE *in;

    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    in = fopen(path, "re");
    if (in && fscanf(in, "%*u %llu", &pages) != 1)
        pages = 0;
    if (in)
        fclose(in);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static uint64_t disk(int at, const char *name, int depth, int *entries)
{
    int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *dir = fd >= 0 && depth < DEPTH_MAX ? fdopendir(fd) : NULL;
    const struct dirent *e;
    uint64_t sum = 0;

    if (!dir) {
        if (fd >= 0)
            close(fd);
        return UINT64_MAX;
    }
    while (sum != UINT64_MAX && (e = readdir(dir))) {
        struct stat st;
        uint64_t more = 0;

        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") ||
            fstatat(fd, e->d_name, &st, AT_SYMLINK_NOFOLLOW))
            continue; /* gone since */
        if (++*entries > ENTRIES_MAX)
            more = UINT64_MAX;
        else if (S_ISDIR(st.st_mode))
            more = disk(fd, e->d_name, depth + 1, entries);
        else
            more = (uint64_t)st.st_blocks * 512;
        sum = more == UINT64_MAX ? UINT64_MAX : sum + more;
    }
    closedir(dir);
    return sum;
}

uint64_t confine_disk(const struct confine *c)
{
    uint64_t sum = 0;
    int entries = 0;

    for (int i = 0; i < c->rw_count; i++) {
        uint64_t more = disk(AT_FDCWD, c->rw[i], 0, &entries);

        if (more == UINT64_MAX)
            return more;
        sum += more;
    }
    return sum;
}

/* As the program's own user: all of its at once, so that none can fork away
   while we look. Only where that user is nobody else's. */
static void kill_user(const struct confine *c)
{
    pid_t pid = fork();

    if (!pid) {
        if (!setresuid(c->uid, c->uid, c->uid))
            kill(-1, SIGKILL);
        _exit(0);
    }
    while (pid > 0 && waitpid(pid, NULL, 0) < 0)
        ;
}

static void kill_all(const struct confine *c, struct family *f)
{
    uint64_t until = clock_ms() + KILL_MS;

    for (int quiet = 0; quiet < QUIET_ROUNDS && clock_ms() < until;) {
        struct rlimit none = { 0, 0 };

        if (c->uid >= CONFINE_UID)
            kill_user(c);
        family_read(f);
        if (family_mark(f))
            quiet = 0;
        else
            quiet++;
        /* First nobody may fork, then all are killed. */
        for (int i = 0; i < f->count; i++)
            if (f->ours[i])
                prlimit(f->pid[i], RLIMIT_NPROC, &none, NULL);
        for (int i = 0; i < f->count; i++)
            if (f->ours[i])
                kill(f->pid[i], SIGKILL);
        while (waitpid(-1, NULL, WNOHANG) > 0)
            ;
        usleep(500);
    }
}

/* Is anything over its limit now? */
static bool over(const struct confine *c, struct family *f,
                 enum sandbox_end *end)
{
    uint64_t memory = 0;

    family_read(f);
    family_mark(f);
    for (int i = 0; i < f->count; i++)
        if (f->ours[i])
            memory += resident(f->pid[i]);
    if (memory > c->limits.memory_bytes)
        *end = SANDBOX_MEMORY;
    else if (confine_disk(c) > c->limits.disk_bytes)
        *end = SANDBOX_DISK;
    else
        return false;
    return true;
}

enum sandbox_end confine_watch(const struct confine *c, pid_t pid, int *code)
{
    static struct family f; /* as large as a stack should not be */
    uint64_t start = clock_ms(), look = start + LOOK_MS;
    enum sandbox_end end = SANDBOX_EXITED;
    int status = 0;
    bool done = false, stopped = false;
    pid_t who;

    while (!done && !stopped) {
        uint64_t now = clock_ms();

        /* Not one more: the status is the program's. */
        while (!done && (who = waitpid(-1, &status, WNOHANG)) > 0)
            done = who == pid;
        if (done)
            break;
        if (now - start >= (uint64_t)c->limits.wall_ms) {
            end = SANDBOX_WALL;
            stopped = true;
        } else if (now >= look) {
            stopped = over(c, &f, &end);
            look = clock_ms() + LOOK_MS;
        }
        if (!stopped)
            usleep(TICK_US);
    }
    kill_all(c, &f);
    *code = 0;
    if (stopped)
        return end;
    if (WIFSIGNALED(status)) {
        *code = WTERMSIG(status);
        return *code == SIGXCPU ? SANDBOX_CPU : SANDBOX_KILLED;
    }
    *code = WEXITSTATUS(status);
    /* bwrap hands a signal on as 128 more, as a shell does. */
    if (c->tier == SANDBOX_BWRAP && *code > 128 && *code <= 128 + SIGSYS) {
        *code -= 128;
        return *code == SIGXCPU ? SANDBOX_CPU : SANDBOX_KILLED;
    }
    /* Its last write may have been the one too many. */
    return confine_disk(c) > c->limits.disk_bytes ? SANDBOX_DISK
                                                  : SANDBOX_EXITED;
}
