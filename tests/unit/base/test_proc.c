/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/fatbin.h"
#include "base/proc.h"

Suite *proc_suite(void);

static struct proc shell(const char *const *argv)
{
    return (struct proc){ .argv = argv, .timeout_ms = 20000 };
}

#define SH(text) shell((const char *const[]){ "sh", "-c", text, NULL })

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

START_TEST(run_captures_both_streams_and_the_code)
{
    struct proc p = SH("echo out; echo err >&2; exit 7");

    ck_assert(!proc_run(&p, 1));
    ck_assert_int_eq(p.end, PROC_EXITED);
    ck_assert_int_eq(p.code, 7);
    ck_assert_str_eq(p.out.at, "out\n");
    ck_assert_str_eq(p.err.at, "err\n");
    ck_assert(!p.truncated);
    proc_release(&p);
}
END_TEST

START_TEST(run_reports_signals_and_missing_programs)
{
    static const char *const none[] = { "no-such-program-here", NULL };
    static const char *const bad[] = { "/dev/null", NULL };
    struct proc p[3] = { SH("kill -9 $$"), shell(none), shell(bad) };
    char text[80];

    ck_assert(!proc_run(p, 3));
    ck_assert_int_eq(p[0].end, PROC_KILLED);
    ck_assert_int_eq(p[0].code, 9);
    ck_assert_int_eq(p[1].end, PROC_NO_START);
    ck_assert_int_eq(p[1].code, ENOENT);
    ck_assert_int_eq(p[2].end, PROC_NO_START);
    ck_assert_str_eq(proc_end_text(&p[0], text, sizeof text),
                     "killed by signal 9");
    for (int i = 0; i < 3; i++)
        proc_release(&p[i]);
}
END_TEST

START_TEST(run_reports_a_file_that_is_no_program)
{
    char path[] = "/tmp/wl-proc-XXXXXX";
    const char *argv[] = { path, NULL };
    struct proc p = shell(argv);
    int fd = mkstemp(path);

    ck_assert_int_eq(write(fd, "\x7f garbage", 9), 9);
    fchmod(fd, 0700);
    close(fd);
    ck_assert(!proc_run(&p, 1));
    ck_assert_int_eq(p.end, PROC_NO_START);
    ck_assert_int_ne(p.code, 0);
    unlink(path);
    proc_release(&p);
}
END_TEST

START_TEST(run_keeps_no_more_than_the_bound)
{
    struct proc p = SH("yes | head -c 300000; echo last >&2");

    p.output_max = 1000;
    ck_assert(proc_run(&p, 1));
    ck_assert_uint_eq(p.out.size, 1000);
    ck_assert(p.truncated);
    ck_assert_str_eq(p.err.at, "last\n");
    proc_release(&p);
}
END_TEST

START_TEST(run_kills_the_whole_group_when_time_is_up)
{
    struct proc p = SH("sleep 60 & sleep 60; true");
    double start = seconds();

    p.timeout_ms = 100;
    ck_assert(!proc_run(&p, 1));
    ck_assert_int_eq(p.end, PROC_TIMEOUT);
    ck_assert(seconds() - start < 10);
    proc_release(&p);
}
END_TEST

START_TEST(run_does_not_wait_for_what_a_child_left_behind)
{
    struct proc p = SH("sleep 20 & echo done");
    double start = seconds();

    ck_assert(proc_run(&p, 1));
    ck_assert_str_eq(p.out.at, "done\n");
    ck_assert(seconds() - start < 10);
    proc_release(&p);
}
END_TEST

START_TEST(run_gives_env_folder_and_no_input)
{
    static const char *const env[] = { "WL_X=some value", NULL };
    struct proc p = SH("pwd; echo \"$WL_X\"; cat");

    p.env = env;
    p.cwd = "/usr";
    ck_assert(proc_run(&p, 1));
    ck_assert_str_eq(p.out.at, "/usr\nsome value\n");
    ck_assert_ptr_null(getenv("WL_X"));
    proc_release(&p);
}
END_TEST

START_TEST(run_bounds_memory_and_searches_the_childs_path)
{
    static const char *const env[] = { "PATH=/nowhere", NULL };
    static const char *const argv[] = { "sh", "-c", "true", NULL };
    struct proc p = SH("head -c 300000000 /dev/zero | tail -n 1 | wc -c");
    struct proc q = shell(argv);

    p.memory_max = 100u << 20;
    proc_run(&p, 1);
    ck_assert_str_ne(p.out.at, "300000000\n");
    q.env = env;
    ck_assert(!proc_run(&q, 1));
    ck_assert_int_eq(q.end, PROC_NO_START);
    proc_release(&p);
    proc_release(&q);
}
END_TEST

START_TEST(run_works_side_by_side)
{
    /* Each waits for the other: only both at once can end. */
    char dir[] = "/tmp/wl-proc-XXXXXX";
    struct proc p[2] = {
        SH("touch a; until [ -e b ]; do sleep 0.01; done"),
        SH("touch b; until [ -e a ]; do sleep 0.01; done"),
    };

    ck_assert_ptr_nonnull(mkdtemp(dir));
    p[0].cwd = p[1].cwd = dir;
    ck_assert(proc_run(p, 2));
    for (int i = 0; i < 2; i++)
        proc_release(&p[i]);
    ck_assert_int_eq(chdir(dir), 0);
    unlink("a");
    unlink("b");
    rmdir(dir);
}
END_TEST

