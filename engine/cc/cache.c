/* SPDX-License-Identifier: Apache-2.0 */
#include "cc/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "cc/manifest.h"

/* Do not even begin to build with less room than this. */
#define ROOM_MIN    (16ull << 20)
#define STALE_AFTER 3600 /* s: a work folder that old was left by a crash */

long long cache_now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return t.tv_sec * 1000000000ll + t.tv_nsec;
}

/* ---- open --------------------------------------------------------------- */

/* Can we build there? If not, why: errno's number. */
static int try_root(struct arena *a, const char *root)
{
    struct diags quiet = { .arena = a };
    struct statvfs v;
    struct stat st;

    if (!file_mkdirs(root, &quiet))
        return errno ? errno : EACCES;
    if (stat(root, &st) || !S_ISDIR(st.st_mode))
        return ENOTDIR;
    if (access(root, W_OK | X_OK))
        return errno;
    if (!statvfs(root, &v) &&
        (unsigned long long)v.f_bavail * v.f_frsize < ROOM_MIN)
        return ENOSPC;
    return 0;
}

/* A folder of our own under $TMPDIR; NULL if somebody else has that name. */
static const char *temp_root(struct arena *a)
{
    const char *tmp = getenv("TMPDIR");
    const char *dir =
        arena_printf(a, "%s/warplings-cc-%ld",
                     tmp && *tmp == '/' ? tmp : "/tmp", (long)geteuid());
    struct stat st;

    mkdir(dir, 0700);
    if (lstat(dir, &st) || !S_ISDIR(st.st_mode) || st.st_uid != geteuid() ||
        st.st_mode & 077)
        return NULL;
    return dir;
}

bool cache_open(struct arena *a, const struct home *home, struct cache *out,
                struct diags *ds)
{
    const char *root = arena_printf(a, "%s/cc", home->cache);
    const char *temp = NULL;
    int why = try_root(a, root);

    if (why) {
        temp = temp_root(a);
        if (temp && !try_root(a, temp))
            root = temp;
        else
            return diag_fail(ds,
                             why == ENOSPC
                                 ? "the disk is full: no room to build in "
                                   "'%s' nor in a temporary folder"
                                 : "cannot build in '%s' (%s) nor in a "
                                   "temporary folder",
                             root, strerror(why));
    }
    *out = (struct cache){ a, root };
    return true;
}

const char *cache_workdir(const struct cache *c, struct diags *ds)
{
    char *dir = arena_printf(c->a, "%s/tmp-XXXXXX", c->root);

    if (mkdtemp(dir))
        return dir;
    diag_fail(ds, "cannot make a folder in '%s': %s", c->root, strerror(errno));
    return NULL;
}

/* ---- find and keep ------------------------------------------------------ */

static const char *hex(struct arena *a, struct hash h)
{
    return arena_printf(a, "%016llx%016llx", h.a, h.b);
}

static const char *manifest_path(const struct cache *c, struct hash key)
{
    return arena_printf(c->a, "%s/%s.deps", c->root, hex(c->a, key));
}

/* Is there a program with these bytes already? */
static bool holds(const char *program, struct hash want)
{
    struct hash h;

    return manifest_program_hash(program, &h) && h.a == want.a &&
           h.b == want.b && !access(program, X_OK);
}

const char *cache_find(const struct cache *c, struct hash key, struct diags *ds)
{
    const char *path = manifest_path(c, key), *program;
    struct manifest m;

    if (!manifest_read(c->a, path, &m))
        return NULL;
    program = arena_printf(c->a, "%s/%s/program", c->root, m.id);
    if (!holds(program, m.program))
        return NULL;
    for (int i = 0; i < m.deps.count; i++) {
        if (!dep_unchanged(&m.deps.all[i]))
            return NULL;
    }
    for (const struct diag *d = m.said.first; d; d = d->next)
        diag_add(ds, d->at, d->level, d->text, d->source);
    /* The oldest are deleted first: this one is young again. */
    utimensat(AT_FDCWD, path, NULL, 0);
    utimensat(AT_FDCWD, arena_printf(c->a, "%s/%s", c->root, m.id), NULL, 0);
    return program;
}

/* All that the compilers listed in the work folder's *.d files. */
static void collect(const struct cache *c, const struct cache_entry *e,
                    struct deps *out)
{
    struct diags quiet = { .arena = c->a };
    DIR *dir = opendir(e->workdir);
    struct dirent *f;
    struct text t;

