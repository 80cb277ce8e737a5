/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The learner's folder: one folder a lesson with exercise.cu in it, the
 * kernels that the chapters run, and the file .warplings, which marks it and
 * holds the progress:
 *
 *     warplings 1
 *     last 11
 *     lesson 02 passed 1 points 10 hints 0 tries 3
 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "course/course.h"

enum { FILE_MAX = 1 << 20, LESSONS = 64 };

#define MARK ".warplings"

const char *work_exercise(struct arena *a, const struct work *w,
                          const struct lesson *l)
{
    return arena_printf(a, "%s/%s/exercise.cu", w->dir, l->id);
}

static bool copy_file(struct arena *a, const char *from, const char *to,
                      struct diags *ds)
{
    struct text t;

    return file_read(a, from, FILE_MAX, &t, ds) && file_write(to, t, ds);
}

/* Copy the files of a folder that `to` does not have, without its folders. */
static bool copy_missing(struct arena *a, const char *from, const char *to,
                         struct diags *ds)
{
    DIR *folder = opendir(from);
    bool ok = true;

    if (!folder)
        return true; /* a lesson without kernels */
    ok = file_mkdirs(to, ds);
    for (const struct dirent *e; ok && (e = readdir(folder));) {
        const char *source = arena_printf(a, "%s/%s", from, e->d_name);
        const char *target = arena_printf(a, "%s/%s", to, e->d_name);
        struct stat st;

        if (*e->d_name != '.' && !file_exists(target) &&
            stat(source, &st) == 0 && S_ISREG(st.st_mode))
            ok = copy_file(a, source, target, ds);
    }
    closedir(folder);
    return ok;
}

bool work_init(struct arena *a, const struct course *c, const char *dir,
               struct diags *ds)
{
    const char *mark = arena_printf(a, "%s/%s", dir, MARK);
    struct work w = { .dir = dir };

    if (!file_mkdirs(dir, ds))
        return false;
    for (int i = 0; i < c->lesson_count; i++) {
        const struct lesson *l = &c->lessons[i];
        const char *folder = arena_printf(a, "%s/%s", dir, l->id);
        const char *to = work_exercise(a, &w, l);

        if (!file_mkdirs(folder, ds))
            return false;
        if (!file_exists(to) && !copy_file(a, l->exercise, to, ds))
            return false;
        if (!copy_missing(a, arena_printf(a, "%s/kernels/%s", c->root, l->id),
                          arena_printf(a, "%s/kernels/%s", dir, l->id), ds))
            return false;
    }
    return file_exists(mark) || work_save(&w, ds);
}

/* Read the progress; lines that make no sense are skipped. */
static void read_progress(struct arena *a, const char *path, struct work *w)
{
    struct diags quiet = { .arena = a };
    struct text t;

    if (!file_read(a, path, FILE_MAX, &t, &quiet))
        return;
    for (const char *p = t.at; *p;) {
        int n, passed, points, hints, tries, last;

        if (sscanf(p, "lesson %d passed %d points %d hints %d tries %d", &n,
                   &passed, &points, &hints, &tries) == 5 &&
            n > 0 && n < LESSONS) {
            w->state[n].passed = passed == 1;
            w->state[n].points = points < 0 ? 0 : points;
            w->state[n].hints = hints < 0 ? 0 : hints > 3 ? 3 : hints;
            w->state[n].tries = tries < 0 ? 0 : tries;
        } else if (sscanf(p, "last %d", &last) == 1 && last > 0 &&
                   last < LESSONS) {
            w->last = last;
        }
        p += strcspn(p, "\n");
        p += *p == '\n';
    }
}

static bool try_dir(struct arena *a, const char *dir, struct work *out)
{
    const char *mark = arena_printf(a, "%s/%s", dir, MARK);

    if (!file_exists(mark))
        return false;
    *out = (struct work){ .dir = arena_strdup(a, dir) };
    read_progress(a, mark, out);
    return true;
}

bool work_find(struct arena *a, const char *dir, struct work *out)
{
    char here[PATH_MAX];
    const char *home = getenv("HOME");

    *out = (struct work){ 0 };
    if (dir)
        return try_dir(a, dir, out);
    if (getcwd(here, sizeof here)) {
        for (char *slash; *here; *slash = '\0') {
            if (try_dir(a, here, out))
                return true;
            slash = strrchr(here, '/');
            if (!slash)
                break;
        }
    }
    return home && try_dir(a, arena_printf(a, "%s/warplings", home), out);
}

bool work_save(const struct work *w, struct diags *ds)
{
    struct arena a = { 0 };
    struct buf b = { 0 };
    bool ok;

    buf_str(&b, "warplings 1\n");
    if (w->last)
        buf_printf(&b, "last %d\n", w->last);
    for (int n = 1; n < LESSONS; n++)
        if (w->state[n].tries || w->state[n].hints || w->state[n].passed)
            buf_printf(&b,
                       "lesson %02d passed %d points %d hints %d "
                       "tries %d\n",
                       n, w->state[n].passed, w->state[n].points,
                       w->state[n].hints, w->state[n].tries);
    ok = file_write(arena_printf(&a, "%s/%s", w->dir, MARK),
                    (struct text){ b.at, b.size }, ds);
    buf_release(&b);
    arena_clear(&a);
    return ok;
}

bool work_reset(struct arena *a, const struct work *w, const struct lesson *l,
                const char **backup, struct diags *ds)
{
    const char *path = work_exercise(a, w, l);
    const char *keep = arena_printf(a, "%s.bak", path);

    *backup = NULL;
    for (int i = 1; file_exists(keep); i++)
        keep = arena_printf(a, "%s.bak%d", path, i);
    if (file_exists(path)) {
        if (rename(path, keep) < 0)
            return diag_fail(ds, "cannot keep '%s': %s", path, strerror(errno));
        *backup = keep;
    }
    return file_mkdirs(arena_printf(a, "%s/%s", w->dir, l->id), ds) &&
           copy_file(a, l->exercise, path, ds);
}
