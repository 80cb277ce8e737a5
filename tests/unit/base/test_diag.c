/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>

#include "base/arena.h"
#include "base/diag.h"

START_TEST(diag_error_keeps_order_and_returns_false)
{
    struct arena a = { 0 };
    struct diags ds = { .arena = &a };
    struct span at = { "k.ptx", 3, 5, 4 };

    ck_assert(!diag_error(&ds, at, "bad '%s'", "x"));
    ck_assert(!diag_fail(&ds, "disk %d", 9));
    ck_assert_int_eq(ds.count, 2);
    ck_assert_str_eq(ds.first->text, "bad 'x'");
    ck_assert_int_eq(ds.first->at.line, 3);
    ck_assert_str_eq(ds.first->next->text, "disk 9");
    ck_assert_ptr_null(ds.first->next->at.file);
    arena_clear(&a);
}
END_TEST

START_TEST(diag_add_copies_and_counts_errors_only)
{
    struct arena a = { 0 };
    struct diags ds = { .arena = &a };
    char text[] = "w", source[] = "int x;", file[] = "a.cu";

    diag_add(&ds, (struct span){ file, 1, 1, 1 }, DIAG_WARNING, text, source);
    text[0] = source[0] = file[0] = '!';
    ck_assert_int_eq(ds.count, 0);
    ck_assert_str_eq(ds.first->text, "w");
    ck_assert_str_eq(ds.first->source, "int x;");
    ck_assert_str_eq(ds.first->at.file, "a.cu");
    diag_add(&ds, (struct span){ 0 }, DIAG_ERROR, "e", NULL);
    ck_assert_int_eq(ds.count, 1);
    ck_assert_ptr_null(ds.last->source);
    arena_clear(&a);
}
END_TEST

Suite *diag_suite(void)
{
    Suite *s = suite_create("diag");
    TCase *tc = tcase_create("core");

    tcase_add_test(tc, diag_error_keeps_order_and_returns_false);
    tcase_add_test(tc, diag_add_copies_and_counts_errors_only);
    suite_add_tcase(s, tc);
    return s;
}