    while (dir && (f = readdir(dir))) {
        size_t n = strlen(f->d_name);

        if (n > 2 && !strcmp(f->d_name + n - 2, ".d") &&
            file_read(c->a, arena_printf(c->a, "%s/%s", e->workdir, f->d_name),
                      16u << 20, &t, &quiet))
            deps_read(out, t.at, e->workdir);
    }
    if (dir)
        closedir(dir);
    for (const char *const *x = e->extra; x && *x; x++)
        deps_add(out, *x);
}

/* Move the program to its final folder. */
static bool place(const struct cache *c, const char *workdir,
                  const struct manifest *m, struct diags *ds)
{
    const char *made = arena_printf(c->a, "%s/done", workdir);
    const char *final = arena_printf(c->a, "%s/%s", c->root, m->id);

    if (mkdir(made, 0777) || rename(arena_printf(c->a, "%s/program", workdir),
                                    arena_printf(c->a, "%s/program", made)))
        return diag_fail(ds, "cannot keep the program in '%s': %s", c->root,
                         strerror(errno));
    if (!rename(made, final))
        return true;
    /* Somebody was faster, and may be starting it; or it is damaged. */
    if (holds(arena_printf(c->a, "%s/program", final), m->program))
        return true;
    rename(final, arena_printf(c->a, "%s/old", workdir));
    if (!rename(made, final) || errno == ENOTEMPTY || errno == EEXIST)
        return true;
    return diag_fail(ds, "cannot keep the program in '%s': %s", c->root,
                     strerror(errno));
}

const char *cache_keep(const struct cache *c, const struct cache_entry *e,
                       struct diags *ds)
{
    struct diags quiet = { .arena = c->a };
    struct manifest m = { .deps.a = c->a, .said.first = NULL };
    bool sealed;

    collect(c, e, &m.deps);
    sealed = deps_seal(&m.deps, e->start_ns) && m.deps.count;
    /* Not repeatable: a name that nobody will look for. */
    m.id = sealed ? hex(c->a, deps_hash(&m.deps, e->key))
                  : arena_printf(c->a, "once-%s", strrchr(e->workdir, '-') + 1);
    if (!manifest_program_hash(arena_printf(c->a, "%s/program", e->workdir),
                               &m.program)) {
        diag_fail(ds, "the linker left no program");
        return NULL;
    }
    if (!place(c, e->workdir, &m, ds))
        return NULL;
    if (sealed)
        manifest_write(c->a, manifest_path(c, e->key), &m, e->said, &quiet);
    return arena_printf(c->a, "%s/%s/program", c->root, m.id);
}

/* ---- trim --------------------------------------------------------------- */

struct old {
    const char *path;
    long long mtime_ns, size;
};

static int by_age(const void *x, const void *y)
{
    const struct old *a = x, *b = y;

    return (a->mtime_ns > b->mtime_ns) - (a->mtime_ns < b->mtime_ns);
}

static struct old weigh(const struct cache *c, const char *name)
{
    struct old o = { arena_printf(c->a, "%s/%s", c->root, name), 0, 0 };
    struct stat st;

    if (lstat(o.path, &st))
        return o;
    o.mtime_ns = st.st_mtim.tv_sec * 1000000000ll + st.st_mtim.tv_nsec;
    o.size = st.st_size;
    if (S_ISDIR(st.st_mode) &&
        !lstat(arena_printf(c->a, "%s/program", o.path), &st))
        o.size += st.st_size;
    return o;
}

void cache_trim(const struct cache *c, unsigned long long bytes_max)
{
    long long total = 0, now = cache_now_ns();
    DIR *dir = opendir(c->root);
    struct old *all = NULL;
    struct dirent *f;
    int n = 0, capacity = 0;

    while (dir && (f = readdir(dir))) {
        struct old o;

        if (*f->d_name == '.')
            continue;
        o = weigh(c, f->d_name);
        if (strncmp(f->d_name, "tmp-", 4)) {
            total += o.size;
            ARENA_PUSH(c->a, all, n, capacity, o);
        } else if (now - o.mtime_ns > STALE_AFTER * 1000000000ll) {
            file_remove_tree(o.path);
        }
    }
    if (dir)
        closedir(dir);
    if (n)
        qsort(all, (size_t)n, sizeof *all, by_age);
    for (int i = 0; i < n && total > (long long)bytes_max; i++) {
        file_remove_tree(all[i].path);
        total -= all[i].size;
    }
}
