/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each attack is run in every tier that this machine has, and once without
 * walls where that is harmless, so that a test proves that the wall stopped it.
 */
#include <check.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/home.h"
#include "grade/sandbox.h"

Suite *sandbox_suite(void);

static struct arena a;
static struct diags ds;
static const char *lib;
static char folder[] = "/tmp/warplings-boxtest-XXXXXX";
static const char *secret, *box;

static void set_up(void)
{
    FILE *f;

    strcpy(strrchr(folder, '-'), "-XXXXXX");
    a = (struct arena){ 0 };
    ds = (struct diags){ .arena = &a };
    lib = home_find(&a).lib;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    chmod(folder, 0755);
    box = arena_printf(&a, "%s/box", folder);
    secret = arena_printf(&a, "%s/secret", folder);
    ck_assert(!mkdir(box, 0755));
    f = fopen(secret, "w");
    ck_assert_ptr_nonnull(f);
    fputs("the-answer\n", f);
    fclose(f);
    chmod(secret, 0644); /* open to all: only the wall keeps it */
}

static void tear_down(void)
{
    file_remove_tree(folder);
    arena_clear(&a);
}

static bool have(enum sandbox_tier t)
{
    struct sandbox_job job = {
        .argv = (const char *const[]){ "/usr/bin/true", NULL },
    };
    struct sandbox_result r;
    struct diags quiet = { .arena = &a };

    return sandbox_run(&a, lib, t, &job, &r, &quiet);
}

static struct sandbox_result run(enum sandbox_tier t, const char *program,
                                 const char *text, struct sandbox_limits l)
{
    const char *const argv[] = { program, "-c", text, NULL };
    struct sandbox_job job = {
        .argv = argv,
        .rw = (const char *const[]){ box, NULL },
        .limits = l,
    };
    struct sandbox_result r;

    if (!l.wall_ms)
        job.limits.wall_ms = 8000;
    ck_assert_msg(sandbox_run(&a, lib, t, &job, &r, &ds), "%s", r.why);
    return r;
}

static struct sandbox_result sh(enum sandbox_tier t, const char *text)
{
    return run(t, "/bin/sh", text, (struct sandbox_limits){ 0 });
}

static struct sandbox_result py(enum sandbox_tier t, const char *text)
{
    return run(t, "/usr/bin/python3", text, (struct sandbox_limits){ 0 });
}

/* A skipped tier is said, never passed over. */
#define EACH_TIER(t)                                                 \
    for (enum sandbox_tier t = SANDBOX_BWRAP; t < SANDBOX_NONE; t++) \
        if (!have(t))                                                \
            fprintf(stderr, "skipped: %s\n", sandbox_tier_name(t));  \
        else

START_TEST(run_gives_output_status_and_signal)
{
    EACH_TIER(t)
    {
        struct sandbox_result r = sh(t, "echo out; echo err >&2; exit 7");

        ck_assert_int_eq(r.end, SANDBOX_EXITED);
        ck_assert_int_eq(r.code, 7);
        ck_assert_str_eq(r.out.at, "out\n");
        ck_assert_str_eq(r.err.at, "err\n");
        r = py(t, "import os; os.abort()");
        ck_assert_int_eq(r.end, SANDBOX_KILLED);
        ck_assert_int_eq(r.code, SIGABRT);
    }
}
END_TEST

START_TEST(files_outside_are_out_of_reach)
{
    const char *text =
        arena_printf(&a, "cat %s; cat /etc/passwd; ls /root", secret);

    ck_assert_ptr_nonnull(strstr(sh(SANDBOX_NONE, text).out.at, "the-answer"));
    EACH_TIER(t)
    {
        struct sandbox_result r = sh(t, text);

        ck_assert_str_eq(r.out.at, "");
        r = sh(t, arena_printf(&a,
                               "ln -s %s l; cat l; echo x > %s/n; echo x > "
                               "/usr/n",
                               secret, folder));
        ck_assert_str_eq(r.out.at, "");
        ck_assert(!file_exists(arena_printf(&a, "%s/n", folder)));
        ck_assert(!file_exists("/usr/n"));
        unlink(arena_printf(&a, "%s/l", box));
    }
}
END_TEST

START_TEST(its_own_folder_can_be_written)
{
    EACH_TIER(t)
    {
        struct sandbox_result r = sh(t, "echo hi > made && cat made");

        ck_assert_str_eq(r.out.at, "hi\n");
        ck_assert(file_exists(arena_printf(&a, "%s/made", box)));
        unlink(arena_printf(&a, "%s/made", box));
    }
}
END_TEST

START_TEST(the_environment_is_what_the_job_says)
{
    setenv("GRADER_TOKEN", "the-answer", 1);
    EACH_TIER(t)
    {
        struct sandbox_result r = sh(t, "env");

        ck_assert_ptr_null(strstr(r.out.at, "the-answer"));
        /* Nor in a parent's. */
        r = sh(t, "cat /proc/*/environ | tr '\\0' '\\n'");
        ck_assert_ptr_null(strstr(r.out.at, "the-answer"));
    }
    unsetenv("GRADER_TOKEN");
}
END_TEST

