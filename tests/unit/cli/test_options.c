/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "cli/cli.h"

static struct arena a;

static bool parse(struct options *o, struct diags *ds, const char *line)
{
    const char *argv[16] = { "warplings" };
    char *copy = arena_strdup(&a, line);
    int n = 1;

    *ds = (struct diags){ .arena = &a };
    for (char *w = strtok(copy, " "); w; w = strtok(NULL, " "))
        argv[n++] = w;
    const char **kept = ARENA_NEW(&a, const char *, 16);

    memcpy(kept, argv, sizeof argv);
    return options_parse(&a, n, kept, o, ds);
}

START_TEST(options_may_stand_anywhere)
{
    struct options o;
    struct diags ds;

    ck_assert(parse(&o, &ds,
                    "--json check 11 --card=t4 --seed 7 "
                    "--threads 2 --file x.cu"));
    ck_assert_str_eq(o.command, "check");
    ck_assert_int_eq(o.word_count, 1);
    ck_assert_str_eq(o.words[0], "11");
    ck_assert(o.json && !o.plain);
    ck_assert_str_eq(o.card, "t4");
    ck_assert_uint_eq(o.seed, 7);
    ck_assert_int_eq(o.threads, 2);
    ck_assert_str_eq(o.file, "x.cu");
}
END_TEST

START_TEST(words_after_two_dashes_are_the_programs)
{
    struct options o;
    struct diags ds;

    ck_assert(parse(&o, &ds, "run x.cu -- --json -x 3"));
    ck_assert(!o.json);
    ck_assert_int_eq(o.rest_count, 3);
    ck_assert_str_eq(o.rest[0], "--json");
}
END_TEST

START_TEST(compiler_flags_pass_through)
{
    struct options o;
    struct diags ds;

    ck_assert(parse(&o, &ds, "cc -I inc -DN=3 a.cu -O2 -std=c++20 -o prog"));
    ck_assert_int_eq(o.flag_count, 5);
    ck_assert_str_eq(o.flags[1], "inc");
    ck_assert_str_eq(o.output, "prog");
    ck_assert_int_eq(o.word_count, 1);
    ck_assert(!parse(&o, &ds, "check -DN=3"));
}
END_TEST

static const struct {
    const char *line, *says;
} bad[] = {
    { "check --jsn", "did you mean '--json'" },
    { "check --frobnicate", "unknown option '--frobnicate'" },
    { "check --card", "needs an argument" },
    { "check --seed x", "bad value 'x'" },
    { "check --threads 0", "bad value '0'" },
    { "check --threads 99999", "bad value" },
    { "check --vram 12Q", "bad value" },
    { "run x.cu --budget 0", "bad value" },
    { "run x.cu --budget 5KiB", "bad value" },
    { "check --compiler gcc", "bad value 'gcc'" },
    { "check --json=1", "takes no argument" },
    { "check --checks maybe", "bad value" },
};

START_TEST(bad_option_is_named)
{
    struct options o;
    struct diags ds;

    ck_assert(!parse(&o, &ds, bad[_i].line));
    ck_assert_msg(strstr(ds.first->text, bad[_i].says), "%s", ds.first->text);
}
END_TEST

START_TEST(sizes_have_units)
{
    struct options o;
    struct diags ds;

    ck_assert(parse(&o, &ds, "run x.cu --budget 8G"));
    ck_assert_uint_eq(o.budget, 8000000000);
    ck_assert(parse(&o, &ds, "run x.cu --vram 512M"));
    ck_assert_uint_eq(o.vram_bytes, 512ull << 20);
    ck_assert(parse(&o, &ds, "run x.cu --vram 2GiB"));
    ck_assert_uint_eq(o.vram_bytes, 2ull << 30);
    ck_assert(!parse(&o, &ds, "run x.cu --vram 99999999999T"));
}
END_TEST

START_TEST(every_command_and_option_is_in_the_help)
{
    struct buf b = { 0 };

    options_help(&b);
    ck_assert_ptr_nonnull(strstr(b.at, "--card NAME"));
    ck_assert_ptr_nonnull(strstr(b.at, "--json "));
    buf_release(&b);
    ck_assert_ptr_nonnull(command_find("check"));
    ck_assert_ptr_null(command_find("chekc"));
    for (int i = 0; i < command_count; i++)
        ck_assert_int_gt((int)strlen(command_table[i].meaning), 0);
    ck_assert_int_eq(word_distance("chekc", "check"), 2);
    ck_assert_int_eq(word_distance("", "abc"), 3);
}
END_TEST

Suite *options_suite(void)
{
    Suite *s = suite_create("options");
    TCase *tc = tcase_create("core");

    tcase_add_test(tc, options_may_stand_anywhere);
    tcase_add_test(tc, words_after_two_dashes_are_the_programs);
    tcase_add_test(tc, compiler_flags_pass_through);
    tcase_add_loop_test(tc, bad_option_is_named, 0,
                        (int)(sizeof bad / sizeof *bad));
    tcase_add_test(tc, sizes_have_units);
    tcase_add_test(tc, every_command_and_option_is_in_the_help);
    suite_add_tcase(s, tc);
    return s;
}
