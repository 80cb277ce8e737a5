/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One run: two children, a pipe for the program's output, a folder for the
 * trace, a clock. Whatever the program does, it ends with us.
 */
#include "device/session.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/diag.h"
#include "base/file.h"
#include "device/session_child.h"
#include "device/sites.h"
#include "time/card.h"

enum {
    TIMEOUT_DEFAULT_S = 60,
    DEVICE_GRACE_MS = 10000, /* for the device to end after the program */
    KILL_MS = 3000,          /* for what the program left behind to die */
    QUIET_ROUNDS = 2,        /* looks that find nothing, to be sure */
    READS_MAX = 64,          /* parts of output before we look up again */
    OUTPUT_DEFAULT = 1 << 20
};

struct running {
    const struct session_options *o;
    pid_t program, device;
    int status, device_status;
    bool program_done, device_done;
    int pipe; /* our end of the program's output; -1 closed */
    uint64_t deadline_ms;
    struct buf output;
    uint64_t output_max;
    bool cut;
};

static void keep(struct running *r, const char *bytes, size_t n)
{
    size_t room = r->output_max - r->output.size;

    if (r->o->pass_through) {
        fwrite(bytes, 1, n, stdout);
        fflush(stdout);
    }
    if (n > room)
        r->cut = true; /* all is read, so that the writer never blocks */
    buf_add(&r->output, bytes, n < room ? n : room);
}

/* Read what is there, up to a bound: a writer may be as fast as we are.
   Closes the pipe at its end. */
static void drain(struct running *r)
{
    char part[65536];

    for (int i = 0; i < READS_MAX && r->pipe >= 0; i++) {
        ssize_t n = read(r->pipe, part, sizeof part);

        if (n > 0) {
            keep(r, part, (size_t)n);
        } else if (n == 0 || (errno != EINTR && errno != EAGAIN)) {
            close(r->pipe);
            r->pipe = -1;
        } else if (errno == EAGAIN) {
            return;
        }
    }
}

/* By name only: other children of the lab have others who wait for them. */
static void reap(struct running *r)
{
    if (!r->program_done &&
        waitpid(r->program, &r->status, WNOHANG) == r->program)
        r->program_done = true;
    if (!r->device_done &&
        waitpid(r->device, &r->device_status, WNOHANG) == r->device)
        r->device_done = true;
}

/*
 * Is it a process of the program's that lost its parent, and so came to us?
 * What the lab starts itself stays in the lab's session; the program was put
 * in one of its own, and no process can go back.
 */
static bool is_orphan(pid_t pid)
{
    char path[64], line[512];
    const char *after;
    int parent = 0, group, session = 0;
    bool found = false;
    FILE *f;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    f = fopen(path, "re");
    if (!f)
        return false;
    /* The name, in brackets, may hold anything. */
    if (fgets(line, sizeof line, f) && (after = strrchr(line, ')')) &&
        sscanf(after + 1, " %*c %d %d %d", &parent, &group, &session) == 3)
        found = parent == getpid() && session != getsid(0);
    fclose(f);
    return found;
}

/* Kill and reap them; how many there were. */
static int kill_orphans(const struct running *r)
{
    DIR *proc = opendir("/proc");
    const struct dirent *e;
    int count = 0;

    while (proc && (e = readdir(proc))) {
        pid_t pid = (pid_t)atoi(e->d_name);

        if (pid <= 0 || pid == r->program || !is_orphan(pid))
            continue;
        kill(pid, SIGKILL);
        waitpid(pid, NULL, WNOHANG);
        count++;
    }
    if (proc)
        closedir(proc);
    return count;
}

/* End the program and all that came from it. Whoever is killed hands us its
   children, so look again until nobody is left. */
static void kill_program(struct running *r)
{
    uint64_t until = clock_ms() + KILL_MS;

    for (int quiet = 0; quiet < QUIET_ROUNDS && clock_ms() < until;) {
        bool group = kill(-r->program, SIGKILL) == 0;
        bool orphans = kill_orphans(r) > 0;

        reap(r);
        if (group || orphans || !r->program_done) {
            quiet = 0;
            usleep(500);
        } else {
            quiet++;
        }
    }
}

/* Until the program has ended or its time is up; true if it ended. */
static bool wait_program(struct running *r)
{
    while (!r->program_done) {
        struct pollfd p = { .fd = r->pipe, .events = POLLIN };
        uint64_t now = clock_ms();

        if (now >= r->deadline_ms)
            return false;
        /* Short naps: there is no event for a child's end here. */
        poll(&p, r->pipe >= 0 ? 1 : 0,
             r->deadline_ms - now < 5 ? (int)(r->deadline_ms - now) : 5);
        drain(r);
        reap(r);
    }
    return true;
}

