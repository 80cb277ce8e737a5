/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/home.h"
#include "base/text.h"

static struct arena a;
static struct diags ds;
static char dir[64];

static void set_up(void)
{
    ds = (struct diags){ .arena = &a };
    strcpy(dir, "/tmp/wl-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(dir));
}

static void tear_down(void)
{
    file_remove_tree(dir);
    ck_assert(!file_exists(dir));
    arena_clear(&a);
}

static const char *in(const char *name)
{
    return arena_printf(&a, "%s/%s", dir, name);
}

START_TEST(file_write_then_read_gives_the_same_bytes)
{
    struct text got, want = { "a\0b\n", 4 };
    struct stat st;

    ck_assert(file_write(in("f"), want, &ds));
    ck_assert(file_read(&a, in("f"), 4, &got, &ds));
    ck_assert_uint_eq(got.size, 4);
    ck_assert_mem_eq(got.at, want.at, 4);
    ck_assert_int_eq(got.at[4], 0);
    ck_assert_int_eq(stat(in("f"), &st), 0);
    ck_assert_uint_eq(st.st_mode & 0400, 0400);
}
END_TEST

START_TEST(file_read_says_why_not)
{
    struct text got;

    ck_assert(!file_read(&a, in("none"), 10, &got, &ds));
    ck_assert_ptr_nonnull(strstr(ds.last->text, "No such file"));
    ck_assert(!file_read(&a, dir, 10, &got, &ds));
    ck_assert_ptr_nonnull(strstr(ds.last->text, "not a regular file"));
    ck_assert(file_write(in("big"), text_of("0123456789"), &ds));
    ck_assert(!file_read(&a, in("big"), 9, &got, &ds));
    ck_assert_ptr_nonnull(strstr(ds.last->text, "too big"));
    ck_assert_str_eq(got.at, "");
}
END_TEST

START_TEST(file_write_failure_leaves_nothing_behind)
{
    ck_assert(!file_write(in("no/such/folder"), text_of("x"), &ds));
    ck_assert_int_eq(ds.count, 1);
    ck_assert(!file_exists(in("no")));
}
END_TEST

START_TEST(file_mkdirs_makes_parents_and_is_repeatable)
{
    ck_assert(file_mkdirs(in("x/y/z"), &ds));
    ck_assert(file_mkdirs(in("x/y/z"), &ds));
    ck_assert(file_exists(in("x/y/z")));
    ck_assert(file_write(in("plain"), text_of(""), &ds));
    ck_assert(!file_mkdirs(in("plain/sub"), &ds));
}
END_TEST

START_TEST(hash_depends_on_every_byte_and_on_the_cut)
{
    struct hash zero = { 0 };
    struct hash one = hash_add(zero, "ab", 2);
    struct hash two = hash_add(hash_add(zero, "a", 1), "b", 1);
    struct hash three = hash_add(zero, "ac", 2);

    ck_assert(one.a != three.a && one.b != three.b);
    ck_assert(one.b != two.b);
    ck_assert(hash_add(zero, "ab", 2).b == one.b);
}
END_TEST

START_TEST(home_ignores_relative_xdg_folders)
{
    setenv("HOME", "/home/x", 1);
    setenv("XDG_CACHE_HOME", "relative", 1);
    setenv("XDG_STATE_HOME", "/state", 1);
    ck_assert_str_eq(home_find(&a).cache, "/home/x/.cache/warplings");
    ck_assert_str_eq(home_find(&a).state, "/state/warplings");
}
END_TEST

START_TEST(buf_grows_and_stays_terminated)
{
    struct buf b = { 0 };

    for (int i = 0; i < 1000; i++)
        buf_printf(&b, "%d,", i % 10);
    buf_add(&b, "", 0);
    ck_assert_uint_eq(b.size, 2000);
    ck_assert_uint_eq(strlen(b.at), 2000);
    buf_release(&b);
    ck_assert_ptr_null(b.at);
    ck_assert(text_is(text_of("abc"), "abc"));
    ck_assert(!text_is((struct text){ "abc", 2 }, "abc"));
}
END_TEST

Suite *file_suite(void)
{
    Suite *s = suite_create("file");
    TCase *tc = tcase_create("core");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, file_write_then_read_gives_the_same_bytes);
    tcase_add_test(tc, file_read_says_why_not);
    tcase_add_test(tc, file_write_failure_leaves_nothing_behind);
    tcase_add_test(tc, file_mkdirs_makes_parents_and_is_repeatable);
    tcase_add_test(tc, hash_depends_on_every_byte_and_on_the_cut);
    tcase_add_test(tc, home_ignores_relative_xdg_folders);
    tcase_add_test(tc, buf_grows_and_stays_terminated);
    suite_add_tcase(s, tc);
    return s;
}
