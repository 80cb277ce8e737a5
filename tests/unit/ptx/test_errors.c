/* SPDX-License-Identifier: Apache-2.0 */
/* One of each kind of bad text, with the line and the words of the message. */
#include "tests/unit/ptx/load.h"

static const struct {
    const char *ptx;
    int line;
    const char *text;
} modules[] = {
    { "hello", 1, "expected a directive before 'hello'" },
    { "\n\n.nonsense 3\n", 3, "unknown directive '.nonsense'" },
    { ".address_size 32\n", 1, "only 64-bit addresses are supported" },
    { ".global x;", 1, "a declaration needs a type" },
    { ".global .pred x;", 1, "a variable cannot be a predicate" },
    { ".global .align 3 .u32 x;", 1, "alignment is no power of two" },
    { ".global .u32 x\n", 2, "expected ';' before the end" },
    { ".global .u32 x;\n.global .u32 x;", 2, "'x' is declared twice" },
    { ".global .u32 x[2] = {1, 2, 3};", 1, "'x': more values than elements" },
    { ".global .u32 x[2][2] = {{1, 2, 3}};", 1, "more values than a row has" },
    { ".global .u32 x[2] = {{1}};", 1, "lists nested deeper than the array" },
    { ".global .u32 x = {1, ", 1, "the text ends inside a list of values" },
    { ".global .u32 x = ;", 1, "expected an operand before ';'" },
    { ".global .u16 x[2] = {y};", 1, "an address does not fit a 'u16'" },
    { ".global .b8 x[2] = {0xff00(x)};", 1,
      "the bytes of an address are out of order" },
    { ".global .b8 x[2] = {0xfe(x)};", 1,
      "a mask that is no byte of an address" },
    { ".shared .u32 x = 1;", 1,
      "'x': only .global and .const variables have initial values" },
    { ".global .u32 x[1099511627777];", 1,
      "an array of more than 1099511627776 elements" },
    { ".global .u32 x[1099511627776][2];", 1,
      "an array of more than 1099511627776 elements" },
    { ".shared .b8 x[999999999];", 1, "'x': too much shared memory" },
    { ".local .b8 x[4];", 1, "'x': local memory belongs to a function" },
    { ".global .b8 x[999999999] = {1};", 1, "'x': too many initial values" },
    { ".entry k(.reg .u32 x) { }", 1, "expected a .param parameter" },
    { ".entry k(.param .u32 a .param .u32 b) {}", 1, "expected ',' or ')'" },
    { ".entry k(.param .pred a) {}", 1, "a parameter cannot be a predicate" },
    { ".entry k(.param .align 4 .b8 a[65537]) {}", 1,
      "an array of more than 65536 elements" },
    { ".entry k() { ret; }\n.entry k() { ret; }", 2, "'k' is defined twice" },
    { ".entry k() {\n ret;\n", 3, "the text ends inside a function" },
    { ".file 1 x", 1, "expected the name of a file" },
    { ".file 99999 \"x\"", 1, "expected a number up to 65536" },
    { ".alias a b;", 1, "expected ',' before 'b'" },
};

