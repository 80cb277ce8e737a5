/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Run a program that nobody trusts: a submission, or the compiler that reads
 * one. A helper of ours (warplings-confine) stands between:
 *
 *     grader --proc--> warplings-confine --> bwrap --> program
 *                      watches, kills        or Landlock and an own user id
 *
 * The program sees a list of folders, writes to some of them, has no network,
 * the environment it is given and no other, and ends with all that it started.
 */
#ifndef GRADE_SANDBOX_H
#define GRADE_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

struct arena;
struct diags;

enum sandbox_tier {
    SANDBOX_BWRAP,    /* bubblewrap: own namespaces, and seccomp */
    SANDBOX_LANDLOCK, /* Landlock, seccomp, an own user id where we are root */
    SANDBOX_NONE,     /* limits and the clock only: for --unsafe */
};

/* Each is the most that is allowed; 0 takes the default in brackets. */
struct sandbox_limits {
    int wall_ms;           /* [60000] */
    int cpu_s;             /* of one process [60] */
    uint64_t memory_bytes; /* data of each, resident of all [2 GiB] */
    uint64_t file_bytes;   /* of one file [64 MiB] */
    uint64_t disk_bytes;   /* of all that is in rw, and of /tmp [256 MiB] */
    int processes;         /* with threads [64] */
    uint64_t output_bytes; /* kept of each stream [1 MiB] */
};

/* As root, each job has a user id of its own, which the first folder of rw then
   belongs to, and a later job in the same folder has it again; two at once in
   one folder end each other. Lists end with NULL, or are NULL for none. Paths
   are absolute. */
struct sandbox_job {
    const char *const *argv; /* argv[0] has a slash or is in /usr/bin */
    const char *const *ro;   /* readable beside the system's own folders */
    const char *const *rw;   /* folders it may write */
    const char *cwd;         /* NULL: the first of rw, or / */
    const char *const *env;  /* "NAME=value": all of its environment */
    int keep_fd;             /* files 0 to this stay open; 0 means 2 */
    struct sandbox_limits limits;
};

enum sandbox_end {
    SANDBOX_EXITED,  /* code is its exit status */
    SANDBOX_KILLED,  /* code is the signal */
    SANDBOX_WALL,    /* ran too long */
    SANDBOX_CPU,     /* computed too long */
    SANDBOX_MEMORY,  /* its processes together held too much */
    SANDBOX_DISK,    /* wrote too much, or hid what it wrote */
    SANDBOX_REFUSED, /* could not be started; why says what was missing */
};

struct sandbox_result {
    enum sandbox_end end;
    int code;
    bool cut;             /* more was written than kept */
    struct text out, err; /* in the arena */
    const char *why;
};

/* The best tier that works here, tried and not guessed. lib is the folder of
   warplings-confine. */
enum sandbox_tier sandbox_probe(const char *lib);

/* "bubblewrap", "Landlock", "none". */
const char *sandbox_tier_name(enum sandbox_tier t);

/*
 * The command line that runs job confined: for proc_run, or where another part
 * of the lab starts the program. report: a path at which the helper says how it
 * ended, out of the program's reach; or NULL.
 */
const char *const *sandbox_wrap(struct arena *a, const char *lib,
                                enum sandbox_tier t,
                                const struct sandbox_job *job,
                                const char *report);

/* Run it to its end; false and a diag if this machine could not. */
bool sandbox_run(struct arena *a, const char *lib, enum sandbox_tier t,
                 const struct sandbox_job *job, struct sandbox_result *out,
                 struct diags *ds);

#endif
