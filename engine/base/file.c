/* SPDX-License-Identifier: Apache-2.0 */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"

static bool read_all(int fd, char *out, size_t size, size_t *got)
{
    *got = 0;
    while (*got < size) {
        ssize_t n = read(fd, out + *got, size - *got);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        if (n == 0)
            break;
        *got += (size_t)n;
    }
    return true;
}

bool file_read(struct arena *a, const char *path, size_t size_max,
               struct text *out, struct diags *ds)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    size_t got = 0;
    char *bytes;
    bool ok;

    *out = (struct text){ "", 0 };
    if (fd < 0)
        return diag_fail(ds, "cannot read '%s': %s", path, strerror(errno));
    if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)) {
        close(fd);
        return diag_fail(ds, "cannot read '%s': not a regular file", path);
    }
    if ((uintmax_t)st.st_size > size_max) {
        close(fd);
        return diag_fail(ds, "'%s' is too big: %jd bytes, at most %zu", path,
                         (intmax_t)st.st_size, size_max);
    }
    bytes = ARENA_NEW(a, char, (size_t)st.st_size + 1);
    ok = read_all(fd, bytes, (size_t)st.st_size, &got);
    close(fd);
    if (!ok)
        return diag_fail(ds, "cannot read '%s': %s", path, strerror(errno));
    bytes[got] = '\0';
    *out = (struct text){ bytes, got };
    return true;
}

static bool write_all(int fd, struct text t)
{
    while (t.size) {
        ssize_t n = write(fd, t.at, t.size);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        t.at += n;
        t.size -= (size_t)n;
    }
    return true;
}

bool file_write(const char *path, struct text content, struct diags *ds)
{
    size_t n = strlen(path) + 16;
    char *beside = malloc(n);
    bool ok = false;
    int fd, why;

    if (!beside)
        return diag_fail(ds, "cannot write '%s': out of memory", path);
    snprintf(beside, n, "%s.XXXXXX", path);
    fd = mkstemp(beside);
    if (fd >= 0) {
        mode_t mask = umask(0);

        umask(mask);
        fchmod(fd, 0666 & ~mask);
        ok = write_all(fd, content) && !fsync(fd);
        why = errno;
        if (close(fd) < 0 && ok) {
            ok = false;
            why = errno;
        }
        if (ok && rename(beside, path) < 0) {
            ok = false;
            why = errno;
        }
        if (!ok)
            unlink(beside);
    } else {
        why = errno;
    }
    free(beside);
    return ok || diag_fail(ds, "cannot write '%s': %s", path, strerror(why));
}

bool file_mkdirs(const char *path, struct diags *ds)
{
    struct arena a = { 0 };
    char *p = arena_strdup(&a, path);
    bool ok;

    for (char *s = p + (*p == '/'); (s = strchr(s, '/')); s++) {
        *s = '\0';
        mkdir(p, 0777);
        *s = '/';
    }
    ok = mkdir(p, 0777) == 0 || errno == EEXIST;
    arena_clear(&a);
    return ok || diag_fail(ds, "cannot make the folder '%s': %s", path,
                           strerror(errno));
}

bool file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

static int remove_one(const char *path, const struct stat *st, int flag,
                      struct FTW *ftw)
{
    (void)st, (void)flag, (void)ftw;
    remove(path);
    return 0;
}

void file_remove_tree(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

bool file_is_cuda(const char *path)
{
    size_t n = strlen(path);

    return n > 3 && !strcmp(path + n - 3, ".cu");
}

const char *file_base(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* Two FNV-1a streams with different offsets, mixed at the end of each call. */
struct hash hash_add(struct hash h, const void *bytes, size_t size)
{
    const unsigned char *p = bytes;

    h.a ^= 14695981039346656037u;
    h.b ^= 7809847782465536322u ^ size;
    for (size_t i = 0; i < size; i++) {
        h.a = (h.a ^ p[i]) * 1099511628211u;
        h.b = (h.b ^ p[i]) * 0x9e3779b97f4a7c15u;
        h.b ^= h.b >> 29;
    }
    return h;
}
