/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/file.h"
#include "tests/unit/time/synth.h"
#include "time/peaks.h"

#define CARDS "engine/time/cards"

static struct arena arena;
static struct diags ds;
static char dir[64];

static void setup(void)
{
    ds = (struct diags){ .arena = &arena };
    snprintf(dir, sizeof dir, "/tmp/warplings-cards-%d", (int)getpid());
    ck_assert(file_mkdirs(dir, &ds));
}

static void teardown(void)
{
    file_remove_tree(dir);
    arena_clear(&arena);
}

/* The H100's file with one line changed: the first that starts with `from`
   becomes `to`, or goes away when `to` is NULL. Returns that line's number. */
static int changed_card(const char *from, const char *to)
{
    struct text in;
    struct buf b = { 0 };
    int line = 0, at = 0;
    const char *s;

    ck_assert(file_read(&arena, CARDS "/h100-sxm.yaml", 1 << 20, &in, &ds));
    for (s = in.at; *s;) {
        const char *end = strchr(s, '\n') + 1;

        line++;
        if (!at && strncmp(s, from, strlen(from)) == 0) {
            at = line;
            if (to)
                buf_printf(&b, "%s\n", to);
        } else {
            buf_add(&b, s, (size_t)(end - s));
        }
        s = end;
    }
    ck_assert_int_gt(at, 0);
    ck_assert(file_write(arena_printf(&arena, "%s/x.yaml", dir),
                         (struct text){ b.at, b.size }, &ds));
    buf_release(&b);
    return at;
}

static void refused(int line, const char *part)
{
    struct card c;
    bool found = false;

    ck_assert(!card_load(&arena, dir, "x", &c, &ds));
    ck_assert_int_gt(ds.count, 0);
    for (const struct diag *d = ds.first; d; d = d->next)
        found |= d->at.line == line && strstr(d->text, part);
    ck_assert_msg(found, "line %d '%s' missing; first: line %d '%s'", line,
                  part, ds.first->at.line, ds.first->text);
}

START_TEST(cards_are_listed_in_order)
{
    int n;
    const char **names = card_list(&arena, CARDS, &n);

    ck_assert_int_ge(n, 3);
    for (int i = 1; i < n; i++)
        ck_assert_str_lt(names[i - 1], names[i]);
    for (size_t i = 0; i < 3; i++) {
        bool there = false;

        for (int k = 0; k < n; k++)
            there |= strcmp(names[k], synth_cards[i]) == 0;
        ck_assert_msg(there, "%s", synth_cards[i]);
    }
    card_list(&arena, "/nonexistent", &n);
    ck_assert_int_eq(n, 0);
}
END_TEST

START_TEST(every_value_of_every_card_has_a_source)
{
    int n;
    const char **names = card_list(&arena, CARDS, &n);

    for (int i = 0; i < n; i++) {
        struct card c;

        ck_assert_msg(card_load(&arena, CARDS, names[i], &c, &ds), "%s: %s",
                      names[i], ds.first ? ds.first->text : "");
        ck_assert_str_eq(c.name, names[i]);
        ck_assert_ptr_nonnull(c.product);
        for (int f = 0; f < card_field_count; f++)
            ck_assert_msg(strlen(card_source(&c, f)) > 8, "%s: %s", names[i],
                          card_fields[f].name);
    }
}
END_TEST

/* Published peaks: products' data sheets, decimal units (recalled). */
static const struct {
    const char *card;
    double gb, tflops;
} published[] = {
    { "t4", 320, 8.1 },
    { "v100-sxm2", 900, 15.7 },
    { "a100-pcie-40gb", 1555, 19.5 },
    { "a100-sxm4-80gb", 2039, 19.5 },
    { "a10", 600, 31.2 },
    { "l4", 300, 30.3 },
    { "l40s", 864, 91.6 },
    { "rtx-2060", 336, 6.5 },
    { "rtx-3090", 936, 35.6 },
    { "rtx-4060", 272, 15.1 },
    { "rtx-4090", 1008, 82.6 },
    { "rtx-5090", 1792, 104.8 },
    { "h100-sxm", 3352, 67 },
    { "h100-pcie", 2039, 51.2 },
    { "h200", 4800, 67 },
    { "b200", 8000, 75 },
    { "orin-agx", 204.8, 5.3 },
};

