/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/memory.h"

#include <check.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "sim/memory_layout.h"

static struct memory *m;

static void open_it(void)
{
    m = memory_open(1ull << 30);
    ck_assert_ptr_nonnull(m);
}

static void close_it(void)
{
    memory_close(m);
}

static uint64_t alloc(uint64_t bytes)
{
    uint64_t at = 1;

    ck_assert_int_eq(memory_alloc(m, bytes, &at), MEMORY_OK);
    return at;
}

START_TEST(addresses_are_aligned_and_the_same_every_time)
{
    uint64_t a = alloc(100), b = alloc(1);
    struct memory *again = memory_open(1ull << 30);
    uint64_t a2, b2;

    ck_assert_int_eq(memory_alloc(again, 100, &a2), MEMORY_OK);
    ck_assert_int_eq(memory_alloc(again, 1, &b2), MEMORY_OK);
    ck_assert_uint_eq(a, a2);
    ck_assert_uint_eq(b, b2);
    ck_assert_uint_eq(a % 256, 0);
    ck_assert_uint_gt(b, a + 100);
    memory_close(again);
}
END_TEST

START_TEST(fresh_bytes_are_poison_and_unmarked)
{
    uint64_t a = alloc(5000);
    const uint8_t *p = memory_at(m, a, 5000);

    for (int i = 0; i < 5000; i++)
        ck_assert_uint_eq(p[i], 0xDB);
    ck_assert(!memory_all_initialised(m, a, 1));
}
END_TEST

START_TEST(big_allocations_cost_nothing_until_touched)
{
    struct memory *big = memory_open(64ull << 30);
    struct rusage before, after;
    uint64_t a;

    ck_assert_ptr_nonnull(big);
    getrusage(RUSAGE_SELF, &before);
    ck_assert_int_eq(memory_alloc(big, 2ull << 30, &a), MEMORY_OK);
    ck_assert_uint_eq(*memory_at(big, a + (1ull << 30), 1), 0xDB);
    getrusage(RUSAGE_SELF, &after);
    ck_assert_int_lt(after.ru_maxrss - before.ru_maxrss, 64 * 1024);
    memory_close(big);
}
END_TEST

START_TEST(a_full_card_and_a_full_host_are_told_apart)
{
    struct memory *huge = memory_open(1ull << 39);
    uint64_t at;

    ck_assert_int_eq(memory_alloc(m, (1ull << 30) + 1, &at),
                     MEMORY_DEVICE_FULL);
    ck_assert_uint_eq(at, 0);
    alloc(1u << 29);
    ck_assert_int_eq(memory_alloc(m, (1u << 29) + 1, &at), MEMORY_DEVICE_FULL);
    ck_assert_int_eq(memory_alloc(m, UINT64_MAX, &at), MEMORY_DEVICE_FULL);
    ck_assert_int_eq(memory_alloc(huge, 1ull << 39, &at), MEMORY_HOST_FULL);
    memory_close(huge);
}
END_TEST

#ifndef __SANITIZE_ADDRESS__
START_TEST(a_limit_on_address_space_is_an_error_value)
{
    const struct rlimit tight = { 512u << 20, 512u << 20 };

    memory_close(m);
    m = NULL;
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &tight), 0);
    ck_assert_ptr_null(memory_open(1ull << 30));
}
END_TEST
#endif

START_TEST(ranges_must_lie_in_one_live_allocation)
{
    uint64_t a = alloc(100), b = alloc(100);

    ck_assert_ptr_nonnull(memory_at(m, a, 100));
    ck_assert_ptr_nonnull(memory_at(m, a + 100, 0));
    ck_assert_ptr_null(memory_at(m, a, 101));
    ck_assert_ptr_null(memory_at(m, a + 1, UINT64_MAX));
    ck_assert_ptr_null(memory_at(m, a - 1, 1));
    ck_assert_ptr_null(memory_at(m, a, b - a + 1));
    ck_assert_ptr_null(memory_at(m, 0, 1));
    ck_assert_ptr_null(memory_at(m, UINT64_MAX, 1));
    ck_assert_int_eq(memory_free(m, a), MEMORY_OK);
    ck_assert_ptr_null(memory_at(m, a, 1));
}
END_TEST

START_TEST(free_names_each_mistake)
{
    uint64_t a = alloc(100), v;

    ck_assert_int_eq(memory_alloc_symbol(m, "table", 64, 8, true, &v),
                     MEMORY_OK);
    ck_assert_int_eq(memory_free(m, a + 1), MEMORY_BAD_POINTER);
    ck_assert_int_eq(memory_free(m, 0), MEMORY_BAD_POINTER);
    ck_assert_int_eq(memory_free(m, v), MEMORY_BAD_POINTER);
    ck_assert_int_eq(memory_free(m, a), MEMORY_OK);
    ck_assert_int_eq(memory_free(m, a), MEMORY_FREED_BEFORE);
}
END_TEST

