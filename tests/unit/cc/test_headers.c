/* SPDX-License-Identifier: Apache-2.0 */
/* Our CUDA headers: they compile, and lines and layouts are right. */
#include <dirent.h>

#include "tests/unit/cc/bench.h"

Suite *headers_suite(void);

static struct bench b;

static void setup(void)
{
    bench_open(&b);
}

static void teardown(void)
{
    bench_close(&b);
}

static const char *first_error(void)
{
    return b.ds.first
               ? arena_printf(&b.a, "%s:%d: %s",
                              b.ds.first->at.file ? b.ds.first->at.file : "-",
                              b.ds.first->at.line, b.ds.first->text)
               : "no message";
}

/* ---- intrinsics --------------------------------------------------------- */

/* Is text among the instructions of this line of the first file? */
static bool line_has(const char *ptx, int line, const char *text)
{
    char here[32];
    bool inside = false;

    snprintf(here, sizeof here, "\t.loc\t1 %d ", line);
    while (*ptx) {
        size_t n = strcspn(ptx, "\n");

        if (!strncmp(ptx, "\t.loc\t", 6))
            inside = !strncmp(ptx, here, strlen(here));
        else if (inside && memmem(ptx, n, text, strlen(text)))
            return true;
        ptx += n + (ptx[n] == '\n');
    }
    return false;
}

/* Every "ptx: TEXT" of the source must be true. */
static int check_marks(const char *source, const char *ptx)
{
    int line = 1, marks = 0;

    for (const char *s = source; *s; line++) {
        size_t n = strcspn(s, "\n");
        const char *mark = memmem(s, n, "// ptx: ", 8);

        if (mark) {
            char want[64];

            snprintf(want, sizeof want, "%.*s", (int)(s + n - mark - 8),
                     mark + 8);
            ck_assert_msg(line_has(ptx, line, want),
                          "line %d of the PTX has no '%s'", line, want);
            marks++;
        }
        s += n + (s[n] == '\n');
    }
    return marks;
}

START_TEST(every_intrinsic_is_at_the_learners_line)
{
    struct text source;
    const char *ptx;

    ck_assert(file_read(&b.a, "tests/unit/cc/intrinsics.cu", 1u << 20, &source,
                        &b.ds));
    ck_assert_msg(
        bench_build(&b, COMPILER_CLANG, "tests/unit/cc/intrinsics.cu", NULL),
        "%s", first_error());
    ptx = bench_ptx(&b);
    ck_assert_int_gt(check_marks(source.at, ptx), 130);
    /* No header of ours is among the files. */
    ck_assert_ptr_null(strstr(ptx, "cudart/include"));
}
END_TEST

START_TEST(intrinsics_compile_unoptimised)
{
    static const char *const flags[] = { "-G", "-std=c++20", NULL };

    ck_assert_msg(
        bench_build(&b, COMPILER_CLANG, "tests/unit/cc/intrinsics.cu", flags),
        "%s", first_error());
}
END_TEST

/* What we accept, NVIDIA's compiler accepts, too. */
START_TEST(intrinsics_are_those_of_nvcc)
{
    ck_assert_msg(
        bench_build(&b, COMPILER_NVCC, "tests/unit/cc/intrinsics.cu", NULL),
        "%s", first_error());
}
END_TEST

START_TEST(fast_math_is_in_place)
{
    static const char *const flags[] = { "-use_fast_math", NULL };
    const char *k = bench_file(&b, "fast.cu",
                               "__global__ void k(float *f)\n"
                               "{\n"
                               "    f[0] = sinf(f[0]) + exp(f[1]);\n"
                               "    f[1] = powf(f[1], f[2]);\n"
                               "}\n"
                               "int main() {}\n");
    const char *ptx;

    ck_assert_msg(bench_build(&b, COMPILER_CLANG, k, flags), "%s",
                  first_error());
    ptx = bench_ptx(&b);
    ck_assert(line_has(ptx, 3, "sin.approx.f"));
    ck_assert(line_has(ptx, 3, "ex2.approx.f"));
    ck_assert(line_has(ptx, 4, "lg2.approx.f"));
    ck_assert_ptr_null(strstr(ptx, "call"));
}
END_TEST

/* ---- the host's side ---------------------------------------------------- */

static const enum compiler compilers[] = { COMPILER_CLANG, COMPILER_NVCC };