START_TEST(find_takes_only_programs)
{
    char path[256];

    ck_assert_ptr_nonnull(proc_find("sh", NULL, path, sizeof path));
    ck_assert_ptr_nonnull(strstr(path, "/sh"));
    ck_assert_ptr_null(proc_find("no-such-program", NULL, path, sizeof path));
    ck_assert_ptr_null(proc_find("/usr", NULL, path, sizeof path));
    ck_assert_ptr_null(proc_find("sh", NULL, path, 4));
    ck_assert_ptr_null(proc_find("sh", "/nowhere::/proc", path, sizeof path));
}
END_TEST

/* ---- fatbin ---------------------------------------------------------- */

static const char ptx[] = "//\n.version 7.0\n";

static enum fatbin_found found(const void *data, struct text *out)
{
    struct fatbin_wrapper w = { FATBIN_WRAPPER_MAGIC, 1, data, NULL };

    return fatbin_find(&w, out);
}

START_TEST(find_reads_plain_text_and_our_container)
{
    struct buf b = { 0 };
    struct text t;

    ck_assert_int_eq(found(ptx, &t), FATBIN_OK);
    ck_assert(text_is(t, ptx));
    fatbin_pack(text_of(ptx), &b);
    ck_assert_int_eq(found(b.at, &t), FATBIN_OK);
    ck_assert(text_is(t, ptx));
    ck_assert_int_eq(t.at[t.size], 0);
    buf_release(&b);
}
END_TEST

/* One entry of nvcc's container. */
static void add_entry(struct buf *b, int kind, uint32_t arch, uint32_t packed,
                      const char *text)
{
    char h[0x68] = { (char)kind, 0, 1, 1 };
    uint64_t payload = (strlen(text) + 8) / 8 * 8;

    memcpy(h + 4, &(uint32_t){ sizeof h }, 4);
    memcpy(h + 8, &payload, 8);
    memcpy(h + 16, &packed, 4);
    memcpy(h + 28, &arch, 4);
    buf_add(b, h, sizeof h);
    buf_add(b, text, strlen(text));
    buf_add(b, "\0\0\0\0\0\0\0\0", payload - strlen(text));
}

static struct buf container(void)
{
    struct buf b = { 0 };

    buf_add(&b, "\x50\xed\x55\xba\1\0\20\0\0\0\0\0\0\0\0\0", 16);
    return b;
}

static void container_end(struct buf *b)
{
    memcpy(b->at + 8, &(uint64_t){ b->size - 16 }, 8);
}

START_TEST(find_prefers_the_ptx_for_sm_80)
{
    struct buf b = container();
    struct text t;

    add_entry(&b, 2, 80, 0, "machine code");
    add_entry(&b, 1, 90, 0, ".version 9");
    add_entry(&b, 1, 80, 0, ".version 8");
    add_entry(&b, 1, 75, 0, ".version 7");
    container_end(&b);
    ck_assert_int_eq(found(b.at, &t), FATBIN_OK);
    ck_assert(text_is(t, ".version 8"));
    buf_release(&b);
}
END_TEST

START_TEST(find_says_why_there_is_no_ptx)
{
    struct buf b = container(), c = container(), bad = container();
    struct fatbin_wrapper w = { 1, 1, ptx, NULL };
    struct text t;

    add_entry(&b, 2, 80, 0, "machine code");
    container_end(&b);
    ck_assert_int_eq(found(b.at, &t), FATBIN_NO_PTX);
    add_entry(&c, 1, 80, 5, "zstd");
    container_end(&c);
    ck_assert_int_eq(found(c.at, &t), FATBIN_COMPRESSED);
    add_entry(&bad, 1, 80, 0, ".version 8");
    container_end(&bad);
    memcpy(bad.at + 16 + 8, &(uint64_t){ 1ull << 60 }, 8);
    ck_assert_int_eq(found(bad.at, &t), FATBIN_BAD);
    memcpy(bad.at + 16 + 4, &(uint32_t){ 0 }, 4);
    ck_assert_int_eq(found(bad.at, &t), FATBIN_BAD);
    ck_assert_int_eq(found("garbage, garbage", &t), FATBIN_BAD);
    ck_assert_int_eq(fatbin_find(&w, &t), FATBIN_BAD);
    ck_assert_int_eq(fatbin_find(NULL, &t), FATBIN_BAD);
    buf_release(&b);
    buf_release(&c);
    buf_release(&bad);
}
END_TEST

Suite *proc_suite(void)
{
    Suite *s = suite_create("proc");
    TCase *run = tcase_create("run"), *fat = tcase_create("fatbin");

    tcase_set_timeout(run, 30);
    tcase_add_test(run, run_captures_both_streams_and_the_code);
    tcase_add_test(run, run_reports_signals_and_missing_programs);
    tcase_add_test(run, run_reports_a_file_that_is_no_program);
    tcase_add_test(run, run_keeps_no_more_than_the_bound);
    tcase_add_test(run, run_kills_the_whole_group_when_time_is_up);
    tcase_add_test(run, run_does_not_wait_for_what_a_child_left_behind);
    tcase_add_test(run, run_gives_env_folder_and_no_input);
    tcase_add_test(run, run_bounds_memory_and_searches_the_childs_path);
    tcase_add_test(run, run_works_side_by_side);
    tcase_add_test(run, find_takes_only_programs);
    tcase_add_test(fat, find_reads_plain_text_and_our_container);
    tcase_add_test(fat, find_prefers_the_ptx_for_sm_80);
    tcase_add_test(fat, find_says_why_there_is_no_ptx);
    suite_add_tcase(s, run);
    suite_add_tcase(s, fat);
    return s;
}
