/* SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>

#include "base/cpu.h"
#include "tests/unit/device/session_rig.h"

Suite *session_device_suite(void);

static void device_mode(const char *mode)
{
    ck_assert(file_write(in_folder("mode"), text_of(mode), &diags));
}

static const char *device_log(void)
{
    struct text t = { "", 0 };

    ck_assert(file_read(&arena, in_folder("device.log"), 10000, &t, &diags));
    return t.at;
}

START_TEST(the_device_is_told_all_and_gets_the_bus)
{
    ck_assert_int_ge(open("/dev/null", O_RDONLY), 3);
    bare("bus");
    ck_assert_str_eq(
        device_log(),
        "warplings-device --bus 3 --trace --card h100-sxm "
        "--cards --workers 1 --vram 0 --budget 0 --gpus 1\nbytes 5\n"
        "files 0 1 2 3\n");
    RUN("exit", .card = "t4", .workers = 3, .vram_bytes = 5ull << 32,
        .budget = 77, .checks_off = true, .downloads = true,
        .track_writes = true);
    ck_assert_str_eq(device_log(),
                     "warplings-device --bus 3 --trace --card t4 --cards "
                     "--workers 3 --vram 21474836480 --budget 77 --gpus 1 "
                     "--checks-off --downloads --track-writes\nbytes 0\n"
                     "files 0 1 2 3\n");
}
END_TEST

/* The best build that there is and that the CPU runs, whatever else is there. */
START_TEST(the_best_device_is_taken)
{
    const char *names[3], *end;
    int n = 0;

    for (; (end = cpu_build(n)); n++) {
        ck_assert_int_lt(n, 3);
        names[n] = arena_printf(&arena, "warplings-device%s", end);
        if (*end)
            ck_assert_int_eq(
                link(in_folder("warplings-device"), in_folder(names[n])), 0);
    }
    ck_assert_str_eq(names[n - 1], "warplings-device");
    for (int i = 0; i < n; i++) {
        const char *said;

        bare("exit");
        said = device_log();
        ck_assert(!strncmp(said, names[i], strlen(names[i])));
        ck_assert_int_eq(said[strlen(names[i])], ' ');
        if (i < n - 1)
            unlink(in_folder(names[i]));
    }
}
END_TEST

/* Each way a device may fail us. */
START_TEST(a_device_that_fails_is_our_fault)
{
    static const char *const modes[] = { "fail", "crash", "early", "none" };
    struct session_result r;

    device_mode(modes[_i]);
    r = bare("order");
    unlink(in_folder("mode"));
    ck_assert_int_eq(r.end, SESSION_DEVICE_DIED);
    ck_assert(!r.used_device);
    ck_assert_ptr_nonnull(r.trace.card);
    ck_assert_int_eq(r.trace.call_count, 0);
    ck_assert(text_is(r.output, "out err out err out err "));
}
END_TEST

START_TEST(a_damaged_trace_is_our_fault)
{
    const char *trace = in_folder("trace"), *good = in_folder("good");
    struct session_result r;

    ck_assert_int_eq(rename(trace, good), 0);
    ck_assert(file_write(trace, text_of("not a trace"), &diags));
    r = bare("exit");
    ck_assert_int_eq(rename(good, trace), 0);
    ck_assert_int_eq(r.end, SESSION_DEVICE_DIED);
    ck_assert_int_eq(r.trace.call_count, 0);
}
END_TEST

START_TEST(a_slow_device_is_waited_for)
{
    struct session_result r;

    device_mode("slow");
    r = RUN("exit", .timeout_s = 1);
    unlink(in_folder("mode"));
    ck_assert_int_eq(r.end, SESSION_EXITED);
    ck_assert(r.used_device);
}
END_TEST

Suite *session_device_suite(void)
{
    Suite *s = suite_create("session_device");
    TCase *t = tcase_create("run");

    tcase_add_unchecked_fixture(t, make, unmake);
    tcase_add_test(t, the_device_is_told_all_and_gets_the_bus);
    tcase_add_test(t, the_best_device_is_taken);
    tcase_add_loop_test(t, a_device_that_fails_is_our_fault, 0, 4);
    tcase_add_test(t, a_damaged_trace_is_our_fault);
    tcase_add_test(t, a_slow_device_is_waited_for);
    suite_add_tcase(s, t);
    return s;
}