static double peak_named(const struct card *c, const char *name)
{
    for (int i = 0; i < peaks_count(); i++) {
        if (strcmp(peaks_at(c, i).name, name) == 0)
            return peaks_at(c, i).value;
    }
    ck_abort_msg("no peak '%s'", name);
    return 0;
}

START_TEST(derived_peaks_are_those_published)
{
    struct card c;
    double gb, tflops;

    ck_assert(card_load(&arena, CARDS, published[_i].card, &c, &ds));
    gb = peak_named(&c, "bus_bandwidth");
    tflops = peak_named(&c, "fp32");
    ck_assert_double_eq_tol(gb, published[_i].gb, published[_i].gb * 0.03);
    ck_assert_double_eq_tol(c.dram_bandwidth, published[_i].gb,
                            published[_i].gb * 0.03);
    ck_assert_double_eq_tol(tflops, published[_i].tflops,
                            published[_i].tflops * 0.07);
}
END_TEST

START_TEST(peaks_of_every_card_are_sane)
{
    int n;
    const char **names = card_list(&arena, CARDS, &n);

    for (int i = 0; i < n; i++) {
        struct card c;
        double bus;

        ck_assert(card_load(&arena, CARDS, names[i], &c, &ds));
        bus = peak_named(&c, "bus_bandwidth");
        ck_assert_msg(fabs(bus / c.dram_bandwidth - 1) < 0.03, "%s: %g GB/s",
                      names[i], bus);
        ck_assert_msg(peak_named(&c, "stream_bandwidth") <
                          peak_named(&c, "l2_bandwidth"),
                      "%s", names[i]);
        ck_assert_msg(peak_named(&c, "l2_bandwidth") <
                          peak_named(&c, "l1_bandwidth"),
                      "%s", names[i]);
        ck_assert_msg(peak_named(&c, "fp64") < peak_named(&c, "fp32"), "%s",
                      names[i]);
    }
}
END_TEST

START_TEST(the_default_card_is_an_h100)
{
    struct card c;

    ck_assert(card_load(&arena, CARDS, CARD_DEFAULT, &c, &ds));
    ck_assert_double_eq(c.sm_count, 132);
    ck_assert_double_eq(c.cc_major, 9);
    ck_assert_double_eq(c.dram_achievable, 0.903);
    ck_assert_double_eq(c.sm_shared_bytes, 233472);
}
END_TEST

START_TEST(a_file_more_is_a_card_more)
{
    struct card c;
    int n;

    changed_card("product:", "product: \"Mine\"");
    ck_assert_str_eq(card_list(&arena, dir, &n)[0], "x");
    ck_assert_int_eq(n, 1);
    ck_assert(card_load(&arena, dir, "x", &c, &ds));
    ck_assert_str_eq(c.product, "Mine");
}
END_TEST

static const struct {
    const char *from, *to, *part;
    int line; /* relative to the changed one; -1: the whole file */
} bad[] = {
    { "sm_count:", "sm_number:", "unknown field 'sm_number'", 0 },
    { "sm_count:", "clock_mhz:", "given twice", 3 },
    { "sm_count:", "product:", "'product' is given twice", 0 },
    { "product:", NULL, "'product' is missing", -1 },
    { "  value: 132", NULL, "'sm_count' has no value", 0 },
    { "  value: 132", "  value: -1", "not a number", 0 },
    { "  value: 132", "  value: 1e3", "not a number", 0 },
    { "  value: 132", "  value: nan", "not a number", 0 },
    { "  value: 132", "  value: [1]", "not a number", 0 },
    { "  value: 132", "  value: 0", "cannot be 0 SMs", 0 },
    { "  value: 132", "  value: 131.5", "whole number", 0 },
    { "  value: 132", "  value: 99999", "cannot be 99999 SMs", 0 },
    { "  value: 132", "  valeu: 132", "unknown or repeated part", 0 },
    { "  value: 1980", "  value: 1.98", "cannot be 1.98 MHz", 0 },
    { "  source: \"deviceQuery H100 SXM\"", NULL, "has no source", 0 },
    { "  source: \"deviceQuery H100 SXM\"", "  source: \"\"", "no source", 0 },
    { "  value: 280", "  value: 20", "'l2_latency' is not above", -2 },
    { "product:", "product: [", "not YAML", -3 },
    { "product:", "\tproduct: x", "not YAML", -3 },
};

