/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "tui/editor.h"

static struct arena a;
static struct diags ds;

static void set_up(void)
{
    ds = (struct diags){ .arena = &a };
}

static void tear_down(void)
{
    arena_clear(&a);
}

START_TEST(visual_goes_before_editor)
{
    setenv("EDITOR", "ed", 1);
    setenv("VISUAL", "vis", 1);
    ck_assert_str_eq(editor_command(), "vis");
    setenv("VISUAL", "", 1);
    ck_assert_str_eq(editor_command(), "ed");
    unsetenv("VISUAL");
    unsetenv("EDITOR");
    ck_assert_ptr_nonnull(editor_command());
}
END_TEST

static const struct {
    const char *command;
    int line;
    const char *first, *second;
} samples[] = {
    { "vim", 7, "+7", "f.cu" },     { "/usr/bin/nano -w", 7, "+7", "f.cu" },
    { "hx", 7, "f.cu:7", NULL },    { "code --wait", 7, "-g", "f.cu:7" },
    { "unknown", 7, "f.cu", NULL }, { "vim", 0, "f.cu", NULL },
};

START_TEST(each_editor_is_told_the_line_its_own_way)
{
    const char **args =
        editor_arguments(&a, samples[_i].command, "f.cu", samples[_i].line);

    ck_assert_str_eq(args[0], samples[_i].first);
    if (samples[_i].second)
        ck_assert_str_eq(args[1], samples[_i].second);
    else
        ck_assert_ptr_null(args[1]);
    ck_assert_ptr_null(args[2]);
}
END_TEST

START_TEST(the_editor_gets_the_path_as_it_is)
{
    char dir[] = "/tmp/wl-test-XXXXXX";
    const char *path;
    struct text got;

    ck_assert_ptr_nonnull(mkdtemp(dir));
    path = arena_printf(&a, "%s/a b'c.cu", dir);
    setenv("VISUAL", "printf '%s|' $X >>", 1);
    ck_assert(editor_run(&a, path, 0, &ds));
    ck_assert(file_read(&a, path, 100, &got, &ds));
    ck_assert_str_eq(got.at, "|");
    file_remove_tree(dir);
}
END_TEST

START_TEST(a_missing_editor_is_named)
{
    setenv("VISUAL", "no-such-editor-here", 1);
    ck_assert(!editor_run(&a, "/dev/null", 3, &ds));
    ck_assert_ptr_nonnull(strstr(ds.last->text, "no-such-editor-here"));
}
END_TEST

Suite *editor_suite(void)
{
    Suite *s = suite_create("editor");
    TCase *tc = tcase_create("core");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, visual_goes_before_editor);
    tcase_add_loop_test(tc, each_editor_is_told_the_line_its_own_way, 0,
                        sizeof samples / sizeof *samples);
    tcase_add_test(tc, the_editor_gets_the_path_as_it_is);
    tcase_add_test(tc, a_missing_editor_is_named);
    suite_add_tcase(s, tc);
    return s;
}