static const struct {
    const char *body, *text;
} bodies[] = {
    { "add.s32 %r1, %r2;", "expected ',' before ';'" },
    { "add.s32 %r1, %r2, %r3, %r4;", "expected ';' after 'add.s32'" },
    { "add.s32 %r1, %r2, %r99;", "unknown name '%r99'" },
    { "add.s32 %r1, %r2, %d3;", "'%d3' has 64 bits, 'add' wants 32 here" },
    { "add.s64 %r1, %d2, %d3;", "'%r1' has 32 bits, 'add' wants 64 here" },
    { "add.s32 %p1, %r2, %r3;", "'add' writes a register" },
    { "add.s32 5, %r2, %r3;", "'add' writes a register" },
    { "add.s32 %r1, %p2, %r3;", "'add' wants a value here" },
    { "add.s32 %r1, {%r2, %r3}, %r3;", "'add' takes no vector here" },
    { "setp.eq.s32 %r1, %r2, %r3;", "'setp' writes a predicate" },
    { "selp.b32 %r1, %r2, %r3, %r4;", "'selp' wants a predicate here" },
    { "and.pred %p1, !%p2, %p3;", "'!' is not allowed here" },
    { "not.b32 %r1, !%r2;", "expected a predicate after '!'" },
    { "@%r1 ret;", "expected a predicate after '@'" },
    { "@%p1;", "expected an instruction before ';'" },
    { "ld.global.u32 %r1, %d1;", "expected '[' before '%d1'" },
    { "ld.global.u32 %r1, [%h1];", "an address has 32 or 64 bits" },
    { "ld.global.u32 %r1, [f];", "that is no address" },
    { "ld.global.u32 %r1, [%d1;", "expected ']' before ';'" },
    { "ld.global.u32 %r1, [nowhere];", "unknown name 'nowhere'" },
    { "ld.global.u64 %r1, [%d1];", "'%r1' has 32 bits, 'ld' wants 64 here" },
    { "ld.global.v2.u32 %r1, [%d1];", "'ld' wants a vector here" },
    { "ld.global.v2.u32 {%r1}, [%d1];", "a vector of 1 does not fit" },
    { "ld.global.v2.u32 {%r1, 5}, [%d1];", "a literal cannot be written" },
    { "ld.global.v2.u32 {%r1, %p1}, [%d1];", "a vector holds registers" },
    { "ld.global.v2.u32 {%r1, %d1}, [%d1];", "'%d1' does not fit the vector" },
    { "mov.b64 {%r1, %h1}, %d1;", "'%h1' does not fit the vector" },
    { "mov.b64 {%r1, %r2}, 5;", "'mov' takes a register apart, nothing else" },
    { "mov.b64 %d1, {%r1,%r1,%r1,%r1,%r1,%r1,%r1,%r1,%r1};",
      "a vector of more than 8" },
    { "atom.global.cas.b32 %r1, [%d1], %r2;",
      "'atom' has a wrong number of operands" },
    { "red.global.cas.b32 [%d1], %r2;", "'red' cannot swap" },
    { "bra nowhere;", "no label 'nowhere'" },
    { "mov.u64 %d1, L; L: ret;", "unknown name 'L'" },
    { "L: mov.u64 %d1, L;", "'L' is a label, not a value" },
    { "L: L: ret;", "'L' is declared twice" },
    { "{ L: ret; } bra L;", "no label 'L'" },
    { "brx.idx %r1, nowhere;", "'nowhere' is no list of labels" },
    { ".reg .b32 %q<0>;", "expected a number of registers" },
    { ".reg .b32 %q<9999999>;", "expected a number up to 1048576" },
    { ".reg .v2 .f32 %q;", "registers that are vectors are not supported" },
    { ".local .b8 a[600000];",
      "'a': a thread has 524288 bytes of local memory" },
    { ".entry x;", "unknown directive '.entry'" },
    { "call k;", "'k' is a kernel and cannot be called" },
    { "call nobody;", "unknown name 'nobody'" },
    { "call %r1;", "a call wants a function" },
    { "call f;", "the call does not fit 'f'" },
    { "{ .param .b32 a; .param .b32 b; call (a), f, (b); }",
      "the call does not fit 'f'" },
    { "call (%r1), f, (%d1);", "a call passes .param variables" },
    { "mov.s32 %r1, 1/0;", "a division by zero" },
    { "mov.s32 %r1, (1;", "expected ')' before ';'" },
    { "mov.s32 %r1, 1+;", "expected an operand before ';'" },
    { "bar.arrive 0;", "'arrive' wants a number of threads" },
    { "cp.async.ca.shared.global [%r1], [%d1], 5;",
      "cp.async copies 4, 8 or 16 bytes" },
    { "add.s32 %r1, %r2, \001;", "expected an operand before '\001'" },
};

START_TEST(bad_module_is_told_with_its_line)
{
    struct loaded l;

    load(&l, modules[_i].ptx);
    ck_assert(!l.ok);
    ck_assert_str_eq(l.diags.first->text, modules[_i].text);
    ck_assert_int_eq(l.diags.first->at.line, modules[_i].line);
    unload(&l);
}
END_TEST

START_TEST(bad_statement_is_told_with_its_line)
{
    struct loaded l;

    load_body(&l, bodies[_i].body);
    ck_assert_msg(!l.ok, "%s", bodies[_i].body);
    ck_assert_str_eq(l.diags.first->text, bodies[_i].text);
    ck_assert_int_eq(l.diags.first->at.line, 7);
    unload(&l);
}
END_TEST