START_TEST(no_file_of_ours_is_open_in_it)
{
    EACH_TIER(t)
    {
        struct sandbox_result r = py(t, "import os\n"
                                        "for f in range(3, 128):\n"
                                        "  try: os.fstat(f); print(f)\n"
                                        "  except OSError: pass\n");

        ck_assert_str_eq(r.out.at, "");
    }
}
END_TEST

START_TEST(system_calls_that_reach_out_are_refused)
{
    static const char text[] =
        "import ctypes, os, socket\n"
        "c = ctypes.CDLL(None, use_errno=True)\n"
        "for f in (socket.AF_INET, socket.AF_UNIX, socket.AF_NETLINK):\n"
        "  try: socket.socket(f); print('socket', f)\n"
        "  except OSError: pass\n"
        "if c.ptrace(0, 0, 0, 0) == 0: print('ptrace')\n"
        "if c.unshare(0x10000000) == 0: print('unshare')\n"
        "if c.memfd_create(b'x', 0) >= 0: print('memfd')\n"
        "p = os.getppid()\n"
        "if p and c.prlimit(p, 0, 0, 0) == 0: print('prlimit')\n"
        "b = ctypes.create_string_buffer(8)\n"
        "if c.ioctl(0, 0x5412, b) == 0: print('tiocsti')\n";

    ck_assert_ptr_nonnull(strstr(py(SANDBOX_NONE, text).out.at, "socket"));
    EACH_TIER(t)
    {
        struct sandbox_result r = py(t, text);

        ck_assert_str_eq(r.out.at, "");
        ck_assert_int_eq(r.end, SANDBOX_EXITED);
        ck_assert_int_eq(r.code, 0);
    }
}
END_TEST

START_TEST(the_guard_cannot_be_signalled)
{
    EACH_TIER(t)
    {
        struct sandbox_result r =
            sh(t, "kill -9 $PPID; kill -STOP $PPID; kill -9 -1; echo alive");

        /* It may end itself, but its guard still reported. */
        ck_assert(r.end == SANDBOX_EXITED || r.end == SANDBOX_KILLED);
    }
}
END_TEST

START_TEST(nothing_outlives_it)
{
    EACH_TIER(t)
    {
        uint64_t start = clock_ms();
        const char *late = arena_printf(&a, "%s/late", box);
        struct sandbox_result r =
            sh(t, "(setsid sh -c 'sleep 2; echo x > late' &) &\n"
                  "nohup sh -c 'sleep 2; echo x > late' >/dev/null 2>&1 &\n"
                  "exit 0");

        ck_assert_int_eq(r.end, SANDBOX_EXITED);
        ck_assert_uint_lt(clock_ms() - start, 1900);
        usleep(2500000);
        ck_assert(!file_exists(late));
    }
}
END_TEST

START_TEST(limits_are_kept)
{
    EACH_TIER(t)
    {
        struct sandbox_limits l = { .wall_ms = 500 };
        struct sandbox_result r = run(t, "/bin/sh", "sleep 30", l);

        ck_assert_int_eq(r.end, SANDBOX_WALL);
        l = (struct sandbox_limits){ .cpu_s = 1 };
        r = run(t, "/bin/sh", "while :; do :; done", l);
        ck_assert_int_eq(r.end, SANDBOX_CPU);
        l = (struct sandbox_limits){ .output_bytes = 100 };
        r = run(t, "/bin/sh", "head -c 1000000 /dev/zero", l);
        ck_assert_uint_eq(r.out.size, 100);
        ck_assert(r.cut);
    }
}
END_TEST

START_TEST(memory_is_bounded_for_one_and_for_all)
{
    struct sandbox_limits l = { .memory_bytes = 128 << 20 };

    EACH_TIER(t)
    {
        struct sandbox_result r =
            run(t, "/usr/bin/python3", "b = bytearray(1 << 29)", l);

        ck_assert(r.end == SANDBOX_EXITED && r.code == 1);
        ck_assert_ptr_nonnull(strstr(r.err.at, "MemoryError"));
        r = run(t, "/usr/bin/python3",
                "import os, time\n"
                "for i in range(6): os.fork() or [bytearray(1 << 26), "
                "time.sleep(9)]\n"
                "b = b'x' * (1 << 26); time.sleep(9)",
                l);
        ck_assert_int_eq(r.end, SANDBOX_MEMORY);
    }
}
END_TEST

