/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of warplings-confine, the helper that grade/sandbox.h describes. */
#ifndef GRADE_CONFINE_H
#define GRADE_CONFINE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "grade/sandbox.h"

enum {
    CONFINE_LIST_MAX = 256,
    CONFINE_UID = 0x10000000 /* user ids from here are a job's alone */
};

/* What the command line asked for. Strings are argv's own. */
struct confine {
    enum sandbox_tier tier;
    const char *ro[CONFINE_LIST_MAX], *rw[CONFINE_LIST_MAX];
    const char *env[CONFINE_LIST_MAX];
    int ro_count, rw_count, env_count;
    const char *cwd, *report;
    int keep_fd;
    struct sandbox_limits limits;
    char *const *argv;
    uid_t uid; /* who the program runs as */
};

/* The system's folders and files that any program may read; NULL-terminated. */
extern const char *const confine_system[];

/* Allow only c's paths, by Landlock. False: errno says why. */
bool confine_paths(const struct confine *c);

/* The seccomp filter, on this thread (and after exec). False: see errno. */
bool confine_filter(const struct confine *c);

/* The same filter in a file that bwrap can read; -1: see errno. */
int confine_filter_file(const struct confine *c);

/* Become the program inside bwrap, which reads filter and tells status (open
   files both) how the program ended; returns only if that failed. */
void confine_bwrap(const struct confine *c, int filter, int status);

/* Wait for pid within c's limits, kill all that came from it, say how it
   ended. *code is the exit status or the signal. */
enum sandbox_end confine_watch(const struct confine *c, pid_t pid, int *code);

/* Bytes on disk below the folders in rw; UINT64_MAX if not all can be seen. */
uint64_t confine_disk(const struct confine *c);

#endif
