/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "cc/build.h"
#include "cc/dryrun.h"
#include "cc/lines.h"
#include "cc/messages.h"

Suite *messages_suite(void);

/* Sources are looked up from the folder of a fresh test. */
static const char *const sources[] = { "k.cu", "lib/two.cu" };
static const struct home home = { .cuda = "/opt/wl/cuda" };
static const struct cc_options options = { .home = &home,
                                           .sources = sources,
                                           .source_count = 2 };
static struct arena arena;
static struct diags ds;

static void setup(void)
{
    char dir[] = "/tmp/wl-messages-XXXXXX";

    arena = (struct arena){ 0 };
    ds = (struct diags){ .arena = &arena };
    ck_assert_ptr_nonnull(mkdtemp(dir));
    ck_assert_int_eq(chdir(dir), 0);
    ck_assert(file_write("k.cu",
                         text_of("int a;\n"
                                 "\tint b = c;\n"
                                 "__device__ float g(T t) { return t.x; }\n"),
                         &ds));
}

static void teardown(void)
{
    char dir[256];

    ck_assert_ptr_nonnull(getcwd(dir, sizeof dir));
    file_remove_tree(dir);
    arena_clear(&arena);
}

/* What becomes of one program's output; true if there was an error in it. */
static bool say(const char *const *outputs, int count)
{
    struct messages m;
    bool errors = false;

    messages_init(&m, &arena, &options, "/tmp/work");
    for (int i = 0; i < count; i++)
        errors |= messages_parse(&m, outputs[i]);
    messages_emit(&m, &ds);
    return errors;
}

static bool say1(const char *output)
{
    return say(&output, 1);
}

static void check(const struct diag *d, enum diag_level level, const char *file,
                  int line, int col, const char *text)
{
    ck_assert_ptr_nonnull(d);
    ck_assert_int_eq(d->level, level);
    ck_assert_pstr_eq(d->at.file, file);
    ck_assert_int_eq(d->at.line, line);
    ck_assert_int_eq(d->at.col, col);
    ck_assert_str_eq(d->text, text);
}

START_TEST(parse_takes_clang_and_gcc_apart)
{
    ck_assert(say1("k.cu:2:10:{2:10-2:11}: error: use of undeclared "
                   "identifier 'c'\n"
                   "k.cu:1:5: note: did you mean 'a'?\n"
                   "k.cu:3:1: warning: unused thing [-Wunused]\n"
                   "1 warning and 1 error generated.\n"));
    check(ds.first, DIAG_ERROR, "k.cu", 2, 10,
          "use of undeclared identifier 'c'");
    ck_assert_int_eq(ds.first->at.width, 1);
    ck_assert_str_eq(ds.first->source, "\tint b = c;");
    check(ds.first->next, DIAG_NOTE, "k.cu", 1, 5, "did you mean 'a'?");
    check(ds.last, DIAG_WARNING, "k.cu", 3, 1, "unused thing");
    ck_assert_int_eq(ds.count, 1);
}
END_TEST

START_TEST(parse_takes_nvcc_apart)
{
    ck_assert(say1("k.cu(2): error: identifier \"c\" is undefined\n"
                   "      int b = c;\n"
                   "              ^\n"
                   "\n"
                   "k.cu(1): warning #177-D: variable \"a\" is unused\n"
                   "  int a;\n"
                   "      ^\n"
                   "\n"
                   "Remark: The warnings can be suppressed\n"
                   "1 error detected in the compilation of \"k.cu\".\n"));
    check(ds.first, DIAG_WARNING, "k.cu", 1, 5, "variable \"a\" is unused");
    check(ds.last, DIAG_ERROR, "k.cu", 2, 10, "identifier \"c\" is undefined");
    ck_assert_ptr_eq(ds.first->next, ds.last);
}
END_TEST

START_TEST(parse_finds_the_column_behind_expanded_macros)
{
    ck_assert(say1("k.cu(3): error: no member x\n"
                   "            argument types are: (int)\n"
                   "  __attribute__((device)) float g(T t) { return t.x; }\n"
                   "                                                  ^\n"
                   "          detected during instantiation of \"float g(T)\" "
                   "at line 1\n\n"));
    check(ds.first, DIAG_ERROR, "k.cu", 3, 36,
          "no member x; argument types are: (int)");
    check(ds.last, DIAG_NOTE, "k.cu", 1, 0,
          "detected during instantiation of \"float g(T)\" at line 1");
}
END_TEST

