/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/svg.h"

static const struct {
    const char *id, *light, *dark;
} looks[] = {
#define CLASS(id, name, light, dark) { #id, light, dark },
#include "plot/styles.def"
#undef CLASS
};

/* Relative luminance and contrast, as WCAG 2.2 defines them. */
static double luminance(const char *colour)
{
    static const double weight[] = { 0.0722, 0.7152, 0.2126 };
    long rgb = strtol(colour + 1, NULL, 16);
    double sum = 0;

    for (int i = 0; i < 3; i++) {
        double c = (double)(rgb >> (8 * i) & 0xff) / 255;

        sum += weight[i] *
               (c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static double contrast(const char *a, const char *b)
{
    double x = luminance(a), y = luminance(b);

    return x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05);
}

START_TEST(every_class_can_be_seen)
{
    bool is_text = _i == SVG_TEXT || _i == SVG_BOLD || _i == SVG_DIM;
    double least = is_text ? 4.5 : 3;

    if (_i == SVG_BACK || _i == SVG_GRID || _i == SVG_EMPTY)
        return; /* they mean nothing */
    ck_assert_msg(contrast(looks[_i].light, looks[SVG_BACK].light) >= least,
                  "%s in the light", looks[_i].id);
    ck_assert_msg(contrast(looks[_i].dark, looks[SVG_BACK].dark) >= least,
                  "%s in the dark", looks[_i].id);
}
END_TEST

START_TEST(text_on_bars_can_be_read)
{
    static const int under[] = { SVG_A, SVG_B, SVG_ISSUE };

    for (size_t i = 0; i < sizeof under / sizeof *under; i++) {
        ck_assert(contrast(looks[under[i]].light, looks[SVG_BACK].light) >=
                  4.5);
        ck_assert(contrast(looks[under[i]].dark, looks[SVG_BACK].dark) >= 4.5);
    }
}
END_TEST

START_TEST(text_is_escaped)
{
    struct svg s = { .height = 10 };
    struct buf out = { 0 };

    buf_str(&s.title, "a<b> & \"c\"\x01");
    svg_text(&s, SVG_TEXT, SVG_END, 1, 2, "%s", "x<y>&\n");
    svg_print(&s, &out);
    ck_assert_ptr_nonnull(strstr(out.at, ">a&lt;b&gt; &amp; &quot;c&quot; </"));
    ck_assert_ptr_nonnull(strstr(out.at, ">x&lt;y&gt;&amp; </text>"));
    buf_release(&out);
    svg_release(&s);
}
END_TEST

START_TEST(code_is_cut_between_characters)
{
    struct svg s = { 0 };

    svg_code(&s, SVG_TEXT, 0, 0, 7.25 * 4.5,
             (struct text){ "ab\u00e4\u00e4\u00e4", 8 });
    ck_assert_ptr_nonnull(strstr(s.body.at, ">ab\u00e4</text>"));
    svg_release(&s);
    svg_code(&s, SVG_TEXT, 0, 0, -5, (struct text){ "ab", 2 });
    ck_assert_uint_eq(s.body.size, 0);
}
END_TEST

Suite *svg_suite(void)
{
    Suite *s = suite_create("svg");
    TCase *t = tcase_create("svg");

    tcase_add_loop_test(t, every_class_can_be_seen, 0, SVG_CLASS_COUNT);
    tcase_add_test(t, text_on_bars_can_be_read);
    tcase_add_test(t, text_is_escaped);
    tcase_add_test(t, code_is_cut_between_characters);
    suite_add_tcase(s, t);
    return s;
}
