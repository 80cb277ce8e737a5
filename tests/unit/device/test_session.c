/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/stat.h>

#include "tests/unit/device/session_rig.h"

Suite *session_suite(void);

START_TEST(an_exit_code_comes_back_with_the_trace)
{
    struct session_result r = run((struct session_options){ 0 }, "exit", "42");

    ck_assert_int_eq(r.end, SESSION_EXITED);
    ck_assert_int_eq(r.exit_code, 42);
    ck_assert_uint_eq(r.output.size, 0);
    ck_assert(!r.output_cut && r.used_device);
    ck_assert_str_eq(r.trace.card, "t4");
    ck_assert_uint_eq(r.trace.peak_device_bytes, 77);
    ck_assert_str_eq(r.trace.calls[0].name, "cudaMalloc");
}
END_TEST

START_TEST(a_signal_comes_back)
{
    struct session_result r = run((struct session_options){ 0 }, "raise", "11");

    ck_assert_int_eq(r.end, SESSION_SIGNALLED);
    ck_assert_int_eq(r.signal, SIGSEGV);
    ck_assert(r.used_device);
}
END_TEST

START_TEST(a_program_that_never_ends_is_ended)
{
    double start = seconds();
    struct session_result r = RUN("stubborn", .timeout_s = 1);

    ck_assert_int_eq(r.end, SESSION_TIMEOUT);
    ck_assert(text_is(r.output, "here"));
    ck_assert(r.used_device);
    ck_assert(seconds() - start >= 1.0);
    ck_assert(seconds() - start < 4.0);
}
END_TEST

START_TEST(a_gigabyte_of_output_is_cut)
{
    double start = seconds();
    struct session_result r = RUN("flood", .timeout_s = 30);

    ck_assert_int_eq(r.end, SESSION_EXITED);
    ck_assert(r.output_cut);
    ck_assert_uint_eq(r.output.size, 1 << 20);
    ck_assert_int_eq(r.output.at[r.output.size - 1], 'x');
    ck_assert(seconds() - start < 10.0);
}
END_TEST

START_TEST(output_is_cut_at_the_byte)
{
    struct session_result r = RUN("order", .output_max = 24);

    ck_assert(text_is(r.output, "out err out err out err "));
    ck_assert(!r.output_cut);
    r = RUN("order", .output_max = 23);
    ck_assert(text_is(r.output, "out err out err out err"));
    ck_assert(r.output_cut);
}
END_TEST

START_TEST(children_that_stay_are_ended)
{
    double start = seconds();
    struct session_result r = RUN("many", .limits = true);

    ck_assert_int_eq(r.end, SESSION_EXITED);
    ck_assert_int_eq(r.exit_code, 0);
    r = bare("many");
    ck_assert_int_eq(r.end, SESSION_EXITED);
    ck_assert(seconds() - start < 3.0);
}
END_TEST

START_TEST(a_daemon_that_writes_does_not_hold_us)
{
    double start = seconds();
    struct session_result r = RUN("writer", .output_max = 10);

    ck_assert_int_eq(r.end, SESSION_EXITED);
    ck_assert_uint_le(r.output.size, 10);
    ck_assert(seconds() - start < 3.0);
}
END_TEST

START_TEST(a_program_may_close_its_output)
{
    ck_assert_int_eq(bare("quiet").end, SESSION_EXITED);
}
END_TEST

START_TEST(the_input_is_empty)
{
    ck_assert(text_is(bare("input").output, "<>"));
}
END_TEST

START_TEST(pass_through_gives_our_input_and_output)
{
    const char *in = in_folder("in"), *out = in_folder("out");
    struct session_result r;
    struct text seen;

    ck_assert(file_write(in, text_of("some words"), &diags));
    ck_assert_ptr_nonnull(freopen(in, "r", stdin));
    ck_assert_ptr_nonnull(freopen(out, "w", stdout));
    printf("before ");
    r = RUN("input", .pass_through = true, .output_max = 5);
    ck_assert(text_is(r.output, "<some"));
    ck_assert(r.output_cut);
    ck_assert(file_read(&arena, out, 1000, &seen, &diags));
    ck_assert_str_eq(seen.at, "before <some words>");
}
END_TEST

START_TEST(the_program_gets_its_place_and_nothing_else)
{
    bool fixed = personality(ADDR_NO_RANDOMIZE) >= 0;
    const char *expected;
    struct session_result r;

    personality(0);
    setenv("LD_LIBRARY_PATH", "/old", 1);
    setenv("WARPLINGS_BUS", "17", 1);
    ck_assert_int_ge(open("/dev/null", O_RDONLY), 3); /* not passed on */
    r = run((struct session_options){ .cwd = folder }, "place", "a b");
    expected = arena_printf(&arena,
                            "bus 3\npath %s:/old\nfiles 0 1 2 3\nleader 1\n"
                            "fixed %d\ncwd %s\nargs [a b]\n",
                            folder, fixed, folder);
    ck_assert_str_eq(r.output.at, expected);
    unsetenv("LD_LIBRARY_PATH");
    r = bare("place");
    expected = arena_printf(&arena, "bus 3\npath %s\nfiles", folder);
    ck_assert(!strncmp(r.output.at, expected, strlen(expected)));
}
END_TEST

START_TEST(limits_are_set_when_asked_for)
{
    struct session_result r =
        RUN("limits", .limits = true, .timeout_s = 7, .file_max = 12345);

    ck_assert_str_eq(r.output.at, "0 256 12345 2147483648 9 refused\n");
    r = RUN("limits", .limits = true);
    ck_assert_str_eq(r.output.at, "0 256 1073741824 2147483648 62 refused\n");
    r = bare("limits");
    ck_assert(!strncmp(r.output.at, "0 ", 2));
    ck_assert_ptr_null(strstr(r.output.at, "2147483648"));
}
END_TEST

