/* SPDX-License-Identifier: Apache-2.0 */
/* Whole builds, with each compiler that is here. */
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/unit/cc/bench.h"

Suite *build_suite(void);

static struct bench b;

static void setup(void)
{
    bench_open(&b);
}

static void teardown(void)
{
    bench_close(&b);
}

static const enum compiler compilers[] = { COMPILER_CLANG, COMPILER_NVCC };

static const char small[] = "#include <cstdio>\n"
                            "#include \"factor.h\"\n"
                            "__global__ void twice(float *a)\n"
                            "{\n"
                            "    a[threadIdx.x] *= FACTOR;\n"
                            "}\n"
                            "int main()\n"
                            "{\n"
                            "    twice<<<1, 32>>>(nullptr);\n"
                            "    puts(\"ran\");\n"
                            "}\n";

static bool same_file(const char *x, const char *y)
{
    struct stat a, c;

    return !stat(x, &a) && !stat(y, &c) && a.st_ino == c.st_ino &&
           a.st_dev == c.st_dev;
}

START_TEST(build_makes_a_program_with_its_ptx)
{
    const enum compiler c = compilers[_i];
    const char *k = bench_file(&b, "k.cu", small), *ptx, *first;

    bench_file(&b, "factor.h", "#define FACTOR 2.0f\n");
    ck_assert_msg(bench_build(&b, c, k, NULL), "%s", b.ds.first->text);
    ck_assert(!b.result.from_cache);
    ck_assert_str_eq(b.result.compiler, compiler_version(&b.a, c));
    ptx = bench_ptx(&b);
    ck_assert_ptr_nonnull(strstr(ptx, ".target sm_80"));
    ck_assert_ptr_nonnull(strstr(ptx, ".entry _Z5twicePf"));
    ck_assert_ptr_nonnull(strstr(ptx, " 5 "));
    first = b.result.program;

    /* A header changes: built anew, and differs. */
    bench_file(&b, "factor.h", "#define FACTOR 3.0f\n");
    ck_assert(bench_build(&b, c, k, NULL));
    ck_assert(!b.result.from_cache);
    ck_assert(!same_file(first, b.result.program));
    ck_assert_ptr_nonnull(strstr(bench_ptx(&b), "0f40400000"));
}
END_TEST

/* A stand-in for a compiler that writes down each time it is started. */
static void count_starts(enum compiler c)
{
    static const char *const names[] = { "clang++-14", "clang++",
                                         "/usr/local/cuda/bin/nvcc", "nvcc" };
    char real[PATH_MAX];
    int i = c == COMPILER_CLANG ? 0 : 2;
    const char *path;

    ck_assert(proc_find(names[i], NULL, real, sizeof real) ||
              proc_find(names[i + 1], NULL, real, sizeof real));
    path = bench_file(&b, "counted",
                      arena_printf(&b.a,
                                   "#!/bin/sh\n"
                                   "echo x >>%s/starts\n"
                                   "exec %s \"$@\"\n",
                                   b.dir, real));
    chmod(path, 0755);
    setenv(c == COMPILER_CLANG ? "WARPLINGS_CLANG" : "WARPLINGS_NVCC", path, 1);
}

static size_t starts(void)
{
    struct text t;

    ck_assert(file_read(&b.a, arena_printf(&b.a, "%s/starts", b.dir), 1000, &t,
                        &b.ds));
    return t.size;
}

START_TEST(build_from_the_cache_starts_no_compiler)
{
    const enum compiler c = compilers[_i];
    const char *k = bench_file(&b, "k.cu", small);
    size_t before;

    bench_file(&b, "factor.h", "#define FACTOR 2.0f\n");
    count_starts(c);
    ck_assert(bench_build(&b, c, k, NULL));
    before = starts();
    ck_assert_uint_gt(before, 0);
    ck_assert(bench_build(&b, c, k, NULL));
    ck_assert(b.result.from_cache);
    ck_assert_uint_eq(starts(), before);
    /* Another flag: not the same program. */
    ck_assert(bench_build(&b, c, k, (const char *const[]){ "-DX", NULL }));
    ck_assert(!b.result.from_cache);
    ck_assert_uint_gt(starts(), before);
}
END_TEST