START_TEST(a_bad_card_is_refused_at_its_line)
{
    int at = changed_card(bad[_i].from, bad[_i].to), line = at;
    struct card c;

    if (bad[_i].line == -3) { /* the parser decides where */
        ck_assert(!card_load(&arena, dir, "x", &c, &ds));
        ck_assert_ptr_nonnull(strstr(ds.first->text, bad[_i].part));
        ck_assert_int_gt(ds.first->at.line, 0);
        return;
    }
    if (bad[_i].line == -1)
        line = 0;
    if (bad[_i].line == -2)
        line = at - 1;
    if (bad[_i].line > 0)
        line = at + bad[_i].line;
    /* Without a value or source the entry itself is to blame: the part that
       is left, which now stands where the other was. */
    if (!bad[_i].to && bad[_i].line == 0 && strstr(bad[_i].from, "source"))
        line = at - 1;
    refused(line, bad[_i].part);
}
END_TEST

START_TEST(a_missing_field_is_named)
{
    struct card c;

    ck_assert(file_write(arena_printf(&arena, "%s/x.yaml", dir),
                         text_of("product: \"Empty\"\n"), &ds));
    ck_assert(!card_load(&arena, dir, "x", &c, &ds));
    ck_assert_int_eq(ds.count, card_field_count);
    ck_assert_ptr_nonnull(strstr(ds.first->text, "cc_major"));
}
END_TEST

START_TEST(no_card_outside_the_folder)
{
    static const char *const names[] = { "../cards/t4", "", "no-such-card",
                                         "/etc/passwd", "T4" };
    struct card c;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        ck_assert(!card_load(&arena, CARDS, names[i], &c, &ds));
    ck_assert_int_eq(ds.count, 5);
}
END_TEST

START_TEST(files_that_are_no_cards_are_refused)
{
    static const char *const texts[] = { "", "42\n", "- a\n- b\n", "{}\n",
                                         "a: &x [*x]\n" };
    struct card c;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ck_assert(file_write(arena_printf(&arena, "%s/x.yaml", dir),
                             text_of(texts[i]), &ds));
        ds.count = 0;
        ck_assert(!card_load(&arena, dir, "x", &c, &ds));
        ck_assert_int_gt(ds.count, 0);
    }
}
END_TEST

Suite *card_suite(void)
{
    Suite *s = suite_create("card");
    TCase *t = tcase_create("card");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, cards_are_listed_in_order);
    tcase_add_loop_test(t, derived_peaks_are_those_published, 0,
                        sizeof published / sizeof *published);
    tcase_add_test(t, peaks_of_every_card_are_sane);
    tcase_add_test(t, every_value_of_every_card_has_a_source);
    tcase_add_test(t, the_default_card_is_an_h100);
    tcase_add_test(t, a_file_more_is_a_card_more);
    tcase_add_loop_test(t, a_bad_card_is_refused_at_its_line, 0,
                        sizeof bad / sizeof *bad);
    tcase_add_test(t, a_missing_field_is_named);
    tcase_add_test(t, no_card_outside_the_folder);
    tcase_add_test(t, files_that_are_no_cards_are_refused);
    suite_add_tcase(s, t);
    return s;
}
