/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <string.h>

#include "tests/unit/tui/sample.h"
#include "tui/keys.h"

START_TEST(a_key_means_one_thing_in_its_context)
{
    for (int i = 0; i < key_count; i++)
        for (int j = 0; j < i; j++)
            ck_assert_msg(key_table[i].context != key_table[j].context ||
                              key_table[i].code != key_table[j].code,
                          "rows %d and %d: %s", i, j, key_table[i].shown);
}
END_TEST

START_TEST(every_action_is_reached_and_helped)
{
    for (int a = ACTION_NONE + 1; a < ACTION_COUNT; a++) {
        int rows = 0, helps = 0;

        for (int i = 0; i < key_count; i++) {
            rows += key_table[i].action == (enum action)a;
            helps +=
                key_table[i].action == (enum action)a && *key_table[i].help;
        }
        ck_assert_msg(rows > 0, "no key for action %d", a);
        ck_assert_msg(helps > 0, "no help for action %d", a);
    }
}
END_TEST

START_TEST(a_row_without_help_follows_its_action)
{
    for (int i = 0; i < key_count; i++) {
        if (*key_table[i].help || key_table[i].context == CONTEXT_RUNNING ||
            key_table[i].code == K_F10 || key_table[i].code == '?')
            continue;
        ck_assert_int_gt(i, 0);
        ck_assert_msg(key_table[i - 1].action == key_table[i].action,
                      "%s has no help", key_table[i].shown);
    }
}
END_TEST

START_TEST(help_names_every_key_of_the_screen)
{
    struct arena a = { 0 };
    struct doc d = doc_new(&a, 70, true);
    struct cell *cells;
    struct frame f;
    struct buf b = { 0 };

    help_doc(&d, CONTEXT_COMPARE);
    cells = calloc((size_t)d.count * 80, sizeof *cells);
    f = (struct frame){ .rows = d.count, .cols = 80, .cells = cells };
    doc_render(&d, 0, -1, (struct rect){ 0, 0, d.count, 80 }, &f);
    frame_dump(&f, &b);
    for (int i = 0; i < key_count; i++)
        if (*key_table[i].help)
            ck_assert_msg(strstr(b.at, key_table[i].help), "no '%s'",
                          key_table[i].help);
    ck_assert_ptr_eq(strstr(b.at, "Two kernels side by side"), b.at);
    free(cells);
    buf_release(&b);
    arena_clear(&a);
}
END_TEST

START_TEST(own_keys_go_before_those_of_everywhere)
{
    ck_assert_int_eq(key_action(CONTEXT_HELP, '?'), ACTION_BACK);
    ck_assert_int_eq(key_action(CONTEXT_HOME, '?'), ACTION_HELP);
    ck_assert_int_eq(key_action(CONTEXT_RUNNING, K_ESCAPE), ACTION_CANCEL);
    ck_assert_int_eq(key_action(CONTEXT_RUNNING, K_CTRL('c')), ACTION_QUIT);
    ck_assert_int_eq(key_action(CONTEXT_HOME, 'Z'), ACTION_NONE);
}
END_TEST

Suite *keys_suite(void)
{
    Suite *s = suite_create("keys");
    TCase *tc = tcase_create("core");

    tcase_add_test(tc, a_key_means_one_thing_in_its_context);
    tcase_add_test(tc, every_action_is_reached_and_helped);
    tcase_add_test(tc, a_row_without_help_follows_its_action);
    tcase_add_test(tc, help_names_every_key_of_the_screen);
    tcase_add_test(tc, own_keys_go_before_those_of_everywhere);
    suite_add_tcase(s, tc);
    return s;
}