START_TEST(build_by_several_at_once_works_for_all)
{
    const char *k = bench_file(&b, "k.cu", small);
    pid_t pids[4];

    bench_file(&b, "factor.h", "#define FACTOR 2.0f\n");
    for (int i = 0; i < 4; i++) {
        pids[i] = fork();
        if (!pids[i])
            _exit(!bench_build(&b, compilers[_i], k, NULL) ||
                  access(b.result.program, X_OK));
    }
    for (int i = 0; i < 4; i++) {
        int status = 1;

        waitpid(pids[i], &status, 0);
        ck_assert_int_eq(status, 0);
    }
    ck_assert(bench_build(&b, compilers[_i], k, NULL));
    ck_assert(b.result.from_cache);
}
END_TEST

/* The same bytes, wherever the temp folder was. */
START_TEST(build_twice_makes_the_same_bytes)
{
    const char *k = bench_file(&b, "k.cu", small);
    struct cc_options o = { .home = &b.home,
                            .compiler = compilers[_i],
                            .sources = &k,
                            .source_count = 1,
                            .no_cache = true };
    struct cc_result r;
    struct text t[2];

    bench_file(&b, "factor.h", "#define FACTOR 2.0f\n");
    for (int i = 0; i < 2; i++) {
        ck_assert(cc_build(&b.a, &o, &r, &b.ds));
        ck_assert(!r.from_cache);
        ck_assert(file_read(&b.a, r.program, 64u << 20, &t[i], &b.ds));
    }
    ck_assert_uint_eq(t[0].size, t[1].size);
    ck_assert_mem_eq(t[0].at, t[1].at, t[0].size);
    ck_assert_ptr_null(memmem(t[0].at, t[0].size, "/tmp-", 5));
}
END_TEST

START_TEST(build_reports_errors_in_the_learners_file)
{
    const char *k = bench_file(&b, "bad.cu",
                               "#include <vector>\n"
                               "__global__ void k(float *a, int n)\n"
                               "{\n"
                               "\ta[threadIdx.x] = nowhere_to_be_found;\n"
                               "}\n"
                               "int main()\n"
                               "{\n"
                               "    std::vector<int> v;\n"
                               "    v.push_back(\"x\");\n"
                               "    k<<<1, 1>>>(0);\n"
                               "}\n");
    const struct diag *d;

    ck_assert(!bench_build(&b, compilers[_i], k, NULL));
    d = bench_said(&b, "nowhere_to_be_found");
    ck_assert_ptr_nonnull(d);
    ck_assert_str_eq(d->at.file, k);
    ck_assert_int_eq(d->at.line, 4);
    ck_assert_int_eq(d->at.col, 19);
    ck_assert_str_eq(d->source, "\ta[threadIdx.x] = nowhere_to_be_found;");
    d = bench_said(&b, "push_back");
    ck_assert_ptr_nonnull(d);
    ck_assert_int_eq(d->at.line, 9);
    d = bench_said(&b, "too few arguments");
    ck_assert_ptr_nonnull(d);
    ck_assert_int_eq(d->at.line, 10);
    ck_assert_int_eq(b.ds.count, 3);
    for (d = b.ds.first; d; d = d->next) {
        ck_assert_str_eq(d->at.file, k);
        ck_assert_ptr_null(strstr(d->text, "cache"));
    }
}
END_TEST

START_TEST(build_says_what_the_linker_misses)
{
    const char *k = bench_file(&b, "link.cu",
                               "int other(int);\n"
                               "int main()\n"
                               "{\n"
                               "    return other(1);\n"
                               "}\n");
    const struct diag *d;

    ck_assert(!bench_build(&b, compilers[_i], k, NULL));
    d = bench_said(&b, "'other(int)' is used but not defined");
    ck_assert_ptr_nonnull(d);
    ck_assert_str_eq(d->at.file, k);
    ck_assert_int_eq(d->at.line, 4);
    k = bench_file(&b, "nomain.cu", "__global__ void k() {}\n");
    ck_assert(!bench_build(&b, compilers[_i], k, NULL));
    d = bench_said(&b, "no main function");
    ck_assert_ptr_nonnull(d);
    ck_assert_str_eq(d->at.file, k);
}
END_TEST

START_TEST(build_hands_warnings_over_again_from_the_cache)
{
    static const char *const flags[] = { "-Wall", NULL };
    const char *k = bench_file(&b, "warn.cu",
                               "#include <cstdio>\n"
                               "int main()\n"
                               "{\n"
                               "    printf(\"%s\\n\", 3);\n"
                               "}\n");

    for (int i = 0; i < 2; i++) {
        const struct diag *d;

        ck_assert(bench_build(&b, compilers[_i], k, flags));
        ck_assert_int_eq(b.result.from_cache, i);
        d = bench_said(&b, "format");
        ck_assert_ptr_nonnull(d);
        ck_assert_int_eq(d->level, DIAG_WARNING);
        ck_assert_int_eq(d->at.line, 4);
        ck_assert_str_eq(d->at.file, k);
        ck_assert_int_eq(b.ds.count, 0);
    }
}
END_TEST

