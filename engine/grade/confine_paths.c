/* SPDX-License-Identifier: Apache-2.0 */
/* Landlock: a process gives up all paths but those it lists, for ever and for
   its children. The numbers are the kernel's; older headers lack the newer. */
#include "grade/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    CREATE_RULESET = 444, /* the same number on all machines */
    ADD_RULE = 445,
    RESTRICT_SELF = 446,
    ASK_VERSION = 1,
    PATH_BENEATH = 1
};

/* Rights on files, bit by bit (linux/landlock.h). */
enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIR = 1 << 3,
    UP_TO_MAKE_SYM = (1 << 13) - 1, /* all of version 1 */
    MAKE_CHAR = 1 << 6,
    MAKE_BLOCK = 1 << 11,
    REFER = 1 << 13,     /* version 2 */
    TRUNCATE = 1 << 14,  /* version 3 */
    IOCTL_DEV = 1 << 15, /* version 5 */
    OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV,
    READ = EXECUTE | READ_FILE | READ_DIR
};

struct rules {
    uint64_t files, net, scoped;
};

struct beneath {
    uint64_t allowed;
    int32_t fd;
} __attribute__((packed));

/* Folders are walked through, links are the kernel's to follow. What is not
   there on this machine cannot be read either. */
const char *const confine_system[] = {
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/alternatives",
    NULL,
};

static const char *const devices[] = {
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", NULL,
};

static bool allow(int rules, const char *path, uint64_t rights)
{
    struct beneath b = { rights, open(path, O_PATH | O_CLOEXEC) };
    struct stat st;
    bool ok;

    if (b.fd < 0)
        return false;
    if (!fstat(b.fd, &st) && !S_ISDIR(st.st_mode))
        b.allowed &= OF_FILES;
    ok = !syscall(ADD_RULE, rules, PATH_BENEATH, &b, 0);
    close(b.fd);
    return ok;
}

bool confine_paths(const struct confine *c)
{
    long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
    struct rules r = { .files = UP_TO_MAKE_SYM };
    size_t size = sizeof r.files;
    int fd;
    bool ok = true;

    if (version < 1)
        return false;
    r.files |= version >= 2 ? REFER : 0;
    r.files |= version >= 3 ? TRUNCATE : 0;
    r.files |= version >= 5 ? IOCTL_DEV : 0;
    if (version >= 4) {
        r.net = 3; /* bind and connect of TCP */
        size = offsetof(struct rules, scoped);
    }
    if (version >= 6) {
        r.scoped = 3; /* abstract sockets and signals to others */
        size = sizeof r;
    }
    fd = (int)syscall(CREATE_RULESET, &r, size, 0);
    if (fd < 0)
        return false;
    for (int i = 0; confine_system[i]; i++)
        if (!allow(fd, confine_system[i], READ) && errno != ENOENT)
            ok = false;
    for (int i = 0; devices[i]; i++)
        if (!allow(fd, devices[i], (READ | WRITE_FILE | TRUNCATE) & r.files) &&
            errno != ENOENT)
            ok = false;
    for (int i = 0; i < c->ro_count; i++)
        ok = ok && allow(fd, c->ro[i], READ);
    for (int i = 0; i < c->rw_count; i++)
        ok = ok &&
             allow(fd, c->rw[i], r.files & ~(uint64_t)(MAKE_CHAR | MAKE_BLOCK));
    ok = ok && !syscall(RESTRICT_SELF, fd, 0);
    close(fd);
    return ok;
}
