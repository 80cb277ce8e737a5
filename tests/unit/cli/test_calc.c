/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "cli/calc.h"
#include "time/card.h"

Suite *calc_suite(void);

static struct arena a;
static struct buf note;

static void done(void)
{
    buf_release(&note);
    arena_clear(&a);
}

static bool calc(const char *line, double *out)
{
    const char *words[8];
    char *copy = arena_strdup(&a, line);
    struct diags ds = { .arena = &a };
    struct card card;
    struct calc r;
    int n = 0;
    bool ok;

    for (char *w = strtok(copy, " "); w; w = strtok(NULL, " "))
        words[n++] = w;
    ck_assert(card_load(&a, "engine/time/cards", "t4", &card, &ds));
    ck_assert_int_lt(calc_find(words[0]), CALC_COUNT);
    note.size = 0;
    ok = calc_run(calc_find(words[0]), &card, words + 1, n - 1, &r, &note, &ds);
    ck_assert_int_eq(ok, ds.count == 0);
    *out = ok ? r.result : -1;
    return ok;
}

/* Values worked out by hand. */
static const struct {
    const char *line;
    double want;
} right[] = {
    { "bandwidth 14 256", 448 },
    { "bandwidth width=256 rate=14", 448 },
    { "pcie", 31.507692 },
    { "pcie gen=1 lanes=1", 0.25 },
    { "transfer 64M bandwidth=16 fixed=0", 4000 },
    { "transfer 64Mi bandwidth=16 fixed=10k", 4204.304 },
    { "amdahl p=0.9 n=10", 5.2631579 },
    { "amdahl p=90% n=1G", 9.9999999 },
    { "peak lanes=128 sms=128 clock=2520", 82575.36 },
    { "intensity flops=2G bytes=500M", 4 },
    { "roofline intensity=0.25 peak=8000 bandwidth=320", 80 },
    { "roofline intensity=100 peak=8000 bandwidth=320", 8000 },
    { "little latency=500 clock=1000 bandwidth=320", 160000 },
    { "occupancy 256", 100 }, /* T4: 32 warps, 4 blocks of 8 */
    { "occupancy 256 registers=64", 100 },
    { "occupancy 256 registers=128", 50 },
    { "occupancy 1024 shared=48Ki", 100 },
    { "occupancy 32", 50 }, /* 16 blocks at most */
    { "waves blocks=100 per_sm=2 sms=40", 1.25 },
    { "launches 1000 cost=5k", 5000 },
    { "sectors 1", 4 },
    { "sectors 0", 1 },
    { "sectors 2", 8 },
    { "sectors 8", 32 },
    { "sectors stride=3 size=1", 3 },
    { "sectors 1 size=16", 16 },
    { "banks 0", 1 },
    { "banks 1", 1 },
    { "banks 2", 2 },
    { "banks 32", 32 },
    { "banks 33", 1 },
    { "banks 48", 16 },
};

START_TEST(values_worked_out_by_hand)
{
    double got;

    ck_assert(calc(right[_i].line, &got));
    ck_assert_double_eq_tol(got, right[_i].want, 1e-6 * right[_i].want);
}
END_TEST

static const char *const wrong[] = {
    "bandwidth",
    "bandwidth 14",
    "bandwidth 14 256 3",
    "bandwidth x 2",
    "bandwidth -1 2",
    "bandwidth 1e999 2",
    "bandwidth nan 2",
    "bandwidth 0x2 2",
    "bandwidth a=1 2",
    "bandwidth 1 2Q",
    "pcie gen=7",
    "pcie gen=0",
    "pcie gen=1.5",
    "amdahl 2",
    "amdahl 0.5 0",
    "intensity 1 0",
    "occupancy 0",
    "occupancy 1025",
    "occupancy 32 256",
    "sectors 0.5",
    "occupancy 32 32 1M",
    "waves 1 0",
    "banks 1.5",
    "sectors 1 0",
    "transfer 1 bandwidth=0",
    "little clock=0",
    "occupancy 1T",
};

START_TEST(what_means_nothing_is_refused)
{
    double got;

    ck_assert(!calc(wrong[_i], &got));
}
END_TEST

/* Every formula takes zeros, ones and the largest numbers: a finite result or
   a sentence. */
START_TEST(no_formula_gives_a_number_that_is_none)
{
    static const char *const values[] = { "0", "1", "1e300", "0.5" };
    int n;

    calc_inputs((enum calc_id)_i, &n);
    for (int v = 0; v < 4; v++) {
        struct buf line = { 0 };
        double got;

        buf_str(&line, calc_table[_i].name);
        for (int i = 0; i < n; i++)
            buf_printf(&line, " %s", values[v]);
        if (calc(line.at, &got))
            ck_assert_msg(isfinite(got) && got >= 0, "%s: %g", line.at, got);
        buf_release(&line);
    }
}
END_TEST

Suite *calc_suite(void)
{
    Suite *s = suite_create("calc");
    TCase *t = tcase_create("calc");

    tcase_add_checked_fixture(t, NULL, done);
    tcase_add_loop_test(t, values_worked_out_by_hand, 0,
                        sizeof right / sizeof *right);
    tcase_add_loop_test(t, what_means_nothing_is_refused, 0,
                        sizeof wrong / sizeof *wrong);
    tcase_add_loop_test(t, no_formula_gives_a_number_that_is_none, 0,
                        CALC_COUNT);
    suite_add_tcase(s, t);
    return s;
}