START_TEST(build_takes_several_sources_flags_and_an_output)
{
    static const char *const flags[] = { "-DVALUE=7", "-std=c++14", "-lm",
                                         "-O2", NULL };
    const char *sources[] = {
        bench_file(&b, "main.cu",
                   "#include <cstdio>\n"
                   "extern \"C\" int from_c(void);\n"
                   "int from_cpp();\n"
                   "__global__ void k() {}\n"
                   "int main()\n"
                   "{\n"
                   "    static_assert(__cplusplus == 201402L, \"\");\n"
                   "    return from_c() + from_cpp() != VALUE + 9;\n"
                   "}\n"),
        bench_file(&b, "one.c", "int from_c(void) { return VALUE; }\n"),
        bench_file(&b, "two.cpp",
                   "#include <cuda_runtime.h>\n"
                   "int from_cpp() { return dim3(9).x; }\n"),
    };
    struct cc_options o = { .home = &b.home,
                            .compiler = compilers[_i],
                            .sources = sources,
                            .source_count = 3,
                            .flags = flags,
                            .flag_count = 4,
                            .output = arena_printf(&b.a, "%s/out", b.dir) };
    struct cc_result r;

    ck_assert_msg(cc_build(&b.a, &o, &r, &b.ds), "%s", b.ds.first->text);
    ck_assert_str_eq(r.program, o.output);
    ck_assert_int_eq(access(o.output, X_OK), 0);
    b.result = r;
    ck_assert_ptr_nonnull(strstr(bench_ptx(&b), ".entry"));
}
END_TEST

START_TEST(build_of_a_debug_program_keeps_lines)
{
    static const char *const flags[] = { "-G", NULL };
    const char *k = bench_file(&b, "k.cu", small);
    const char *ptx;

    bench_file(&b, "factor.h", "#define FACTOR 2.0f\n");
    ck_assert(bench_build(&b, compilers[_i], k, flags));
    ptx = bench_ptx(&b);
    ck_assert_ptr_nonnull(strstr(ptx, ".loc"));
    ck_assert_ptr_nonnull(strstr(ptx, " 5 "));
}
END_TEST

static void say_no(const char *source, const char *text)
{
    ck_assert(!bench_build(&b, COMPILER_AUTO, source, NULL));
    ck_assert_msg(bench_said(&b, text) != NULL, "'%s' is not said of '%s'",
                  text, source);
    ck_assert_int_eq(b.ds.count, 1);
}

START_TEST(build_refuses_what_is_no_source)
{
    const char *fifo = arena_printf(&b.a, "%s/f.cu", b.dir);

    ck_assert_int_eq(mkfifo(fifo, 0600), 0);
    say_no("/nonexistent/x.cu", "there is no file '/nonexistent/x.cu'");
    say_no(b.dir, "is a folder");
    say_no(fifo, "not a regular file");
    say_no(bench_file(&b, "e.cu", ""), "is empty");
    say_no(bench_file(&b, "s.cu", "  \n\t\n"), "is empty");
    say_no(bench_file(&b, "x.txt", "int main() {}\n"), "is not a .cu");
    ck_assert_int_eq(truncate(bench_file(&b, "n.cu", "int main() {}\n"), 100),
                     0);
    say_no(arena_printf(&b.a, "%s/n.cu", b.dir), "not a text file");
}
END_TEST

START_TEST(build_says_which_compiler_is_missing)
{
    const char *k = bench_file(&b, "k.cu", "int main() {}\n");

    setenv("WARPLINGS_CLANG", "/nonexistent/clang++", 1);
    ck_assert(!bench_build(&b, COMPILER_CLANG, k, NULL));
    ck_assert_ptr_nonnull(bench_said(&b, "clang is not here"));
    ck_assert(!compiler_available(COMPILER_CLANG));
    setenv("WARPLINGS_NVCC", "/bin/true", 1);
    ck_assert(!bench_build(&b, COMPILER_NVCC, k, NULL));
    ck_assert_ptr_nonnull(bench_said(&b, "nvcc is not here"));
    ck_assert(!bench_build(&b, COMPILER_AUTO, k, NULL));
    ck_assert_ptr_nonnull(bench_said(&b, "no CUDA compiler is here"));
    ck_assert_ptr_null(compiler_version(&b.a, COMPILER_AUTO));
}
END_TEST