START_TEST(freed_memory_is_remembered_not_reused)
{
    uint64_t a = alloc(4096), b;
    const struct allocation *was;

    ck_assert_int_eq(memory_free(m, a), MEMORY_OK);
    b = alloc(4096);
    ck_assert_uint_ne(a, b);
    ck_assert_ptr_null(memory_find(m, a));
    was = memory_nearest(m, a + 8);
    ck_assert(was && was->freed && was->base == a && was->serial == 1);
}
END_TEST

START_TEST(addresses_come_round_again_when_used_up)
{
    struct memory *big = memory_open(1ull << 40);
    uint64_t at, first = 0;

    big->reserved = 16ull << 30;
    for (int i = 0; i < 24; i++) {
        ck_assert_int_eq(memory_alloc(big, 1ull << 30, &at), MEMORY_OK);
        if (!i)
            first = at;
        *memory_at(big, at, 1) = 7;
        memory_mark(big, at, 4096, true);
        ck_assert_int_eq(memory_free(big, at), MEMORY_OK);
    }
    ck_assert_int_eq(memory_alloc(big, 1ull << 30, &at), MEMORY_OK);
    ck_assert_uint_ge(at, first);
    ck_assert_uint_eq(*memory_at(big, at, 1), 0xDB);
    ck_assert(!memory_all_initialised(big, at, 1));
    memory_close(big);
}
END_TEST

START_TEST(nearest_is_the_closer_live_neighbour)
{
    uint64_t a = alloc(100), b = alloc(100000), c = alloc(8);

    ck_assert_uint_eq(memory_nearest(m, a + 100)->base, a);
    ck_assert_uint_eq(memory_nearest(m, b - 1)->base, b);
    ck_assert_uint_eq(memory_nearest(m, 0)->base, a);
    ck_assert_uint_eq(memory_nearest(m, UINT64_MAX)->base, c);
    ck_assert_int_eq(memory_free(m, b), MEMORY_OK);
    ck_assert_uint_eq(memory_nearest(m, b + 100000)->base, c);
    ck_assert_uint_eq(memory_nearest(m, b + 99999)->base, b);
}
END_TEST

START_TEST(nothing_is_near_in_empty_memory)
{
    ck_assert_ptr_null(memory_nearest(m, MEMORY_GLOBAL));
    ck_assert_ptr_null(memory_find(m, MEMORY_GLOBAL));
}
END_TEST

START_TEST(marks_cover_exactly_their_bytes)
{
    uint64_t a = alloc(1000);

    memory_mark(m, a + 3, 200, false);
    ck_assert(memory_all_initialised(m, a + 3, 200));
    ck_assert(!memory_all_initialised(m, a + 2, 2));
    ck_assert(!memory_all_initialised(m, a + 202, 2));
    ck_assert(!memory_all_from_kernel(m, a + 3, 1));
    memory_mark(m, a + 64, 64, true);
    ck_assert(memory_all_from_kernel(m, a + 64, 64));
    ck_assert(!memory_all_from_kernel(m, a + 63, 2));
    memory_mark(m, a + 70, 1, false);
    ck_assert(!memory_all_from_kernel(m, a + 64, 64));
    ck_assert(memory_all_initialised(m, a + 3, 200));
    memory_mark(m, a + 990, 100, true);
    ck_assert(!memory_all_initialised(m, a + 990, 1));
    ck_assert(memory_all_initialised(m, a, 0));
}
END_TEST

START_TEST(marks_copy_at_any_alignment)
{
    const uint64_t a = alloc(1000), b = alloc(1000);
    const int src = _i * 13 % 70, dst = _i * 29 % 67, size = 3 + _i * 37;

    memory_mark(m, a, 1000, false);
    for (int i = 0; i < 1000; i += 3)
        memory_mark(m, a + (uint64_t)i, 1, true);
    memory_copy_marks(m, b + (uint64_t)dst, a + (uint64_t)src, (uint64_t)size);
    for (int i = 0; i < 1000; i++) {
        const uint64_t at = b + (uint64_t)i;
        const bool in = i >= dst && i < dst + size;

        ck_assert_int_eq(memory_all_initialised(m, at, 1), in);
        ck_assert_int_eq(memory_all_from_kernel(m, at, 1),
                         in && (i - dst + src) % 3 == 0);
    }
}
END_TEST

START_TEST(variables_are_zero_initialised_and_cost_no_vram)
{
    uint64_t v;

    ck_assert_int_eq(memory_alloc_symbol(m, "counts", 256, 1024, false, &v),
                     MEMORY_OK);
    ck_assert_uint_eq(v % 1024, 0);
    ck_assert_uint_eq(*memory_at(m, v + 255, 1), 0);
    ck_assert(memory_all_initialised(m, v, 256));
    ck_assert(!memory_all_from_kernel(m, v, 1));
    ck_assert_str_eq(memory_find(m, v)->name, "counts");
    ck_assert_int_eq(memory_find(m, v)->serial, 0);
    ck_assert_uint_eq(memory_usage(m).used, 0);
}
END_TEST

