/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Run other programs: no shell, output captured up to a bound, a time limit.
 * Several run side by side. Each child is its own process group, which is
 * killed as a whole when its time is up, and with the parent.
 */
#ifndef BASE_PROC_H
#define BASE_PROC_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

enum proc_end {
    PROC_EXITED,   /* code is its exit status */
    PROC_KILLED,   /* code is the signal */
    PROC_TIMEOUT,  /* ran past its limit and was killed */
    PROC_NO_START, /* code is the errno of fork or exec */
};

/* Set up the first part, zero the rest, call proc_run, then release. */
struct proc {
    const char *const *argv; /* NULL-terminated; argv[0] by PATH (env's) */
    const char *const *env;  /* "NAME=value" added or replaced; or NULL */
    const char *cwd;         /* NULL: where we are */
    size_t output_max;       /* bytes kept of each stream; 0: 1 MiB */
    int timeout_ms;          /* 0: no limit */
    size_t memory_max;       /* bytes of address space; 0: no limit */

    enum proc_end end;
    int code;
    bool truncated; /* more was written than kept */
    struct buf out, err;
};

/* Run all of them at once and wait for all. True if all exited with 0. */
bool proc_run(struct proc *procs, int count);

/* Free the captured output. */
void proc_release(struct proc *p);

/* A sentence about how it ended: "exit status 2", "killed by signal 9". */
const char *proc_end_text(const struct proc *p, char *out, size_t size);

/*
 * Where a program is: name itself if it has a slash and can be run, else the
 * first match in path (NULL: this process's PATH). NULL if there is none; out
 * holds the path.
 */
const char *proc_find(const char *name, const char *path, char *out,
                      size_t size);

#endif