START_TEST(host_calls_compile_as_programs_write_them)
{
    static const char *const flags[] = { "-Wl,--unresolved-symbols=ignore-all",
                                         NULL };
    const char *source = "tests/unit/cc/host_api.cu";

    ck_assert_msg(bench_build(&b, compilers[_i], source, flags), "%s",
                  first_error());
}
END_TEST

START_TEST(half_on_the_host_rounds_right)
{
    struct proc p = { .timeout_ms = 60000 };

    ck_assert_msg(
        bench_build(&b, compilers[_i], "tests/unit/cc/half_host.cu", NULL),
        "%s", first_error());
    p.argv = (const char *const[]){ b.result.program, NULL };
    proc_run(&p, 1);
    ck_assert_int_eq(p.end, PROC_EXITED);
    ck_assert_int_eq(p.code, 0);
    proc_release(&p);
}
END_TEST

START_TEST(forms_from_before_cuda_13_still_compile)
{
    static const char *const flags[] = { "-Wl,--unresolved-symbols=ignore-all",
                                         NULL };
    const char *k =
        bench_file(&b, "old.cu",
                   "int main()\n"
                   "{\n"
                   "    cudaDeviceProp p = {};\n"
                   "    float *m;\n"
                   "    if (!p.clockRate && !p.memoryClockRate)\n"
                   "        return 0;\n"
                   "    cudaMallocManaged(&m, 64);\n"
                   "    cudaMemPrefetchAsync(m, 64, 0, 0);\n"
                   "    cudaMemPrefetchAsync(m, 64, cudaCpuDeviceId);\n"
                   "    cudaMemAdvise(m, 64, cudaMemAdviseSetReadMostly, 0);\n"
                   "    return cudaThreadSynchronize();\n"
                   "}\n");

    ck_assert_msg(bench_build(&b, COMPILER_CLANG, k, flags), "%s",
                  first_error());
}
END_TEST

/* ---- the standard library ----------------------------------------------- */

static const char *const standard[] = {
    "cmath",      "math.h",   "algorithm", "cstdio",   "cstdlib", "string",
    "vector",     "iostream", "chrono",    "random",   "numeric", "complex",
    "functional", "thread",   "map",       "valarray", "cassert", "iomanip",
    "memory",     "sstream",  "atomic",    "array",    "new",     "fstream",
};
#define STANDARD_COUNT ((int)(sizeof standard / sizeof *standard))

static void compile_text(const char *text, const char *std)
{
    const char *flags[] = { std, NULL };

    ck_assert_msg(
        bench_build(&b, COMPILER_CLANG, bench_file(&b, "h.cu", text), flags),
        "%s: %s", text, first_error());
}

START_TEST(each_standard_header_alone_compiles)
{
    compile_text(arena_printf(&b.a,
                              "#include <%s>\n"
                              "__global__ void k(int *p) { *p = 1; }\n"
                              "int main() { k<<<1, 1>>>(0); }\n",
                              standard[_i]),
                 "-std=c++17");
}
END_TEST

START_TEST(all_standard_headers_compile_in_every_standard)
{
    static const char *const stds[] = { "-std=c++14", "-std=c++20" };
    struct buf text = { 0 };

    for (int i = STANDARD_COUNT; i-- > 0;)
        buf_printf(&text, "#include <%s>\n", standard[i]);
    buf_str(&text, "__global__ void k(float *p) { *p = std::exp(*p); }\n"
                   "int main() { std::vector<int> v(3); k<<<1, 1>>>(0); }\n");
    compile_text(text.at, stds[_i]);
    buf_release(&text);
}
END_TEST

/* ---- our own ------------------------------------------------------------ */

static bool runs(const char *const *argv, struct buf *out)
{
    struct proc p = { .argv = argv, .timeout_ms = 60000 };
    bool ok = proc_run(&p, 1);

    if (!ok)
        fprintf(stderr, "%s", p.err.at ? p.err.at : "");
    if (out)
        buf_add(out, p.out.at ? p.out.at : "", p.out.size);
    proc_release(&p);
    return ok;
}

/* Headers of libraries that the lab has not: they say so, and stop. */
static bool refuses(const char *name)
{
    const char *const refused[] = {
        "cublas_v2.h",      "curand.h",
        "curand_kernel.h",  "mma.h",
        "nvrtc.h",          "cuda_fp8.h",
        "cuda_fp6.h",       "cuda_fp4.h",
        "cuda_awbarrier.h", "cuda_awbarrier_primitives.h",
        "cublas.h",         "cublasLt.h",
        "cufft.h",          "cusparse.h",
        "cusolverDn.h",     "cudnn.h"
    };
    struct diags ds = { .arena = &b.a };
    struct text t = { "", 0 };

    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        if (strcmp(name, refused[i]) != 0)
            continue;
        ck_assert(file_read(&b.a,
                            arena_printf(&b.a, "%s/%s", b.home.cuda, name),
                            1 << 20, &t, &ds));
        ck_assert_msg(strstr(t.at, "not supported") != NULL, "%s", name);
        return true;
    }
    return false;
}