START_TEST(usage_follows_allocations)
{
    uint64_t a = alloc(1000), b = alloc(512);

    ck_assert_uint_eq(memory_usage(m).used, 1024 + 512);
    ck_assert_int_eq(memory_usage(m).live, 2);
    ck_assert_int_eq(memory_free(m, a), MEMORY_OK);
    ck_assert_int_eq(memory_free(m, b), MEMORY_OK);
    ck_assert_uint_eq(memory_usage(m).used, 0);
    ck_assert_uint_eq(memory_usage(m).peak, 1536);
    ck_assert_uint_eq(memory_usage(m).total, 1ull << 30);
    ck_assert_int_eq(memory_usage(m).live, 0);
}
END_TEST

START_TEST(hosted_memory_is_zero_and_shared_through_its_file)
{
    uint64_t a, b, c;
    uint8_t *p, seen;

    ck_assert_int_eq(memory_alloc_hosted(m, 100, HOSTED_FOR_PINNED, &a),
                     MEMORY_OK);
    ck_assert_int_eq(memory_alloc_hosted(m, 70000, HOSTED_FOR_MANAGED, &b),
                     MEMORY_OK);
    ck_assert_uint_eq(a, MEMORY_HOSTED);
    ck_assert_uint_eq(b % 4096, 0);
    ck_assert(memory_find(m, a)->hosted && !memory_find(m, a)->managed);
    ck_assert(memory_find(m, b)->hosted && memory_find(m, b)->managed);
    ck_assert(memory_all_initialised(m, b, 70000));
    ck_assert_uint_eq(memory_usage(m).used, 0);
    c = alloc(64);
    memory_copy_marks(m, c, b + 100, 64);
    ck_assert(memory_all_initialised(m, c, 64));
    ck_assert(!memory_all_from_kernel(m, c, 64));
    p = memory_at(m, a, 100);
    ck_assert_uint_eq(p[99], 0);
    p[99] = 7;
    ck_assert_int_eq(pread(memory_hosted_fd(m), &seen, 1, 99), 1);
    ck_assert_uint_eq(seen, 7);
    ck_assert_int_ne(ftruncate(memory_hosted_fd(m), 0), 0);
    ck_assert_int_eq(memory_free_hosted(m, a), MEMORY_OK);
    ck_assert_int_eq(memory_free_hosted(m, a), MEMORY_FREED_BEFORE);
    ck_assert_int_eq(memory_free(m, b), MEMORY_BAD_POINTER);
    ck_assert_int_eq(pread(memory_hosted_fd(m), &seen, 1, 99), 1);
    ck_assert_uint_eq(seen, 0);
}
END_TEST

START_TEST(the_next_allocation_skips_freed_ones)
{
    uint64_t a = alloc(100), b = alloc(100), c = alloc(100);

    ck_assert_uint_eq(memory_next(m, 0)->base, a);
    ck_assert_uint_eq(memory_next(m, a)->base, a);
    ck_assert_int_eq(memory_free(m, b), MEMORY_OK);
    ck_assert_uint_eq(memory_next(m, a + 1)->base, c);
    ck_assert_ptr_null(memory_next(m, c + 1));
}
END_TEST

Suite *memory_suite(void)
{
    Suite *s = suite_create("memory");
    TCase *t = tcase_create("memory");

    tcase_add_checked_fixture(t, open_it, close_it);
    tcase_add_test(t, addresses_are_aligned_and_the_same_every_time);
    tcase_add_test(t, fresh_bytes_are_poison_and_unmarked);
    tcase_add_test(t, big_allocations_cost_nothing_until_touched);
    tcase_add_test(t, a_full_card_and_a_full_host_are_told_apart);
#ifndef __SANITIZE_ADDRESS__ /* its shadow is larger than any limit */
    tcase_add_test(t, a_limit_on_address_space_is_an_error_value);
#endif
    tcase_add_test(t, ranges_must_lie_in_one_live_allocation);
    tcase_add_test(t, free_names_each_mistake);
    tcase_add_test(t, freed_memory_is_remembered_not_reused);
    tcase_add_test(t, addresses_come_round_again_when_used_up);
    tcase_add_test(t, nearest_is_the_closer_live_neighbour);
    tcase_add_test(t, nothing_is_near_in_empty_memory);
    tcase_add_test(t, marks_cover_exactly_their_bytes);
    tcase_add_loop_test(t, marks_copy_at_any_alignment, 0, 24);
    tcase_add_test(t, variables_are_zero_initialised_and_cost_no_vram);
    tcase_add_test(t, usage_follows_allocations);
    tcase_add_test(t, hosted_memory_is_zero_and_shared_through_its_file);
    tcase_add_test(t, the_next_allocation_skips_freed_ones);
    suite_add_tcase(s, t);
    return s;
}