START_TEST(disk_is_bounded_for_one_and_for_all)
{
    struct sandbox_limits l = { .file_bytes = 1 << 20, .disk_bytes = 4 << 20 };

    EACH_TIER(t)
    {
        struct sandbox_result r =
            run(t, "/bin/sh", "exec head -c 3000000 /dev/zero > f", l);

        ck_assert_int_eq(r.end, SANDBOX_KILLED);
        ck_assert_int_eq(r.code, SIGXFSZ);
        r = run(t, "/bin/sh",
                "i=0; while [ $i -lt 40 ]; do i=$((i+1)); "
                "head -c 900000 /dev/zero > f$i; done; sleep 5",
                l);
        ck_assert_int_eq(r.end, SANDBOX_DISK);
        r = sh(t, "head -c 100000 /dev/zero > /tmp/warplings-x && echo wrote");
        if (t == SANDBOX_LANDLOCK)
            ck_assert_str_eq(r.out.at, "");
        ck_assert(!file_exists("/tmp/warplings-x"));
        sh(SANDBOX_NONE, "rm -f f*");
    }
}
END_TEST

START_TEST(a_fork_bomb_ends)
{
    struct sandbox_limits l = { .wall_ms = 1500, .processes = 24 };

    EACH_TIER(t)
    {
        struct sandbox_result r = run(t, "/usr/bin/python3",
                                      "import os\n"
                                      "n = 0\n"
                                      "while True:\n"
                                      "  try:\n"
                                      "    if os.fork() == 0: os.setsid()\n"
                                      "    else: n += 1\n"
                                      "  except OSError:\n"
                                      "    pass\n",
                                      l);

        ck_assert_int_eq(r.end, SANDBOX_WALL);
        r = run(t, "/usr/bin/python3",
                "import os, time\n"
                "n = 0\n"
                "try:\n"
                "  while n < 200:\n"
                "    if os.fork() == 0: time.sleep(9)\n"
                "    n += 1\n"
                "except OSError: pass\n"
                "print('few' if n < 40 else 'many', flush=True)\n",
                l);
        ck_assert_str_eq(r.out.at, "few\n");
    }
}
END_TEST

START_TEST(a_compiler_reads_only_what_it_is_given)
{
    static const char *const bad[] = {
        "#include \"/etc/passwd\"\n",
        "asm(\".incbin \\\"/etc/passwd\\\"\");\n",
    };

    EACH_TIER(t)
    {
        struct sandbox_result r;

        for (int i = 0; i < 2; i++) {
            r = sh(t, arena_printf(&a,
                                   "export TMPDIR=. ; cat > x.c <<'E'\n%sE\n"
                                   "cc -c x.c -o x.o && strings x.o",
                                   bad[i]));
            ck_assert_int_ne(r.code, 0);
            ck_assert_ptr_null(strstr(r.out.at, "root:"));
            ck_assert_ptr_null(strstr(r.err.at, "root:"));
        }
        r = sh(t, "export TMPDIR=. ; echo 'int main(void){return 3;}' > x.c\n"
                  "cc x.c -o x && ./x");
        ck_assert_msg(r.code == 3, "%s", r.err.at);
    }
}
END_TEST

START_TEST(a_missing_program_or_folder_is_refused)
{
    struct sandbox_job job = {
        .argv = (const char *const[]){ "/usr/bin/no-such-program", NULL },
    };
    struct sandbox_result r;

    EACH_TIER(t)
    {
        ck_assert(!sandbox_run(&a, lib, t, &job, &r, &ds));
        ck_assert_int_eq(r.end, SANDBOX_REFUSED);
    }
    ck_assert(!sandbox_run(&a, "/nowhere", SANDBOX_NONE, &job, &r, &ds));
}
END_TEST

START_TEST(probe_names_a_tier_that_works)
{
    ck_assert(sandbox_probe(lib) == SANDBOX_NONE || have(sandbox_probe(lib)));
    ck_assert_int_eq(sandbox_probe("/nowhere"), SANDBOX_NONE);
    ck_assert_str_eq(sandbox_tier_name(SANDBOX_LANDLOCK), "Landlock");
}
END_TEST

Suite *sandbox_suite(void)
{
    Suite *s = suite_create("sandbox");
    TCase *tc = tcase_create("sandbox");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_set_timeout(tc, 40);
    tcase_add_test(tc, run_gives_output_status_and_signal);
    tcase_add_test(tc, files_outside_are_out_of_reach);
    tcase_add_test(tc, its_own_folder_can_be_written);
    tcase_add_test(tc, the_environment_is_what_the_job_says);
    tcase_add_test(tc, no_file_of_ours_is_open_in_it);
    tcase_add_test(tc, system_calls_that_reach_out_are_refused);
    tcase_add_test(tc, the_guard_cannot_be_signalled);
    tcase_add_test(tc, nothing_outlives_it);
    tcase_add_test(tc, limits_are_kept);
    tcase_add_test(tc, memory_is_bounded_for_one_and_for_all);
    tcase_add_test(tc, disk_is_bounded_for_one_and_for_all);
    tcase_add_test(tc, a_fork_bomb_ends);
    tcase_add_test(tc, a_compiler_reads_only_what_it_is_given);
    tcase_add_test(tc, a_missing_program_or_folder_is_refused);
    tcase_add_test(tc, probe_names_a_tier_that_works);
    suite_add_tcase(s, tc);
    return s;
}