START_TEST(a_file_too_big_stops_the_program)
{
    struct session_result r =
        RUN("file", .limits = true, .file_max = 50000, .cwd = folder);
    struct stat st;

    ck_assert_int_eq(r.end, SESSION_SIGNALLED);
    ck_assert_int_eq(r.signal, SIGXFSZ);
    ck_assert_int_eq(stat(in_folder("filled"), &st), 0);
    ck_assert_int_eq(st.st_size, 50000);
    r = RUN("file", .file_max = 50000, .cwd = folder);
    ck_assert_int_eq(r.end, SESSION_EXITED);
    ck_assert_int_eq(r.exit_code, 0);
}
END_TEST

/* The text of the diag of a run that could not start. */
static const char *refused(struct session_options o)
{
    struct session_result r;
    struct diags ds = { .arena = &arena };

    o.home = o.home ? o.home : &home;
    ck_assert(!session_run(&arena, &o, &r, &ds));
    ck_assert_int_eq(ds.count, 1);
    ck_assert_int_eq(left_over(), 0);
    ck_assert(!has_child());
    return ds.first->text;
}

START_TEST(what_cannot_start_is_named)
{
    struct home nothing = { .lib = "/nowhere", .cards = folder };
    const char *none = in_folder("no-such-program");
    const char *text = refused((struct session_options){ .program = none });

    ck_assert_ptr_nonnull(strstr(text, "no-such-program"));
    ck_assert_ptr_nonnull(strstr(text, strerror(ENOENT)));
    text = refused((struct session_options){ .program = folder });
    ck_assert_ptr_nonnull(strstr(text, strerror(EACCES)));
    text = refused(
        (struct session_options){ .program = program, .cwd = "/nowhere" });
    ck_assert_ptr_nonnull(strstr(text, strerror(ENOENT)));
    text = refused(
        (struct session_options){ .home = &nothing, .program = program });
    ck_assert_ptr_nonnull(strstr(text, "/nowhere/warplings-device"));
}
END_TEST

START_TEST(other_children_of_the_lab_are_left_alone)
{
    const char *args[] = { "many" };
    struct session_options o = {
        .home = &home, .program = program, .args = args, .arg_count = 1
    };
    struct session_result r;
    pid_t alive = fork(), ended;
    int status;

    if (alive == 0)
        for (;;)
            pause();
    ended = fork();
    if (ended == 0)
        _exit(5);
    ck_assert(session_run(&arena, &o, &r, &diags));
    ck_assert_int_eq(waitpid(ended, &status, 0), ended);
    ck_assert_int_eq(WEXITSTATUS(status), 5);
    ck_assert_int_eq(waitpid(alive, &status, WNOHANG), 0);
    ck_assert_int_eq(kill(alive, SIGKILL), 0);
    ck_assert_int_eq(waitpid(alive, &status, 0), alive);
}
END_TEST

/* Wait until so many processes run, at most a few seconds. */
static bool becomes(int count)
{
    double until = seconds() + 5;

    while (left_over() != count && seconds() < until)
        usleep(5000);
    return left_over() == count;
}

START_TEST(all_end_with_the_lab)
{
    pid_t lab = fork();

    if (lab == 0) {
        bare("sleep");
        _exit(0);
    }
    ck_assert(becomes(2));
    ck_assert_int_eq(kill(lab, SIGKILL), 0);
    ck_assert_int_eq(waitpid(lab, NULL, 0), lab);
    ck_assert(becomes(0));
}
END_TEST

START_TEST(no_folder_is_left_in_tmp)
{
    int before = 0, after = 0;

    for (int round = 0; round < 2; round++) {
        DIR *tmp = opendir("/tmp");
        const struct dirent *e;

        ck_assert_ptr_nonnull(tmp);
        while ((e = readdir(tmp)))
            if (!strncmp(e->d_name, "warplings-run-", 14))
                *(round ? &after : &before) += 1;
        closedir(tmp);
        if (round == 0)
            bare("exit");
    }
    ck_assert_int_eq(before, after);
}
END_TEST

Suite *session_suite(void)
{
    Suite *s = suite_create("session");
    TCase *t = tcase_create("run");

    tcase_add_unchecked_fixture(t, make, unmake);
    tcase_add_test(t, an_exit_code_comes_back_with_the_trace);
    tcase_add_test(t, a_signal_comes_back);
    tcase_add_test(t, a_program_that_never_ends_is_ended);
    tcase_add_test(t, a_gigabyte_of_output_is_cut);
    tcase_add_test(t, output_is_cut_at_the_byte);
    tcase_add_test(t, children_that_stay_are_ended);
    tcase_add_test(t, a_daemon_that_writes_does_not_hold_us);
    tcase_add_test(t, a_program_may_close_its_output);
    tcase_add_test(t, the_input_is_empty);
    tcase_add_test(t, pass_through_gives_our_input_and_output);
    tcase_add_test(t, the_program_gets_its_place_and_nothing_else);
    tcase_add_test(t, limits_are_set_when_asked_for);
    tcase_add_test(t, a_file_too_big_stops_the_program);
    tcase_add_test(t, what_cannot_start_is_named);
    tcase_add_test(t, other_children_of_the_lab_are_left_alone);
    tcase_add_test(t, all_end_with_the_lab);
    tcase_add_test(t, no_folder_is_left_in_tmp);
    suite_add_tcase(s, t);
    return s;
}
