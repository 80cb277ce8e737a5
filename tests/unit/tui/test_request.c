/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>

#include "tui/request.h"

static struct request_sample request(uint64_t base, uint64_t stride,
                                     uint32_t bytes, uint32_t active)
{
    struct request_sample s = { .bytes = bytes, .active = active };

    for (int l = 0; l < LANES; l++)
        s.address[l] = base + stride * (uint64_t)l;
    return s;
}

static const struct {
    uint64_t base, stride;
    uint32_t bytes, active;
    int count, used, ideal;
} sectors[] = {
    { 0x1000, 4, 4, ~0u, 4, 128, 4 }, /* neighbours */
    { 0x1004, 4, 4, ~0u, 5, 128, 4 }, /* off by one element */
    { 0x1000, 8, 4, ~0u, 8, 128, 4 }, /* every second */
    { 0x1000, 128, 4, ~0u, 32, 128, 4 },
    { 0x1000, 0, 4, ~0u, 1, 4, 1 }, /* broadcast */
    { 0x1000, 16, 16, ~0u, 16, 512, 16 },
    { 0x1000, 4, 4, 0xff, 1, 32, 1 },   /* eight lanes */
    { 0x1000, 4, 4, 0, 0, 0, 0 },       /* none */
    { 0x101e, 64, 4, ~0u, 64, 128, 4 }, /* each across two sectors */
    { 0xffffffffffffff00u, 4, 4, ~0u, 4, 128, 4 },
    { 0x1000, 1, 1, ~0u, 1, 32, 1 },
};

START_TEST(sectors_are_those_that_the_bytes_lie_in)
{
    struct request_sample s = request(sectors[_i].base, sectors[_i].stride,
                                      sectors[_i].bytes, sectors[_i].active);
    struct sector_map m;
    int lanes = 0;

    sector_map(&s, &m);
    ck_assert_int_eq(m.count, sectors[_i].count);
    ck_assert_int_eq(m.bytes_used, sectors[_i].used);
    ck_assert_int_eq(m.ideal, sectors[_i].ideal);
    for (int i = 1; i < m.count; i++)
        ck_assert_uint_gt(m.sector[i], m.sector[i - 1]);
    for (int l = 0; l < LANES; l++) {
        lanes += m.lane[l] >= 0;
        if (m.lane[l] >= 0)
            ck_assert_uint_eq(m.sector[m.lane[l]], s.address[l] / 32);
    }
    ck_assert_int_eq(lanes, m.active_lanes);
    ck_assert_int_eq(lanes, __builtin_popcount(sectors[_i].active));
}
END_TEST

static const struct {
    uint64_t stride;
    uint32_t bytes, active;
    int rows, ideal;
} banks[] = {
    { 4, 4, ~0u, 1, 1 },    { 8, 4, ~0u, 2, 1 },     { 12, 4, ~0u, 1, 1 },
    { 128, 4, ~0u, 32, 1 }, { 132, 4, ~0u, 1, 1 },   { 0, 4, ~0u, 1, 1 },
    { 8, 8, ~0u, 2, 2 },    { 16, 16, ~0u, 4, 4 },   { 128, 8, ~0u, 32, 2 },
    { 128, 4, 0xf, 4, 1 },  { 4, 4, 0, 0, 0 },       { 1, 1, ~0u, 1, 1 },
    { 16, 8, ~0u, 4, 2 },   { 128, 16, ~0u, 32, 4 },
};

START_TEST(banks_serve_one_word_per_wavefront)
{
    struct request_sample s =
        request(0, banks[_i].stride, banks[_i].bytes, banks[_i].active);
    struct bank_map m;
    int served = 0;

    bank_map(&s, &m);
    ck_assert_int_eq(m.rows, banks[_i].rows);
    ck_assert_int_eq(m.ideal, banks[_i].ideal);
    for (int y = 0; y < m.rows; y++)
        for (int b = 0; b < BANKS; b++)
            if (m.lane[y][b] >= 0)
                served += m.lanes[y][b];
    ck_assert_int_eq(served, m.active_lanes * ((int)(banks[_i].bytes + 3) / 4));
}
END_TEST

START_TEST(absurd_requests_are_survived)
{
    struct request_sample s =
        request(~0ull - 40, 0x9999999999999999u, 0xffffffffu, ~0u);
    struct sector_map m;
    struct bank_map b;

    sector_map(&s, &m);
    ck_assert_int_le(m.count, SECTORS_MAX);
    bank_map(&s, &b);
    ck_assert_int_le(b.rows, BANK_ROWS_MAX);
    ck_assert_int_eq(sector_letter(0), 'A');
    ck_assert_int_eq(sector_letter(61), '9');
    ck_assert_int_eq(sector_letter(62), '+');
}
END_TEST

Suite *request_suite(void)
{
    Suite *s = suite_create("request");
    TCase *tc = tcase_create("core");

    tcase_add_loop_test(tc, sectors_are_those_that_the_bytes_lie_in, 0,
                        sizeof sectors / sizeof *sectors);
    tcase_add_loop_test(tc, banks_serve_one_word_per_wavefront, 0,
                        sizeof banks / sizeof *banks);
    tcase_add_test(tc, absurd_requests_are_survived);
    suite_add_tcase(s, tc);
    return s;
}
