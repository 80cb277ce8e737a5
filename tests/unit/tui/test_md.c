/* SPDX-License-Identifier: Apache-2.0 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "tui/md.h"

static struct arena a;
static struct doc d;
static struct buf b;

static void set_up(void)
{
    d = doc_new(&a, 30, false);
}

static void tear_down(void)
{
    buf_release(&b);
    arena_clear(&a);
}

/* The document as text, a line each. */
static const char *drawn(const char *source)
{
    struct cell *cells;
    struct frame f;

    md_doc(&d, text_of(source));
    cells = calloc((size_t)(d.count + 1) * 80, sizeof *cells);
    f = (struct frame){ .rows = d.count, .cols = 80, .cells = cells };
    for (int i = 0; i < d.count; i++)
        frame_cells(&f, (struct rect){ 0, 0, d.count, 80 }, i, 0,
                    d.lines[i].cells.at, d.lines[i].cells.count);
    frame_dump(&f, &b);
    free(cells);
    return b.at ? b.at : "";
}

static enum style style_of(int line, int col)
{
    return d.lines[line].cells.at[col].style;
}

static const struct {
    const char *source, *want;
} samples[] = {
    { "", "" },
    { "# Title\nText.\n", "Title\n═════\n\nText.\n" },
    { "## Small ##\n", "Small\n" },
    { "one two three four five six seven eight\n",
      "one two three four five six\nseven eight\n" },
    { "one\ntwo\n\nthree\n", "one two\n\nthree\n" },
    { "abcdefghijklmnopqrstuvwxyzabcdefghijkl\n",
      "abcdefghijklmnopqrstuvwxyzabcd\nefghijkl\n" },
    { "- a\n- b\n  more\n", "• a\n• b more\n" },
    { "* a\n\n* b\n", "• a\n• b\n" },
    { "1. a\n2. b\n   - c\n   - d\n3. e\n",
      "1. a\n2. b\n   • c\n   • d\n3. e\n" },
    { "- one two three four five six seven\n",
      "• one two three four five six\n  seven\n" },
    { "> quoted *text*\n> goes on\n", "│ quoted text goes on\n" },
    { "> - a\n> - b\n", "│ • a\n│ • b\n" },
    { "```\nx  = 1\n\ny\n```\nafter\n", "  x  = 1\n\n  y\n\nafter\n" },
    { "``` {.cuda include=\"x\"}\nint i;\n```\n", "  int i;\n" },
    { "~~~\n```\n~~~\n", "  ```\n" },
    { "```\nnever closed\n", "  never closed\n" },
    { "    indented\n    code\ntext\n", "  indented\n  code\n\ntext\n" },
    { "| a | b |\n|---|:-:|\n| 1 | two |\n", "a  b\n──────\n1  two\n" },
    { "a | b\n--|--\n`x|y` | z\n", "a    b\n──────\nx|y  z\n" },
    { "| a |\nno table\n", "| a | no table\n" },
    { "---\n", "──────────────────────────────\n" },
    { "<!-- for\nauthors -->\nseen\n", "seen\n" },
    { "2 * 3 * 4 and a_b_c\n", "2 * 3 * 4 and a_b_c\n" },
    { "\\*no\\* `**code**` ``a`b``\n", "*no* **code** a`b\n" },
    { "[text](other.md) ![pic](x.svg)\n", "text pic\n" },
    { "[g](https://e.org)\n", "g <https://e.org>\n" },
    { "[open\n", "[open\n" },
    { "`open\n", "`open\n" },
    { "**open\n", "**open\n" },
    { "\\", "\\\n" },
    { "a\r\nb\r\n", "a  b\n" },
    { "#no heading\n", "#no heading\n" },
    { "线程束是三十二个线程一起走的一组线程\n",
      "线程束是三十二个线程一起走的一\n组线程\n" },
};

START_TEST(each_construct_is_laid_out)
{
    ck_assert_str_eq(drawn(samples[_i].source), samples[_i].want);
}
END_TEST

