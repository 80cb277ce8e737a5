/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/footprint.h"

#include <check.h>
#include <stdlib.h>

static struct footprint one(uint64_t at, uint64_t end, enum access a)
{
    struct footprint f = { 0 };

    footprint_piece(&f, at, end, a);
    return f;
}

START_TEST(pieces_join_where_they_meet)
{
    struct footprint f = one(0, 4, ACCESS_READ);

    footprint_piece(&f, 4, 8, ACCESS_READ);
    footprint_piece(&f, 8, 12, ACCESS_WRITE);
    footprint_piece(&f, 12, 12, ACCESS_WRITE);
    footprint_piece(&f, 16, 20, ACCESS_WRITE);
    ck_assert_int_eq(f.count, 3);
    ck_assert_uint_eq(f.list[0].end, 8);
    ck_assert_uint_eq(f.list[2].at, 16);
    free(f.list);
}
END_TEST

START_TEST(a_clash_needs_a_write_and_common_bytes)
{
    static const struct {
        struct extent a, b;
        bool strict, clash;
        uint64_t at, bytes;
    } rows[] = {
        { { 0, 8, ACCESS_READ }, { 0, 8, ACCESS_READ }, true, false, 0, 0 },
        { { 0, 8, ACCESS_WRITE }, { 8, 9, ACCESS_WRITE }, true, false, 0, 0 },
        { { 0, 9, ACCESS_READ }, { 8, 20, ACCESS_WRITE }, false, true, 8, 1 },
        { { 0, 8, ACCESS_ATOMIC }, { 0, 8, ACCESS_ATOMIC }, true, false, 0, 0 },
        { { 0, 8, ACCESS_ATOMIC }, { 4, 8, ACCESS_READ }, false, false, 0, 0 },
        { { 0, 8, ACCESS_ATOMIC }, { 4, 8, ACCESS_READ }, true, true, 4, 4 },
        { { 0, 8, ACCESS_ATOMIC }, { 4, 8, ACCESS_WRITE }, false, true, 4, 4 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct footprint a = one(rows[i].a.at, rows[i].a.end, rows[i].a.access);
        struct footprint b = one(rows[i].b.at, rows[i].b.end, rows[i].b.access);
        struct extent_clash c;
        bool found = footprint_clash(&a, &b, rows[i].strict, &c);

        ck_assert_msg(found == rows[i].clash, "row %zu", i);
        if (found) {
            ck_assert_uint_eq(c.at, rows[i].at);
            ck_assert_uint_eq(c.bytes, rows[i].bytes);
        }
        free(a.list);
        free(b.list);
    }
}
END_TEST

START_TEST(a_later_piece_is_found)
{
    struct footprint a = one(0, 4, ACCESS_WRITE), b = one(4, 8, ACCESS_WRITE);
    struct extent_clash c;

    footprint_piece(&a, 100, 200, ACCESS_READ);
    footprint_piece(&b, 150, 160, ACCESS_WRITE);
    ck_assert(footprint_clash(&a, &b, false, &c));
    ck_assert_uint_eq(c.at, 150);
    ck_assert_uint_eq(c.bytes, 10);
    free(a.list);
    free(b.list);
}
END_TEST

Suite *footprint_suite(void)
{
    Suite *s = suite_create("footprint");
    TCase *t = tcase_create("all");

    tcase_add_test(t, pieces_join_where_they_meet);
    tcase_add_test(t, a_clash_needs_a_write_and_common_bytes);
    tcase_add_test(t, a_later_piece_is_found);
    suite_add_tcase(s, t);
    return s;
}
