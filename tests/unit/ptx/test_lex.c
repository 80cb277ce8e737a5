/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/lex.h"

static const struct {
    const char *in;
    enum token_kind kind;
    uint64_t bits;    /* of numbers */
    const char *text; /* of all but the end */
} rows[] = {
    { "", TOKEN_END, 0, "" },
    { " \t\r\n // x\n /* y */ ", TOKEN_END, 0, "" },
    { "/* never closed", TOKEN_END, 0, "" },
    { "%r12,", TOKEN_NAME, 0, "%r12" },
    { "$L__BB0_2:", TOKEN_NAME, 0, "$L__BB0_2" },
    { "_Z3addPf(", TOKEN_NAME, 0, "_Z3addPf" },
    { "add.s32", TOKEN_NAME, 0, "add" },
    { ".s32 x", TOKEN_DOT, 0, "s32" },
    { ".L2::128B [", TOKEN_DOT, 0, "L2::128B" },
    { ".shared::cta.b64", TOKEN_DOT, 0, "shared::cta" },
    { "42;", TOKEN_INT, 42, "42" },
    { "0x1Fu;", TOKEN_INT, 31, "0x1Fu" },
    { "017;", TOKEN_INT, 15, "017" },
    { "0b101U;", TOKEN_INT, 5, "0b101U" },
    { "18446744073709551615", TOKEN_INT, UINT64_MAX, "18446744073709551615" },
    { "0;", TOKEN_INT, 0, "0" },
    { "0f3F800000;", TOKEN_F32, 0x3f800000, "0f3F800000" },
    { "0F3f800000;", TOKEN_F32, 0x3f800000, "0F3f800000" },
    { "0d3FF0000000000000;", TOKEN_F64, 0x3ff0000000000000,
      "0d3FF0000000000000" },
    { "0.5;", TOKEN_F64, 0x3fe0000000000000, "0.5" },
    { "1.5e2,", TOKEN_F64, 0x4062c00000000000, "1.5e2" },
    { "\"a b.cu\", 1", TOKEN_STRING, 0, "a b.cu" },
    { "\"open\n", TOKEN_STRING, 0, "open" },
    { "{", TOKEN_PUNCT, 0, "{" },
    { "|%p", TOKEN_PUNCT, 0, "|" },
    { "% 4", TOKEN_PUNCT, 0, "%" },
    { ". x", TOKEN_PUNCT, 0, "." },
    { "\x80", TOKEN_BAD, 0, "\x80" },
    { "`", TOKEN_BAD, 0, "`" },
};

START_TEST(token_is_read)
{
    /* A copy without anything behind it: reading on would be noticed. */
    size_t n = strlen(rows[_i].in);
    char *copy = n ? strdup(rows[_i].in) : NULL;
    struct lexer l = { copy, copy ? copy + n : NULL, 1 };
    struct token t = lex_next(&l);

    ck_assert_int_eq(t.kind, rows[_i].kind);
    ck_assert_uint_eq(t.bits, rows[_i].bits);
    if (t.kind != TOKEN_END) {
        ck_assert_uint_eq(t.text.size, strlen(rows[_i].text));
        ck_assert_mem_eq(t.text.at, rows[_i].text, t.text.size);
    }
    free(copy);
}
END_TEST

START_TEST(lines_are_counted)
{
    const char *in = "a\n/* \n\n */ b // c\n\"d\n e";
    struct lexer l = { in, in + strlen(in), 1 };

    ck_assert_int_eq(lex_next(&l).line, 1);
    ck_assert_int_eq(lex_next(&l).line, 4);
    ck_assert_int_eq(lex_next(&l).line, 5);
    ck_assert_int_eq(lex_next(&l).line, 6);
    ck_assert_int_eq(lex_next(&l).kind, TOKEN_END);
    ck_assert_int_eq(lex_next(&l).kind, TOKEN_END);
}
END_TEST

Suite *lex_suite(void)
{
    Suite *s = suite_create("lex");
    TCase *tc = tcase_create("lex");

    tcase_add_loop_test(tc, token_is_read, 0,
                        (int)(sizeof rows / sizeof *rows));
    tcase_add_test(tc, lines_are_counted);
    suite_add_tcase(s, tc);
    return s;
}
