/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "tui/source.h"

static struct arena a;
static struct doc d;
static struct buf b;

static const char source[] = "int main()\n"
                             "{\n"
                             "\treturn 线 + x; // end\n"
                             "}\n";

static void set_up(void)
{
    d = doc_new(&a, 40, true);
}

static void tear_down(void)
{
    buf_release(&b);
    arena_clear(&a);
}

static const char *drawn(void)
{
    struct cell *cells = calloc((size_t)(d.count + 1) * 60, sizeof *cells);
    struct frame f = { .rows = d.count, .cols = 60, .cells = cells };

    doc_render(&d, 0, -1, (struct rect){ 0, 0, d.count, 60 }, &f);
    frame_dump(&f, &b);
    free(cells);
    return b.at ? b.at : "";
}

START_TEST(the_caret_row_lies_under_the_statement)
{
    source_excerpt(&d, 0, text_of(source), 3, 0, 0, 1);
    ck_assert_str_eq(drawn(), "    2 | {\n"
                              ">   3 |     return ?? + x; // end\n"
                              "      |     ^^^^^^^^^^^^^^^^^^^^^\n"
                              "    4 | }\n");
}
END_TEST

START_TEST(columns_count_bytes_as_compilers_do)
{
    /* x: after a tab, seven letters, a blank, three bytes of one character */
    source_excerpt(&d, 2, text_of(source), 3, 15, 1, 0);
    ck_assert_str_eq(drawn(), "  >   3 |     return ?? + x; // end\n"
                              "        |                 ^\n");
}
END_TEST

START_TEST(lines_that_are_not_there_show_nothing)
{
    source_excerpt(&d, 0, text_of(source), 99, 1, 1, 2);
    source_excerpt(&d, 0, text_of(source), 0, 0, 0, 0);
    source_excerpt(&d, 0, text_of(""), 1, 0, 0, 2);
    ck_assert_str_eq(drawn(), "");
}
END_TEST

START_TEST(absurd_columns_are_survived)
{
    source_excerpt(&d, 0, text_of(source), 2, 2000000000, 2000000000, 0);
    ck_assert_int_eq(d.count, 2);
    ck_assert_int_lt(d.lines[1].cells.count, 100);
}
END_TEST

START_TEST(a_file_that_cannot_be_read_is_left_out)
{
    struct sources s = { 0 };

    sources_load(&a, &s, "/no/such/file");
    sources_load(&a, &s, NULL);
    ck_assert_int_eq(s.count, 0);
    ck_assert_uint_eq(sources_find(&s, "/no/such/file").size, 0);
    ck_assert_uint_eq(sources_find(&s, NULL).size, 0);
}
END_TEST

Suite *source_suite(void)
{
    Suite *s = suite_create("source");
    TCase *tc = tcase_create("core");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, the_caret_row_lies_under_the_statement);
    tcase_add_test(tc, columns_count_bytes_as_compilers_do);
    tcase_add_test(tc, lines_that_are_not_there_show_nothing);
    tcase_add_test(tc, absurd_columns_are_survived);
    tcase_add_test(tc, a_file_that_cannot_be_read_is_left_out);
    suite_add_tcase(s, tc);
    return s;
}
