/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wait until a file is saved, in whatever way editors do: written in place, or
 * a new file renamed over it. The folder is watched by inotify; where that
 * sees nothing (a network or shared folder), the file is looked at each second.
 */
#ifndef BASE_WATCH_H
#define BASE_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

enum { WATCH_SETTLE_MS = 200, WATCH_POLL_MS = 1000 };

struct watch {
    char path[4096]; /* "" : nothing is watched */
    int fd;          /* inotify; -1: none, look each second */
    bool polls;      /* changes may come without a word from fd */
    bool stirred;    /* something happened in the folder, not yet looked at */
    uint64_t stirred_ms;
    struct timespec mtime; /* of the file as it was last seen */
    off_t size;
    ino_t inode;
};

/* Watch a file, which may not exist yet, from its present state on. Close with
   watch_close. w may be a zeroed struct or one that was closed. */
void watch_open(struct watch *w, const char *path);
void watch_close(struct watch *w);

/* How long poll() may sleep, in ms; -1: until fd has something. */
int watch_timeout(const struct watch *w, uint64_t now_ms);

/* Has the file been saved, and been left alone for a moment since? Call it
   when fd is readable or the time is over. True once for each save. */
bool watch_saved(struct watch *w, uint64_t now_ms);

#endif
