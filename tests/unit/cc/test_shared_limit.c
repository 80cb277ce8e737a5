/* SPDX-License-Identifier: Apache-2.0 */
/* Static shared memory over 48 KiB is a compile error under both compilers. */
#include "tests/unit/cc/bench.h"

#include "cc/shared_limit.h"

static struct bench b;
static const enum compiler compilers[] = { COMPILER_CLANG, COMPILER_NVCC };

static struct shared_excess *scan(const char *ptx, int want)
{
    int count;
    struct shared_excess *e = shared_limit_scan(&b.a, text_of(ptx), &count);

    ck_assert_int_eq(count, want);
    return e;
}

static void arena_only(void)
{
    b = (struct bench){ 0 };
}

static void drop(void)
{
    arena_clear(&b.a);
}

/* One byte at the limit, by element type and number of dimensions. */
START_TEST(scan_counts_to_the_byte)
{
    const struct shared_excess *e;

    scan(".entry k()\n{\n.shared .align 4 .b8 a[49152];\nret;\n}\n", 0);
    e = scan(".entry k()\n{\n.shared .align 4 .b8 a[49153];\nret;\n}\n", 1);
    ck_assert_uint_eq(e->bytes, 49153);
    ck_assert_str_eq(e->variable, "a");
    scan(".entry k() { .shared .f64 a[6144]; ret; }", 0);
    scan(".entry k() { .shared .f64 a[6144]; .shared .u32 b; ret; }", 1);
    scan(".entry k() { .shared .f32 a[64][192]; ret; }", 0);
    scan(".entry k() { .shared .f32 a[64][193]; ret; }", 1);
    scan(".extern .shared .align 16 .b8 a[];\n.entry k() { mov.u32 r, a; }", 0);
    scan(".entry k() { // .shared .b8 a[99999];\n/* .shared .b8 a[99999];*/ }",
         0);
}
END_TEST

START_TEST(scan_adds_what_callees_need_once)
{
    static const char ptx[] =
        ".shared .align 4 .b8 all[30000];\n"
        ".extern .func later(.param .b32 x);\n"
        ".func (.param .b32 r) leaf(.param .b32 x)\n{\n"
        ".loc 1 3 0\n.shared .align 4 .b8 _ZZ4leafvE1m[15000];\n"
        "st.shared.u32 [all], 5;\nret;\n}\n"
        ".visible .entry small()\n{\n.loc 1 9 0\ncall leaf, (a);\n"
        "call leaf, (b);\n}\n"
        ".visible .entry large()\n{\n.loc 1 13 0\n.loc 1 14 0\n"
        "{ call (r), leaf, (a); }\nst.shared.u32 [_ZZ5largevE4mine+4], 1;\n}\n"
        ".visible .entry huge()\n{\n.loc 2 20 0\n"
        ".shared .align 4 .b8 _ZZ4hugevE4mine[5000];\ncall leaf, (a);\n}\n"
        ".file 1 \"/home/k.cu\"\n.file 2 \"/home/other.cuh\"\n";
    const struct shared_excess *e = scan(ptx, 1);

    ck_assert_str_eq(e->kernel, "huge");
    ck_assert_uint_eq(e->bytes, 50000);
    ck_assert_str_eq(e->variable, "all");
    ck_assert_uint_eq(e->variable_bytes, 30000);
    ck_assert_str_eq(e->file, "/home/other.cuh");
    ck_assert_int_eq(e->line, 20);
}
END_TEST

START_TEST(scan_ends_on_any_text)
{
    static const char *const odd[] = {
        "",
        ".shared",
        ".entry",
        ".entry k() { .shared .b8 a[",
        ".entry k() { .shared .b8 a[99999999999999999999999]; }",
        ".func (",
        "}}}}{{{{ .file 999999999 \"x\" .file 1",
        ".loc .loc .file \"",
        "/* never ends",
        ".entry _Z9() { .shared .b8 _ZZ99999999999x[65536]; }",
        ".entry a() { a; b; } .entry b() { b; a; } .shared .b8 s[60000];",
    };

    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        int count;

        shared_limit_scan(&b.a, text_of(odd[i]), &count);
        ck_assert_int_le(count, 2);
    }
}
END_TEST

static void set_up(void)
{
    bench_open(&b);
}

static void tear_down(void)
{
    bench_close(&b);
}

START_TEST(too_much_is_a_compile_error_at_the_declaration)
{
    const char *k =
        bench_file(&b, "k.cu",
                   "#include <cstdio>\n"
                   "namespace n {\n"
                   "template <typename T, int N> __global__ void tile(T *out)\n"
                   "{\n"
                   "    __shared__ T cells[N][N];\n"
                   "    cells[threadIdx.x][1] = 1;\n"
                   "    __syncthreads();\n"
                   "    out[0] = cells[1][1];\n"
                   "}\n"
                   "}\n"
                   "__global__ void fits(float *out)\n"
                   "{\n"
                   "    __shared__ float cells[12288];\n"
                   "    cells[threadIdx.x] = 1;\n"
                   "    __syncthreads();\n"
                   "    out[0] = cells[1];\n"
                   "}\n"
                   "int main()\n"
                   "{\n"
                   "    fits<<<1, 32>>>(0);\n"
                   "    n::tile<float, 111><<<1, 32>>>(0);\n"
                   "}\n");
    const struct diag *d;

    ck_assert(!bench_build(&b, compilers[_i], k, NULL));
    ck_assert_int_eq(b.ds.count, 1);
    d = b.ds.first;
    ck_assert_str_eq(d->at.file, k);
    ck_assert_int_eq(d->at.line, 5);
    ck_assert_str_eq(d->source, "    __shared__ T cells[N][N];");
    ck_assert_ptr_nonnull(strstr(d->text, "'tile' has 49284 bytes"));
    ck_assert_ptr_nonnull(strstr(d->text, "cudaFuncSetAttribute(tile"));
}
END_TEST

Suite *shared_limit_suite(void)
{
    Suite *s = suite_create("shared_limit");
    TCase *tc = tcase_create("scan"), *build = tcase_create("build");
    int from = bench_has(COMPILER_CLANG) ? 0 : 1;
    int to = bench_has(COMPILER_NVCC) ? 2 : 1;

    tcase_add_checked_fixture(tc, arena_only, drop);
    tcase_add_test(tc, scan_counts_to_the_byte);
    tcase_add_test(tc, scan_adds_what_callees_need_once);
    tcase_add_test(tc, scan_ends_on_any_text);
    tcase_add_checked_fixture(build, set_up, tear_down);
    tcase_add_loop_test(build, too_much_is_a_compile_error_at_the_declaration,
                        from, to);
    suite_add_tcase(s, tc);
    suite_add_tcase(s, build);
    return s;
}
