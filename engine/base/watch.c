/* SPDX-License-Identifier: Apache-2.0 */
#include "base/watch.h"

#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

/* File systems whose changes may be made by another machine, which inotify
   does not see: NFS, SMB, CIFS, FUSE, 9p, vboxsf (linux/magic.h). */
static bool is_remote(const char *folder)
{
    static const unsigned long magics[] = { 0x6969,     0x517b,     0xff534d42,
                                            0xfe534d42, 0x65735546, 0x01021997,
                                            0x786f4256 };
    struct statfs fs;

    if (statfs(folder, &fs))
        return true;
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
        if (((unsigned long)fs.f_type & 0xffffffff) == magics[i])
            return true;
    return false;
}

/* True if the file is there and not as it was. */
static bool look(struct watch *w)
{
    struct stat st;
    bool other;

    if (stat(w->path, &st))
        return false;
    other = st.st_mtim.tv_sec != w->mtime.tv_sec ||
            st.st_mtim.tv_nsec != w->mtime.tv_nsec || st.st_size != w->size ||
            st.st_ino != w->inode;
    w->mtime = st.st_mtim;
    w->size = st.st_size;
    w->inode = st.st_ino;
    return other;
}

void watch_open(struct watch *w, const char *path)
{
    char folder[sizeof w->path];
    const char *dir;

    *w = (struct watch){ .fd = -1 };
    if (snprintf(w->path, sizeof w->path, "%s", path) >= (int)sizeof w->path) {
        w->path[0] = '\0'; /* too long to watch */
        return;
    }
    memcpy(folder, w->path, sizeof folder);
    dir = dirname(folder);
    w->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (w->fd >= 0 && inotify_add_watch(w->fd, dir,
                                        IN_CLOSE_WRITE | IN_MOVED_TO |
                                            IN_CREATE | IN_MODIFY) < 0) {
        close(w->fd);
        w->fd = -1;
    }
    w->polls = w->fd < 0 || is_remote(dir);
    look(w);
}

void watch_close(struct watch *w)
{
    if (*w->path && w->fd >= 0)
        close(w->fd);
    *w = (struct watch){ .fd = -1 };
}

int watch_timeout(const struct watch *w, uint64_t now_ms)
{
    const uint64_t until = w->stirred_ms + WATCH_SETTLE_MS;

    if (!*w->path)
        return -1;
    if (w->stirred)
        return until > now_ms ? (int)(until - now_ms) : 0;
    return w->polls ? WATCH_POLL_MS : -1;
}

/* Read all that inotify has to say; what it says does not matter. */
static bool drain(struct watch *w)
{
    char bytes[4096];
    bool any = false;

    while (w->fd >= 0 && read(w->fd, bytes, sizeof bytes) > 0)
        any = true;
    return any;
}

bool watch_saved(struct watch *w, uint64_t now_ms)
{
    if (!*w->path)
        return false;
    if (drain(w)) {
        w->stirred = true;
        w->stirred_ms = now_ms;
        return false;
    }
    if (w->stirred && now_ms < w->stirred_ms + WATCH_SETTLE_MS)
        return false;
    if (!w->stirred && !w->polls)
        return false;
    w->stirred = false;
    return look(w);
}