static bool wait_device(struct running *r)
{
    uint64_t until = clock_ms() + DEVICE_GRACE_MS;

    if (until < r->deadline_ms)
        until = r->deadline_ms;
    while (!r->device_done && clock_ms() < until) {
        usleep(1000);
        reap(r);
    }
    if (r->device_done)
        return true;
    kill(r->device, SIGKILL);
    while (!r->device_done) {
        usleep(1000);
        reap(r);
    }
    return false;
}

static void fill_end(const struct running *r, bool timed_out, bool device_ok,
                     struct session_result *out)
{
    bool cpu_limit = r->o->limits && r->program_done &&
                     WIFSIGNALED(r->status) && WTERMSIG(r->status) == SIGXCPU;

    if (timed_out || !device_ok || cpu_limit) {
        out->end = SESSION_TIMEOUT;
    } else if (WIFSIGNALED(r->status)) {
        out->end = SESSION_SIGNALLED;
        out->signal = WTERMSIG(r->status);
    } else {
        out->end = SESSION_EXITED;
        out->exit_code = WEXITSTATUS(r->status);
    }
}

/* The trace, or what stands in for one when there is none to read. */
static void read_trace(struct arena *a, const struct running *r,
                       const char *path, bool device_ok,
                       struct session_result *out)
{
    struct diags quiet = { .arena = a };
    bool clean = device_ok && WIFEXITED(r->device_status) &&
                 WEXITSTATUS(r->device_status) == 0;

    if (clean && trace_read(a, path, &out->trace, &quiet)) {
        out->used_device =
            out->trace.call_count > 0 || out->trace.launch_count > 0;
        sites_resolve(a, r->o->program, &out->trace);
        return;
    }
    out->trace = (struct trace){
        .card = r->o->card ? r->o->card : CARD_DEFAULT,
    };
    if (device_ok)
        out->end = SESSION_DEVICE_DIED;
}

static bool start(struct arena *a, struct running *r, const char *trace,
                  struct diags *ds)
{
    int bus[2], out[2];
    struct session_fds fds;

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, bus) < 0)
        return diag_fail(ds, "cannot make a socket: %s", strerror(errno));
    if (pipe2(out, O_CLOEXEC) < 0) {
        close(bus[0]);
        close(bus[1]);
        return diag_fail(ds, "cannot make a pipe: %s", strerror(errno));
    }
    fds = (struct session_fds){ bus[0], bus[1], out[1] };
    r->pipe = out[0];
    fcntl(r->pipe, F_SETFL, O_NONBLOCK);
    r->device = session_start_device(a, r->o, &fds, trace, ds);
    if (r->device > 0)
        r->program = session_start_program(a, r->o, &fds, ds);
    close(bus[0]);
    close(bus[1]);
    close(out[1]);
    if (r->device > 0 && r->program > 0)
        return true;
    if (r->device > 0) {
        kill(r->device, SIGKILL);
        waitpid(r->device, NULL, 0);
    }
    close(r->pipe);
    return false;
}

static void keep_output(struct arena *a, struct running *r,
                        struct session_result *out)
{
    const char *at = r->output.at ? r->output.at : "";

    out->output.at = arena_strndup(a, at, r->output.size);
    out->output.size = r->output.size;
    out->output_cut = r->cut;
    buf_release(&r->output);
}

/* Both children, from start to end. */
static bool run_both(struct arena *a, struct running *r, const char *trace,
                     struct session_result *out, struct diags *ds)
{
    bool ended, device_ok;

    if (!start(a, r, trace, ds))
        return false;
    ended = wait_program(r);
    kill_program(r);
    drain(r); /* what it wrote last; others may still hold the pipe */
    if (r->pipe >= 0)
        close(r->pipe);
    device_ok = wait_device(r);
    fill_end(r, !ended, device_ok, out);
    read_trace(a, r, trace, device_ok, out);
    keep_output(a, r, out);
    return true;
}

bool session_run(struct arena *a, const struct session_options *o,
                 struct session_result *out, struct diags *ds)
{
    char folder[] = "/tmp/warplings-run-XXXXXX";
    int timeout = o->timeout_s > 0 ? o->timeout_s : TIMEOUT_DEFAULT_S;
    struct running r = {
        .o = o,
        .pipe = -1,
        .deadline_ms = clock_ms() + (uint64_t)timeout * 1000,
        .output_max = o->output_max ? o->output_max : OUTPUT_DEFAULT,
    };
    int reaper = 0;
    bool ok;

    *out = (struct session_result){ 0 };
    if (!mkdtemp(folder))
        return diag_fail(ds, "cannot make a folder in /tmp: %s",
                         strerror(errno));
    prctl(PR_GET_CHILD_SUBREAPER, &reaper);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    ok = run_both(a, &r, arena_printf(a, "%s/trace", folder), out, ds);
    prctl(PR_SET_CHILD_SUBREAPER, reaper);
    file_remove_tree(folder);
    return ok;
}
