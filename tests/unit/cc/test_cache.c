/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "cc/cache.h"
#include "cc/manifest.h"

Suite *cache_suite(void);

static struct arena arena;
static struct diags ds;
static struct home home;
static struct cache cache;
static char dir[64];

static void setup(void)
{
    arena = (struct arena){ 0 };
    ds = (struct diags){ .arena = &arena };
    strcpy(dir, "/tmp/wl-cache-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(dir));
    home = (struct home){ .cache = arena_printf(&arena, "%s/cache", dir) };
    ck_assert(cache_open(&arena, &home, &cache, &ds));
}

static void teardown(void)
{
    file_remove_tree(dir);
    arena_clear(&arena);
}

static const char *path_of(const char *name)
{
    return arena_printf(&arena, "%s/%s", dir, name);
}

static void put(const char *path, const char *text)
{
    ck_assert(file_write(path, text_of(text), &ds));
}

static const struct hash key = { 1, 2 };

/* A build whose program is this text, made of a.cu and b.h. */
static const char *keep(const char *program, long long start_ns)
{
    struct diags said = { .arena = &arena };
    struct cache_entry e = { .key = key, .start_ns = start_ns };
    const char *kept;

    e.workdir = cache_workdir(&cache, &ds);
    ck_assert_ptr_nonnull(e.workdir);
    put(arena_printf(&arena, "%s/program", e.workdir), program);
    chmod(arena_printf(&arena, "%s/program", e.workdir), 0755);
    put(arena_printf(&arena, "%s/unit0.d", e.workdir),
        arena_printf(&arena, "x.o: %s \\\n  %s %s/no-ptx\n", path_of("a.cu"),
                     path_of("b\\ c.h"), e.workdir));
    diag_add(&said, (struct span){ "a.cu", 3, 4, 1 }, DIAG_WARNING,
             "a \\ tab\tand\nline", NULL);
    e.said = said.first;
    kept = cache_keep(&cache, &e, &ds);
    file_remove_tree(e.workdir);
    return kept;
}

/* Later than any file of the test. */
static long long later(void)
{
    return cache_now_ns() + 1000000000ll;
}

static const char *kept_once(void)
{
    put(path_of("a.cu"), "source");
    put(path_of("b c.h"), "header");
    return keep("program", later());
}

START_TEST(cache_finds_what_was_kept)
{
    const char *kept = kept_once(), *found;

    ck_assert_ptr_nonnull(kept);
    found = cache_find(&cache, key, &ds);
    ck_assert_pstr_eq(found, kept);
    ck_assert_str_eq(ds.last->text, "a \\ tab\tand\nline");
    ck_assert_str_eq(ds.last->at.file, "a.cu");
    ck_assert_int_eq(ds.last->at.line, 3);
    ck_assert_int_eq(ds.last->level, DIAG_WARNING);
    ck_assert_ptr_null(ds.last->source);
    ck_assert_ptr_null(cache_find(&cache, (struct hash){ 1, 3 }, &ds));
}
END_TEST

START_TEST(cache_misses_when_a_header_changes)
{
    const char *first = kept_once(), *second;

    put(path_of("b c.h"), "HEADER");
    ck_assert_ptr_null(cache_find(&cache, key, &ds));
    second = keep("other program", later());
    ck_assert_str_ne(first, second);
    ck_assert_pstr_eq(cache_find(&cache, key, &ds), second);
    /* The first is still there for who is about to start it. */
    ck_assert(file_exists(first));
    remove(path_of("b c.h"));
    ck_assert_ptr_null(cache_find(&cache, key, &ds));
}
END_TEST

START_TEST(cache_hits_when_a_file_was_only_touched)
{
    kept_once();
    utimensat(AT_FDCWD, path_of("a.cu"), NULL, 0);
    ck_assert_ptr_nonnull(cache_find(&cache, key, &ds));
}
END_TEST

START_TEST(cache_does_not_trust_a_file_saved_during_the_build)
{
    const char *kept;

    put(path_of("a.cu"), "source");
    put(path_of("b c.h"), "header");
    kept = keep("program", cache_now_ns() - 3600000000000ll);
    ck_assert_ptr_nonnull(kept);
    ck_assert(file_exists(kept));
    ck_assert_ptr_null(cache_find(&cache, key, &ds));
}
END_TEST

START_TEST(cache_survives_a_damaged_program)
{
    const char *kept = kept_once();

    put(kept, "progrim");
    chmod(kept, 0755);
    ck_assert_ptr_null(cache_find(&cache, key, &ds));
    ck_assert_pstr_eq(keep("program", later()), kept);
    ck_assert_pstr_eq(cache_find(&cache, key, &ds), kept);
}
END_TEST

START_TEST(cache_survives_a_damaged_manifest)
{
    const char *kept = kept_once();
    const char *path = arena_printf(&arena, "%s/%016llx%016llx.deps",
                                    cache.root, key.a, key.b);
    struct text whole;

    ck_assert(file_read(&arena, path, 1u << 20, &whole, &ds));
    for (size_t n = 0; n < whole.size; n++) {
        ck_assert(file_write(path, (struct text){ whole.at, n }, &ds));
        ck_assert_ptr_null(cache_find(&cache, key, &ds));
    }
    put(path, "warplings-cc 1\nprogram\t../../etc\t"
              "00000000000000000000000000000000\nend\n");
    ck_assert_ptr_null(cache_find(&cache, key, &ds));
    ck_assert(file_write(path, whole, &ds));
    ck_assert_pstr_eq(cache_find(&cache, key, &ds), kept);
}
END_TEST

START_TEST(cache_survives_any_one_byte_changed)
{
    const char *path;
    struct text whole;
    char *bad;

    kept_once();
    path = arena_printf(&arena, "%s/%016llx%016llx.deps", cache.root, key.a,
                        key.b);
    ck_assert(file_read(&arena, path, 1u << 20, &whole, &ds));
    bad = arena_strndup(&arena, whole.at, whole.size);
    for (size_t i = 0; i < whole.size; i++) {
        struct manifest m;

        bad[i] = (char)(whole.at[i] ^ 1);
        ck_assert(file_write(path, (struct text){ bad, whole.size }, &ds));
        manifest_read(&arena, path, &m);
        cache_find(&cache, key, &ds);
        bad[i] = whole.at[i];
    }
}
END_TEST

START_TEST(trim_deletes_the_oldest_first)
{
    static const char *const names[] = { "aa", "bb", "cc" };
    struct timespec t[2] = { { 0 } };

    for (int i = 0; i < 3; i++) {
        const char *d = arena_printf(&arena, "%s/%s", cache.root, names[i]);

        ck_assert(file_mkdirs(d, &ds));
        ck_assert_int_eq(
            truncate((put(arena_printf(&arena, "%s/program", d), "x"),
                      arena_printf(&arena, "%s/program", d)),
                     100000),
            0);
        t[0].tv_sec = t[1].tv_sec = 1000 + (i == 0 ? 50 : i);
        utimensat(AT_FDCWD, d, t, 0);
    }
    cache_trim(&cache, 250000);
    ck_assert(file_exists(arena_printf(&arena, "%s/aa", cache.root)));
    ck_assert(!file_exists(arena_printf(&arena, "%s/bb", cache.root)));
    ck_assert(file_exists(arena_printf(&arena, "%s/cc", cache.root)));
    cache_trim(&cache, 0);
    ck_assert(!file_exists(arena_printf(&arena, "%s/aa", cache.root)));
}
END_TEST

START_TEST(trim_clears_up_after_crashes_only)
{
    const char *fresh = cache_workdir(&cache, &ds);
    const char *stale = cache_workdir(&cache, &ds);
    struct timespec t[2] = { { 1000, 0 }, { 1000, 0 } };

    utimensat(AT_FDCWD, stale, t, 0);
    cache_trim(&cache, 0);
    ck_assert(file_exists(fresh));
    ck_assert(!file_exists(stale));
}
END_TEST

/* A home where no folder can be made: its parent is a file. */
START_TEST(open_falls_back_to_a_private_temp_folder)
{
    struct cache other;
    struct stat st;

    put(path_of("file"), "x");
    home.cache = path_of("file/cache");
    setenv("TMPDIR", dir, 1);
    ck_assert(cache_open(&arena, &home, &other, &ds));
    ck_assert_int_eq(strncmp(other.root, dir, strlen(dir)), 0);
    ck_assert_int_eq(stat(other.root, &st), 0);
    ck_assert_int_eq(st.st_mode & 0777, 0700);
    ck_assert_ptr_nonnull(cache_workdir(&other, &ds));
    /* Somebody else's folder of that name, or an open one: not ours. */
    chmod(other.root, 0777);
    ck_assert(!cache_open(&arena, &home, &other, &ds));
    ck_assert_ptr_nonnull(strstr(ds.last->text, "cannot build in"));
    setenv("TMPDIR", "/nonexistent", 1);
    ck_assert(!cache_open(&arena, &home, &other, &ds));
}
END_TEST

START_TEST(deps_understands_make_rules)
{
    struct deps d = { .a = &arena };

    deps_read(&d, "a.o b.o: x.h \\\n y\\ z.h\\\n \\#n.h $$d.h /w/t.h /wx\n",
              "/w/");
    ck_assert_int_eq(d.count, 5);
    ck_assert_str_eq(d.all[0].path, "x.h");
    ck_assert_str_eq(d.all[1].path, "y z.h");
    ck_assert_str_eq(d.all[2].path, "#n.h");
    ck_assert_str_eq(d.all[3].path, "$d.h");
    ck_assert_str_eq(d.all[4].path, "/wx");
    deps_read(&d, "no rule", "");
    deps_read(&d, "", "");
    ck_assert_int_eq(d.count, 5);
}
END_TEST

Suite *cache_suite(void)
{
    Suite *s = suite_create("cache");
    TCase *t = tcase_create("all");

    tcase_set_timeout(t, 30);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, cache_finds_what_was_kept);
    tcase_add_test(t, cache_misses_when_a_header_changes);
    tcase_add_test(t, cache_hits_when_a_file_was_only_touched);
    tcase_add_test(t, cache_does_not_trust_a_file_saved_during_the_build);
    tcase_add_test(t, cache_survives_a_damaged_program);
    tcase_add_test(t, cache_survives_a_damaged_manifest);
    tcase_add_test(t, cache_survives_any_one_byte_changed);
    tcase_add_test(t, trim_deletes_the_oldest_first);
    tcase_add_test(t, trim_clears_up_after_crashes_only);
    tcase_add_test(t, open_falls_back_to_a_private_temp_folder);
    tcase_add_test(t, deps_understands_make_rules);
    suite_add_tcase(s, t);
    return s;
}
