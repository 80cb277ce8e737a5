/* SPDX-License-Identifier: Apache-2.0 */
/* list: lessons by part, with progress. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "report/json.h"

static void list_json(const struct course *course, const struct work *w,
                      struct buf *b)
{
    json_t *root = json_object(), *all = json_array();

    json_object_set_new(root, "schema", json_string("warplings/list/1"));
    for (int i = 0; i < course->lesson_count; i++) {
        const struct lesson *l = &course->lessons[i];
        json_t *o = json_object();

        json_object_set_new(o, "lesson", json_string(l->id));
        json_object_set_new(o, "title", json_string(l->title));
        json_object_set_new(o, "passed",
                            json_boolean(w->state[l->number].passed));
        json_object_set_new(o, "points",
                            json_integer(w->state[l->number].points));
        json_object_set_new(o, "of", json_integer(l->points));
        json_object_set_new(o, "tries",
                            json_integer(w->state[l->number].tries));
        json_object_set_new(o, "hints",
                            json_integer(w->state[l->number].hints));
        json_array_append_new(all, o);
    }
    json_object_set_new(root, "lessons", all);
    json_print(root, b);
}

/* Progress as a warp: one lane a lesson. */
static void draw_warp(const struct course *course, const struct work *w,
                      struct buf *b)
{
    buf_str(b, "progress  ");
    for (int n = 1; n <= course->planned; n++) {
        char id[16];

        snprintf(id, sizeof id, "%d", n);
        buf_str(b, w->state[n].passed         ? "#"
                   : !course_find(course, id) ? "."
                   : w->state[n].tries        ? "o"
                                              : "-");
    }
    buf_str(b, "   # passed  o tried  - not yet  . not in this edition\n");
}

int cmd_list(struct cli *c)
{
    struct course course;
    struct work w = { 0 };
    struct buf b = { 0 };
    const char *part = "";

    if (!cli_course(c, &course))
        return EXIT_MACHINE;
    work_find(&c->arena, c->opt.work, &w);
    if (c->opt.json) {
        list_json(&course, &w, &b);
        return cli_print(&b, EXIT_PASS);
    }
    draw_warp(&course, &w, &b);
    for (int i = 0; i < course.lesson_count; i++) {
        const struct lesson *l = &course.lessons[i];

        if (l->part && strcmp(part, l->part)) {
            part = l->part;
            buf_printf(&b, "\n%s\n", part);
        }
        buf_printf(&b, "  %02d  %-40s %s %d of %d points\n", l->number,
                   l->title,
                   w.state[l->number].passed  ? "passed "
                   : w.state[l->number].tries ? "tried  "
                                              : "not yet",
                   w.state[l->number].points, l->points);
    }
    return cli_print(&b, EXIT_PASS);
}