START_TEST(parse_moves_messages_to_the_learners_line)
{
    ck_assert(say1("In file included from k.cu:1:\n"
                   "/usr/include/c++/12/vector:9:3: error: no type\n"
                   "/usr/include/c++/12/vector:8:3: note: in a header\n"
                   "k.cu:3:7: note: requested here\n"
                   "/usr/include/x.h(9): error: no operator\n"
                   "    x < y;\n"
                   "      ^\n"
                   "          detected during:\n"
                   "            instantiation of \"f\" at line 4\n"
                   "            instantiation of \"g\" at line 2 of k.cu\n"));
    check(ds.first, DIAG_ERROR, "k.cu", 2, 0, "no operator");
    check(ds.first->next, DIAG_ERROR, "k.cu", 3, 7, "no type");
    check(ds.last, DIAG_NOTE, "k.cu", 3, 7, "requested here");
}
END_TEST

START_TEST(parse_keeps_what_only_a_header_says)
{
    ck_assert(say1("In file included from k.cu:1:\n"
                   "In file included from /opt/wl/cuda/a.h:3:\n"
                   "/usr/include/b.h:9:3: error: broken\n"));
    check(ds.first, DIAG_ERROR, "k.cu", 1, 0, "broken");
    ck_assert_ptr_eq(ds.first, ds.last);
}
END_TEST

START_TEST(parse_says_once_what_both_halves_say)
{
    static const char *const halves[] = {
        "k.cu:3:1: error: one\nk.cu:2:1: error: two\nk.cu:1:1: note: n\n",
        "k.cu:2:1: error: two\nk.cu:1:1: note: n\nk.cu:1:9: error: zero\n",
    };

    ck_assert(say(halves, 2));
    ck_assert_int_eq(ds.count, 3);
    check(ds.first, DIAG_ERROR, "k.cu", 1, 9, "zero");
    check(ds.first->next, DIAG_ERROR, "k.cu", 2, 1, "two");
    check(ds.first->next->next, DIAG_NOTE, "k.cu", 1, 1, "n");
    check(ds.last, DIAG_ERROR, "k.cu", 3, 1, "one");
}
END_TEST

START_TEST(parse_takes_the_linker_apart)
{
    ck_assert(say1("/usr/bin/ld: /tmp/work/unit0.o: in function `f':\n"
                   "k.cu:2: undefined reference to `other(int)'\n"
                   "/usr/bin/ld: Scrt1.o: in function `_start':\n"
                   "(.text+0x17): undefined reference to `main'\n"
                   "/usr/bin/ld: cannot find -lnope: No such file\n"
                   "/usr/bin/ld: /tmp/work/u.o: multiple definition of "
                   "`g'; /tmp/work/v.o: first defined here\n"
                   "clang: error: linker command failed with exit code 1\n"));
    check(ds.first, DIAG_ERROR, "k.cu", 0, 0, "there is no main function");
    check(ds.first->next, DIAG_ERROR, "k.cu", 2, 0,
          "'other(int)' is used but not defined");
    check(ds.first->next->next, DIAG_ERROR, NULL, 0, 0,
          "there is no library for '-lnope'");
    check(ds.last, DIAG_ERROR, NULL, 0, 0, "'g' is defined more than once");
}
END_TEST

START_TEST(parse_shows_no_temp_paths)
{
    ck_assert(say1("/tmp/work/unit0.cudafe1.cpp:9:1: error: odd\n"
                   "clang: error: cannot open /tmp/work/unit0.ptx\n"
                   "fatal error: error in backend: too many parameters\n"));
    for (const struct diag *d = ds.first; d; d = d->next) {
        ck_assert_ptr_null(strstr(d->text, "/tmp"));
        ck_assert_ptr_null(d->at.file);
    }
    ck_assert_str_eq(ds.first->text, "cannot open unit0.ptx");
    ck_assert_str_eq(ds.last->text, "too many parameters");
    ck_assert_int_eq(ds.count, 2);
}
END_TEST

START_TEST(parse_shows_only_some_of_many_notes)
{
    struct buf b = { 0 };
    int n = 0;

    buf_str(&b, "k.cu:1:1: error: deep\n");
    for (int i = 0; i < 1000; i++)
        buf_printf(&b, "k.cu:2:%d: note: from here\n", i + 1);
    buf_str(&b, "k.cu:3:1: error: another\n");
    ck_assert(say1(b.at));
    for (const struct diag *d = ds.first; d; d = d->next)
        n++;
    ck_assert_int_eq(ds.count, 2);
    ck_assert_int_eq(n, 2 + 8);
    buf_release(&b);
}
END_TEST