START_TEST(every_bad_line_is_told)
{
    struct loaded l;
    const struct diag *d;

    load(&l, MODULE ".entry k() {\n.reg .b32 %r<3>;\n"
                    "add.s32 %r1, %r2;\nadd.s32 %r1, %r2, %r2;\n"
                    "bra X;\nsub.s32 %r9, %r1, %r1;\nret;\n}\n.what;\n");
    ck_assert_int_eq(l.diags.count, 4);
    d = l.diags.first;
    ck_assert_int_eq(d->at.line, 6);
    ck_assert_int_eq(d->next->at.line, 9);
    ck_assert_int_eq(d->next->next->at.line, 8); /* at the function's end */
    ck_assert_int_eq(d->next->next->next->at.line, 12);
    unload(&l);
}
END_TEST

START_TEST(the_parser_gives_up_after_enough_errors)
{
    struct loaded l;
    struct buf b = { 0 };

    for (int i = 0; i < 1000; i++)
        buf_str(&b, ".what;\n");
    load(&l, b.at);
    ck_assert(!l.ok);
    ck_assert_int_eq(l.diags.count, 20);
    unload(&l);
    buf_release(&b);
}
END_TEST

/* n times the text, between before and after */
static void load_repeated(struct loaded *l, const char *before,
                          const char *text, int n, const char *after)
{
    struct buf b = { 0 };

    buf_str(&b, before);
    for (int i = 0; i < n; i++)
        buf_str(&b, text);
    buf_str(&b, after);
    load(l, b.at);
    buf_release(&b);
}

START_TEST(hostile_text_meets_a_limit)
{
    static const struct {
        const char *before, *text;
        int n;
        const char *says;
    } rows[] = {
        { ".entry k() {", "{", 100000, "scopes nested more than 64 deep" },
        { ".entry k() {", "ret;", 300000, "more than 262144 instructions" },
        { ".entry k() {", "{.reg .b32 %r<1000000>;}", 2,
          "more than 1048576 registers" },
        { ".global .u32 x = ", "{", 100000,
          "lists nested deeper than the array" },
        { ".global .u32 x", "[2]", 9, "an array of more than 8 dimensions" },
        { ".entry k() { .reg .b32 r; mov.b32 r, ", "(", 100000,
          "an expression of more than 64 levels" },
        { ".entry k() { .reg .b32 r; mov.b32 r, ", "-", 100000,
          "an expression of more than 64 levels" },
        { ".entry k() {", "{.param .b8 x[65536];", 5,
          "more than 262144 bytes of parameters" },
    };
    struct loaded l;

    load_repeated(&l, rows[_i].before, rows[_i].text, rows[_i].n, "");
    ck_assert(!l.ok);
    ck_assert_str_eq(l.diags.first->text, rows[_i].says);
    unload(&l);
}
END_TEST

START_TEST(cut_off_text_never_loads)
{
    const char *whole = MODULE ".global .u32 x[2] = {1, 2};\n"
                               ".entry k(.param .u64 a) {\n.reg .b64 %d<2>;\n"
                               "{ ld.param.u64 %d1, [a]; }\nret;\n}";
    size_t n = strlen(whole), start = strlen(MODULE ".global");

    for (size_t i = start; i < n; i++) {
        struct loaded l = { .diags.arena = &l.arena };
        bool between = i == strlen(MODULE ".global .u32 x[2] = {1, 2};") ||
                       i == strlen(MODULE ".global .u32 x[2] = {1, 2};\n");

        l.ok = ptx_load(&l.arena, (struct text){ whole, i }, &l.p, &l.diags);
        ck_assert_msg(l.ok == between, "%zu bytes", i);
        unload(&l);
    }
}
END_TEST

Suite *errors_suite(void)
{
    Suite *s = suite_create("errors");
    TCase *tc = tcase_create("errors");

    tcase_add_loop_test(tc, bad_module_is_told_with_its_line, 0,
                        (int)(sizeof modules / sizeof *modules));
    tcase_add_loop_test(tc, bad_statement_is_told_with_its_line, 0,
                        (int)(sizeof bodies / sizeof *bodies));
    tcase_add_test(tc, every_bad_line_is_told);
    tcase_add_test(tc, the_parser_gives_up_after_enough_errors);
    tcase_add_loop_test(tc, hostile_text_meets_a_limit, 0, 8);
    tcase_add_test(tc, cut_off_text_never_loads);
    suite_add_tcase(s, tc);
    return s;
}