START_TEST(marks_become_styles)
{
    drawn("a **b** *c* `d` ***\n");
    ck_assert_int_eq(style_of(0, 0), STYLE_PLAIN);
    ck_assert_int_eq(style_of(0, 2), STYLE_BOLD);
    ck_assert_int_eq(style_of(0, 4), STYLE_EMPH);
    ck_assert_int_eq(style_of(0, 6), STYLE_CODE);
    ck_assert_int_eq(style_of(0, 8), STYLE_PLAIN);
}
END_TEST

START_TEST(cuda_code_is_coloured)
{
    drawn("``` cuda\n__global__ void f() // c\nif (x) y<<<1, \"s\">>>\n"
          "/* a\nb */ int\n```\n");
    ck_assert_int_eq(style_of(0, 2), STYLE_CUDA);
    ck_assert_int_eq(style_of(0, 13), STYLE_TYPE);
    ck_assert_int_eq(style_of(0, 23), STYLE_COMMENT);
    ck_assert_int_eq(style_of(1, 2), STYLE_KEYWORD);
    ck_assert_int_eq(style_of(1, 10), STYLE_CUDA);
    ck_assert_int_eq(style_of(1, 13), STYLE_NUMBER);
    ck_assert_int_eq(style_of(1, 16), STYLE_STRING);
    ck_assert_int_eq(style_of(3, 2), STYLE_COMMENT);
    ck_assert_int_eq(style_of(3, 7), STYLE_TYPE);
}
END_TEST

START_TEST(nothing_but_code_is_wider_than_the_document)
{
    static const char text[] =
        "# A heading that is rather long for its width\n\nwords and `code` and "
        "**bold words** run on\n\n- item with a longword_longword_longword\n"
        "> quote quote quote quote quote\n\n| a b c d e f | g h i j k l |\n"
        "|---|---|\n| m n o p q r s t | u v w x y z |\n\n1. x\n   > y z z z\n";

    d = doc_new(&a, 8 + _i, false);
    drawn(text);
    for (int i = 0; i < d.count; i++)
        ck_assert_msg(d.lines[i].cells.count <= 8 + _i ||
                          d.width < 14 /* a table needs this much */,
                      "width %d: line %d has %d", 8 + _i, i,
                      d.lines[i].cells.count);
    ck_assert_int_gt(d.count, 5);
}
END_TEST

static unsigned next(unsigned *seed)
{
    *seed = *seed * 1103515245u + 12345u;
    return *seed >> 16;
}

START_TEST(any_text_ends_and_stays_in_bounds)
{
    static const char *const parts[] = {
        "\n",   "\n\n", "- ", "1. ", "> ", "```",  "~~~",  "|",   "---",
        "*",    "**",   "_",  "`",   "[",  "](",   ")",    "!",   "\\",
        "    ", "  ",   "# ", "a",   "线", "\xff", "<!--", "-->", "\t",
    };
    unsigned seed = (unsigned)_i;

    for (int round = 0; round < 60; round++) {
        struct buf text = { 0 };

        for (int i = 0; i < 80; i++)
            buf_str(&text, parts[next(&seed) % (sizeof parts / sizeof *parts)]);
        d = doc_new(&a, 1 + (int)(next(&seed) % 40), next(&seed) % 2);
        md_doc(&d, (struct text){ text.at, text.size });
        ck_assert_int_le(d.count, 4000);
        buf_release(&text);
        arena_clear(&a);
    }
}
END_TEST

Suite *md_suite(void)
{
    Suite *s = suite_create("md");
    TCase *tc = tcase_create("core");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_loop_test(tc, each_construct_is_laid_out, 0,
                        sizeof samples / sizeof *samples);
    tcase_add_test(tc, marks_become_styles);
    tcase_add_test(tc, cuda_code_is_coloured);
    tcase_add_loop_test(tc, nothing_but_code_is_wider_than_the_document, 0, 60);
    tcase_add_loop_test(tc, any_text_ends_and_stays_in_bounds, 0, 10);
    suite_add_tcase(s, tc);
    return s;
}