/* A compiler that says one thing and ends as told. */
static const char *fake_clang(const char *body)
{
    const char *path =
        bench_file(&b, "fake",
                   arena_printf(&b.a,
                                "#!/bin/sh\n"
                                "[ \"$1\" = --version ] && "
                                "echo 'clang version 14.9' && exit\n%s\n",
                                body));

    chmod(path, 0755);
    return path;
}

START_TEST(build_explains_a_compiler_that_only_fails)
{
    const char *k = bench_file(&b, "k.cu", "int main() {}\n");

    setenv("WARPLINGS_CLANG", fake_clang("echo strange words >&2; exit 70"), 1);
    ck_assert(!bench_build(&b, COMPILER_CLANG, k, NULL));
    ck_assert_str_eq(b.ds.first->text,
                     "clang 14.9 failed (exit status 70): strange words");
    setenv("WARPLINGS_CLANG", fake_clang("kill -SEGV $$"), 1);
    ck_assert(!bench_build(&b, COMPILER_CLANG, k, NULL));
    ck_assert_ptr_nonnull(bench_said(&b, "killed by signal 11"));
    /* Says nothing, makes nothing, claims success. */
    setenv("WARPLINGS_CLANG", fake_clang("exit 0"), 1);
    ck_assert(!bench_build(&b, COMPILER_CLANG, k, NULL));
    ck_assert_int_ge(b.ds.count, 1);
}
END_TEST

START_TEST(build_leaves_nothing_behind_when_it_fails)
{
    const char *k = bench_file(&b, "k.cu", "int main() { return x; }\n");
    const char *argv[] = { "find", b.home.cache, "-name", "tmp-*", NULL };
    struct proc p = { .argv = argv, .timeout_ms = 20000 };

    ck_assert(!bench_build(&b, COMPILER_AUTO, k, NULL));
    ck_assert(proc_run(&p, 1));
    ck_assert_uint_eq(p.out.size, 0);
    proc_release(&p);
}
END_TEST

START_TEST(compiler_names_are_parsed)
{
    enum compiler c;

    ck_assert(compiler_parse("auto", &c) && c == COMPILER_AUTO);
    ck_assert(compiler_parse("clang", &c) && c == COMPILER_CLANG);
    ck_assert(compiler_parse("nvcc", &c) && c == COMPILER_NVCC);
    ck_assert(!compiler_parse("gcc", &c));
    ck_assert(!compiler_parse("", &c));
}
END_TEST

Suite *build_suite(void)
{
    Suite *s = suite_create("build");
    TCase *each = tcase_create("each compiler"), *any = tcase_create("any");
    int from = bench_has(COMPILER_CLANG) ? 0 : 1;
    int to = bench_has(COMPILER_NVCC) ? 2 : 1;

    tcase_set_timeout(each, 120);
    tcase_add_checked_fixture(each, setup, teardown);
    tcase_add_loop_test(each, build_makes_a_program_with_its_ptx, from, to);
    tcase_add_loop_test(each, build_from_the_cache_starts_no_compiler, from,
                        to);
    tcase_add_loop_test(each, build_by_several_at_once_works_for_all, from, to);
    tcase_add_loop_test(each, build_twice_makes_the_same_bytes, from, to);
    tcase_add_loop_test(each, build_reports_errors_in_the_learners_file, from,
                        to);
    tcase_add_loop_test(each, build_says_what_the_linker_misses, from, to);
    tcase_add_loop_test(each, build_hands_warnings_over_again_from_the_cache,
                        from, to);
    tcase_add_loop_test(each, build_takes_several_sources_flags_and_an_output,
                        from, to);
    tcase_add_loop_test(each, build_of_a_debug_program_keeps_lines, from, to);
    tcase_set_timeout(any, 60);
    tcase_add_checked_fixture(any, setup, teardown);
    tcase_add_test(any, build_refuses_what_is_no_source);
    tcase_add_test(any, build_says_which_compiler_is_missing);
    tcase_add_test(any, build_explains_a_compiler_that_only_fails);
    tcase_add_test(any, build_leaves_nothing_behind_when_it_fails);
    tcase_add_test(any, compiler_names_are_parsed);
    suite_add_tcase(s, each);
    suite_add_tcase(s, any);
    return s;
}