START_TEST(parse_survives_anything)
{
    static const char *const odd[] = {
        "",
        "\n\n\n",
        ":::",
        "k.cu:",
        "k.cu:1",
        "k.cu:99999999999999999999:1: error: far",
        "k.cu:1:2:{: error: x",
        "k.cu:1:2:{1:2-1:}: error: x",
        "k.cu(1",
        "k.cu(1): error",
        "(1): error: nameless",
        "^\n   ^",
        "In file included from ",
        "In file included from k.cu:x",
        "ld: undefined reference to `unclosed",
        "error:",
        "k.cu:0:0: error: zero",
        "k.cu:4000:1: error: beyond the end",
    };

    ck_assert(!say1("nothing that we know\n"));
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        say1(odd[i]);
    ck_assert_ptr_null(ds.last->source);
}
END_TEST

/* ---- flags -------------------------------------------------------------- */

static bool sort(const char *const *flags, enum compiler c,
                 struct flag_sets *out)
{
    struct cc_options o = { .flags = flags };

    while (flags[o.flag_count])
        o.flag_count++;
    return flags_sort(&arena, &o, c, out, &ds);
}

static const char *joined(const struct args *v)
{
    struct buf b = { 0 };
    const char *s;

    for (int i = 0; i < v->count; i++)
        buf_printf(&b, "%s%s", i ? " " : "", v->at[i]);
    s = arena_strdup(&arena, b.at ? b.at : "");
    buf_release(&b);
    return s;
}

/* Where the compiler's own words do not say what is wrong. */
START_TEST(some_messages_get_a_hint)
{
    static const struct {
        const char *source, *said, *hint;
    } cases[] = {
        { "k<< <1, 32>>>(a);", "expected expression", "<<<blocks, threads>>>" },
        { "k<<<1, 32>> >(a);", "expected expression", "<<<blocks, threads>>>" },
        { "int i = ;", "expected expression", NULL },
        { "tex2D(t, 0, 0);", "use of undeclared identifier 'tex2D'",
          "textures are not supported yet" },
        { "text;", "use of undeclared identifier 'c'", NULL },
        { "#include <thrust/sort.h>", "'thrust/sort.h' file not found",
          "--compiler nvcc" },
        { "asm(\"mov.u32 %0, %laneid;\");",
          "invalid % escape in inline assembly string", "%%laneid" },
    };
    const char *out =
        arena_printf(&arena, "k.cu:1:2: error: %s\n", cases[_i].said);

    ck_assert(file_write("k.cu", text_of(cases[_i].source), &ds));
    ck_assert(say(&out, 1));
    ck_assert_int_eq(ds.count, 1);
    if (cases[_i].hint)
        ck_assert_ptr_nonnull(strstr(ds.first->text, cases[_i].hint));
    else
        ck_assert_str_eq(ds.first->text, cases[_i].said);
}
END_TEST

START_TEST(flags_go_where_they_belong)
{
    static const char *const flags[] = {
        "-Iinc", "-I",       "a b",        "-DX=1",       "-lm", "-std=c++14",
        "-O2",   "-arch",    "sm_90",      "-rdc=false",  "-G",  "-Wl,-z,now",
        "-Wall", "-fopenmp", "-Xcompiler", "-O3,-Wextra", NULL
    };
    struct flag_sets s;

    ck_assert(sort(flags, COMPILER_CLANG, &s));
    ck_assert_str_eq(joined(&s.compile), "-Iinc -I a b -DX=1 -Wall");
    ck_assert_str_eq(joined(&s.host), "-O2 -fopenmp -O3 -Wextra");
    ck_assert_str_eq(joined(&s.link), "-lm -Wl,-z,now");
    ck_assert_str_eq(s.standard, "c++14");
    ck_assert(s.debug);
    ck_assert(!s.local_libraries);
    ck_assert(sort(flags, COMPILER_NVCC, &s));
    ck_assert_str_eq(joined(&s.compile),
                     "-Iinc -I a b -DX=1 -O2 -Xcompiler -Wall -Xcompiler "
                     "-fopenmp -Xcompiler -O3,-Wextra");
}
END_TEST

START_TEST(flags_that_nobody_knows_are_named)
{
    static const char *const bad[] = { "-Ox", "-nonsense", NULL };
    static const char *const open[] = { "-I", NULL };
    struct flag_sets s;

    ck_assert(!sort(bad, COMPILER_CLANG, &s));
    ck_assert_ptr_nonnull(strstr(ds.first->text, "'-nonsense'"));
    ck_assert(!sort(open, COMPILER_CLANG, &s));
    ck_assert_ptr_nonnull(strstr(ds.last->text, "needs a value"));
}
END_TEST

/* ---- nvcc's plan -------------------------------------------------------- */

