/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"

START_TEST(arena_memory_is_zeroed_and_aligned)
{
    struct arena a = { 0 };

    for (int i = 1; i < 300; i++) {
        char *p = ARENA_NEW(&a, char, (size_t)i);
        double *d = ARENA_NEW(&a, double, 3);

        ck_assert_uint_eq((uintptr_t)d % _Alignof(double), 0);
        for (int k = 0; k < i; k++)
            ck_assert_int_eq(p[k], 0);
        memset(p, 0xff, (size_t)i);
        ck_assert(d[0] == 0 && d[2] == 0);
    }
    arena_clear(&a);
    ck_assert_ptr_null(a.block);
}
END_TEST

START_TEST(arena_overflow_is_a_bug)
{
    struct arena a = { 0 };

    arena_alloc(&a, SIZE_MAX / 2, 4, 8);
}
END_TEST

START_TEST(arena_out_of_memory_ends_the_process_with_1)
{
    struct arena a = { 0 };

    arena_alloc(&a, SIZE_MAX / 4, 1, 8);
}
END_TEST

START_TEST(arena_push_keeps_what_was_there)
{
    struct arena a = { 0 };
    int *list = NULL, n = 0, cap = 0;

    for (int i = 0; i < 1000; i++)
        ARENA_PUSH(&a, list, n, cap, i * 3);
    ck_assert_int_eq(n, 1000);
    for (int i = 0; i < 1000; i++)
        ck_assert_int_eq(list[i], i * 3);
    arena_clear(&a);
}
END_TEST

START_TEST(arena_printf_formats)
{
    struct arena a = { 0 };

    ck_assert_str_eq(arena_printf(&a, "%s-%d", "x", 7), "x-7");
    ck_assert_str_eq(arena_strndup(&a, "hello", 2), "he");
    ck_assert_str_eq(arena_strndup(&a, NULL, 0), "");
    arena_clear(&a);
}
END_TEST

Suite *arena_suite(void)
{
    Suite *s = suite_create("arena");
    TCase *tc = tcase_create("core");

    tcase_add_test(tc, arena_memory_is_zeroed_and_aligned);
    tcase_add_test_raise_signal(tc, arena_overflow_is_a_bug, SIGABRT);
    tcase_add_exit_test(tc, arena_out_of_memory_ends_the_process_with_1, 1);
    tcase_add_test(tc, arena_push_keeps_what_was_there);
    tcase_add_test(tc, arena_printf_formats);
    suite_add_tcase(s, tc);
    return s;
}
