/* SPDX-License-Identifier: Apache-2.0 */
#include "device/timeline.h"

#include <check.h>
#include <string.h>

static struct timeline *t;
static char story[256]; /* letters: small as it starts, capital as it ends */
static uint64_t starts[26], ends[26];

struct piece {
    char letter;
    struct work_cost cost;
};
static struct piece pieces[26];

static void tell(char c)
{
    size_t n = strlen(story);

    story[n] = c;
    story[n + 1] = '\0';
}

static struct work_cost on_start(void *user, struct work *w)
{
    const struct piece *p = w->what;

    (void)user;
    tell(p->letter);
    return p->cost;
}

static void on_end(void *user, struct work *w)
{
    const struct piece *p = w->what;

    (void)user;
    tell((char)(p->letter - 'a' + 'A'));
    starts[p->letter - 'a'] = w->start_ns;
    ends[p->letter - 'a'] = w->end_ns;
}

static void open_it(void)
{
    t = timeline_open((struct timeline_calls){ NULL, on_start, on_end });
    story[0] = '\0';
}

static void close_it(void)
{
    timeline_close(t);
}

/* A piece that waits for two others. */
static uint32_t add(char letter, uint64_t issue, struct work_cost cost,
                    uint32_t a, uint32_t b)
{
    uint32_t after[2] = { a, b };
    struct work w = { .issue_ns = issue, .what = &pieces[letter - 'a'] };

    pieces[letter - 'a'] = (struct piece){ letter, cost };
    return timeline_add(t, &w, after, 2);
}

static struct work_cost copy(uint64_t ns, int engine)
{
    return (struct work_cost){ .ns = ns, .engine = engine };
}

static struct work_cost kernel(uint64_t ns, double share)
{
    return (struct work_cost){ .ns = ns, .engine = -1, .share = share };
}

START_TEST(nothing_happens_until_somebody_looks)
{
    uint32_t a = add('a', 10, copy(5, 0), 0, 0);

    ck_assert_str_eq(story, "");
    ck_assert(!timeline_done(t, a));
    timeline_advance(t, 9);
    ck_assert_str_eq(story, "");
    timeline_advance(t, 14);
    ck_assert_str_eq(story, "a");
    ck_assert_uint_eq(timeline_wait(t, a), 15);
    ck_assert_str_eq(story, "aA");
    ck_assert_uint_eq(timeline_open_count(t), 0);
}
END_TEST

START_TEST(work_waits_for_all_it_is_behind)
{
    uint32_t a = add('a', 0, copy(10, 0), 0, 0);
    uint32_t b = add('b', 0, copy(30, 1), 0, 0);
    uint32_t c = add('c', 5, copy(1, 2), a, b);

    ck_assert_uint_eq(timeline_wait(t, c), 31);
    ck_assert_str_eq(story, "abABcC");
    /* Behind what is long done: from its own issue on. */
    ck_assert_uint_eq(timeline_wait(t, add('d', 100, copy(1, 0), a, 0)), 101);
    ck_assert_uint_eq(timeline_wait(t, add('e', 0, copy(1, 1), a, b)), 102);
}
END_TEST

START_TEST(an_engine_copies_one_by_one)
{
    add('a', 0, copy(10, 0), 0, 0);
    add('b', 2, copy(10, 0), 0, 0);
    timeline_wait(t, add('c', 3, copy(10, 1), 0, 0));
    timeline_advance(t, 1000);
    ck_assert_uint_eq(ends[0], 10);
    ck_assert_uint_eq(starts[1], 10);
    ck_assert_uint_eq(ends[1], 20);
    ck_assert_uint_eq(ends[2], 13);
}
END_TEST

START_TEST(small_kernels_run_side_by_side)
{
    add('a', 0, kernel(100, 0.5), 0, 0);
    add('b', 0, kernel(100, 0.5), 0, 0);
    timeline_advance(t, 1000);
    ck_assert_uint_eq(ends[0], 100);
    ck_assert_uint_eq(ends[1], 100);
}
END_TEST

START_TEST(big_kernels_run_one_after_the_other)
{
    add('a', 0, kernel(100, 1), 0, 0);
    add('b', 10, kernel(100, 1), 0, 0);
    timeline_advance(t, 1000);
    ck_assert_uint_eq(ends[0], 100);
    ck_assert_uint_eq(starts[1], 100);
    ck_assert_uint_eq(ends[1], 200);
}
END_TEST

START_TEST(the_second_takes_what_is_left)
{
    add('a', 0, kernel(100, 0.75), 0, 0);
    add('b', 0, kernel(100, 0.5), 0, 0);
    timeline_advance(t, 1000);
    ck_assert_uint_eq(ends[0], 100);
    /* Half its speed for 100 ns, then its own. */
    ck_assert_uint_eq(ends[1], 150);
}
END_TEST

START_TEST(priority_goes_first)
{
    struct work w = { .priority = -1, .what = &pieces[1] };

    add('a', 0, kernel(100, 1), 0, 0);
    pieces[1] = (struct piece){ 'b', kernel(50, 1) };
    w.issue_ns = 10;
    timeline_add(t, &w, NULL, 0);
    timeline_advance(t, 1000);
    ck_assert_uint_eq(ends[1], 60);
    ck_assert_uint_eq(ends[0], 150);
}
END_TEST

START_TEST(memory_is_shared_too)
{
    struct work_cost half = kernel(100, 0.5);

    half.memory = 0.8;
    add('a', 0, half, 0, 0);
    add('b', 0, half, 0, 0);
    timeline_advance(t, 1000);
    ck_assert_uint_eq(ends[0], 160);
    ck_assert_uint_eq(ends[1], 160);
}
END_TEST

START_TEST(cards_do_not_share)
{
    struct work w = { .gpu = 1, .what = &pieces[1] };

    add('a', 0, kernel(100, 1), 0, 0);
    pieces[1] = (struct piece){ 'b', kernel(100, 1) };
    timeline_add(t, &w, NULL, 0);
    timeline_advance(t, 1000);
    ck_assert_uint_eq(ends[0], 100);
    ck_assert_uint_eq(ends[1], 100);
}
END_TEST

START_TEST(long_chains_are_quick)
{
    uint32_t last = 0;

    for (int i = 0; i < 200000; i++)
        last = add('a', 0, kernel(2, 0.1), last, 0);
    story[0] = '\0';
    for (uint32_t i = 1; i <= 200000; i += 50) {
        timeline_wait(t, i);
        story[0] = '\0';
    }
    ck_assert_uint_eq(timeline_wait(t, last), 400000);
}
END_TEST

Suite *timeline_suite(void)
{
    Suite *s = suite_create("timeline");
    TCase *c = tcase_create("all");

    tcase_add_checked_fixture(c, open_it, close_it);
    tcase_add_test(c, nothing_happens_until_somebody_looks);
    tcase_add_test(c, work_waits_for_all_it_is_behind);
    tcase_add_test(c, an_engine_copies_one_by_one);
    tcase_add_test(c, small_kernels_run_side_by_side);
    tcase_add_test(c, big_kernels_run_one_after_the_other);
    tcase_add_test(c, the_second_takes_what_is_left);
    tcase_add_test(c, priority_goes_first);
    tcase_add_test(c, memory_is_shared_too);
    tcase_add_test(c, cards_do_not_share);
    tcase_add_test(c, long_chains_are_quick);
    suite_add_tcase(s, c);
    return s;
}