/* Every header of the folder: in plain C++, and all of them in CUDA. */
START_TEST(each_of_our_headers_compiles)
{
    DIR *dir = opendir(b.home.cuda);
    struct buf all = { 0 };
    struct dirent *f;
    int n = 0;

    while ((f = readdir(dir))) {
        const char *source;

        if (!strstr(f->d_name, ".h") || refuses(f->d_name))
            continue;
        buf_printf(&all, "#include <%s>\n", f->d_name);
        source = bench_file(&b, "one.cpp",
                            arena_printf(&b.a, "#include <%s>\n", f->d_name));
        ck_assert_msg(
            runs((const char *const[]){ "g++", "-Wall", "-Wextra", "-Werror",
                                        "-fsyntax-only", "-I", b.home.cuda,
                                        source, NULL },
                 NULL),
            "%s in plain C++", f->d_name);
        n++;
    }
    closedir(dir);
    ck_assert_int_gt(n, 20);
    buf_str(&all, "int main() {}\n");
    if (compiler_available(COMPILER_CLANG))
        compile_text(all.at, "-std=c++14");
    buf_release(&all);
}
END_TEST

static void layout(const char *include, struct buf *out)
{
    const char *exe = arena_printf(&b.a, "%s/layout", b.dir);

    ck_assert(runs((const char *const[]){ "cc", "-std=c11", "-w", "-I", ".",
                                          "-I", include, "-o", exe,
                                          "tests/unit/cc/layout.c", NULL },
                   NULL));
    ck_assert(runs((const char *const[]){ exe, NULL }, out));
}

START_TEST(layouts_and_values_are_those_of_cuda_13)
{
    struct buf ours = { 0 }, theirs = { 0 };

    layout(b.home.cuda, &ours);
    layout("/usr/local/cuda/include", &theirs);
    ck_assert_str_eq(ours.at, theirs.at);
    buf_release(&ours);
    buf_release(&theirs);
}
END_TEST

START_TEST(api_header_is_clean_c)
{
    const char *source = bench_file(&b, "api.c",
                                    "#include <cuda.h>\n"
                                    "#include <cuda_runtime_api.h>\n"
                                    "int main(void) { return cudaSuccess; }\n");

    ck_assert(runs((const char *const[]){ "cc", "-std=c11", "-Wall", "-Wextra",
                                          "-Wpedantic", "-Wshadow",
                                          "-Wstrict-prototypes", "-Werror",
                                          "-fsyntax-only", "-I", b.home.cuda,
                                          source, NULL },
                   NULL));
}
END_TEST

Suite *headers_suite(void)
{
    Suite *s = suite_create("headers");
    TCase *t = tcase_create("all");
    bool clang = compiler_available(COMPILER_CLANG);
    bool nvcc = compiler_available(COMPILER_NVCC);

    tcase_set_timeout(t, 120);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, host_calls_compile_as_programs_write_them, !clang,
                        1 + nvcc);
    tcase_add_loop_test(t, half_on_the_host_rounds_right, !clang, 1 + nvcc);
    if (clang) {
        tcase_add_test(t, fast_math_is_in_place);
        tcase_add_test(t, every_intrinsic_is_at_the_learners_line);
        tcase_add_test(t, intrinsics_compile_unoptimised);
        tcase_add_test(t, forms_from_before_cuda_13_still_compile);
        tcase_add_loop_test(t, each_standard_header_alone_compiles, 0,
                            STANDARD_COUNT);
        tcase_add_loop_test(t, all_standard_headers_compile_in_every_standard,
                            0, 2);
    }
    if (nvcc)
        tcase_add_test(t, intrinsics_are_those_of_nvcc);
    if (file_exists("/usr/local/cuda/include/cuda_runtime_api.h"))
        tcase_add_test(t, layouts_and_values_are_those_of_cuda_13);
    tcase_add_test(t, each_of_our_headers_compiles);
    tcase_add_test(t, api_header_is_clean_c);
    suite_add_tcase(s, t);
    return s;
}