static const char plan[] =
    "#$ _SPACE_= \n"
    "#$ PATH=/a/nvvm/bin:/usr/bin\n"
    "#$ CICC_PATH=/a/nvvm/bin\n"
    "#$ gcc -E -D \"X=\\\"q r\\\"\" -I\"a b\" \"k.cu\" -o \"k.ii\" \n"
    "#$ cudafe++ --gen_module_id_file --module_id_file_name \"t/id\" \"k.ii\"\n"
    "#$ gcc -E -o \"k1.ii\"\n"
    "#$ \"$CICC_PATH/cicc\" --module_id_file_name \"t/id\" -o \"k.ptx\"\n"
    "#$ fatbinary --create=\"k.fatbin\" --ident=\"k.cu\" \n"
    "#$ gcc -c \"k.cudafe1.cpp\" -o \"k.o\" \n";

START_TEST(dryrun_is_split_as_a_shell_would)
{
    struct dryrun d;

    ck_assert(dryrun_parse(&arena, plan, &d));
    ck_assert_str_eq(d.stages[STAGE_CPP_HOST].at[3], "X=\"q r\"");
    ck_assert_str_eq(d.stages[STAGE_CPP_HOST].at[4], "-Ia b");
    ck_assert_str_eq(d.stages[STAGE_CICC].at[0], "/a/nvvm/bin/cicc");
    ck_assert_str_eq(joined(&d.stages[STAGE_CUDAFE]),
                     "cudafe++ --module_id_file_name t/id k.ii");
    ck_assert_str_eq(d.module_id, "t/id");
    ck_assert_str_eq(d.env.at[1], "PATH=/a/nvvm/bin:/usr/bin");
}
END_TEST

START_TEST(dryrun_of_another_form_is_refused)
{
    struct dryrun d;
    const char *more = arena_printf(&arena, "%s#$ ptxas x\n", plan);

    ck_assert(!dryrun_parse(&arena, "", &d));
    ck_assert(!dryrun_parse(&arena, more, &d));
    ck_assert(!dryrun_parse(&arena, strstr(plan, "#$ cudafe++"), &d));
    ck_assert(!dryrun_parse(&arena, "#$ gcc -E | cat\n", &d));
    ck_assert(!dryrun_parse(&arena, "#$ gcc \"open\n", &d));
}
END_TEST

/* ---- lines of PTX ------------------------------------------------------- */

START_TEST(lines_of_the_system_count_as_the_callers)
{
    static const char ptx[] = ".visible .entry k()\n"
                              "{\n"
                              "\t.loc\t2 9 1\n"
                              "\tfirst;\n"
                              "\t.loc\t1 3 1\n"
                              "\tmine;\n"
                              "\t.loc\t2 9 1\n"
                              "\ttheirs;\n"
                              "}\n"
                              "\t.file\t1 \"k.cu\"\n"
                              "\t.file\t2 \"/usr/include/c++/12/cmath\"";
    struct messages m;
    struct buf out = { 0 };

    messages_init(&m, &arena, &options, "/tmp/work");
    lines_keep_learners(&arena, &m, text_of(ptx), &out);
    ck_assert_ptr_nonnull(strstr(out.at, "{\n\t.loc\t2 9 1\n\tfirst;\n"));
    ck_assert_ptr_nonnull(strstr(out.at, "\tmine;\n\ttheirs;\n}\n"));
    ck_assert_ptr_nonnull(strstr(out.at, "12/cmath\""));
    buf_release(&out);
    lines_keep_learners(&arena, &m, text_of("\t.loc 99999 1 1"), &out);
    ck_assert_str_eq(out.at, "\t.loc 99999 1 1");
    buf_release(&out);
}
END_TEST

Suite *messages_suite(void)
{
    Suite *s = suite_create("messages");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, parse_takes_clang_and_gcc_apart);
    tcase_add_test(t, parse_takes_nvcc_apart);
    tcase_add_test(t, parse_finds_the_column_behind_expanded_macros);
    tcase_add_test(t, parse_moves_messages_to_the_learners_line);
    tcase_add_test(t, parse_keeps_what_only_a_header_says);
    tcase_add_test(t, parse_says_once_what_both_halves_say);
    tcase_add_test(t, parse_takes_the_linker_apart);
    tcase_add_test(t, parse_shows_no_temp_paths);
    tcase_add_test(t, parse_shows_only_some_of_many_notes);
    tcase_add_test(t, parse_survives_anything);
    tcase_add_loop_test(t, some_messages_get_a_hint, 0, 7);
    tcase_add_test(t, flags_go_where_they_belong);
    tcase_add_test(t, flags_that_nobody_knows_are_named);
    tcase_add_test(t, dryrun_is_split_as_a_shell_would);
    tcase_add_test(t, dryrun_of_another_form_is_refused);
    tcase_add_test(t, lines_of_the_system_count_as_the_callers);
    suite_add_tcase(s, t);
    return s;
}
