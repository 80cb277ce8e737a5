/* SPDX-License-Identifier: Apache-2.0 */
#include "tui/lesson_read.h"

#include "base/diag.h"
#include "base/file.h"
#include "course/chapter.h"
#include "tui/update.h"

#define SOURCE_MAX (1 << 20)

struct lesson_text lesson_read(struct arena *a, const struct course *c,
                               const struct work *work, const struct lesson *l,
                               struct diags *ds)
{
    const char *chapter = l->chapter ? l->chapter : "";
    struct lesson_text t = { .lesson = l };
    const char *path = l->exercise;

    t.chapter = text_of(chapter_text(a, c->root, chapter));
    if (work) {
        path = work_exercise(a, work, l);
        t.exercise_path = path && file_exists(path) ? path : NULL;
    }
    if (path)
        file_read(a, path, SOURCE_MAX, &t.exercise, ds);
    if (l->solution && work && work->state[state_index(l)].passed)
        file_read(a, l->solution, SOURCE_MAX, &t.solution, ds);
    return t;
}
