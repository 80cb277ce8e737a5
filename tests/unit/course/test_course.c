/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "course/chapter.h"
#include "course/course.h"
#include "course/provenance.h"

static struct arena a;
static struct diags ds;
static char dir[64];

static const char *in(const char *name)
{
    return arena_printf(&a, "%s/%s", dir, name);
}

static void put(const char *name, const char *text)
{
    ck_assert(file_write(in(name), text_of(text), &ds));
}

static void set_up(void)
{
    ds = (struct diags){ .arena = &a };
    strcpy(dir, "/tmp/wl-course-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(dir));
    ck_assert(file_mkdirs(in("lessons/02-guard"), &ds));
    ck_assert(file_mkdirs(in("kernels/02-guard"), &ds));
    put("lessons/course.yaml", "title: T\nplanned: 32\nlessons: [02-guard]\n");
    put("lessons/02-guard/main.cu", "");
    put("lessons/02-guard/exercise.cu", "starter\n");
    put("lessons/02-guard/check.c", "");
}

static void tear_down(void)
{
    file_remove_tree(dir);
    arena_clear(&a);
}

#define GOALS "goals:\n  - {id: correct, text: c, points: 3}\n"
#define HINTS "hints: [a, b, c]\n"

static const struct {
    const char *matter, *says; /* NULL: it loads */
} lessons[] = {
    { "---\ntitle: G\n" GOALS HINTS "---\ntext\n", NULL },
    { "title: G\n", "front matter" },
    { "---\ntitle: G\n", "no end" },
    { "---\n" GOALS HINTS "---\n", "title and three hints" },
    { "---\ntitle: G\n" GOALS "hints: [a, b]\n---\n", "three hints" },
    { "---\ntitle: G\ngoals: []\n" HINTS "---\n", "correct" },
    { "---\ntitle: G\n" GOALS "  - {id: x, text: y, metric: nope, bound: '<= "
      "1'}\n" HINTS "---\n",
      "no metric 'nope'" },
    { "---\ntitle: G\n" GOALS "  - {id: x, text: y, metric: barriers, bound: "
      "'about 1'}\n" HINTS "---\n",
      "needs a bound" },
    { "---\ntitle: [\n---\n", "" },
};

START_TEST(front_matter_is_read_or_explained)
{
    struct course c;

    put("lessons/02-guard/lesson.md", lessons[_i].matter);
    ck_assert(course_load(&a, dir, &c, &ds));
    if (!lessons[_i].says) {
        ck_assert_int_eq(c.lesson_count, 1);
        ck_assert_int_eq(c.lessons[0].points, 3);
        ck_assert_str_eq(c.lessons[0].chapter, "text\n");
        ck_assert_ptr_eq(course_find(&c, "2"), &c.lessons[0]);
        ck_assert_ptr_eq(course_find(&c, "guard"), &c.lessons[0]);
        ck_assert_ptr_null(course_find(&c, "3"));
        return;
    }
    ck_assert_int_eq(c.lesson_count, 0);
    ck_assert_int_eq(ds.count, 1);
    ck_assert_ptr_nonnull(strstr(ds.first->text, lessons[_i].says));
    ck_assert_ptr_nonnull(strstr(ds.first->at.file, "lesson.md"));
}
END_TEST

START_TEST(progress_survives_and_garbage_is_skipped)
{
    struct course c;
    struct work w, again;
    const char *backup;
    struct text t;

    put("lessons/02-guard/lesson.md", lessons[0].matter);
    put("kernels/02-guard/more.cu", "theirs\n");
    ck_assert(course_load(&a, dir, &c, &ds));
    ck_assert(work_init(&a, &c, in("work"), &ds));
    ck_assert(file_exists(in("work/kernels/02-guard/more.cu")));
    put("work/kernels/02-guard/more.cu", "mine\n");
    ck_assert(work_find(&a, in("work"), &w));
    w.state[2].passed = true;
    w.state[2].points = 7;
    w.last = 2;
    ck_assert(work_save(&w, &ds));
    ck_assert(work_find(&a, in("work"), &again));
    ck_assert(again.state[2].passed && again.state[2].points == 7);
    ck_assert_int_eq(again.last, 2);

    put("work/02-guard/exercise.cu", "mine\n");
    ck_assert(work_init(&a, &c, in("work"), &ds)); /* overwrites nothing */
    ck_assert(file_read(&a, in("work/kernels/02-guard/more.cu"), 99, &t, &ds));
    ck_assert(text_is(t, "mine\n"));
    ck_assert(work_reset(&a, &w, &c.lessons[0], &backup, &ds));
    ck_assert(file_exists(backup));
    ck_assert(work_reset(&a, &w, &c.lessons[0], &backup, &ds));
    ck_assert_ptr_nonnull(strstr(backup, ".bak1"));

    put("work/.warplings", "\1\2 lesson 99 passed 1\nlesson -4 passed\nlast "
                           "x\n");
    ck_assert(work_find(&a, in("work"), &again));
    ck_assert_int_eq(again.last, 0);
    ck_assert(!work_find(&a, in("nowhere"), &again));
}
END_TEST

static const uint8_t bytes[] = "abcdefgh";

static const struct {
    struct download d[2];
    int n;
    const char *output;
    bool from_card;
} outputs[] = {
    { { { 100, 8, true, bytes } }, 1, "abcdefgh", true },
    { { { 100, 8, true, bytes } }, 1, "cde", true },
    { { { 100, 8, false, bytes } }, 1, "abcdefgh", false },
    { { { 100, 4, true, bytes }, { 104, 4, true, bytes + 4 } },
      2,
      "abcdefgh",
      true },
    { { { 104, 4, true, bytes + 4 }, { 100, 4, true, bytes } },
      2,
      "abcdefgh",
      true },
    { { { 100, 4, true, bytes }, { 108, 4, true, bytes + 4 } },
      2,
      "abcdefgh",
      false },
    { { { 100, 8, true, bytes }, { 102, 2, false, bytes + 2 } },
      2,
      "abcdefgh",
      false },
    { { { 0 } }, 0, "x", false },
    { { { 0 } }, 0, "", true },
};

START_TEST(output_must_come_from_the_card)
{
    struct download d[2];
    struct trace t = { .downloads = d, .download_count = outputs[_i].n };

    memcpy(d, outputs[_i].d, sizeof d);
    ck_assert_int_eq(output_from_card(&t, text_of(outputs[_i].output)),
                     outputs[_i].from_card);
}
END_TEST

START_TEST(chapter_pulls_code_from_files)
{
    const char *text;

    put("k.cu", "one\n// [r]\ntwo\n// [/r]\nthree\n");
    text = chapter_text(&a, dir,
                        "x\n``` {.cuda include=\"k.cu\" "
                        "region=\"r\"}\n```\ny\n");
    ck_assert_str_eq(text, "x\n``` cuda\ntwo\n```\ny\n");
    text = chapter_text(&a, dir, "``` {include=\"none.cu\"}\n```\n");
    ck_assert_ptr_nonnull(strstr(text, "none.cu"));
}
END_TEST

START_TEST(verdicts_have_their_exit_codes)
{
    ck_assert_int_eq(verdict_exit_code(VERDICT_PASS), 0);
    ck_assert_int_eq(verdict_exit_code(VERDICT_FAIL), 1);
    ck_assert_int_eq(verdict_exit_code(VERDICT_COMPILE_ERROR), 3);
    ck_assert_int_eq(verdict_exit_code(VERDICT_TIMEOUT), 4);
    ck_assert_str_eq(verdict_text(VERDICT_COMPILE_ERROR), "compile-error");
}
END_TEST

Suite *course_suite(void)
{
    Suite *s = suite_create("course");
    TCase *tc = tcase_create("core");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_loop_test(tc, front_matter_is_read_or_explained, 0,
                        (int)(sizeof lessons / sizeof *lessons));
    tcase_add_test(tc, progress_survives_and_garbage_is_skipped);
    tcase_add_loop_test(tc, output_must_come_from_the_card, 0,
                        (int)(sizeof outputs / sizeof *outputs));
    tcase_add_test(tc, chapter_pulls_code_from_files);
    tcase_add_test(tc, verdicts_have_their_exit_codes);
    suite_add_tcase(s, tc);
    return s;
}
