/* SPDX-License-Identifier: Apache-2.0 */
/* A new lesson from lessons/.skeleton: whole files, with NN-name filled in. */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "course/author.h"

enum { SOURCE_MAX = 1 << 20 };

/* Where each file of the skeleton goes, under the course; %s is the lesson. */
static const struct {
    const char *from, *folder, *name;
} files[] = {
    { "lesson.md", "lessons/%s", "lesson.md" },
    { "exercise.cu", "lessons/%s", "exercise.cu" },
    { "main.cu", "lessons/%s", "main.cu" },
    { "check.c", "lessons/%s", "check.c" },
    { "reference.h", "kernels/%s", "reference.h" },
    { "naive.cu", "kernels/%s", "naive.cu" },
    { "better.cu", "kernels/%s", "better.cu" },
    { "solution.cu", "solutions", NULL },
    { "wrong_empty_grid.cu", "tests/wrong/%s", "empty_grid.cu" },
    { "wrong_no_guard.cu", "tests/wrong/%s", "no_guard.cu" },
    { "wrong_on_the_host.cu", "tests/wrong/%s", "on_the_host.cu" },
    { "wrong_rounds_down.cu", "tests/wrong/%s", "rounds_down.cu" },
    { "wrong_strided.cu", "tests/wrong/%s", "strided.cu" },
};

/* "07-soa": two digits, a dash, small letters, digits and dashes. */
static bool is_id(const char *id)
{
    if (!isdigit((unsigned char)id[0]) || !isdigit((unsigned char)id[1]) ||
        id[2] != '-' || !id[3] || (id[0] == '0' && id[1] == '0'))
        return false;
    for (const char *p = id + 3; *p; p++)
        if (!islower((unsigned char)*p) && !isdigit((unsigned char)*p) &&
            *p != '-')
            return false;
    return strlen(id) < 40 && (id[0] - '0') * 10 + id[1] - '0' < 64;
}

static void replace(struct buf *out, const char *text, const char *id)
{
    for (const char *p = text; *p;) {
        if (!strncmp(p, "@ID@", 4)) {
            buf_str(out, id);
            p += 4;
        } else if (!strncmp(p, "@NN@", 4)) {
            buf_add(out, id, 2);
            p += 4;
        } else {
            buf_add(out, p++, 1);
        }
    }
}

static const char *folder_of(struct arena *a, const char *root,
                             const char *pattern, const char *id)
{
    const char *at = strstr(pattern, "%s");

    if (!at)
        return arena_printf(a, "%s/%s", root, pattern);
    return arena_printf(a, "%s/%.*s%s", root, (int)(at - pattern), pattern, id);
}

bool author_new(struct arena *a, const char *root, const char *skeleton,
                const char *id, struct diags *ds)
{
    const int n = (int)(sizeof files / sizeof *files);
    const char *to[sizeof files / sizeof *files];

    if (!is_id(id))
        return diag_fail(ds,
                         "'%s' is no name of a lesson: two digits, a dash, "
                         "small letters",
                         id);
    for (int i = 0; i < n; i++) {
        const char *name =
            files[i].name ? files[i].name : arena_printf(a, "%s.cu", id);

        to[i] = arena_printf(a, "%s/%s",
                             folder_of(a, root, files[i].folder, id), name);
        if (file_exists(to[i]))
            return diag_fail(ds, "'%s' is there already", to[i]);
    }
    for (int i = 0; i < n; i++) {
        struct buf b = { 0 };
        struct text t;
        bool ok =
            file_mkdirs(folder_of(a, root, files[i].folder, id), ds) &&
            file_read(a, arena_printf(a, "%s/%s", skeleton, files[i].from),
                      SOURCE_MAX, &t, ds);

        if (ok) {
            replace(&b, t.at, id);
            ok = file_write(to[i], (struct text){ b.at, b.size }, ds);
        }
        buf_release(&b);
        if (!ok)
            return false;
    }
    return true;
}
