/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/watch.h"

Suite *watch_suite(void);

static char folder[32], path[64], other[64];
static struct watch w;

static void put(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");

    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    ck_assert_int_eq(fclose(f), 0);
}

static void set_up(void)
{
    strcpy(folder, "/tmp/watch-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/x.cu", folder);
    snprintf(other, sizeof other, "%s/.x.cu.swp", folder);
    put(path, "one");
    watch_open(&w, path);
}

static void tear_down(void)
{
    watch_close(&w);
    unlink(path);
    unlink(other);
    rmdir(folder);
}

/* Wait as the loop of the screens does, on a clock of our own; how often the
   file was saved. */
static int saves(void)
{
    uint64_t now = 1000;
    int n = 0;

    for (int i = 0; i < 4; i++) {
        n += watch_saved(&w, now);
        now += WATCH_SETTLE_MS;
    }
    return n;
}

START_TEST(a_save_in_place_is_seen_once)
{
    ck_assert_int_eq(saves(), 0);
    put(path, "two, longer");
    ck_assert_int_eq(saves(), 1);
    ck_assert_int_eq(saves(), 0);
}
END_TEST

START_TEST(a_save_by_renaming_is_seen)
{
    put(other, "new");
    ck_assert_int_eq(rename(other, path), 0);
    ck_assert_int_eq(saves(), 1);
}
END_TEST

START_TEST(other_files_do_not_count)
{
    put(other, "swap");
    ck_assert_int_eq(saves(), 0);
}
END_TEST

/* Several writes in one moment are one save, seen when it is over. */
START_TEST(a_save_settles_first)
{
    put(path, "half");
    ck_assert(!watch_saved(&w, 1000));
    ck_assert_int_eq(watch_timeout(&w, 1050), WATCH_SETTLE_MS - 50);
    put(path, "half and half");
    ck_assert(!watch_saved(&w, 1100));
    ck_assert(!watch_saved(&w, 1000 + WATCH_SETTLE_MS));
    ck_assert(watch_saved(&w, 1100 + WATCH_SETTLE_MS));
    ck_assert_int_eq(watch_timeout(&w, 5000), -1);
}
END_TEST

START_TEST(a_file_that_goes_and_comes_back_is_seen)
{
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(saves(), 0);
    put(path, "again");
    ck_assert_int_eq(saves(), 1);
}
END_TEST

START_TEST(without_inotify_it_looks_each_second)
{
    close(w.fd);
    w.fd = -1;
    w.polls = true;
    ck_assert_int_eq(watch_timeout(&w, 0), WATCH_POLL_MS);
    ck_assert(!watch_saved(&w, 0));
    put(path, "other");
    ck_assert(watch_saved(&w, 1000));
    ck_assert(!watch_saved(&w, 2000));
}
END_TEST

START_TEST(nothing_to_watch_is_nothing)
{
    struct watch none = { 0 };
    char far[6000];

    ck_assert_int_eq(watch_timeout(&none, 0), -1);
    ck_assert(!watch_saved(&none, 0));
    watch_close(&none);
    memset(far, 'a', sizeof far);
    far[sizeof far - 1] = '\0';
    watch_open(&none, far);
    ck_assert(!watch_saved(&none, 0));
    watch_open(&none, "/nowhere/at/all.cu");
    ck_assert_int_eq(watch_timeout(&none, 0), WATCH_POLL_MS);
    ck_assert(!watch_saved(&none, 0));
    watch_close(&none);
}
END_TEST

Suite *watch_suite(void)
{
    Suite *s = suite_create("watch");
    TCase *t = tcase_create("core");

    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, a_save_in_place_is_seen_once);
    tcase_add_test(t, a_save_by_renaming_is_seen);
    tcase_add_test(t, other_files_do_not_count);
    tcase_add_test(t, a_save_settles_first);
    tcase_add_test(t, a_file_that_goes_and_comes_back_is_seen);
    tcase_add_test(t, without_inotify_it_looks_each_second);
    tcase_add_test(t, nothing_to_watch_is_nothing);
    suite_add_tcase(s, t);
    return s;
}
