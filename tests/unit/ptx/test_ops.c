/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "ptx/words.h"
#include "tests/unit/ptx/load.h"

static const char *const groups[] = {
#define WORD(group, field, value, text) #group,
#include "ptx/mods.def"
#undef WORD
};

static const char *const sets = " thrice int8 int16 int32 int64 sint half "
                                "bits8 bits bits32 pred b32 b64 u32 u64"
                                " f32 f64 s16x2 u16x2 f32x2 b128 e4m3x2 "
                                "e5m2x2 tf32 ";

static bool is_group(const char *word, size_t size)
{
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (strlen(groups[i]) == size && !memcmp(groups[i], word, size))
            return true;
    return false;
}

START_TEST(row_is_complete)
{
    const struct op_info *op = &op_table[_i];

    ck_assert_ptr_nonnull(op->text);
    ck_assert(*op->meaning);
    ck_assert(*op->operands);
    ck_assert_uint_eq(strspn(op->operands, "dwiPpDabcnqgAmlt?-*"),
                      strlen(op->operands));
    ck_assert_int_eq(*op->text == '\0', _i == OP_UNSUPPORTED);
}
END_TEST

START_TEST(row_text_is_found_and_its_own)
{
    struct words w;

    words_init(&w);
    if (_i != OP_UNSUPPORTED)
        ck_assert_int_eq(words_op(&w, text_of(op_table[_i].text)), _i);
}
END_TEST

START_TEST(row_names_groups_that_exist)
{
    for (const char *c = op_table[_i].words; *c;) {
        size_t n = strcspn(c, " ");

        ck_assert_msg(is_group(c, n), "%s", c);
        c += n + (c[n] == ' ');
    }
}
END_TEST

START_TEST(row_names_types_that_exist)
{
    char padded[40];

    for (const char *c = op_table[_i].types; *c;) {
        size_t n = strcspn(c, " ");

        snprintf(padded, sizeof padded, " %.*s ", (int)n, c);
        ck_assert_msg(strstr(sets, padded) != NULL, "%s", c);
        c += n + (c[n] == ' ');
    }
}
END_TEST

START_TEST(unknown_opcodes_and_words_are_told)
{
    struct words w;
    struct inst in = { .op = OP_ADD };

    words_init(&w);
    ck_assert_int_eq(words_op(&w, text_of("wgmma")), OP_UNSUPPORTED);
    ck_assert_int_eq(words_op(&w, text_of("")), OP_UNSUPPORTED);
    ck_assert(words_apply(&w, &in, text_of("f32")));
    ck_assert(!words_apply(&w, &in, text_of("f32"))); /* one type only */
    ck_assert(!words_apply(&w, &in, text_of("wide")));
    ck_assert(!words_apply(&w, &in, text_of("global")));
    ck_assert(words_apply(&w, &in, text_of("ftz")));
    ck_assert_uint_eq(in.mods, MOD_FTZ);
}
END_TEST

START_TEST(a_word_means_what_its_opcode_says)
{
    struct words w;
    struct inst setp = { .op = OP_SETP }, mul = { .op = OP_MUL },
                red = { .op = OP_RED }, bar = { .op = OP_BAR },
                shfl = { .op = OP_SHFL };

    words_init(&w);
    ck_assert(words_apply(&w, &setp, text_of("hi")));
    ck_assert_int_eq(setp.cmp, CMP_HI);
    ck_assert(words_apply(&w, &mul, text_of("hi")));
    ck_assert_uint_eq(mul.mods, MOD_HI);
    ck_assert(words_apply(&w, &setp, text_of("and")));
    ck_assert_int_eq(setp.bool_op, BOOL_AND);
    ck_assert(words_apply(&w, &red, text_of("and")));
    ck_assert_int_eq(red.sub, SUB_AND);
    ck_assert(words_apply(&w, &bar, text_of("sync")));
    ck_assert_int_eq(bar.sub, SUB_SYNC);
    ck_assert(words_apply(&w, &shfl, text_of("sync")));
    ck_assert_uint_eq(shfl.mods, MOD_SYNC);
}
END_TEST

Suite *ops_suite(void)
{
    Suite *s = suite_create("ops");
    TCase *tc = tcase_create("table");

    tcase_add_loop_test(tc, row_is_complete, 0, OP_COUNT);
    tcase_add_loop_test(tc, row_text_is_found_and_its_own, 0, OP_COUNT);
    tcase_add_loop_test(tc, row_names_groups_that_exist, 0, OP_COUNT);
    tcase_add_loop_test(tc, row_names_types_that_exist, 0, OP_COUNT);
    tcase_add_test(tc, unknown_opcodes_and_words_are_told);
    tcase_add_test(tc, a_word_means_what_its_opcode_says);
    suite_add_tcase(s, tc);
    return s;
}
